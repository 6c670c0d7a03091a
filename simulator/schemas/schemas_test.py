"""The published schemas of this layer's documents: current, and of one mind with the parsers (ENC-6)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from simulator import observation, record, scenario
from simulator.errors import DocumentError, InvalidActionError
from simulator.phases import Simulator
from simulator.random_worlds import random_world
from simulator.schemas import faults
from simulator.schemas.document import Document, outdated, write
from simulator.schemas.documents import DOCUMENTS
from simulator.schemas.examples import EVENTFUL, act, documents, runs

UPDATE = "not the schemas of the shapes: run `bazel run //simulator/schemas:update`"
BY_NAME = {document.name: document for document in DOCUMENTS}
VALIDATORS = {document.name: Draft202012Validator(document.schema()) for document in DOCUMENTS}
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)


def by_schema(name: str, value: Any) -> bool:
    return bool(VALIDATORS[name].is_valid(value))


def examples(name: str) -> list[Any]:
    return [value for run in runs() for kind, value in documents(run) if kind == name]


def test_the_committed_schemas_are_those_of_the_shapes() -> None:
    stale = outdated(Path(__file__).parent, DOCUMENTS)
    assert not stale, f"{', '.join(stale)}: {UPDATE}"


def test_what_update_writes_is_current(tmp_path: Path) -> None:
    tmp_path.joinpath("gone.schema.json").write_text("{}")
    assert outdated(tmp_path, DOCUMENTS) == sorted(["gone.schema.json", *(each.file for each in DOCUMENTS)])
    write(tmp_path, DOCUMENTS)
    assert outdated(tmp_path, DOCUMENTS) == []
    tmp_path.joinpath("scenario.schema.json").write_bytes(DOCUMENTS[0].encode() + b" ")
    assert outdated(tmp_path, DOCUMENTS) == ["scenario.schema.json"]


@each_document
def test_it_is_a_schema_with_a_name_of_its_own(document: Document) -> None:
    schema = document.schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == f"urn:ember:schema:{document.name}:{document.version}"
    assert sum(schema["$id"] == other.schema()["$id"] for other in DOCUMENTS) == 1


@settings(max_examples=12, deadline=None, database=None)
@given(st.integers(0, 1 << 32))
def test_what_the_code_produces_passes_both(number: int) -> None:
    world = random_world(number)
    run = record.run(world.scenario, world.seed, world.wander("schemas"))
    assert scenario.parse(json.dumps(world.scenario.document).encode()).digest == world.scenario.digest
    assert record.parse(run.encode()) == run.document()
    first = json.dumps({"actions": run.steps[0].actions}).encode()
    assert observation.parse_actions(first, world.scenario, run.initial_state) == run.steps[0].actions
    found = list(documents(run))
    assert {name for name, _ in found} == set(BY_NAME)
    for name, value in found[:20]:
        assert faults.passes(BY_NAME[name].shape, value), name
        assert by_schema(name, value), (name, *VALIDATORS[name].iter_errors(value))


@each_document
def test_a_fault_of_shape_fails_both(document: Document) -> None:
    values = examples(document.name)
    assert all(faults.passes(document.shape, value) and by_schema(document.name, value) for value in values)
    assert set(faults.reached(document.shape, values)) == set(faults.names(document.shape))
    for name, faulty in faults.shape_faults(document.shape, values):
        assert not faults.passes(document.shape, faulty), (name, faulty)
        assert not by_schema(document.name, faulty), (name, faulty)


@each_document
def test_parser_and_schema_agree_on_whatever_is_put_anywhere(document: Document) -> None:
    values = examples(document.name)

    @settings(max_examples=60, deadline=None, database=None)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        value = data.draw(st.sampled_from(values))
        for _ in range(data.draw(st.integers(0, 2))):
            path = data.draw(st.sampled_from(list(faults.places(value))))
            value = faults.replaced(value, path, data.draw(st.sampled_from(faults.ODD_VALUES)))
        assert by_schema(document.name, value) is faults.passes(document.shape, value), value

    agree()


def with_fire(**changes: Any) -> dict[str, Any]:
    return EVENTFUL | {"fire": EVENTFUL["fire"] | changes}


def with_people(*places: tuple[str, int, int]) -> dict[str, Any]:
    return EVENTFUL | {"people": [{"id": name, "position": [row, col]} for name, row, col in places]}


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("not_sorted", EVENTFUL | {"map": {"rows": 2, "cols": 7, "walls": [[1, 3], [0, 3]]}}),
        ("repeated", EVENTFUL | {"map": {"rows": 2, "cols": 7, "walls": [[0, 3], [0, 3]]}}),
        ("off_grid", EVENTFUL | {"map": {"rows": 2, "cols": 7, "walls": [[0, 7]]}}),
        ("on_wall", with_people(("P1", 0, 3))),
        ("not_sorted", with_people(("P2", 0, 1), ("P10", 0, 2))),
        ("repeated", with_people(("P1", 0, 1), ("P1", 0, 2))),
        ("occupied", with_people(("P1", 0, 1), ("P2", 0, 1))),
        ("occupied", with_people(("P1", 0, 0))),
        ("on_ignition", with_people(("P1", 0, 6))),
        ("not_sorted", with_fire(ignition=[[1, 6], [0, 6]])),
        ("off_grid", with_fire(ignition=[[2, 0]])),
        ("exit_not_flammable", with_fire(ignition=[[0, 0]], exits_flammable=False)),
        ("too_much", EVENTFUL | {"map": {"rows": 1024, "cols": 1024, "walls": []}, "termination": {"max_steps": 128}}),
    ],
)
def test_a_fault_of_meaning_in_a_scenario_passes_the_schema_alone(code: str, value: dict[str, Any]) -> None:
    assert by_schema("scenario", value)
    with pytest.raises(DocumentError) as caught:
        scenario.parse(json.dumps(value).encode())
    assert (caught.value.stage, caught.value.code) == ("meaning", code)


@pytest.mark.parametrize(
    ("code", "actions"),
    [
        ("missing_action", {"P1": "stay", "P2": "stay"}),
        ("unexpected_action", {"P1": "stay", "P2": "stay", "P3": "stay", "P4": "stay"}),
    ],
)
def test_answers_for_the_wrong_people_pass_the_schema_alone(code: str, actions: dict[str, str]) -> None:
    world, value = scenario.from_value(EVENTFUL), {"actions": actions}
    assert by_schema("action-output", value)
    with pytest.raises(InvalidActionError) as caught:
        observation.parse_actions(json.dumps(value).encode(), world, Simulator(world, 0).snapshot)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("field", "path", "value"),
    [
        ("/header/simulator_version", ("header", "simulator_version"), "0.0.0"),
        ("/initial_state/people/0/position/1", ("initial_state", "people", 0, "position"), [0, 700]),
        ("/initial_state/terminated", ("initial_state", "terminated"), True),
        ("/steps/0/movements/P1/outcome", ("steps", 0, "movements", "P1", "outcome"), "flew"),
        ("/steps/0/state/rng_state/fire", ("steps", 0, "state", "rng_state", "fire"), "0" * 16),
        ("/steps", ("steps",), []),
    ],
)
def test_a_record_that_lies_passes_the_schema_alone(field: str, path: faults.Path, value: Any) -> None:
    world = scenario.from_value(EVENTFUL)
    lie = faults.replaced(record.run(world, 0, act).document(), path, value)
    assert by_schema("run-record", lie)
    found = record.replay(record.parse(json.dumps(lie).encode()), world)
    assert isinstance(found, record.Divergence) and found.field == field


VALID = json.dumps(EVENTFUL)


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("not_an_integer", '"rows": 2', '"rows": 2.0'),
        ("not_an_integer", '"rows": 2', '"rows": 2e0'),
        ("negative_zero", "[0, 1]", "[-0, 1]"),
        ("duplicate_key", '"rows": 2', '"rows": 2, "rows": 2'),
        ("negative_zero", '"spread_probability": 1', '"spread_probability": -0.0'),
        ("number_too_long", '"spread_probability": 1', f'"spread_probability": 0.{"1" * 31}'),
        ("lone_surrogate", '"title": "Eventful"', '"title": "\\ud800"'),
        ("byte_order_mark", "{", "\ufeff{"),
    ],
)
def test_a_fault_of_tokens_passes_the_schema_alone(code: str, old: str, new: str) -> None:
    assert old in VALID
    text = VALID.replace(old, new, 1)
    assert by_schema("scenario", json.loads(text.removeprefix("\ufeff")))
    with pytest.raises(DocumentError) as caught:
        scenario.parse(text.encode())
    assert caught.value.code == code


def test_a_newline_at_the_end_of_an_id_fails_both() -> None:
    value = EVENTFUL | {"scenario_id": "P1\n"}
    assert not by_schema("scenario", value)
    assert not faults.passes(scenario.SHAPE, value)
    naive = {"pattern": scenario.SHAPE.schema()["properties"]["scenario_id"]["pattern"]}
    assert Draft202012Validator(naive).is_valid("P1\n"), "the pattern alone has become enough: drop `portable`"
