"""Every rule of the scenario document, with its code and pointer (SIM-2, ENC-5.5, ENC-5.6)."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.scenario import read_scenario, scenario_hash

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"
DOCUMENT = json.loads((EXAMPLE / "scenario.json").read_text())


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The example with values put at pointers; None takes a member away."""
    document: dict[str, Any] = json.loads(json.dumps(DOCUMENT))
    for pointer, value in changes:
        *path, last = pointer.split("/")[1:]
        at: Any = document
        for step in path:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if value is None:
            del at[last]
        elif isinstance(at, list):
            at[int(last) : int(last) + 1] = [value]
        else:
            at[last] = value
    return document


def verdict(document: dict[str, Any]) -> tuple[str, str, str]:
    with pytest.raises(Fault) as caught:
        read_scenario(json.dumps(document).encode())
    return caught.value.stage, caught.value.code, caught.value.pointer


def test_the_example_and_its_hash() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    assert document == DOCUMENT
    assert scenario_hash(document) == json.loads((EXAMPLE / "digests.json").read_text())["scenario_hash"]


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/schema_version", "1.1", "bad_value"),
        ("/scenario_id", "a b", "bad_value"),
        ("/scenario_id", "", "too_short"),
        ("/map/rows", 0, "out_of_range"),
        ("/map/cols", 1025, "out_of_range"),
        ("/exits", [], "too_short"),
        ("/people", [], "too_short"),
        ("/fire/model", "windy", "bad_value"),
        ("/fire/spread_interval", 0, "out_of_range"),
        ("/fire/spread_probability", 2, "out_of_range"),
        ("/fire/spread_probability", None, "missing_key"),
        ("/fire/exits_flammable", 1, "wrong_type"),
        ("/movement/enter_fire", "allowed", "bad_value"),
        ("/termination/max_steps", 100001, "out_of_range"),
        ("/metadata", {"author": "x"}, "unknown_key"),
        ("/map/walls/0", [0, -1], "out_of_range"),
    ],
)
def test_shape(pointer: str, value: Any, code: str) -> None:
    at = {"/metadata": "/metadata/author", "/map/walls/0": "/map/walls/0/1"}.get(pointer, pointer)
    assert verdict(changed((pointer, value))) == ("shape", code, at)


def test_the_probability_belongs_to_one_variant() -> None:
    assert verdict(changed(("/fire/model", "deterministic"))) == ("shape", "unknown_key", "/fire/spread_probability")
    without = changed(("/fire/model", None), ("/fire/spread_probability", None))
    assert verdict(without) == ("shape", "missing_key", "/fire/model")
    text = json.dumps(DOCUMENT).replace('"fire": {', '"fire": {"spread_probability": 1.5, "mode": 1,')
    with pytest.raises(Fault) as caught:
        read_scenario(text.encode())
    assert (caught.value.code, caught.value.pointer) == ("out_of_range", "/fire/spread_probability")


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ([("/map/walls/1", [0, 2])], "repeated", "/map/walls/1"),
        ([("/map/walls/1", [0, 1])], "not_sorted", "/map/walls/1"),
        ([("/people/1/id", "P1")], "repeated", "/people/1/id"),
        ([("/people/0/id", "P11")], "not_sorted", "/people/1/id"),
        ([("/people/2/id", "P1")], "repeated", "/people/2/id"),
        ([("/map/walls/1", [3, 0])], "off_grid", "/map/walls/1"),
        ([("/exits/0/position", [0, 5])], "off_grid", "/exits/0/position"),
        ([("/fire/ignition", [[0, 2]])], "on_wall", "/fire/ignition/0"),
        ([("/people/0/position", [0, 2])], "on_wall", "/people/0/position"),
        ([("/people/0/position", [1, 4])], "occupied", "/people/0/position"),
        ([("/people/2/position", [0, 0])], "occupied", "/people/2/position"),
        ([("/exits/1", {"id": "E2", "position": [1, 4]})], "occupied", "/exits/1/position"),
        ([("/people/0/position", [2, 0])], "on_ignition", "/people/0/position"),
        (
            [("/fire/ignition", [[1, 4]]), ("/fire/exits_flammable", False)],
            "exit_not_flammable",
            "/fire/ignition/0",
        ),
        (
            [("/map/rows", 1024), ("/map/cols", 1024), ("/termination/max_steps", 128)],
            "too_much",
            "/termination/max_steps",
        ),
    ],
)
def test_meaning(changes: list[tuple[str, Any]], code: str, pointer: str) -> None:
    assert verdict(changed(*changes)) == ("meaning", code, pointer)


def test_the_largest_world_is_allowed() -> None:
    text = json.dumps(changed(("/map/rows", 1024), ("/map/cols", 1024), ("/termination/max_steps", 127)))
    assert read_scenario(text.encode())["termination"]["max_steps"] == 127


def test_order_of_the_text_decides() -> None:
    two = changed(("/people/0/position", [9, 9]), ("/exits/0/position", [9, 9]))
    assert verdict(two)[2] == "/exits/0/position"
    assert verdict({key: two[key] for key in reversed(list(two))})[2] == "/people/0/position"
