"""The scenario's rules, each broken alone, and the schema beside the parser (SIM-2)."""

import copy
import json
from typing import Any

import jsonschema
import pytest

from simulator import canonical, scenario
from simulator.errors import DocumentError

VALID: dict[str, Any] = {
    "schema_version": "1.0",
    "scenario_id": "small-01",
    "map": {"rows": 3, "cols": 4, "walls": [[0, 0], [0, 1]]},
    "exits": [{"id": "A", "position": [2, 3]}, {"id": "B", "position": [0, 3]}],
    "people": [{"id": "A", "position": [1, 0]}, {"id": "P2", "position": [2, 0]}],
    "fire": {
        "model": "stochastic",
        "ignition": [[1, 2], [2, 2]],
        "spread_interval": 2,
        "spread_probability": 0.35,
        "exits_flammable": False,
    },
    "movement": {"enter_fire": "blocked"},
    "termination": {"max_steps": 60},
}
ABSENT = object()
CHECKER = jsonschema.Draft202012Validator(scenario.SHAPE.schema())
Change = tuple[tuple[Any, ...], Any]


def changed(*changes: Change) -> dict[str, Any]:
    document = copy.deepcopy(VALID)
    for path, value in changes:
        node: Any = document
        for key in path[:-1]:
            node = node[key]
        if value is ABSENT:
            del node[path[-1]]
        else:
            node[path[-1]] = value
    return document


def fault_of(document: Any) -> tuple[str, str, str]:
    """The fault of a document, which is the same for its bytes, in both of their readings, and for its value."""
    out = set()
    for separators in (None, (",", ":")):
        with pytest.raises(DocumentError) as caught:
            scenario.parse(json.dumps(document, separators=separators).encode())
        out.add((caught.value.stage, caught.value.code, caught.value.pointer))
    with pytest.raises(DocumentError) as caught:
        scenario.from_value(document)
    out.add((caught.value.stage, caught.value.code, caught.value.pointer))
    (fault,) = out
    return fault


SHAPE_FAULTS: list[tuple[Change, str, str]] = [
    ((("schema_version",), "1.1"), "bad_value", "/schema_version"),
    ((("scenario_id",), "a" * 65), "too_long", "/scenario_id"),
    ((("scenario_id",), ""), "too_short", "/scenario_id"),
    ((("scenario_id",), "a/b"), "bad_value", "/scenario_id"),
    ((("map", "rows"), 0), "out_of_range", "/map/rows"),
    ((("map", "rows"), 3.5), "not_an_integer", "/map/rows"),
    ((("map", "rows"), True), "wrong_type", "/map/rows"),
    ((("map", "rows"), 2**53), "integer_range", "/map/rows"),
    ((("map", "cols"), 1025), "out_of_range", "/map/cols"),
    ((("map", "walls"), [[0, -1]]), "out_of_range", "/map/walls/0/1"),
    ((("exits",), []), "too_short", "/exits"),
    ((("people",), []), "too_short", "/people"),
    ((("people", 0, "id"), "P 1"), "bad_value", "/people/0/id"),
    ((("fire", "model"), "none"), "bad_value", "/fire/model"),
    ((("fire", "model"), ABSENT), "missing_key", "/fire/model"),
    ((("fire", "model"), "deterministic"), "unknown_key", "/fire/spread_probability"),
    ((("fire", "spread_probability"), ABSENT), "missing_key", "/fire/spread_probability"),
    ((("fire", "spread_probability"), 1.5), "out_of_range", "/fire/spread_probability"),
    ((("fire", "spread_interval"), 0), "out_of_range", "/fire/spread_interval"),
    ((("fire", "exits_flammable"), 1), "wrong_type", "/fire/exits_flammable"),
    ((("movement", "enter_fire"), "stop"), "bad_value", "/movement/enter_fire"),
    ((("termination", "max_steps"), 0), "out_of_range", "/termination/max_steps"),
    ((("termination", "max_steps"), 100_001), "out_of_range", "/termination/max_steps"),
    ((("metadata",), {"author": ""}), "unknown_key", "/metadata/author"),
    ((("metadata",), {"title": "x" * 4097}), "too_long", "/metadata/title"),
    ((("extra",), 0), "unknown_key", "/extra"),
    ((("termination",), ABSENT), "missing_key", "/termination"),
]

MEANING_FAULTS: list[tuple[Change, str, str]] = [
    ((("map", "walls"), [[0, 1], [0, 0]]), "not_sorted", "/map/walls/1"),
    ((("map", "walls"), [[0, 0], [0, 0]]), "repeated", "/map/walls/1"),
    ((("map", "walls"), [[0, 0], [3, 0]]), "off_grid", "/map/walls/1"),
    ((("exits", 1, "id"), "A"), "repeated", "/exits/1/id"),
    ((("exits", 0, "id"), "C"), "not_sorted", "/exits/1/id"),
    ((("exits", 0, "position"), [2, 4]), "off_grid", "/exits/0/position"),
    ((("exits", 1, "position"), [0, 1]), "on_wall", "/exits/1/position"),
    ((("exits", 1, "position"), [2, 3]), "occupied", "/exits/1/position"),
    ((("people", 1, "id"), "A"), "repeated", "/people/1/id"),
    ((("people", 0, "id"), "Q"), "not_sorted", "/people/1/id"),
    ((("people", 0, "position"), [3, 0]), "off_grid", "/people/0/position"),
    ((("people", 0, "position"), [0, 0]), "on_wall", "/people/0/position"),
    ((("people", 1, "position"), [1, 0]), "occupied", "/people/1/position"),
    ((("people", 1, "position"), [2, 3]), "occupied", "/people/1/position"),
    ((("people", 1, "position"), [1, 2]), "on_ignition", "/people/1/position"),
    ((("fire", "ignition"), [[2, 2], [1, 2]]), "not_sorted", "/fire/ignition/1"),
    ((("fire", "ignition"), [[2, 2], [2, 2]]), "repeated", "/fire/ignition/1"),
    ((("fire", "ignition"), [[1, 4]]), "off_grid", "/fire/ignition/0"),
    ((("fire", "ignition"), [[0, 0]]), "on_wall", "/fire/ignition/0"),
    ((("fire", "ignition"), [[2, 3]]), "exit_not_flammable", "/fire/ignition/0"),
]


@pytest.mark.parametrize(("change", "code", "pointer"), SHAPE_FAULTS)
def test_shape_faults_fail_parser_and_schema(change: Change, code: str, pointer: str) -> None:
    document = changed(change)
    assert fault_of(document) == ("shape", code, pointer)
    assert not CHECKER.is_valid(document)


@pytest.mark.parametrize(("change", "code", "pointer"), MEANING_FAULTS)
def test_meaning_faults_fail_the_parser_alone(change: Change, code: str, pointer: str) -> None:
    document = changed(change)
    assert fault_of(document) == ("meaning", code, pointer)
    assert CHECKER.is_valid(document)


@pytest.mark.parametrize(
    "changes",
    [
        (),
        ((("fire", "ignition"), []),),
        ((("map", "walls"), []),),
        ((("fire", "spread_probability"), 0),),
        ((("fire", "spread_probability"), 1),),
        ((("fire", "model"), "deterministic"), (("fire", "spread_probability"), ABSENT)),
        ((("fire", "spread_interval"), 1000),),
        ((("fire", "exits_flammable"), True), (("fire", "ignition"), [[2, 3]])),
        ((("metadata",), {"notes": "x" * 4096}),),
        ((("metadata",), {}),),
        ((("termination", "max_steps"), 100_000),),
    ],
)
def test_the_schema_accepts_what_the_parser_accepts(changes: tuple[Change, ...]) -> None:
    document = changed(*changes)
    assert scenario.parse(json.dumps(document).encode()).digest == scenario.from_value(document).digest
    assert CHECKER.is_valid(document)


def test_a_whole_double_is_no_integer() -> None:
    """JSON Schema can't tell 60.0 from 60; every reading of the scenario does."""
    for path in (("map", "rows"), ("termination", "max_steps"), ("fire", "spread_interval"), ("map", "walls", 0, 0)):
        pointer = "".join(f"/{key}" for key in path)
        assert fault_of(changed((path, 1.0))) == ("shape", "not_an_integer", pointer)


def test_what_can_burn() -> None:
    cells = [[row, col] for row in range(3) for col in range(4)]
    for flammable, not_burning in ((True, [[0, 0], [0, 1]]), (False, [[0, 0], [0, 1], [0, 3], [2, 3]])):
        world = scenario.from_value(changed((("fire", "exits_flammable"), flammable)))
        burning = [cell for cell, burns in enumerate(world.flammable()) if burns]
        assert world.grid.positions(burning) == [cell for cell in cells if cell not in not_burning]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(scenario.SHAPE.schema())


def test_cell_steps_end_at_2_to_the_27() -> None:
    area = [(("map", "rows"), 1024), (("map", "cols"), 1024)]
    scenario.from_value(changed(*area, (("termination", "max_steps"), 127)))
    document = changed(*area, (("termination", "max_steps"), 128))
    assert fault_of(document) == ("meaning", "too_much", "/termination/max_steps")
    assert CHECKER.is_valid(document)


def test_stages_and_document_order() -> None:
    late_shape = changed((("map", "walls"), [[0, 1], [0, 0]]), (("termination", "max_steps"), 0))
    assert fault_of(late_shape) == ("shape", "out_of_range", "/termination/max_steps")
    two = changed((("people", 0, "position"), [0, 0]), (("fire", "ignition"), [[9, 9]]))
    assert fault_of(two)[2] == "/people/0/position"
    assert fault_of(dict(reversed(two.items())))[2] == "/fire/ignition/0"


def test_the_digest_is_of_the_canonical_document() -> None:
    parsed = scenario.parse(json.dumps(VALID, indent=3).encode())
    assert parsed.digest == canonical.digest(VALID)
    turned = dict(reversed(VALID.items()))
    assert scenario.parse(json.dumps(turned).encode()).digest == parsed.digest
    assert parsed.digest != scenario.from_value(changed((("scenario_id",), "other"))).digest
