"""Snapshots and the trapped set, against a flood fill on positions (SIM-3, SIM-8)."""

from typing import Any

from simulator import scenario as scenarios
from simulator import state
from simulator.scenario import Scenario
from simulator.state import Snapshot

Position = tuple[int, int]


def make(size: Position, walls: list[Position], exits: list[Position], people: list[Position]) -> Scenario:
    return scenarios.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "state-test",
            "map": {"rows": size[0], "cols": size[1], "walls": [list(at) for at in sorted(walls)]},
            "exits": [{"id": f"E{i}", "position": list(at)} for i, at in enumerate(exits)],
            "people": [{"id": f"P{i}", "position": list(at)} for i, at in enumerate(people)],
            "fire": {"model": "deterministic", "ignition": [], "spread_interval": 1, "exits_flammable": True},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 9},
        }
    )


def test_the_snapshot_document() -> None:
    world = make((2, 3), [], [(0, 0)], [(0, 2), (1, 2)])
    cells = tuple(person.cell for person in world.people)
    burning = world.grid.mask([world.grid.cell(1, 2), world.grid.cell(0, 1)])
    snapshot = Snapshot(4, cells, ("active", "casualty"), burning, ("P0",), 0xAB, True, "max_steps")
    expected: dict[str, Any] = {
        "step": 4,
        "people": [
            {"id": "P0", "position": [0, 2], "status": "active"},
            {"id": "P1", "position": [1, 2], "status": "casualty"},
        ],
        "burning": [[0, 1], [1, 2]],
        "trapped": ["P0"],
        "rng_state": {"fire": "00000000000000ab"},
        "terminated": True,
        "termination_reason": "max_steps",
    }
    assert state.document(world, snapshot) == expected
    assert list(state.document(world, snapshot)) == list(expected)
    assert snapshot.active() == [0]
