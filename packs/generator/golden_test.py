"""A small generated suite is the same on every interpreter (PCK-11)."""

import json
from pathlib import Path

from packs.generator.golden import SMALL, small

UPDATE = "the generator makes other suites: give it a new version, then run `bazel run //packs/generator:update`"


def test_golden() -> None:
    wanted = Path(__file__).parent.joinpath(SMALL).read_bytes()
    found = small()
    assert json.loads(found) == json.loads(wanted), UPDATE
    assert found == wanted, UPDATE
