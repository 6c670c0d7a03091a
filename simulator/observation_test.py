"""What a model sees, and the answers that are refused (SIM-9)."""

import json
from typing import Any

import pytest

from simulator import observation
from simulator import scenario as scenarios
from simulator.errors import DocumentError, InvalidActionError
from simulator.observation import MAX_ANSWER_BYTES, SHAPE, observe, parse_actions
from simulator.phases import Simulator
from simulator.scenario import Scenario


def make(**fire: Any) -> Scenario:
    rules = {"model": "stochastic", "spread_probability": 0.25, "spread_interval": 2, "exits_flammable": False}
    return scenarios.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "observation-test",
            "map": {"rows": 2, "cols": 4, "walls": [[0, 2]]},
            "exits": [{"id": "E1", "position": [0, 0]}],
            "people": [{"id": "P10", "position": [0, 1]}, {"id": "P2", "position": [1, 1]}],
            "fire": (fire or rules) | {"ignition": [[1, 3]]},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 6},
            "metadata": {"title": "hidden", "notes": "hidden"},
        }
    )


def after_one_step() -> Simulator:
    """P10 is out, P2 is active."""
    simulator = Simulator(make(), 0)
    simulator.step({"P10": "west", "P2": "stay"})
    return simulator


def test_the_observation_holds_exactly_this() -> None:
    world = make()
    assert observe(world, Simulator(world, 0).snapshot) == {
        "observation_version": "1.0",
        "step": 0,
        "map": {"rows": 2, "cols": 4, "walls": [[0, 2]]},
        "exits": [{"id": "E1", "position": [0, 0]}],
        "rules": {
            "max_steps": 6,
            "enter_fire": "blocked",
            "fire": {
                "model": "stochastic",
                "spread_interval": 2,
                "spread_probability": 0.25,
                "exits_flammable": False,
            },
        },
        "people": [
            {"id": "P10", "position": [0, 1], "status": "active"},
            {"id": "P2", "position": [1, 1], "status": "active"},
        ],
        "burning": [[1, 3]],
        "allowed_actions": ["stay", "north", "south", "west", "east"],
    }


def test_the_deterministic_model_has_a_null_probability() -> None:
    world = make(model="deterministic", spread_interval=1, exits_flammable=True)
    fire = observe(world, Simulator(world, 0).snapshot)["rules"]["fire"]
    assert fire == {
        "model": "deterministic",
        "spread_interval": 1,
        "spread_probability": None,
        "exits_flammable": True,
    }


def test_the_observation_follows_the_snapshot() -> None:
    simulator = after_one_step()
    seen = observe(simulator.scenario, simulator.snapshot)
    assert seen["step"] == 1
    assert seen["people"] == [
        {"id": "P10", "position": [0, 0], "status": "evacuated"},
        {"id": "P2", "position": [1, 1], "status": "active"},
    ]


def test_the_seed_does_not_show() -> None:
    world = make()
    assert observe(world, Simulator(world, 0).snapshot) == observe(world, Simulator(world, 1).snapshot)


def test_an_agent_that_writes_into_its_observation_changes_nothing() -> None:
    world = make()
    snapshot = Simulator(world, 0).snapshot
    seen, whole = observe(world, snapshot), json.dumps(observe(world, snapshot))
    seen["map"]["walls"][0].append(9)
    seen["map"]["walls"].clear()
    seen["exits"][0]["position"].append(9)
    seen["exits"][0]["id"] = "X"
    seen["people"][0]["position"].append(9)
    seen["burning"].clear()
    seen["allowed_actions"].clear()
    assert json.dumps(observe(world, snapshot)) == whole


def parsed(data: bytes) -> dict[str, str]:
    world = make()
    return parse_actions(data, world, Simulator(world, 0).snapshot)


def test_an_answer() -> None:
    found = parsed(b' {"actions": {"P2": "stay", "P10": "west"}}\n')
    assert list(found.items()) == [("P10", "west"), ("P2", "stay")]


def test_an_answer_without_the_resolved() -> None:
    simulator = after_one_step()
    answer = b'{"actions": {"P2": "east"}}'
    assert observation.parse_actions(answer, simulator.scenario, simulator.snapshot) == {"P2": "east"}


@pytest.mark.parametrize(
    ("answer", "code", "pointer"),
    [
        (b"", "bad_syntax", ""),
        (b"stay", "bad_syntax", ""),
        (b'{"actions": {"P10": "stay", "P2": "stay"}} x', "bad_syntax", ""),
        (b'```json\n{"actions": {}}\n```', "bad_syntax", ""),
        (b'\xef\xbb\xbf{"actions": {}}', "byte_order_mark", ""),
        (b'{"actions": {"P10": "\xff"}}', "not_utf8", ""),
        (b"[]", "wrong_type", ""),
        (b"{}", "missing_key", "/actions"),
        (b'{"P10": "stay", "P2": "stay"}', "unknown_key", "/P10"),
        (b'{"actions": {"P10": "stay", "P2": "stay"}, "why": ""}', "unknown_key", "/why"),
        (b'{"actions": {}, "actions": {}}', "duplicate_key", "/actions"),
        (b'{"actions": []}', "wrong_type", "/actions"),
        (b'{"actions": {"P10": "stay", "P10": "west", "P2": "stay"}}', "duplicate_key", "/actions/P10"),
        (b'{"actions": {"P10": "up", "P2": "stay"}}', "bad_value", "/actions/P10"),
        (b'{"actions": {"P10": "STAY", "P2": "stay"}}', "bad_value", "/actions/P10"),
        (b'{"actions": {"P10": null, "P2": "stay"}}', "wrong_type", "/actions/P10"),
        (b'{"actions": {"P10": "stay"}}', "missing_action", "/actions/P2"),
        (b'{"actions": {"P10": "stay", "P2": "stay", "P3": "stay"}}', "unexpected_action", "/actions/P3"),
    ],
)
def test_answers_that_are_refused(answer: bytes, code: str, pointer: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        parsed(answer)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_an_action_for_a_resolved_person_is_refused() -> None:
    simulator = after_one_step()
    answer = b'{"actions": {"P10": "stay", "P2": "stay"}}'
    with pytest.raises(InvalidActionError) as caught:
        parse_actions(answer, simulator.scenario, simulator.snapshot)
    assert (caught.value.code, caught.value.pointer) == ("unexpected_action", "/actions/P10")


def test_the_size_of_an_answer() -> None:
    answer = b'{"actions": {"P10": "stay", "P2": "stay"}}'
    assert MAX_ANSWER_BYTES == 2**20
    assert parsed(answer.ljust(MAX_ANSWER_BYTES)) == {"P10": "stay", "P2": "stay"}
    with pytest.raises(InvalidActionError) as caught:
        parsed(answer.ljust(MAX_ANSWER_BYTES + 1))
    assert caught.value.code == "too_large"


def test_every_observation_has_the_published_shape() -> None:
    for world in (make(), make(model="deterministic", spread_interval=1, exits_flammable=True)):
        seen = observe(world, Simulator(world, 0).snapshot)
        assert SHAPE.read(seen, "") == seen


@pytest.mark.parametrize(
    ("fire", "code", "pointer"),
    [
        ({"model": "deterministic"}, "wrong_type", "/rules/fire/spread_probability"),
        ({"spread_probability": None}, "wrong_type", "/rules/fire/spread_probability"),
        ({"model": "slow", "spread_probability": None}, "bad_value", "/rules/fire/model"),
        (
            {"model": "deterministic", "spread_probability": "\ud800"},
            "lone_surrogate",
            "/rules/fire/spread_probability",
        ),
    ],
)
def test_the_fire_of_an_observation_is_of_one_model(fire: dict[str, Any], code: str, pointer: str) -> None:
    world = make()
    seen = observe(world, Simulator(world, 0).snapshot)
    with pytest.raises(DocumentError) as caught:
        SHAPE.read(seen | {"rules": seen["rules"] | {"fire": seen["rules"]["fire"] | fire}}, "")
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
