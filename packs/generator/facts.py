"""What the generator knows of a scenario without playing it, and the proxies that it pins (PCK-11.4, PCK-11.6).

The worst fire is that of the scenario with the deterministic model: every candidate ignites, as with p = 1. The fire
of any seed burns a subset of its cells at any snapshot, so who can leave before it can leave under every seed.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from simulator.fire import fire_world
from simulator.grid import NEVER, OPEN, distances
from simulator.scenario import Scenario

TOO_LATE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """A scenario with its static distances and its worst fire, per padded cell (PCK-11.4).

    `to_exit[k]` holds the steps to exit k through open cells, −1 where there is no way; `nearest` those to
    the nearest exit; `burn_step` the first snapshot in which the worst fire burns a cell, NEVER where it does not.
    """

    scenario: Scenario
    to_exit: tuple[Sequence[int], ...]
    nearest: Sequence[int]
    burn_step: Sequence[int]

    @property
    def open_cells(self) -> int:
        """Cells that are no walls, exits included."""
        return self.scenario.grid.terrain.count(OPEN)

    @property
    def lengths(self) -> list[int]:
        """The steps from each person to the nearest exit, ascending."""
        return sorted(self.nearest[person.cell] for person in self.scenario.people)

    @property
    def closing_steps(self) -> list[int]:
        """Per exit, the last step in which it lets a person out under the worst fire; 0 where it never does.

        Up to the snapshot before, neither the exit burns nor every cell from which it is entered.
        """
        grid, burn, horizon = self.scenario.grid, self.burn_step, self.scenario.max_steps
        out = []
        for exit_ in self.scenario.exits:
            fronts = (exit_.cell + offset for offset in grid.offsets)
            last = max((burn[cell] for cell in fronts if grid.terrain[cell] == OPEN), default=0)
            out.append(min(horizon, burn[exit_.cell], last))
        return out


def gather(scenario: Scenario) -> Facts:
    """The facts of a scenario (PCK-11.4)."""
    grid, exits = scenario.grid, [exit_.cell for exit_ in scenario.exits]
    worst = replace(scenario, fire=replace(scenario.fire, model="deterministic", spread_probability=None))
    to_exit = tuple(distances(grid, [cell], grid.terrain) for cell in exits)
    return Facts(scenario, to_exit, distances(grid, exits, grid.terrain), fire_world(worst, 0).burn_step)


def latest_starts(facts: Facts) -> list[int]:
    """Per padded cell, the last snapshot from which a person alone gets out under the worst fire, or TOO_LATE.

    Who stands on a cell at snapshot t is there in step t + 1 on the next one, which must not burn by then; an exit
    may ignite in that very step (SIM-4.10). The greatest value is settled first, so each cell is settled once.
    """
    grid, burn = facts.scenario.grid, facts.burn_step
    out = [TOO_LATE] * grid.size
    heap = [(-step, exit_.cell) for exit_, step in zip(facts.scenario.exits, facts.closing_steps, strict=True)]
    heapq.heapify(heap)
    while heap:
        step, cell = heapq.heappop(heap)
        for near in (cell + offset for offset in grid.offsets):
            start = min(-step, burn[near]) - 1
            if start > out[near] and grid.terrain[near] == OPEN:
                out[near] = start
                heapq.heappush(heap, (-start, near))
    return out


def escapes(facts: Facts) -> int:
    """How many people can leave under the worst fire, each alone: under every seed M* is at least this."""
    latest = latest_starts(facts)
    return sum(latest[person.cell] != TOO_LATE for person in facts.scenario.people)


def queued(facts: Facts) -> int:
    """How many people leave where the nearest go first, each by the exit that lets it out soonest, one per step.

    Neither walls of people nor the fire on the way count, so this is an estimate, and no bound.
    """
    free = [0] * len(facts.to_exit)
    closing, left = facts.closing_steps, 0
    for person in sorted(facts.scenario.people, key=lambda person: (facts.nearest[person.cell], person.id)):
        out = [max(steps[person.cell], busy + 1) for steps, busy in zip(facts.to_exit, free, strict=True)]
        best = [(step, number) for number, step in enumerate(out) if step <= closing[number]]
        if best:
            step, number = min(best)
            free[number] = step
            left += 1
    return left


def proxies(facts: Facts) -> dict[str, Any]:
    """The proxies of a scenario as `generation.json` pins them (PCK-11.6)."""
    lengths = facts.lengths
    burning = [facts.burn_step[exit_.cell] for exit_ in facts.scenario.exits]
    density = Fraction(len(facts.scenario.people), facts.open_cells)
    return {
        "density": f"{density.numerator}/{density.denominator}",
        "shortest_path": {"min": lengths[0], "median": lengths[(len(lengths) - 1) // 2], "max": lengths[-1]},
        "exit_capacity": sum(facts.closing_steps),
        "exit_fire_step": None if min(burning) == NEVER else min(burning),
    }
