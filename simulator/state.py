"""People and snapshots (SIM-3), and who is trapped (SIM-8)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from simulator.grid import Grid, distances, masked_cells
from simulator.rng import word_hex
from simulator.scenario import Scenario

Status = Literal["active", "evacuated", "casualty"]
ACTIVE: Status = "active"
EVACUATED: Status = "evacuated"
CASUALTY: Status = "casualty"

ALL_RESOLVED, MAX_STEPS = "all_resolved", "max_steps"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole state between two steps; private to the evaluator (SIM-3).

    `positions` and `statuses` have one entry per person, in the scenario's order. A resolved person keeps its last
    cell but does not occupy it. `burning` is a mask, `trapped` holds IDs, `rng_state` is the fire stream's raw state.
    """

    step: int
    positions: tuple[int, ...]
    statuses: tuple[Status, ...]
    burning: bytes
    trapped: tuple[str, ...]
    rng_state: int
    terminated: bool
    termination_reason: str | None

    def active(self) -> list[int]:
        """The indices of the active people, in order of IDs."""
        return [index for index, status in enumerate(self.statuses) if status == ACTIVE]


def document(scenario: Scenario, snapshot: Snapshot) -> dict[str, Any]:
    """The snapshot document (SIM-3.2)."""
    return {
        "step": snapshot.step,
        "people": people_document(scenario, snapshot),
        "burning": scenario.grid.positions(masked_cells(snapshot.burning)),
        "trapped": list(snapshot.trapped),
        "rng_state": {"fire": word_hex(snapshot.rng_state)},
        "terminated": snapshot.terminated,
        "termination_reason": snapshot.termination_reason,
    }


def people_document(scenario: Scenario, snapshot: Snapshot) -> list[dict[str, Any]]:
    """Every person with its position and status, in order of IDs (SIM-3.2)."""
    places = scenario.grid.positions(snapshot.positions)
    return [
        {"id": person.id, "position": place, "status": status}
        for person, place, status in zip(scenario.people, places, snapshot.statuses, strict=True)
    ]


def closed_cells(grid: Grid, burning: bytes) -> bytes:
    """The mask of the cells that no path may use: walls, boundary and fire (SIM-8.1)."""
    size = len(burning)
    terrain, fire = int.from_bytes(grid.terrain, "little"), int.from_bytes(burning, "little")
    return (terrain | fire).to_bytes(size, "little")


def exit_distances(scenario: Scenario, burning: bytes) -> list[int]:
    """Steps from each padded cell to the nearest non-burning exit, around walls and fire (SIM-8.1, SCO-4.2)."""
    closed = closed_cells(scenario.grid, burning)
    return distances(scenario.grid, [exit_.cell for exit_ in scenario.exits], closed)


class TrapWatch:
    """The trapped set from snapshot to snapshot: recomputed only when the fire has changed (SIM-8).

    The fire never recedes, so the cells with a way out only shrink: `open_ways` is a mask of them.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.burning: bytes | None = None
        self.open_ways = b""

    def trapped(self, burning: bytes, people: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """IDs of the active people, given as (index, cell) in order, with no path to a non-burning exit (SIM-8.1)."""
        if burning is not self.burning and burning != self.burning:
            self.open_ways = bytes(steps >= 0 for steps in exit_distances(self.scenario, burning))
        self.burning = burning
        names = self.scenario.people
        return tuple(names[index].id for index, cell in people if not self.open_ways[cell])
