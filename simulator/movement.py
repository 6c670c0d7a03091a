"""Movement: validation and the collision rules, as a public pure function (SIM-4.3, SIM-5).

All inputs are in the observation, so any agent can know the outcome of its moves. The order in which actions are
submitted does not matter: people are taken in order of their IDs, and the lowest ID wins a contested cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import add
from typing import Literal

from simulator.grid import BOUNDARY, WALL, Grid
from simulator.scenario import BLOCKED

Outcome = Literal[
    "moved",
    "stayed",
    "blocked_boundary",
    "blocked_wall",
    "blocked_fire",
    "blocked_occupied",
    "blocked_conflict",
    "blocked_cycle",
]
MOVED: Outcome = "moved"
STAYED: Outcome = "stayed"
BLOCKED_BOUNDARY: Outcome = "blocked_boundary"
BLOCKED_WALL: Outcome = "blocked_wall"
BLOCKED_FIRE: Outcome = "blocked_fire"
BLOCKED_OCCUPIED: Outcome = "blocked_occupied"
BLOCKED_CONFLICT: Outcome = "blocked_conflict"
BLOCKED_CYCLE: Outcome = "blocked_cycle"
CONGESTION = frozenset({BLOCKED_OCCUPIED, BLOCKED_CONFLICT, BLOCKED_CYCLE})


@dataclass(frozen=True, slots=True)
class Movements:
    """What became of everybody's action, and the cell where each stands after phase 5, both in order of IDs."""

    outcomes: dict[str, Outcome]
    cells: dict[str, int]


def resolve(
    grid: Grid, positions: Mapping[str, int], actions: Mapping[str, str], burning: bytes, enter_fire: str
) -> Movements:
    """Phases 3 to 5 for the active people (SIM-4.3 … SIM-4.5).

    Args:
        grid: the grid.
        positions: the cell of every active person.
        actions: one direction for each of them.
        burning: the mask of the cells that burn at the start of the step.
        enter_fire: "blocked" or "casualty".
    """
    outcomes, targets = intents(grid, positions, actions, burning, enter_fire)
    outcomes |= collide(positions, targets)
    order = sorted(positions)
    cells = dict(zip(order, map(positions.__getitem__, order), strict=True))
    cells |= {person: target for person, target in targets.items() if outcomes[person] == MOVED}
    return Movements(dict(zip(order, map(outcomes.__getitem__, order), strict=True)), cells)


def intents(
    grid: Grid, positions: Mapping[str, int], actions: Mapping[str, str], burning: bytes, enter_fire: str
) -> tuple[dict[str, Outcome], dict[str, int]]:
    """Phase 3: the outcomes of those who do not try to move, and the targets of the movers (SIM-4.3)."""
    terrain, fire = grid.terrain, burning if enter_fire == BLOCKED else bytes(len(burning))
    steps = list(map(grid.direction_offsets.__getitem__, map(actions.__getitem__, positions)))
    goals = list(map(add, positions.values(), steps))
    targets = {
        person: goal
        for person, step, goal in zip(positions, steps, goals, strict=True)
        if step and not terrain[goal] and not fire[goal]
    }
    outcomes = {
        person: _unmoved(terrain[goal]) if step else STAYED
        for person, step, goal in zip(positions, steps, goals, strict=True)
        if person not in targets
    }
    return outcomes, targets


def _unmoved(terrain: int) -> Outcome:
    """Why a move ends in phase 3; only fire blocks a way to an open cell."""
    return {WALL: BLOCKED_WALL, BOUNDARY: BLOCKED_BOUNDARY}.get(terrain, BLOCKED_FIRE)


def collide(positions: Mapping[str, int], targets: Mapping[str, int]) -> dict[str, Outcome]:
    """Phase 4: the outcome of every mover, by the collision rules in their order (SIM-5)."""
    outcomes: dict[str, Outcome] = {}

    # Rule 1: the target holds a person who does not try to move (SIM-5.1).
    occupant = dict(zip(map(positions.__getitem__, targets), targets, strict=True))
    standing = set(positions.values()).difference(occupant)
    if not standing.isdisjoint(targets.values()):
        outcomes |= {person: BLOCKED_OCCUPIED for person, target in targets.items() if target in standing}

    # Rule 2: several movers target one cell; the lowest ID wins, by intent alone (SIM-5.2).
    movers = sorted([person for person in targets if person not in outcomes], reverse=True)
    winner = dict(zip(map(targets.__getitem__, movers), movers, strict=True))
    if len(winner) < len(movers):
        outcomes |= {person: BLOCKED_CONFLICT for person in movers if winner[targets[person]] != person}

    # Rules 3 and 4: follow each winner to who stands on its target, until that is settled (SIM-5.3, SIM-5.4).
    outcomes |= {person: MOVED for target, person in winner.items() if target not in occupant}
    for person in [person for person in winner.values() if person not in outcomes]:
        chain: dict[str, None] = {}
        here: str | None = person
        while here is not None and here not in outcomes and here not in chain:
            chain[here] = None
            here = occupant.get(targets[here])
        if here is None or outcomes.get(here) == MOVED:
            outcomes |= dict.fromkeys(chain, MOVED)
        elif here in outcomes:
            outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)
        else:
            outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)
    return outcomes
