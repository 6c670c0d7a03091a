"""The fire: frontier, candidates, edges, draws, and the whole fire world of a seed (SIM-6)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from simulator import canonical
from simulator.grid import NEVER
from simulator.rng import FIRE, Stream, threshold, word_hex
from simulator.scenario import DETERMINISTIC, Scenario
from simulator.ways import WorldWays, world_ways


@dataclass(frozen=True, slots=True)
class FireStep:
    """What the fire did in one step: cells newly burning (row-major), draws taken, raw stream state after them."""

    ignitions: tuple[int, ...]
    draws: int
    rng_state: int


class FireProcess:
    """The fire of one scenario and seed, step by step (SIM-6).

    It never sees people or actions. The frontier is kept between steps: `edges` maps each candidate, a flammable cell
    that does not burn, to the number of its burning 4-neighbours.
    """

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.rules = scenario.fire
        self.offsets = scenario.grid.offsets
        self.stream = Stream(seed, FIRE)
        self.step_number = 0
        self.edges: dict[int, int] = {}
        self.flammable = bytearray(scenario.flammable())
        self._ignite(self.rules.ignition)
        self._spread: Callable[[], tuple[tuple[int, ...], int]] = (
            self._deterministic if self.rules.model == DETERMINISTIC else self._stochastic
        )
        # A draw succeeds where word >> 11 is below the threshold, and so where the word is below this.
        self._limit = threshold(self.rules.spread_probability or 0) << 11

    def advance(self) -> FireStep:
        """The next step, numbered from 1: spread only where `step % spread_interval == 0` (SIM-6.4)."""
        self.step_number += 1
        ignitions: tuple[int, ...] = ()
        draws = 0
        if self.edges and self.step_number % self.rules.spread_interval == 0:
            ignitions, draws = self._spread()
            self._ignite(ignitions)
        return FireStep(ignitions, draws, self.stream.state)

    def _deterministic(self) -> tuple[tuple[int, ...], int]:
        """Every candidate ignites; nothing is drawn (SIM-6.5)."""
        return tuple(sorted(self.edges)), 0

    def _stochastic(self) -> tuple[tuple[int, ...], int]:
        """One draw for every edge, candidates row-major, then sources row-major (SIM-6.6, SIM-6.8)."""
        candidates = sorted(self.edges)
        sources = [self.edges[candidate] for candidate in candidates]
        successes = list(map(self._limit.__gt__, self.stream.words(sum(sources))))
        ends = list(accumulate(sources))
        ignitions = [
            candidate
            for candidate, count, end in zip(candidates, sources, ends, strict=True)
            if True in successes[end - count : end]
        ]
        return tuple(ignitions), len(successes)

    def _ignite(self, cells: tuple[int, ...]) -> None:
        """Moves cells from the frontier into the fire."""
        for cell in cells:
            self.flammable[cell] = 0
            self.edges.pop(cell, None)
        for cell in cells:
            for offset in self.offsets:
                if self.flammable[cell + offset]:
                    self.edges[cell + offset] = self.edges.get(cell + offset, 0) + 1


@dataclass(frozen=True, eq=False)
class FireWorld:
    """The fire of a scenario and seed to the full horizon H: the same for every model (SIM-6.9, PCK-4).

    `steps[t]` for t = 0 … H (0 is the ignition of snapshot 0, without draws). `burn_step[cell]` is the first snapshot
    in which a padded cell burns, NEVER where it does not within the horizon.
    """

    scenario: Scenario
    seed: int
    steps: tuple[FireStep, ...]
    burn_step: tuple[int, ...]

    @cached_property
    def ways(self) -> WorldWays:
        """What becomes of the ways to the exits; worked out once (SIM-8, SCO-4.2.6)."""
        return world_ways(self.scenario, [step.ignitions for step in self.steps])

    def burning(self, snapshot: int) -> bytes:
        """The mask of the cells that burn in a snapshot."""
        return bytes(first <= snapshot for first in self.burn_step)

    def document(self) -> dict[str, Any]:
        """The document whose digest a pack pins (PCK-1.2)."""
        positions = self.scenario.grid.positions
        return {
            "scenario_hash": self.scenario.digest,
            "seed": self.seed,
            "ignitions": [positions(step.ignitions) for step in self.steps],
            "draws": [step.draws for step in self.steps[1:]],
            "final_rng_state": word_hex(self.steps[-1].rng_state),
        }

    def digest(self) -> str:
        """The fire-world digest (PCK-1.2)."""
        return canonical.digest(self.document())


def fire_world(scenario: Scenario, seed: int) -> FireWorld:
    """The fire of a seed, 0 … 2^53−1, from snapshot 0 to the horizon (SIM-6)."""
    process = FireProcess(scenario, seed)
    steps = [FireStep(scenario.fire.ignition, 0, process.stream.state)]
    steps += [process.advance() for _ in range(scenario.max_steps)]
    burn_step = [NEVER] * scenario.grid.size
    for number, step in enumerate(steps):
        for cell in step.ignitions:
            burn_step[cell] = number
    return FireWorld(scenario, seed, tuple(steps), tuple(burn_step))
