"""The committed corpus: its files. What the product answers is in //conformance:portability_test."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance import vectors
from conformance.corpus.build import inexact
from simulator import canonical

HERE = Path(__file__).parent
AREAS = sorted(path.stem for path in HERE.joinpath("vectors").glob("*.json"))


def area(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(HERE.joinpath("vectors", f"{name}.json").read_bytes())["vectors"]
    return found


def test_the_files_keep_every_rule_of_a_corpus() -> None:
    assert len(vectors.load(HERE.joinpath("vectors"))) > 1000


def test_the_definitions_and_the_files_are_of_the_same_areas() -> None:
    assert sorted(path.stem for path in HERE.joinpath("definitions").glob("*.yaml")) == AREAS


@pytest.mark.parametrize("name", AREAS)
def test_no_number_is_inexact(name: str) -> None:
    assert inexact(area(name)) == []


def test_nothing_in_an_input_tells_the_verdict() -> None:
    """Cases are blind: an input has neither the ID of its vector nor its reason."""
    for name in AREAS:
        for vector in area(name):
            text = canonical.encode(vector["input"]).decode()
            assert vector["id"] not in text and vector["why"]["catches"] not in text, vector["id"]
