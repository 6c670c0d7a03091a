"""The run record, and where an edited one first diverges from its replay (SIM-10, SIM-11)."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from simulator import record
from simulator import scenario as scenarios
from simulator.canonical import digest
from simulator.errors import DocumentError, InvalidActionError
from simulator.fire import fire_world
from simulator.record import Divergence, RunRecord

Edit = Callable[[dict[str, Any]], None]

WORLD = scenarios.from_value(
    {
        "schema_version": "1.0",
        "scenario_id": "record-test",
        "map": {"rows": 2, "cols": 6, "walls": []},
        "exits": [{"id": "E1", "position": [0, 0]}],
        "people": [{"id": "P1", "position": [0, 2]}, {"id": "P2", "position": [1, 3]}],
        "fire": {
            "model": "stochastic",
            "ignition": [[0, 5]],
            "spread_interval": 1,
            "spread_probability": 0.5,
            "exits_flammable": True,
        },
        "movement": {"enter_fire": "blocked"},
        "termination": {"max_steps": 4},
    }
)
SEED = 2


def act(observation: dict[str, Any]) -> dict[str, str]:
    """P1 walks west, everybody else stays."""
    active = [person["id"] for person in observation["people"] if person["status"] == "active"]
    return {person: "west" if person == "P1" else "stay" for person in active}


def made() -> dict[str, Any]:
    return record.run(WORLD, SEED, act).document()


def edited(edit: Edit) -> RunRecord | Divergence:
    document = made()
    edit(document)
    return record.replay(record.parse(json.dumps(document).encode()), WORLD)


def test_a_run_replays_to_the_same_bytes() -> None:
    run = record.run(WORLD, SEED, act)
    replayed = record.replay(record.parse(run.encode()), WORLD)
    assert isinstance(replayed, RunRecord)
    assert replayed.encode() == run.encode()
    assert replayed.digest() == run.digest() == digest(run.document())
    assert replayed.snapshots() == run.snapshots()
    assert len(run.snapshots()) == len(run.steps) + 1


def test_a_fire_world_changes_nothing() -> None:
    world = fire_world(WORLD, SEED)
    run = record.run(WORLD, SEED, act, world)
    assert run.document() == made()
    assert isinstance(record.replay(run.document(), WORLD, world), RunRecord)


def test_a_record_in_any_formatting_and_key_order_replays() -> None:
    text = json.dumps(made(), indent=3, sort_keys=True)
    assert isinstance(record.replay(record.parse(text.encode()), WORLD), RunRecord)


def test_the_document() -> None:
    document = made()
    assert document["header"] == {
        "simulator_version": "0.2.0",
        "observation_version": "1.0",
        "schema_version": "1.0",
        "scenario_id": "record-test",
        "scenario_hash": WORLD.digest,
        "seed": SEED,
    }
    assert [step["step"] for step in document["steps"]] == list(range(1, len(document["steps"]) + 1))
    second = document["steps"][1]
    assert second["actions"] == {"P1": "west", "P2": "stay"}
    assert second["movements"]["P1"] == {"outcome": "moved", "position": [0, 0]}
    assert second["evacuations"] == [{"person": "P1", "exit": "E1"}]
    assert "P1" not in document["steps"][2]["actions"]
    assert [step["state"]["terminated"] for step in document["steps"]][-2:] == [False, True]


def put(value: Any, *path: Any) -> Edit:
    """An edit that sets the member at a path."""

    def edit(document: dict[str, Any]) -> None:
        at: Any = document
        for key in path[:-1]:
            at = at[key]
        assert path[-1] not in at or at[path[-1]] != value
        at[path[-1]] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "step", "field"),
    [
        (put("0.1.9", "header", "simulator_version"), None, "/header/simulator_version"),
        (put("2.0", "header", "observation_version"), None, "/header/observation_version"),
        (put("2.0", "header", "schema_version"), None, "/header/schema_version"),
        (put("other", "header", "scenario_id"), None, "/header/scenario_id"),
        (put("0" * 64, "header", "scenario_hash"), None, "/header/scenario_hash"),
        (put(SEED + 1, "header", "seed"), 0, "/initial_state/rng_state/fire"),
        (put(1, "initial_state", "people", 0, "position", 1), 0, "/initial_state/people/0/position/1"),
        (put("0" * 16, "initial_state", "rng_state", "fire"), 0, "/initial_state/rng_state/fire"),
        (put(["P1"], "initial_state", "trapped"), 0, "/initial_state/trapped/0"),
        (put(7, "steps", 1, "step"), 2, "/steps/1/step"),
        (put("stay", "steps", 0, "actions", "P1"), 1, "/steps/0/movements/P1/outcome"),
        (put("stayed", "steps", 0, "movements", "P1", "outcome"), 1, "/steps/0/movements/P1/outcome"),
        (put(5, "steps", 0, "movements", "P1", "position", 1), 1, "/steps/0/movements/P1/position/1"),
        (put([], "steps", 1, "evacuations"), 2, "/steps/1/evacuations/0"),
        (put([{"person": "P2", "cause": "fire_spread"}], "steps", 0, "casualties"), 1, "/steps/0/casualties/0"),
        (put("0" * 16, "steps", 2, "state", "rng_state", "fire"), 3, "/steps/2/state/rng_state/fire"),
        (put(5, "steps", 1, "state", "people", 1, "position", 1), 2, "/steps/1/state/people/1/position/1"),
        (put("casualty", "steps", 1, "state", "people", 1, "status"), 2, "/steps/1/state/people/1/status"),
        (put(True, "steps", 0, "state", "terminated"), 1, "/steps/0/state/terminated"),
        (put("max_steps", "steps", 0, "state", "termination_reason"), 1, "/steps/0/state/termination_reason"),
    ],
)
def test_an_edited_value_is_named(edit: Edit, step: int | None, field: str) -> None:
    found = edited(edit)
    assert isinstance(found, Divergence)
    assert (found.step, found.field) == (step, field)


def test_edited_ignitions() -> None:
    index = next(i for i, step in enumerate(made()["steps"]) if step["ignitions"])
    dropped = edited(lambda document: document["steps"][index]["ignitions"].pop(0))
    assert isinstance(dropped, Divergence)
    assert dropped.step == index + 1
    assert dropped.field.startswith(f"/steps/{index}/ignitions/0")
    count = len(made()["steps"][index]["ignitions"])
    added = edited(lambda document: document["steps"][index]["ignitions"].append([0, 0]))
    assert isinstance(added, Divergence)
    assert (added.step, added.field) == (index + 1, f"/steps/{index}/ignitions/{count}")


def test_the_first_of_several_edits_is_told() -> None:
    def edit(document: dict[str, Any]) -> None:
        document["steps"][2]["state"]["rng_state"]["fire"] = "0" * 16
        document["steps"][1]["state"]["rng_state"]["fire"] = "0" * 16
        document["steps"][1]["movements"]["P2"]["outcome"] = "moved"

    found = edited(edit)
    assert isinstance(found, Divergence)
    assert (found.step, found.field) == (2, "/steps/1/movements/P2/outcome")


def test_a_step_too_many() -> None:
    found = edited(lambda document: document["steps"].append(copy.deepcopy(document["steps"][-1])))
    assert isinstance(found, Divergence)
    assert (found.step, found.field) == (5, "/steps/4")


def test_a_record_cut_short() -> None:
    found = edited(lambda document: document["steps"].pop())
    assert isinstance(found, Divergence)
    assert (found.step, found.field) == (3, "/steps")
    nothing = edited(lambda document: document["steps"].clear())
    assert isinstance(nothing, Divergence)
    assert (nothing.step, nothing.field) == (0, "/steps")


def test_actions_that_the_simulator_refuses() -> None:
    missing = edited(lambda document: document["steps"][0]["actions"].pop("P2"))
    assert isinstance(missing, Divergence)
    assert (missing.step, missing.field) == (1, "/steps/0/actions/P2")
    unexpected = edited(put("stay", "steps", 2, "actions", "P1"))
    assert isinstance(unexpected, Divergence)
    assert (unexpected.step, unexpected.field) == (3, "/steps/2/actions/P1")


@pytest.mark.parametrize(
    ("edit", "code", "pointer"),
    [
        (put(1, "header", "extra"), "unknown_key", "/header/extra"),
        (put("F" * 16, "initial_state", "rng_state", "fire"), "bad_value", "/initial_state/rng_state/fire"),
        (put("up", "steps", 0, "actions", "P1"), "bad_value", "/steps/0/actions/P1"),
        (put(1, "steps", 0, "state", "terminated"), "wrong_type", "/steps/0/state/terminated"),
    ],
)
def test_a_misshapen_record_is_refused(edit: Edit, code: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as caught:
        edited(edit)
    assert (caught.value.stage, caught.value.code, caught.value.pointer) == ("shape", code, pointer)


def test_a_run_passes_on_an_invalid_action() -> None:
    with pytest.raises(InvalidActionError) as caught:
        record.run(WORLD, SEED, lambda observation: {"P1": "stay"})
    assert caught.value.code == "missing_action"
