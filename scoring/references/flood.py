"""Where and when one person alone can be, as long as an escape is still possible (SCO-4.2.3).

A flood spreads from (x_i, 0) through the cells from which an escape is still possible, one snapshot at a time; a cell
counts at its earliest arrival. That is enough for both figures of a cut: L(y, t) − t never falls as t grows, and
where an escape is possible from a later arrival, it is from the earliest.

A set of cells is one integer with bit `cell` set, so that a step of a flood is a few operations on whole maps.
"""

from collections.abc import Iterable, Iterator, Sequence

from scoring.references.optimum import Optimum
from simulator.fire import FireWorld


def cell_set(size: int, cells: Iterable[int]) -> int:
    """The integer with the bits of these cells set."""
    out = bytearray(size + 7 >> 3)
    for cell in cells:
        out[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(out, "little")


def cells_of(bits: int) -> Iterator[int]:
    """The cells of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Floods:
    """The floods of one fire world. `distance` is w per padded cell (SCO-4.2.3)."""

    def __init__(self, world: FireWorld, optimum: Optimum, distance: Sequence[int]) -> None:
        self._stride = world.scenario.grid.stride
        self._size = world.scenario.grid.size
        self._distance = distance
        self._rings = self._ring_sets()
        self._hopeful = _hopeful_sets(world, optimum)

    def entries(self, start: int) -> list[int]:
        """The earliest arrival on each ring w = d below a start with an escape: r_i by threshold d; index 0 is unused.

        The first cell with w = d that a flood reaches is one that it steps onto from the component around the start,
        so it belongs to the cut of the start's own group.
        """
        low = self._distance[start]
        arrival = [0] * low
        for snapshot, reached in self._layers(start):
            if low > 1 and reached & self._rings[low - 1]:
                low -= 1
                arrival[low] = snapshot
            if low <= 1:
                break
        return arrival

    def arrivals(self, start: int, cells: Iterable[int]) -> Iterator[tuple[int, int]]:
        """(snapshot, cell) of each earliest arrival on some cells, in the order of time."""
        wanted = cell_set(self._size, cells)
        for snapshot, reached in self._layers(start):
            for cell in cells_of(reached & wanted):
                yield snapshot, cell

    def _layers(self, start: int) -> Iterator[tuple[int, int]]:
        """(snapshot, cells first reached then), from snapshot 1 on."""
        stride, hopeful = self._stride, self._hopeful
        layer = seen = 1 << start
        for snapshot in range(1, len(hopeful)):
            near = layer << 1 | layer >> 1 | layer << stride | layer >> stride
            layer = near & hopeful[snapshot]
            layer ^= layer & seen
            if not layer:
                return
            seen |= layer
            yield snapshot, layer

    def _ring_sets(self) -> list[int]:
        rings: list[list[int]] = [[] for _ in range(max(self._distance) + 1)]
        for cell, steps in enumerate(self._distance):
            if steps > 0:
                rings[steps].append(cell)
        return [cell_set(self._size, ring) for ring in rings]


def _hopeful_sets(world: FireWorld, optimum: Optimum) -> list[int]:
    """Per snapshot, the cells other than exits from which an escape is still possible."""
    size = world.scenario.grid.size
    exits = {exit_.cell for exit_ in world.scenario.exits}
    ending: dict[int, list[int]] = {}
    for cell, last in enumerate(optimum.latest_starts()):
        if last >= 0 and cell not in exits:
            ending.setdefault(last, []).append(cell)
    current = cell_set(size, (cell for cells in ending.values() for cell in cells))
    out = []
    for snapshot in range(max(ending, default=-1) + 1):
        out.append(current)
        if snapshot in ending:
            current ^= cell_set(size, ending[snapshot])
    return out
