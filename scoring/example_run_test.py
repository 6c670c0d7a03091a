"""The worked example of the contract, from its scenario, seed and actions alone (SCO-4)."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.attribution import gather, references
from scoring.episode import score_episode
from simulator.fire import fire_world
from simulator.record import run
from simulator.scenario import parse

EXAMPLE = Path(__file__).parents[1] / "testdata" / "example-run"
SEED = 3

# The example's own names of what a report calls otherwise.
RENAMED = {"E": "evacuation", "P_casualty": "casualty", "P_stranding": "stranding"}


def load(name: str) -> Any:
    return json.loads((EXAMPLE / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def scored() -> tuple[dict[str, Any], dict[str, Any]]:
    """The episode's document and its evidence."""
    scenario = parse((EXAMPLE / "scenario.json").read_bytes())
    actions = [step["actions"] for step in load("record.json")["steps"]]
    record = run(scenario, SEED, lambda observation: actions[observation["step"]])
    evidence = gather(record, references(fire_world(scenario, SEED)))
    return score_episode(evidence.inputs()).document(), evidence.document()


def test_every_figure(scored: tuple[dict[str, Any], dict[str, Any]]) -> None:
    document, _ = scored
    found = {**document, **document["inputs"], **document["components"]}
    expected = load("score.json")
    del expected["references"]
    assert {name: found[RENAMED.get(name, name)] for name in expected} == expected
    assert len(expected) == 32


def test_the_references_of_every_person(scored: tuple[dict[str, Any], dict[str, Any]]) -> None:
    document, evidence = scored
    expected, people = load("score.json")["references"], evidence["people"]
    assert document["max_evacuated"] == expected["max_evacuated"]
    for column, name in (("earliest", "L"), ("moves_ref", "m"), ("danger_ref", "D")):
        assert dict(zip(people["ids"], people[column], strict=True)) == expected[name]
