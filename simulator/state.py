"""People and snapshots (SIM-3)."""

from dataclasses import dataclass
from typing import Any, Literal

from simulator.grid import masked_cells
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
    """The snapshot document (SIM-3.1)."""
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
