"""Where a change of the fire makes the way to an exit longer: route invalidation (SCO-4.2.6).

The fire-aware distance of a cell is that to the nearest non-burning exit through non-wall, non-burning cells. At a
snapshot t ≥ 1 in which the burning set changed, a person active in t has an event when the distance of its cell in t
became longer or infinite from B_{t−1} to B_t and was finite before. Which cells these are depends on the fire alone, so
they are found once for all trials.

Fire only removes cells, so distances are repaired, not computed anew: a cell keeps its distance as long as a neighbour
one step nearer keeps its own. The cells that lose the last such neighbour, found ring by ring from the removed cells
outwards, are exactly those whose distance grows; they are then reached again from those that kept theirs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from simulator.fire import NEVER, FireWorld
from simulator.grid import UNREACHABLE, distances
from simulator.state import ACTIVE, Snapshot

Rings = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Invalidation:
    """A route-invalidation event: snapshot t_e, index into `scenario.people`, cell x_e (SCO-4.2.6)."""

    snapshot: int
    person: int
    cell: int


def invalidations(cells: Mapping[int, frozenset[int]], snapshots: Iterable[Snapshot]) -> list[Invalidation]:
    """The events of one run, by snapshot and then person; `cells` is `invalidated_cells` of its world (SCO-4.2.6)."""
    events = []
    for snapshot in snapshots:
        hit = cells.get(snapshot.step)
        if hit:
            for person, (cell, status) in enumerate(zip(snapshot.positions, snapshot.statuses, strict=True)):
                if cell in hit and status == ACTIVE:
                    events.append(Invalidation(snapshot.step, person, cell))
    return events


def invalidated_cells(world: FireWorld) -> dict[int, frozenset[int]]:
    """Per snapshot t ≥ 1 with any, the cells not burning in t whose finite distance grew (SCO-4.2.6)."""
    grid, burn = world.scenario.grid, world.burn_step
    ignited: dict[int, list[int]] = {}
    for cell, snapshot in enumerate(burn):
        if snapshot < NEVER:
            ignited.setdefault(snapshot, []).append(cell)
    blocked = bytearray(grid.terrain)
    for cell in ignited.pop(0, []):
        blocked[cell] = 1
    distance = distances(grid, [exit_.cell for exit_ in world.scenario.exits], bytes(blocked))
    out = {}
    for snapshot in sorted(ignited):
        for cell in ignited[snapshot]:
            blocked[cell] = 1
        grown = _cut_off(distance, grid.stride, ignited[snapshot])
        _reach_again(distance, grid.stride, grown, blocked)
        if grown:
            out[snapshot] = frozenset(grown)
    return out


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
