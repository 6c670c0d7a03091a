"""Actions on which POGEMA and the product agree, step by step.

POGEMA's `soft` collisions let people turn in a ring of three or more, which SIM-5.4 forbids; whoever would be part of
one stays. Nobody steps onto an exit, and the fire is behind a wall, so that everybody is there to the end in both.
All else happens: people stay, swap, queue, run into walls and into each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from simulator.fire import FireWorld
from simulator.grid import DIRECTIONS, STAY
from simulator.movement import BLOCKED_CYCLE, Movements, resolve
from simulator.phases import Simulator
from simulator.rng import Stream
from simulator.scenario import Scenario
from tools.benchmarks.halls import SEED, divided

Actions = dict[str, str]


@dataclass(frozen=True, slots=True)
class Tape:
    """A world, everybody's actions in each step, and where everybody then stands, by ID."""

    world: FireWorld
    actions: tuple[Actions, ...]
    cells: tuple[tuple[int, ...], ...]

    @property
    def scenario(self) -> Scenario:
        """The scenario of the world."""
        return self.world.scenario

    def numbers(self) -> list[list[int]]:
        """The actions as numbers in the order of DIRECTIONS, which is that of POGEMA's moves too."""
        return [[DIRECTIONS.index(action) for action in actions.values()] for actions in self.actions]


@cache
def tape(size: int, crowd: int, steps: int) -> Tape:
    """The tape of a size: everybody wanders."""
    world = divided(size, crowd, steps)
    simulator, stream = Simulator(world.scenario, SEED, world), Stream(0, "bench/tape")
    actions, cells = [], []
    for _ in range(steps):
        chosen = _agreed(simulator, {person: DIRECTIONS[stream.next_u64() % 5] for person in simulator.names})
        simulator.step(chosen)
        actions.append(chosen)
        cells.append(simulator.snapshot.positions)
    return Tape(world, tuple(actions), tuple(cells))


def _agreed(simulator: Simulator, actions: Actions) -> Actions:
    """The actions without those that POGEMA takes otherwise."""
    scenario, exits = simulator.scenario, set(simulator.exits)
    grid = scenario.grid
    cells = dict(zip(simulator.names, simulator.snapshot.positions, strict=True))
    goals = {person: cells[person] + grid.direction_offsets[action] for person, action in actions.items()}
    chosen = {person: STAY if goals[person] in exits else action for person, action in actions.items()}
    while True:
        moves = resolve(grid, cells, chosen, simulator.snapshot.burning, scenario.enter_fire)
        turning = _turning(cells, goals, moves)
        if not turning:
            return chosen
        chosen |= dict.fromkeys(turning, STAY)


def _turning(cells: Mapping[str, int], goals: Mapping[str, int], moves: Movements) -> list[str]:
    """Who is held up in a ring of three or more."""
    standing = {cell: person for person, cell in cells.items()}
    held = [person for person, outcome in moves.outcomes.items() if outcome == BLOCKED_CYCLE]
    return [person for person in held if goals[standing[goals[person]]] != cells[person]]
