"""Movement: validation and the collision rules, as a public pure function (SIM-4.3, SIM-5).

All inputs are in the observation, so any agent can know the outcome of its moves. The order in which actions are
submitted does not matter: people are taken in order of their IDs, and the lowest ID wins a contested cell.

Inside, a person is a number, its place in the order of IDs, and what holds of everybody is a column: a sequence with
one entry for each. Few are held up in a step, so the work on single people is only about those.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import add, or_
from typing import Literal

from simulator.grid import EAST, NORTH, SOUTH, STAY, WEST, Grid, pick
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

# What comes of an action that nothing stands against.
_TRIED: dict[str, Outcome] = {STAY: STAYED, NORTH: MOVED, SOUTH: MOVED, WEST: MOVED, EAST: MOVED}
# Why a move ends in phase 3, by the terrain of its target: only fire blocks a way to an open cell.
_UNMOVED: tuple[Outcome, ...] = (BLOCKED_FIRE, BLOCKED_WALL, BLOCKED_BOUNDARY)


@dataclass(frozen=True, slots=True)
class Movements:
    """What became of everybody's action, and the cell where each stands after phase 5: columns, in order of IDs."""

    people: Sequence[str]
    results: tuple[Outcome, ...]
    ends: tuple[int, ...]

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """The outcomes by ID."""
        return dict(zip(self.people, self.results, strict=True))

    @property
    def cells(self) -> dict[str, int]:
        """The cells after phase 5 by ID."""
        return dict(zip(self.people, self.ends, strict=True))


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
    order = sorted(positions)
    return move(grid, order, pick(positions, order), pick(actions, order), burning, enter_fire)


def move(
    grid: Grid,
    people: Sequence[str],
    cells: Sequence[int],
    actions: Sequence[str],
    burning: bytes,
    enter_fire: str,
) -> Movements:
    """The same for columns in order of IDs (SIM-4.3 … SIM-4.5)."""
    steps = list(pick(grid.direction_offsets, actions))
    goals = list(map(add, cells, steps))
    results = list(pick(_TRIED, actions))

    # Phase 3: who tries to move and can't (SIM-4.3).
    closed = pick(grid.terrain, goals)
    if enter_fire == BLOCKED and any(lit := pick(burning, goals)):
        closed = tuple(map(or_, closed, lit))
    for person in compress(_places(len(goals)), closed):
        if steps[person]:
            results[person] = _UNMOVED[grid.terrain[goals[person]]]
            steps[person] = 0
            goals[person] = cells[person]

    # Phases 4 and 5: the movers who are held up stay where they are (SIM-4.4, SIM-4.5).
    for person, outcome in collide(cells, steps, goals).items():
        if outcome != MOVED:
            results[person] = outcome
            goals[person] = cells[person]
    return Movements(people, tuple(results), tuple(goals))


@lru_cache(16)
def _places(count: int) -> tuple[int, ...]:
    """The places of so many people: the same integers in every step."""
    return tuple(range(count))


def collide(cells: Sequence[int], steps: Sequence[int], goals: Sequence[int]) -> dict[int, Outcome]:
    """Phase 4: the outcomes by the collision rules; a mover that has none is free to move (SIM-5).

    `steps` is `goals` less `cells`: 0 for who does not try to move.
    """
    outcomes: dict[int, Outcome] = {}
    movers = list(compress(_places(len(cells)), steps))
    winner = dict(zip(compress(reversed(goals), reversed(steps)), reversed(movers), strict=True))

    # Rule 1: the target holds a person who does not try to move (SIM-5.1).
    wanted = compress(_places(len(cells)), map(winner.__contains__, cells))
    ahead = {winner[cells[other]]: other for other in wanted}
    outcomes |= {person: BLOCKED_OCCUPIED for person, other in ahead.items() if not steps[other]}

    # Rule 2: several movers target one cell; the lowest ID wins, by intent alone (SIM-5.2).
    losers = set(movers).difference(winner.values())
    for person in losers:
        first = outcomes.get(winner[goals[person]])
        outcomes[person] = BLOCKED_CONFLICT if first is None else first
    _follow(ahead, outcomes)
    return outcomes


def _follow(ahead: Mapping[int, int], outcomes: dict[int, Outcome]) -> None:
    """Rules 3 and 4: follows each winner to who stands on its target, until that is settled (SIM-5.3, SIM-5.4)."""
    for person in ahead:
        here = ahead[person]
        if here not in ahead and here not in outcomes:
            # Mostly so: whoever stands there goes to a free cell.
            continue
        chain: dict[int, None] = {}
        here = person
        while here in ahead and here not in outcomes and here not in chain:
            chain[here] = None
            here = ahead[here]
        if here in chain:
            outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)
        elif outcomes.get(here, MOVED) == MOVED:
            outcomes |= dict.fromkeys(chain, MOVED)
        else:
            outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)
