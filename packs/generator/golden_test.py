"""A small generated suite is the same on every interpreter, word size and byte order (PCK-11)."""

import json
from pathlib import Path

from packs.generator.golden import GOLDEN, golden

UPDATE = "the generator makes other suites: give it a new version, then run `bazel run //packs/generator:update`"


def test_golden() -> None:
    wanted = Path(__file__).parent.joinpath(GOLDEN).read_bytes()
    assert json.loads(golden()) == json.loads(wanted), UPDATE
    assert golden() == wanted, UPDATE
