"""The vertex cuts that everyone who starts beyond them must cross (SCO-4.2.3).

w(x) is the wall-only distance to the nearest exit, burning or not. For a threshold d ≥ 1, K is a connected component
of the open cells with w > d of the whole map, occupied or not; a move changes w by at most 1 and exits have w = 0, so
every escape from K first steps onto N(K), the cells next to K with w = d. Components whose cuts share a cell are
merged, transitively, into one group with one cut.

All thresholds come from one sweep of falling d over a union-find forest. At threshold d the cells with w = d join the
components above them: two components with a common cut cell become one tree, which is the merge. The edges between two
cells with w = d are left for the next threshold, where those cells are no longer cut cells but part of a component.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from simulator.grid import Grid


@dataclass(frozen=True, slots=True)
class Cut:
    """One merged group at one threshold: its cut cells and the people behind it, nearest first (SCO-4.2.3)."""

    threshold: int
    cells: tuple[int, ...]
    members: tuple[int, ...]


def find_cuts(grid: Grid, distance: Sequence[int], people: Mapping[int, int]) -> list[list[Cut]]:
    """The cuts that two people or more are behind, by threshold, from far to near (SCO-4.2.3).

    `distance` is w per padded cell; `people` maps the start cells to consider to person indices. A group of one
    person can't queue, so it is left out.
    """
    rings = _rings(distance)
    forest = _Forest(grid, distance, people)
    levels = []
    for threshold in range(len(rings) - 2, 0, -1):
        forest.add_ring(rings[threshold + 1])
        cuts = [
            Cut(threshold, tuple(cells), tuple(sorted(members, key=forest.distance_of)))
            for members, cells in forest.groups(rings[threshold], threshold)
            if len(members) > 1
        ]
        if cuts:
            levels.append(cuts)
    return levels


def _rings(distance: Sequence[int]) -> list[list[int]]:
    """The cells of each distance, from 0 on; cells without a path to an exit are in none."""
    rings: list[list[int]] = [[] for _ in range(max(distance) + 1)]
    for cell, steps in enumerate(distance):
        if steps >= 0:
            rings[steps].append(cell)
    return rings


class _Forest:
    """Trees of connected cells, and the people in each tree."""

    def __init__(self, grid: Grid, distance: Sequence[int], people: Mapping[int, int]) -> None:
        self._offsets = grid.offsets
        self._distance = distance
        self._people = people
        self._start = {person: cell for cell, person in people.items()}
        self._parent = list(range(grid.size))
        self._members: dict[int, list[int]] = {}

    def distance_of(self, person: int) -> int:
        """w of a person's start."""
        return self._distance[self._start[person]]

    def add_ring(self, ring: Iterable[int]) -> None:
        """Makes the last cut cells part of their component: their own edges, and the people on them."""
        distance = self._distance
        for cell in ring:
            for near in (cell + self._offsets[2], cell + self._offsets[3]):
                if distance[near] == distance[cell]:
                    self._join(cell, near)
            if cell in self._people:
                self._members.setdefault(self._root(cell), []).append(self._people[cell])

    def groups(self, ring: Iterable[int], threshold: int) -> Iterator[tuple[list[int], list[int]]]:
        """Joins the cells of a ring to the components above; yields the people and the cut of each populated group."""
        distance, parent = self._distance, self._parent
        cut = []
        for cell in ring:
            above = [cell + offset for offset in self._offsets if distance[cell + offset] > threshold]
            if above:
                cut.append(cell)
                parent[cell] = self._root(above[0])
                for other in above[1:]:
                    self._join(cell, other)
        cells: dict[int, list[int]] = {}
        for cell in cut:
            cells.setdefault(self._root(cell), []).append(cell)
        return ((self._members[root], part) for root, part in cells.items() if root in self._members)

    def _root(self, cell: int) -> int:
        parent = self._parent
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    def _join(self, one: int, other: int) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            self._parent[other] = one
            if other in self._members:
                self._members.setdefault(one, []).extend(self._members.pop(other))
