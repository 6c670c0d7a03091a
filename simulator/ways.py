"""Ways to the exits while the fire grows: who is trapped, and where a route is invalidated (SIM-8, SCO-4.2.6).

The fire-aware distance of a cell is that to the nearest non-burning exit through non-wall, non-burning cells. Fire only
removes cells, so distances are repaired, not computed anew: a cell keeps its distance as long as a neighbour one step
nearer keeps its own. The cells that lose the last such neighbour, found ring by ring from the removed cells outwards,
are exactly those whose distance grows; they are then reached again from those that kept theirs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from simulator.grid import NEVER, UNREACHABLE, distances
from simulator.scenario import Scenario

Rings = dict[int, list[int]]


class Ways:
    """The fire-aware distances of a scenario: `steps` per padded cell, UNREACHABLE where there is no way."""

    def __init__(self, scenario: Scenario, burning: Iterable[int] = ()) -> None:
        """From the first fire on; `burning` holds its cells."""
        grid = scenario.grid
        self.stride = grid.stride
        self.blocked = bytearray(grid.terrain)
        for cell in burning:
            self.blocked[cell] = 1
        self.steps = distances(grid, [exit_.cell for exit_ in scenario.exits], bytes(self.blocked))

    def ignite(self, cells: Iterable[int]) -> list[int]:
        """Lets cells burn; the others whose distance was finite and is now longer or infinite (SCO-4.2.6)."""
        removed = list(cells)
        for cell in removed:
            self.blocked[cell] = 1
        grown = _cut_off(self.steps, self.stride, removed)
        _reach_again(self.steps, self.stride, grown, self.blocked)
        return grown


@dataclass(frozen=True, slots=True)
class WorldWays:
    """What becomes of the ways to the exits in one fire world.

    `shut` is the first snapshot in which a padded cell has no way to a non-burning exit, NEVER where it always has one.
    `invalidated[t]` holds the cells, not burning in snapshot t, whose distance grew from t − 1 to t (SCO-4.2.6).
    """

    shut: tuple[int, ...]
    invalidated: dict[int, frozenset[int]]


def world_ways(scenario: Scenario, ignitions: Sequence[Sequence[int]]) -> WorldWays:
    """The ways of a fire world, from the cells that begin to burn in each snapshot."""
    ways = Ways(scenario, ignitions[0])
    shut = [NEVER if steps >= 0 else 0 for steps in ways.steps]
    invalidated = {}
    for snapshot, cells in enumerate(ignitions):
        if snapshot and cells:
            grown = ways.ignite(cells)
            for cell in (*grown, *cells):
                if ways.steps[cell] < 0:
                    shut[cell] = min(shut[cell], snapshot)
            if grown:
                invalidated[snapshot] = frozenset(grown)
    return WorldWays(tuple(shut), invalidated)


def _cut_off(distance: list[int], stride: int, removed: Iterable[int]) -> list[int]:
    """Makes the removed cells, and the cells whose distance grows, UNREACHABLE; returns the latter."""
    rings: Rings = {}
    for cell in removed:
        if distance[cell] >= 0:
            rings.setdefault(distance[cell] + 1, []).append(cell)
            distance[cell] = UNREACHABLE
    suspects = {ring: _neighbours_at(distance, stride, cells, ring) for ring, cells in rings.items()}
    grown = []
    for ring, cells in _rising(suspects):
        nearer = ring - 1
        lost = []
        for cell in cells:
            if distance[cell] == ring and not (
                distance[cell - stride] == nearer
                or distance[cell - 1] == nearer
                or distance[cell + 1] == nearer
                or distance[cell + stride] == nearer
            ):
                distance[cell] = UNREACHABLE
                lost.append(cell)
        if lost:
            grown += lost
            suspects.setdefault(ring + 1, []).extend(_neighbours_at(distance, stride, lost, ring + 1))
    return grown


def _reach_again(distance: list[int], stride: int, cells: Iterable[int], blocked: bytearray) -> None:
    """Gives UNREACHABLE cells their distance through the cells that kept theirs, where there is one."""
    rings: Rings = {}
    for cell in cells:
        around = [distance[near] for near in (cell - stride, cell - 1, cell + 1, cell + stride) if distance[near] >= 0]
        if around:
            rings.setdefault(min(around) + 1, []).append(cell)
    for ring, reached in _rising(rings):
        fresh = [cell for cell in dict.fromkeys(reached) if distance[cell] < 0]
        for cell in fresh:
            distance[cell] = ring
        following = [cell for cell in _neighbours_at(distance, stride, fresh, UNREACHABLE) if not blocked[cell]]
        if following:
            rings.setdefault(ring + 1, []).extend(following)


def _neighbours_at(distance: list[int], stride: int, cells: Iterable[int], value: int) -> list[int]:
    return [
        near for cell in cells for near in (cell - stride, cell - 1, cell + 1, cell + stride) if distance[near] == value
    ]


def _rising(rings: Rings) -> Iterator[tuple[int, list[int]]]:
    """Takes the rings out in rising order; the consumer may add to the ring after the one it has."""
    order = sorted(rings)
    while order:
        ring = heappop(order)
        yield ring, rings.pop(ring)
        if ring + 1 in rings and order[:1] != [ring + 1]:
            heappush(order, ring + 1)
