"""Ten families, twenty scenarios, three seeds: the same on every native interpreter (PCK-11, PCK-2)."""

from pathlib import Path

from packs.generator.golden import LARGE, large

UPDATE = "the generator makes other suites: give it a new version, then run `bazel run //packs/generator:update`"


def test_golden() -> None:
    assert large() == Path(__file__).parent.joinpath(LARGE).read_bytes(), UPDATE
