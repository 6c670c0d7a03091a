"""The single-person optimum: what one person alone, who knows the whole fire, could do (SCO-3).

Transition rule (SCO-3.2). From (x, t) with t < H a person stays or moves to an open neighbour y, unless y burns at
snapshot t. A non-burning exit evacuates at once, in step t + 1; any other y must not burn at snapshot t + 1. Staying
is the case y = x. Nobody stands on a burning cell, and snapshot H has no successor.

Why the table is small. Let burn(x) be the first snapshot in which x burns. Fire never recedes, so an escape that works
from (x, t) works one step earlier too, move by move. Hence

1. the starts from which x escapes within d steps are 0 … S_d(x), a latest start; L(x, t) = t + min{d : S_d(x) ≥ t};
2. waiting never helps: an escape without its waits makes each of its moves earlier;
3. S_d(x) = min(burn(x) − 1, max over neighbours y of S_{d−1}(y) − 1 for a floor cell and min(burn(y), H) − 1 for an
   exit), because y may be entered from t when it does not burn at t + 1 ≤ S_{d−1}(y) < burn(y);
4. an escape of m moves is, without its waits, an escape of m steps, and one of L steps has at most L moves: m* = L.

S_d(x) grows with d and rarely. Only the cells that improved at d − 1 can improve a neighbour at d, so a frontier of
improvements visits each *breakpoint* (d, S_d(x)) once. A breakpoint is one integer, S · 2^17 + d: integers sort as
breakpoints do, and d is at most 100,000. The frontier holds S + 1, the first snapshot that is too late: burn(x) is its
greatest value, and 0 the least.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.references.danger import least_danger
from simulator.fire import FireWorld

Breakpoints = Sequence[int]

_BITS = 17
_STEPS = (1 << _BITS) - 1


@dataclass(frozen=True, slots=True)
class Optimum:
    """The single-person references of one fire world; tuples are in the order of `scenario.people` (SCO-3.1).

    Attributes:
        earliest: L_i, the earliest evacuation step from the start, or None for a person who is not savable.
        danger: D*_i, the fewest danger-zone person-states of any escape, or None.
        breakpoints: per padded cell, its (steps, latest start) pairs in rising order, encoded as above.
    """

    earliest: tuple[int | None, ...]
    danger: tuple[int | None, ...]
    breakpoints: tuple[Breakpoints, ...]

    @property
    def moves(self) -> tuple[int | None, ...]:
        """m*_i, the fewest cell moves of any escape, the one onto the exit included; equal to L_i (SCO-3.1)."""
        return self.earliest

    @property
    def max_evacuated(self) -> int:
        """M*, the number of savable people (SCO-3.1)."""
        return sum(step is not None for step in self.earliest)

    def earliest_from(self, cell: int, snapshot: int) -> int | None:
        """L(x, t): the earliest evacuation step from a cell at a snapshot, or None without an escape (SCO-3.1).

        O(log of the cell's breakpoints). None too for a wall, and for a cell that burns at the snapshot.
        """
        steps = remaining(self.breakpoints[cell], snapshot)
        return None if steps is None else snapshot + steps

    def latest_starts(self) -> list[int]:
        """Per padded cell, the last snapshot from which it has an escape, or −1 (SCO-3.1)."""
        return [points[-1] >> _BITS if points else -1 for points in self.breakpoints]


def remaining(points: Breakpoints, snapshot: int) -> int | None:
    """L(x, t) − t from a cell's breakpoints: the fewest steps of an escape, or None without one (SCO-3.1)."""
    index = bisect_left(points, snapshot << _BITS)
    return points[index] & _STEPS if index < len(points) else None


def merge(tables: Iterable[Breakpoints]) -> Breakpoints:
    """The breakpoints of the best of several cells: `remaining` of the result is the least of theirs (SCO-4.2.3)."""
    out: list[int] = []
    for code in sorted((code for points in tables for code in points), reverse=True):
        if not out or code & _STEPS < out[-1] & _STEPS:
            out.append(code)
    return out[::-1]


def optimum(world: FireWorld) -> Optimum:
    """The single-person references of a fire world (SCO-3)."""
    table = breakpoints(world)
    starts = [person.cell for person in world.scenario.people]
    earliest = tuple(table[cell][0] & _STEPS if table[cell] else None for cell in starts)
    danger = least_danger(world, [cell for cell in starts if table[cell]])
    return Optimum(earliest, tuple(danger.get(cell) for cell in starts), table)


def breakpoints(world: FireWorld) -> tuple[Breakpoints, ...]:
    """Every cell's breakpoints; an exit's single one is its own evacuation by staying (SCO-3.2)."""
    scenario, burn = world.scenario, world.burn_step
    last = scenario.max_steps
    exits = {exit_.cell: min(burn[exit_.cell], last) + 1 for exit_ in scenario.exits}
    settled = last + 2
    late = [settled if kind or not first else 0 for kind, first in zip(scenario.grid.terrain, burn, strict=True)]
    for cell in exits:
        late[cell] = settled
    table: list[tuple[int, ...]] = [()] * len(burn)
    _propagate(exits, late, burn, scenario.grid.stride, table)
    for cell, first in exits.items():
        table[cell] = (((first - 2) << _BITS) + 1,) if first > 1 else ()
    return tuple(table)


def _propagate(
    layer: dict[int, int], late: list[int], burn: Sequence[int], stride: int, table: list[tuple[int, ...]]
) -> None:
    """Fills the table with every breakpoint, layer d from layer d − 1.

    `late` holds the greatest S + 1 so far, and where it can't grow more than any: for a wall, an exit, or a cell whose
    S has come to burn(x) − 1. The four neighbours are written out, since a loop over them takes a quarter longer.
    """
    settled, steps = max(late), 0
    while layer:
        steps += 1
        reached: dict[int, int] = {}
        for cell, value in layer.items():
            value -= 1
            near = cell - stride
            if late[near] < value:
                reached[near] = late[near] = value
            near = cell - 1
            if late[near] < value:
                reached[near] = late[near] = value
            near = cell + 1
            if late[near] < value:
                reached[near] = late[near] = value
            near = cell + stride
            if late[near] < value:
                reached[near] = late[near] = value
        low = steps - (1 << _BITS)
        for cell, value in reached.items():
            if value >= burn[cell]:
                late[cell] = settled
                reached[cell] = value = burn[cell]
            table[cell] += ((value << _BITS) + low,)
        layer = reached
