"""The nine phases of a step, in their order (SIM-4)."""

from dataclasses import replace
from typing import Any

import pytest

from simulator import scenario as scenarios
from simulator import state
from simulator.errors import InvalidActionError, SimulationError
from simulator.fire import FireStep, fire_world
from simulator.phases import Simulator, StepRecord, spread_fire
from simulator.rng import MAX_SEED, Stream
from simulator.scenario import Scenario

Position = tuple[int, int]


def make(
    people: dict[str, Position],
    exits: dict[str, Position],
    *,
    size: Position = (1, 5),
    ignition: list[Position] | None = None,
    enter_fire: str = "casualty",
    max_steps: int = 10,
    walls: list[Position] | None = None,
    **fire: Any,
) -> Scenario:
    rules = {"model": "deterministic", "spread_interval": 1, "exits_flammable": True} | fire
    return scenarios.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "phases-test",
            "map": {"rows": size[0], "cols": size[1], "walls": [list(at) for at in walls or []]},
            "exits": [{"id": id_, "position": list(at)} for id_, at in sorted(exits.items())],
            "people": [{"id": id_, "position": list(at)} for id_, at in sorted(people.items())],
            "fire": rules | {"ignition": [list(at) for at in ignition or []]},
            "movement": {"enter_fire": enter_fire},
            "termination": {"max_steps": max_steps},
        }
    )


def one_step(scenario: Scenario, **actions: str) -> StepRecord:
    return Simulator(scenario, 0).step(actions)


def test_the_first_snapshot() -> None:
    world = make({"P1": (0, 0), "P2": (0, 4)}, {"E": (0, 1)}, ignition=[(0, 2)])
    first = Simulator(world, 3).snapshot
    assert (first.step, first.statuses, first.terminated, first.termination_reason) == (0, ("active",) * 2, False, None)
    assert first.positions == tuple(person.cell for person in world.people)
    assert first.burning == world.grid.mask(world.fire.ignition)
    assert first.trapped == ("P2",)
    assert f"{first.rng_state:016x}" == "b6fbd4d712428e0b"


def test_evacuation_comes_before_fire_spread() -> None:
    world = make({"P1": (0, 0)}, {"E": (0, 1)}, ignition=[(0, 2)])
    step = one_step(world, P1="east")
    assert step.ignitions == (world.exits[0].cell, world.grid.cell(0, 3))
    assert step.evacuations == (("P1", "E"),)
    assert step.casualties == ()
    assert step.state.statuses == ("evacuated",)
    assert step.state.positions == (world.exits[0].cell,)


def test_casualties_come_after_fire_spread() -> None:
    step = one_step(make({"P1": (0, 1)}, {"E": (0, 0)}, ignition=[(0, 2)]), P1="stay")
    assert step.casualties == (("P1", "fire_spread"),)
    assert step.state.statuses == ("casualty",)


def test_walking_onto_a_cell_that_ignites_in_the_step() -> None:
    step = one_step(make({"P1": (0, 1)}, {"E": (0, 0)}, ignition=[(0, 3)]), P1="east")
    assert step.movements.outcomes["P1"] == "moved"
    assert step.casualties == (("P1", "fire_spread"),)


def test_walking_away_from_a_cell_that_ignites() -> None:
    step = one_step(make({"P1": (0, 2)}, {"E": (0, 0)}, ignition=[(0, 3)]), P1="west")
    assert step.casualties == ()
    assert step.state.statuses == ("active",)


def test_entering_fire() -> None:
    people, exits = {"P1": (0, 1)}, {"E": (0, 0)}
    step = one_step(make(people, exits, ignition=[(0, 2)], spread_interval=5), P1="east")
    assert step.movements.outcomes["P1"] == "moved"
    assert step.casualties == (("P1", "entered_fire"),)
    blocked = make(people, exits, ignition=[(0, 2)], spread_interval=5, enter_fire="blocked")
    step = one_step(blocked, P1="east")
    assert (step.movements.outcomes["P1"], step.casualties) == ("blocked_fire", ())


@pytest.mark.parametrize("enter_fire", ["casualty", "blocked"])
def test_a_burning_exit_never_evacuates(enter_fire: str) -> None:
    world = make({"P1": (0, 0)}, {"E": (0, 1)}, ignition=[(0, 1)], spread_interval=5, enter_fire=enter_fire)
    step = one_step(world, P1="east")
    assert step.evacuations == ()
    assert step.casualties == ((("P1", "entered_fire"),) if enter_fire == "casualty" else ())


def test_a_resolved_person_leaves_its_cell() -> None:
    simulator = Simulator(make({"P1": (0, 1), "P2": (0, 2)}, {"E": (0, 0)}), 0)
    first = simulator.step({"P1": "west", "P2": "west"})
    second = simulator.step({"P2": "west"})
    assert first.evacuations == (("P1", "E"),)
    assert second.evacuations == (("P2", "E"),)
    assert list(second.movements.outcomes) == ["P2"]
    assert second.state.positions[0] == second.state.positions[1]


def test_an_exit_lets_one_person_through() -> None:
    step = one_step(make({"P10": (0, 2), "P2": (0, 0)}, {"E": (0, 1)}), P2="east", P10="west")
    assert step.evacuations == (("P10", "E"),)
    assert step.movements.outcomes["P2"] == "blocked_conflict"


def test_all_people_through_their_exits_in_order_of_ids() -> None:
    world = make({"P2": (0, 1), "P10": (0, 3)}, {"W": (0, 0), "E": (0, 4)})
    step = one_step(world, P2="west", P10="east")
    assert step.evacuations == (("P10", "E"), ("P2", "W"))


def test_termination_by_max_steps() -> None:
    simulator = Simulator(make({"P1": (0, 2)}, {"E": (0, 0)}, max_steps=2), 0)
    first = simulator.step({"P1": "stay"}).state
    assert (first.terminated, first.termination_reason) == (False, None)
    second = simulator.step({"P1": "stay"}).state
    assert (second.step, second.terminated, second.termination_reason) == (2, True, "max_steps")


def test_all_resolved_wins_over_max_steps() -> None:
    last = one_step(make({"P1": (0, 1)}, {"E": (0, 0)}, max_steps=1), P1="west").state
    assert (last.terminated, last.termination_reason) == (True, "all_resolved")


def test_all_resolved_by_casualties() -> None:
    last = one_step(make({"P1": (0, 1)}, {"E": (0, 0)}, ignition=[(0, 2)]), P1="stay").state
    assert last.termination_reason == "all_resolved"


def test_a_terminated_simulator_raises() -> None:
    simulator = Simulator(make({"P1": (0, 1)}, {"E": (0, 0)}), 0)
    last = simulator.step({"P1": "west"}).state
    for actions in ({}, {"P1": "west"}):
        with pytest.raises(SimulationError) as caught:
            simulator.step(actions)
        assert caught.value.code == "terminated"
    assert simulator.snapshot is last


@pytest.mark.parametrize(
    ("actions", "code", "pointer"),
    [
        ({}, "missing_action", "/actions/P1"),
        ({"P1": "stay"}, "missing_action", "/actions/P2"),
        ({"P1": "stay", "P2": "stay", "P3": "stay"}, "unexpected_action", "/actions/P3"),
        ({"P1": "stay", "P2": "up"}, "unknown_direction", "/actions/P2"),
        ({"P1": "North", "P2": "stay"}, "unknown_direction", "/actions/P1"),
    ],
)
def test_invalid_actions_change_nothing(actions: dict[str, str], code: str, pointer: str) -> None:
    world = make({"P1": (0, 1), "P2": (0, 2)}, {"E": (0, 0)}, model="stochastic", spread_probability=0.5)
    simulator, other = Simulator(world, 0), Simulator(world, 0)
    before = simulator.snapshot
    with pytest.raises(InvalidActionError) as caught:
        simulator.step(actions)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
    assert simulator.snapshot is before
    legal = {"P1": "west", "P2": "west"}
    assert simulator.step(legal) == other.step(legal)


def test_a_resolved_person_takes_no_action() -> None:
    simulator = Simulator(make({"P1": (0, 1), "P2": (0, 2)}, {"E": (0, 0)}), 0)
    simulator.step({"P1": "west", "P2": "stay"})
    with pytest.raises(InvalidActionError) as caught:
        simulator.step({"P1": "stay", "P2": "stay"})
    assert (caught.value.code, caught.value.pointer) == ("unexpected_action", "/actions/P1")


def test_the_trapped_set_is_that_after_the_spread() -> None:
    simulator = Simulator(make({"P1": (0, 4)}, {"E": (0, 0)}, ignition=[(0, 0)], spread_interval=9), 0)
    assert simulator.snapshot.trapped == ("P1",)
    world = make({"P1": (0, 4)}, {"E": (1, 0)}, size=(2, 5), ignition=[(0, 0)])
    simulator = Simulator(world, 0)
    assert simulator.snapshot.trapped == ()
    assert simulator.step({"P1": "stay"}).state.trapped == ("P1",)


def test_a_seed_out_of_range() -> None:
    world = make({"P1": (0, 4)}, {"E": (0, 0)})
    Simulator(world, MAX_SEED)
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(SimulationError) as caught:
            Simulator(world, seed)
        assert caught.value.code == "bad_seed"


@pytest.mark.parametrize("flammable_exits", [False, True])
def test_a_fire_that_breaks_its_contract(flammable_exits: bool) -> None:
    """Each padded cell of a row of floor, wall, fire, floor, exit is lit alone, and so are cells of no grid."""
    rules: dict[str, Any] = {"ignition": [(0, 2)], "walls": [(0, 1)], "exits_flammable": flammable_exits}
    world = make({"P1": (0, 0)}, {"E": (0, 4)}, **rules)
    burning, flammable = world.grid.mask(world.fire.ignition), world.flammable()
    legal = {world.grid.cell(0, 0), world.grid.cell(0, 3)} | ({world.exits[0].cell} if flammable_exits else set())
    for cell in range(-world.grid.size, 2 * world.grid.size):
        if cell in legal:
            lit = world.grid.mask([*world.fire.ignition, cell])
            assert spread_fire(burning, FireStep((cell,), 0, 0), flammable) == lit
            continue
        with pytest.raises(SimulationError) as caught:
            spread_fire(burning, FireStep((min(legal), cell), 0, 0), flammable)
        assert caught.value.code == "fire_contract"


def test_a_cell_is_lit_once() -> None:
    with pytest.raises(SimulationError) as caught:
        spread_fire(bytes(3), FireStep((1, 1), 0, 0), bytes([0, 1, 0]))
    assert caught.value.code == "fire_contract"


@pytest.mark.parametrize("cell", ["wall", "boundary", "exit", "burning"])
def test_the_simulator_holds_the_fire_to_its_contract(cell: str) -> None:
    rules: dict[str, Any] = {"ignition": [(0, 2)], "walls": [(0, 1)], "exits_flammable": False}
    world = make({"P1": (0, 0)}, {"E": (0, 4)}, **rules)
    lit = {"wall": world.grid.cell(0, 1), "boundary": 0, "exit": world.exits[0].cell, "burning": world.grid.cell(0, 2)}
    whole = fire_world(world, 0)
    steps = (whole.steps[0], FireStep((lit[cell],), 0, 0), *whole.steps[2:])
    simulator = Simulator(world, 0, replace(whole, steps=steps))
    first = simulator.snapshot
    with pytest.raises(SimulationError) as caught:
        simulator.step({"P1": "stay"})
    assert (caught.value.code, caught.value.exit_code) == ("fire_contract", 70)
    assert simulator.snapshot is first


def crowd(**fire: Any) -> Scenario:
    people = {f"P{i}": (3, i) for i in range(5)} | {f"Q{i}": (1, i) for i in range(0, 5, 2)}
    rules: dict[str, Any] = {"model": "stochastic", "spread_probability": 0.2} | fire
    exits = {"A": (0, 0), "B": (4, 4)}
    return make(people, exits, size=(5, 5), ignition=[(2, 2)], walls=[(2, 1)], **rules)


def wander(simulator: Simulator, seed: int) -> list[StepRecord]:
    """Random actions until the end."""
    stream, steps = Stream(seed, "test/phases"), []
    while not simulator.snapshot.terminated:
        active = [simulator.scenario.people[index].id for index in simulator.snapshot.active()]
        choices = ("stay", "north", "south", "west", "east")
        steps.append(simulator.step({person: choices[stream.next_u64() % 5] for person in active}))
    return steps


def test_the_fire_never_sees_people_or_actions() -> None:
    whole = fire_world(crowd(), 5)
    for seed in range(10):
        for step in wander(Simulator(crowd(), 5), seed):
            assert step.ignitions == whole.steps[step.step].ignitions
            assert step.state.rng_state == whole.steps[step.step].rng_state
            assert step.state.burning == whole.burning(step.step)


def test_a_given_fire_world_gives_the_same_run() -> None:
    world = crowd()
    whole = fire_world(world, 5)
    for seed in range(5):
        assert wander(Simulator(world, 5, whole), seed) == wander(Simulator(world, 5), seed)


def test_invariants_of_every_snapshot() -> None:
    causes: set[str] = set()
    for seed in range(30):
        world = crowd()
        exits = {exit_.cell for exit_ in world.exits}
        resolved: dict[str, str] = {}
        for step in wander(Simulator(world, seed), seed):
            after = step.state
            standing = [after.positions[index] for index in after.active()]
            assert len(set(standing)) == len(standing)
            assert not exits & set(standing)
            assert not any(after.burning[cell] for cell in standing)
            resolved |= dict.fromkeys((person for person, _ in step.evacuations), state.EVACUATED)
            resolved |= dict.fromkeys((person for person, _ in step.casualties), state.CASUALTY)
            told = {p.id: s for p, s in zip(world.people, after.statuses, strict=True) if s != state.ACTIVE}
            assert told == resolved
            causes |= {cause for _, cause in step.casualties}
    assert causes == {"entered_fire", "fire_spread"}
