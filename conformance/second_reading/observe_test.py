"""Observation and action output (SIM-9)."""

from pathlib import Path

import pytest

from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.observe import observation, read_actions
from conformance.second_reading.scenario import read_scenario
from conformance.second_reading.simulate import first_snapshot

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"


def test_the_observation_of_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    people = [("P1", [0, 0]), ("P10", [1, 0]), ("P2", [1, 1])]
    fire = {"model": "stochastic", "spread_interval": 1, "spread_probability": float("0.25"), "exits_flammable": True}
    assert observation(document, first_snapshot(document, 3)) == {
        "observation_version": "1.0",
        "step": 0,
        "map": {"rows": 3, "cols": 5, "walls": [[0, 2], [2, 2]]},
        "exits": [{"id": "E1", "position": [1, 4]}],
        "rules": {"max_steps": 8, "enter_fire": "blocked", "fire": fire},
        "people": [{"id": person, "position": cell, "status": "active"} for person, cell in people],
        "burning": [[2, 0]],
        "allowed_actions": ["stay", "north", "south", "west", "east"],
    }


def test_good_output() -> None:
    assert read_actions(b' {"actions": {"b": "east", "a": "stay"}} ', ["a", "b"]) == {"a": "stay", "b": "east"}
    assert read_actions(b'{"actions":{}}', []) == {}


@pytest.mark.parametrize(
    ("data", "code", "pointer"),
    [
        (b"{}", "missing_key", "/actions"),
        (b'{"actions": {}, "note": 1}', "unknown_key", "/note"),
        (b'{"actions": {"a": "up"}}', "bad_value", "/actions/a"),
        (b'{"actions": {"a": null}}', "wrong_type", "/actions/a"),
        (b'{"actions": {"a": "stay", "a": "stay"}}', "duplicate_key", "/actions/a"),
        (b'{"actions": {"z": "stay", "c": "stay"}}', "unexpected_action", "/actions/c"),
        (b'{"actions": {"z": "stay", "c/d": "stay"}}', "bad_value", "/actions/c~1d"),
        (b'{"actions": {"b": "stay"}}', "missing_action", "/actions/a"),
        (b" " * 1048577, "too_large", ""),
        (b" " * 1048576, "bad_syntax", ""),
    ],
)
def test_refused_output(data: bytes, code: str, pointer: str) -> None:
    with pytest.raises(Fault) as caught:
        read_actions(data, ["a", "b"])
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
