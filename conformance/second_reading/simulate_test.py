"""The phases, and the run record of the example to the byte (SIM-3, SIM-4, SIM-8, SIM-10)."""

import json
from pathlib import Path

import pytest

from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.drawing import drawn, scripted
from conformance.second_reading.scenario import read_scenario
from conformance.second_reading.simulate import Ended, InvalidAction, first_snapshot, take_step

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"


def test_the_record_of_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    recorded = json.loads((EXAMPLE / "record.json").read_text())
    record = scripted(document, 3, [entry["actions"] for entry in recorded["steps"]])
    assert canonical(record) == canonical(recorded)
    assert digest(record) == json.loads((EXAMPLE / "digests.json").read_text())["run_record"]
    with pytest.raises(Ended):
        take_step(document, record["steps"][-1]["state"], {"nobody": "up"})


def test_evacuation_comes_before_the_fire() -> None:
    record = scripted(drawn("P E *"), 0, [{"P1": "east"}])
    assert record["steps"][0]["evacuations"] == [{"person": "P1", "exit": "E1"}]
    assert record["steps"][0]["state"]["termination_reason"] == "all_resolved"


def test_casualties_come_after_the_fire() -> None:
    record = scripted(drawn("E . P *"), 0, [{}])
    assert record["steps"][0]["casualties"] == [{"person": "P1", "cause": "fire_spread"}]
    record = scripted(drawn("E . P *\n# # # .", enter_fire="casualty"), 0, [{"P1": "east"}])
    assert record["steps"][0]["casualties"] == [{"person": "P1", "cause": "entered_fire"}]
    assert record["steps"][0]["state"]["people"][0]["position"] == [0, 3]


def test_a_burning_exit_evacuates_nobody() -> None:
    document = drawn("P E", ignition=[[0, 1]], enter_fire="casualty", spread_interval=9)
    record = scripted(document, 0, [{"P1": "east"}])
    assert record["steps"][0]["evacuations"] == []
    assert record["steps"][0]["casualties"] == [{"person": "P1", "cause": "entered_fire"}]
    assert record["initial_state"]["trapped"] == ["P1"]


def test_the_end() -> None:
    record = scripted(drawn("P . E", max_steps=2), 0, [{}, {"P1": "east"}])
    assert record["steps"][-1]["state"]["termination_reason"] == "max_steps"
    record = scripted(drawn("P . E", max_steps=2), 0, [{"P1": "east"}, {"P1": "east"}])
    assert record["steps"][-1]["state"]["termination_reason"] == "all_resolved"


@pytest.mark.parametrize(
    ("actions", "code", "pointer"),
    [
        ({}, "missing_action", "/actions/P1"),
        ({"P1": "up", "P0": "stay"}, "unexpected_action", "/actions/P0"),
        ({"P1": "up"}, "unknown_direction", "/actions/P1"),
        ({"P2": "up"}, "missing_action", "/actions/P1"),
        ({"P1": "stay", "P3": "stay"}, "unexpected_action", "/actions/P3"),
        ({"P2": "stay", "P3": "stay"}, "unexpected_action", "/actions/P3"),
    ],
)
def test_refused_actions(actions: dict[str, str], code: str, pointer: str) -> None:
    document = drawn("P . E P")
    with pytest.raises(InvalidAction) as caught:
        take_step(document, first_snapshot(document, 0), actions)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
