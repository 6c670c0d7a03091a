"""The least exposure of an escape: D*, by levels of cost (SCO-3.1, SCO-3.5).

A person-state is in the danger zone when the Manhattan distance from its cell to the nearest burning cell is 1 or 2,
walls or not; without burning cells nobody is in danger. A person who leaves in step A has the states 0 … A − 1.

The first snapshot in which a burning cell is within the radius of x, x itself included, is dz(x) ≤ burn(x); a living
person's cell does not burn, so the state (x, t) is in danger exactly when t ≥ dz(x). Like escapes, cheap escapes move
earlier: the starts from which x escapes with at most c states in danger are 0 … T_c(x), and waiting never helps. With
M_c(x) = max over neighbours y of T_c(y) − 1 for a floor cell and min(burn(y), H) − 1 for an exit,

    T_c(x) = max(min(dz(x) − 1, M_c(x)), min(burn(x) − 1, M_{c−1}(x))),      D*(x, t) = min{c : T_c(x) ≥ t}:

the state is either free and the rest costs c, or it is in danger and the rest costs c − 1. Inside a level a value
follows from a greater one, so levels are settled in falling order, as in Dijkstra's algorithm; the next level starts
from the cells that the last one raised. Levels end once every person asked for is solved.
"""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from simulator.danger import danger_starts
from simulator.fire import FireWorld
from simulator.grid import OPEN

Buckets = dict[int, list[int]]


def least_danger(world: FireWorld, starts: Iterable[int]) -> dict[int, int]:
    """D* from snapshot 0 for start cells that have an escape (SCO-3.1)."""
    waiting = set(starts)
    scenario, burn = world.scenario, world.burn_step
    if not scenario.fire.ignition:
        return dict.fromkeys(waiting, 0)
    stride = scenario.grid.stride
    free = _last_steps(scenario.grid.terrain, danger_starts(scenario.grid, burn))
    alive = _last_steps(scenario.grid.terrain, burn)
    latest = [-1] * scenario.grid.size
    buckets: Buckets = {}
    for exit_ in scenario.exits:
        # An exit acts like a cell with this latest start: above what any neighbour could offer it.
        latest[exit_.cell] = min(burn[exit_.cell], scenario.max_steps)
        buckets.setdefault(latest[exit_.cell], []).append(exit_.cell)
    solved: dict[int, int] = {}
    level = 0
    while waiting:
        raised = _settle(buckets, latest, free, stride)
        solved.update((cell, level) for cell in waiting if latest[cell] >= 0)
        waiting.difference_update(solved)
        level += 1
        buckets = _entries(raised, latest, alive, stride)
    return solved


def _last_steps(terrain: bytes, first: Sequence[int]) -> list[int]:
    """Per cell, the last snapshot before `first`; −1 where nobody can stand."""
    return [step - 1 if kind == OPEN else -1 for kind, step in zip(terrain, first, strict=True)]


def _settle(buckets: Buckets, latest: list[int], cap: list[int], stride: int) -> list[tuple[int, int]]:
    """Raises `latest` to the fixed point of one level; returns the raised cells with their new values."""
    order = [-value for value in buckets]
    heapify(order)
    raised = []
    while order:
        value = -heappop(order)
        earlier = value - 1
        for cell in buckets[value]:
            if latest[cell] != value:
                continue
            raised.append((cell, value))
            for near in (cell - stride, cell - 1, cell + 1, cell + stride):
                if latest[near] < earlier:
                    start = cap[near]
                    if earlier < start:
                        start = earlier
                    if latest[near] < start:
                        latest[near] = start
                        if start in buckets:
                            buckets[start].append(near)
                        else:
                            buckets[start] = [near]
                            heappush(order, -start)
    return raised


def _entries(raised: list[tuple[int, int]], latest: list[int], cap: list[int], stride: int) -> Buckets:
    """The states in danger that one more level allows, by value."""
    buckets: Buckets = {}
    for cell, value in raised:
        earlier = value - 1
        for near in (cell - stride, cell - 1, cell + 1, cell + stride):
            if latest[near] < earlier:
                start = cap[near]
                if earlier < start:
                    start = earlier
                if latest[near] < start:
                    latest[near] = start
                    buckets.setdefault(start, []).append(near)
    return buckets
