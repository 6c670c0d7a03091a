"""The same things as they read, in plain Python: what the fast ways of the product are measured against."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.bootstrap import Strata, WordStream, index, quantile
from scoring.constants import CONSTANTS
from scoring.references.optimum import Breakpoints
from simulator.fire import FireStep, FireWorld
from simulator.grid import OPEN
from simulator.rng import FIRE, Stream, threshold
from simulator.scenario import Scenario

FAR = 20_000
"""More steps than any escape of the rows here takes."""

Table = list[list[int]]


def scanned_fire(scenario: Scenario, seed: int) -> list[FireStep]:
    """The fire of a stochastic scenario, by a scan of the whole map in every step."""
    grid, rules, stream = scenario.grid, scenario.fire, Stream(seed, FIRE)
    limit = threshold(rules.spread_probability or 0)
    flammable, burning, offsets = scenario.flammable(), set(rules.ignition), grid.offsets
    steps = []
    for number in range(1, scenario.max_steps + 1):
        lit, draws = [], 0
        for cell in grid.cells() if number % rules.spread_interval == 0 else ():
            if flammable[cell] and cell not in burning:
                results = [stream.bernoulli(limit) for offset in offsets if cell + offset in burning]
                draws += len(results)
                if any(results):
                    lit.append(cell)
        burning.update(lit)
        steps.append(FireStep(tuple(lit), draws, stream.state))
    return steps


def looped_words(stream: Stream, count: int) -> list[int]:
    """Words, one at a time."""
    return [stream.next_u64() for _ in range(count)]


def least_steps(world: FireWorld) -> Table:
    """L(x, t) − t for every snapshot and padded cell by backward induction over lists; FAR without an escape."""
    grid, burn, last = world.scenario.grid, world.burn_step, world.scenario.max_steps
    exits, stride = [exit_.cell for exit_ in world.scenario.exits], grid.stride
    cells = [cell for cell in grid.cells() if grid.terrain[cell] == OPEN]
    table = [[FAR] * grid.size for _ in range(last + 1)]
    for snapshot in range(last - 1, -1, -1):
        ahead, row = list(table[snapshot + 1]), table[snapshot]
        for cell in exits:
            ahead[cell] = 0 if burn[cell] > snapshot else FAR
        for cell in cells:
            if burn[cell] > snapshot:
                least = min(ahead[cell], ahead[cell - 1], ahead[cell + 1], ahead[cell - stride], ahead[cell + stride])
                if least < FAR:
                    row[cell] = least + 1
    return table


def rows_of(table: Sequence[Breakpoints], last: int) -> Iterator[list[int]]:
    """The rows of the same table, from snapshot H − 1 to 0, from the product's breakpoints."""
    ending: dict[int, list[tuple[int, int]]] = {}
    for cell, points in enumerate(table):
        for point in points:
            start, steps = divmod(point, 1 << 17)
            ending.setdefault(start, []).append((cell, steps))
    row = [FAR] * len(table)
    for snapshot in range(last - 1, -1, -1):
        for cell, steps in ending.get(snapshot, ()):
            row[cell] = steps
        yield row


def fraction_interval(strata: Strata, key: bytes) -> list[Fraction]:
    """The bootstrap interval in fractions, word by word."""
    words = WordStream(key)
    means = sorted(_resample(strata, words) for _ in range(int(CONSTANTS.resamples)))
    return [quantile(means, Fraction(share, 40)) for share in (1, 39)]


def _resample(strata: Strata, words: WordStream) -> Fraction:
    families = []
    for family in strata:
        scenarios = []
        for _ in family:
            episodes = family[index(words.next, len(family))]
            drawn = [episodes[index(words.next, len(episodes))] for _ in episodes]
            scenarios.append(sum(drawn, Fraction(0)) / len(drawn))
        families.append(sum(scenarios, Fraction(0)) / len(scenarios))
    return sum(families, Fraction(0)) / len(families)
