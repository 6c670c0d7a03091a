"""Metrics and crowd diagnostics: the published example, and small runs counted by hand (MET-1, MET-2)."""

from pathlib import Path
from typing import Any

from simulator import record, state
from simulator import scenario as scenarios
from simulator.metrics import SHAPE, contested_cells, episode_metrics
from simulator.movement import BLOCKED_BOUNDARY, BLOCKED_FIRE, BLOCKED_WALL, STAYED
from simulator.random_worlds import random_world
from simulator.record import RunRecord

EXAMPLE = Path(__file__).parent.parent / "testdata" / "example-run"
PUBLISHED = {
    "people": 3,
    "evacuated": 2,
    "casualties": {"entered_fire": 0, "fire_spread": 1},
    "stranded": 0,
    "steps": 4,
    "evacuation_steps": 7,
    "movements": {
        "moved": 8,
        "stayed": 0,
        "blocked_boundary": 0,
        "blocked_wall": 0,
        "blocked_fire": 0,
        "blocked_occupied": 0,
        "blocked_conflict": 0,
        "blocked_cycle": 0,
    },
    "danger_states": 6,
    "least_fire_distance": 1,
    "cells_moved": 7,
    "static_shortest_paths": 7,
    "trapped_states": 0,
    "exit_evacuations": {"E1": 2},
    "crowd": {
        "attempts": 8,
        "blocked": 0,
        "contested": 0,
        "hotspots": 0,
        "peak": 0,
        "exit_evacuations": 2,
        "exit_steps": 2,
    },
}


def test_the_published_example() -> None:
    scenario = scenarios.parse((EXAMPLE / "scenario.json").read_bytes())
    run = record.replay(record.parse((EXAMPLE / "record.json").read_bytes()), scenario)
    assert isinstance(run, RunRecord)
    found = episode_metrics(run)
    assert found == PUBLISHED
    assert SHAPE.read(found, "") == found


def play(
    steps: list[dict[str, str]], people: dict[str, list[int]], ignition: list[list[int]], **fire: Any
) -> RunRecord:
    """A 3 × 5 world with exits W [1, 0] and E [1, 4] whose run takes these actions, "stay" where none is given."""
    rules = {"model": "deterministic", "spread_interval": 100, "exits_flammable": True} | fire
    world = scenarios.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "metrics-test",
            "map": {"rows": 3, "cols": 5, "walls": []},
            "exits": [{"id": "E", "position": [1, 4]}, {"id": "W", "position": [1, 0]}],
            "people": [{"id": id_, "position": at} for id_, at in sorted(people.items())],
            "fire": rules | {"ignition": ignition},
            "movement": {"enter_fire": "casualty"},
            "termination": {"max_steps": len(steps)},
        }
    )

    def act(seen: dict[str, Any]) -> dict[str, str]:
        active = [person["id"] for person in seen["people"] if person["status"] == "active"]
        return {person: steps[seen["step"]].get(person, "stay") for person in active}

    return record.run(world, 0, act)


def test_nobody_moves_and_nothing_burns() -> None:
    found = episode_metrics(play([{}, {}], {"P1": [0, 0], "P2": [2, 2]}, []))
    assert (found["people"], found["stranded"], found["steps"]) == (2, 2, 2)
    assert found["movements"]["stayed"] == 4
    assert found["least_fire_distance"] is None
    assert (found["danger_states"], found["cells_moved"], found["static_shortest_paths"]) == (0, 0, 0)
    assert found["exit_evacuations"] == {"E": 0, "W": 0}
    assert set(found["crowd"].values()) == {0}


def test_congestion() -> None:
    # Step 1: P1 and P2 contest [1, 1]; P3 and P4 swap. Step 2: P2 follows P1, who leaves. Step 3: P2 leaves.
    people = {"P1": [0, 1], "P2": [2, 1], "P3": [0, 3], "P4": [0, 4]}
    steps = [
        {"P1": "south", "P2": "north", "P3": "east", "P4": "west"},
        {"P1": "west", "P2": "north"},
        {"P2": "west"},
        {"P3": "north", "P4": "east"},
    ]
    found = episode_metrics(play(steps, people, []))
    moves = {outcome: count for outcome, count in found["movements"].items() if count}
    assert moves == {"moved": 4, "stayed": 4, "blocked_boundary": 2, "blocked_conflict": 1, "blocked_cycle": 2}
    assert found["evacuation_steps"] == 2 + 3
    assert (found["cells_moved"], found["static_shortest_paths"]) == (4, 4)
    assert found["exit_evacuations"] == {"E": 0, "W": 2}
    assert found["crowd"] == {
        "attempts": 9,
        "blocked": 3,
        "contested": 1,
        "hotspots": 1,
        "peak": 1,
        "exit_evacuations": 2,
        "exit_steps": 2,
    }


def test_a_cell_contested_twice_is_one_hotspot() -> None:
    people = {"P1": [0, 2], "P2": [2, 2], "P3": [1, 2]}
    found = episode_metrics(play([{"P1": "south", "P2": "north"}] * 2, people, []))
    assert found["movements"]["blocked_occupied"] == 4
    assert {key: found["crowd"][key] for key in ("contested", "hotspots", "peak")} == {
        "contested": 2,
        "hotspots": 1,
        "peak": 1,
    }


def test_two_cells_contested_in_one_step() -> None:
    people = {"P1": [0, 1], "P2": [2, 1], "P3": [0, 3], "P4": [2, 3]}
    found = episode_metrics(play([{"P1": "south", "P2": "north", "P3": "south", "P4": "north"}], people, []))
    assert (found["crowd"]["contested"], found["crowd"]["hotspots"], found["crowd"]["peak"]) == (2, 2, 2)


def test_exit_windows_run_from_the_first_to_the_last_evacuation() -> None:
    people = {"P1": [1, 1], "P2": [1, 2], "P3": [1, 3]}
    steps = [{"P1": "west", "P3": "east"}, {"P2": "west"}, {}, {"P2": "west"}]
    found = episode_metrics(play(steps, people, []))
    assert found["exit_evacuations"] == {"E": 1, "W": 2}
    assert (found["crowd"]["exit_evacuations"], found["crowd"]["exit_steps"]) == (3, 4 + 1)


def test_fire_causes_and_danger() -> None:
    # The fire at [0, 0] does not spread. P1 walks in; P2 is at distances 2, 3, 3; P3 never comes closer than 5.
    people = {"P1": [0, 1], "P2": [0, 2], "P3": [2, 3]}
    found = episode_metrics(play([{"P1": "west", "P2": "east"}, {}], people, [[0, 0]]))
    assert found["casualties"] == {"entered_fire": 1, "fire_spread": 0}
    assert (found["danger_states"], found["least_fire_distance"], found["stranded"]) == (2, 1, 2)


def test_trapped_states() -> None:
    found = episode_metrics(play([{}, {}], {"P1": [0, 0], "P2": [1, 2]}, [[0, 1], [1, 0]]))
    assert found["trapped_states"] == 3


def drawn_run(number: int) -> RunRecord:
    """A crowd that walks at random through a small world."""
    world = random_world(number)
    return record.run(world.scenario, world.seed, world.wander("metrics"))


def test_distances_from_the_fire_equal_the_literal_reading() -> None:
    for number in range(400):
        made = drawn_run(number)
        near = [
            min(abs(row - r) + abs(col - c) for r, c in snapshot["burning"])
            for snapshot in (state.document(made.scenario, snapshot) for snapshot in made.snapshots())
            for row, col in (person["position"] for person in snapshot["people"] if person["status"] == "active")
            if snapshot["burning"]
        ]
        found = episode_metrics(made)
        assert found["least_fire_distance"] == min(near, default=None)
        assert found["danger_states"] == sum(distance in (1, 2) for distance in near)


def test_contested_cells_equal_the_literal_reading() -> None:
    for number in range(400):
        made = drawn_run(number)
        grid, steps = made.scenario.grid, made.steps
        for before, step in zip(made.snapshots(), steps, strict=False):
            standing = {person.id: cell for person, cell in zip(made.scenario.people, before.positions, strict=True)}
            targets = {
                person: standing[person] + grid.direction_offsets[step.actions[person]]
                for person, outcome in step.movements.outcomes.items()
                if outcome not in (STAYED, BLOCKED_BOUNDARY, BLOCKED_WALL, BLOCKED_FIRE)
            }
            wanted = {cell for cell in targets.values() if list(targets.values()).count(cell) > 1}
            assert contested_cells(grid, step) == wanted
