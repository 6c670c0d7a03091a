"""Movement: validation and the collision rules, as a public pure function (SIM-4.3, SIM-5).

All inputs are in the observation, so any agent can know the outcome of its moves. The order in which actions are
submitted does not matter: people are taken in order of their IDs, and the lowest ID wins a contested cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from simulator.grid import EAST, NORTH, SOUTH, STAY, WALL, WEST, Grid
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
class Move:
    """What became of one person's action, and the cell where it stands after phase 5."""

    outcome: Outcome
    cell: int


def resolve(
    grid: Grid, positions: Mapping[str, int], actions: Mapping[str, str], burning: bytes, enter_fire: str
) -> dict[str, Move]:
    """Phases 3 to 5 for the active people: their moves, in order of IDs (SIM-4.3 … SIM-4.5).

    Args:
        grid: the grid.
        positions: the cell of every active person.
        actions: one direction for each of them.
        burning: the mask of the cells that burn at the start of the step.
        enter_fire: "blocked" or "casualty".
    """
    outcomes, targets = intents(grid, positions, actions, burning, enter_fire)
    outcomes |= collide(positions, targets)
    return {
        person: Move(outcome, targets[person] if outcome == MOVED else positions[person])
        for person, outcome in sorted(outcomes.items())
    }


def intents(
    grid: Grid, positions: Mapping[str, int], actions: Mapping[str, str], burning: bytes, enter_fire: str
) -> tuple[dict[str, Outcome], dict[str, int]]:
    """Phase 3: the outcomes of those who do not try to move, and the targets of the movers (SIM-4.3)."""
    terrain, stride = grid.terrain, grid.stride
    steps = {STAY: 0, NORTH: -stride, SOUTH: stride, WEST: -1, EAST: 1}
    fire_blocks = enter_fire == BLOCKED
    outcomes: dict[str, Outcome] = {}
    targets: dict[str, int] = {}
    for person, cell in positions.items():
        step = steps[actions[person]]
        target = cell + step
        if not step:
            outcomes[person] = STAYED
        elif terrain[target]:
            outcomes[person] = BLOCKED_WALL if terrain[target] == WALL else BLOCKED_BOUNDARY
        elif fire_blocks and burning[target]:
            outcomes[person] = BLOCKED_FIRE
        else:
            targets[person] = target
    return outcomes, targets


def collide(positions: Mapping[str, int], targets: Mapping[str, int]) -> dict[str, Outcome]:
    """Phase 4: the outcome of every mover, by the collision rules in their order (SIM-5)."""
    outcomes: dict[str, Outcome] = {}

    # Rule 1: the target holds a person who does not try to move (SIM-5.1).
    standing = {cell for person, cell in positions.items() if person not in targets}
    for person, target in targets.items():
        if target in standing:
            outcomes[person] = BLOCKED_OCCUPIED

    # Rule 2: several movers target one cell; the lowest ID wins, by intent alone (SIM-5.2).
    winner: dict[int, str] = {}
    for person in sorted(targets, reverse=True):
        if person not in outcomes:
            winner[targets[person]] = person
    for person, target in targets.items():
        if person not in outcomes and winner[target] != person:
            outcomes[person] = BLOCKED_CONFLICT

    # Rules 3 and 4: follow each winner to who stands on its target, until that is settled (SIM-5.3, SIM-5.4).
    occupant = {positions[person]: person for person in targets}
    for person in winner.values():
        chain: list[str] = []
        here: str | None = person
        while here is not None and here not in outcomes and here not in chain:
            chain.append(here)
            here = occupant.get(targets[here])
        if here is None or outcomes.get(here) == MOVED:
            outcomes |= dict.fromkeys(chain, MOVED)
        elif here in outcomes:
            outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)
        else:
            outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)
    return outcomes
