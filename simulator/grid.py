"""Coordinates, directions and terrain (SIM-1).

A position is (row, col) with (0, 0) at the top left. Inside, a cell is one integer on the grid with a border of one
cell all round: `stride = cols + 2` and `cell(r, c) = (r + 1) · stride + c + 1`. Cells sort as positions do
(row-major), and every neighbour exists, so no rule needs a special case at the edge.

A mask is `bytes`, one per cell of the padded grid, non-zero where something holds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Protocol, TypeVar

OPEN, WALL, BOUNDARY = 0, 1, 2
UNREACHABLE = -1
NEVER = 1 << 30

STAY, NORTH, SOUTH, WEST, EAST = DIRECTIONS = ("stay", "north", "south", "west", "east")

Position = tuple[int, int]

Key = TypeVar("Key", contravariant=True)
Value = TypeVar("Value", covariant=True)


class Table(Protocol[Key, Value]):
    """What has an entry under each of its keys: a sequence, a mask, a mapping."""

    def __getitem__(self, key: Key, /) -> Value:
        """The entry under a key."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid and its walls: `terrain` is OPEN, WALL or BOUNDARY per padded cell (SIM-1)."""

    rows: int
    cols: int
    terrain: bytes

    @property
    def stride(self) -> int:
        """The distance between a cell and the one below it."""
        return self.cols + 2

    @property
    def size(self) -> int:
        """Cells of the padded grid: the length of every mask."""
        return (self.rows + 2) * self.stride

    @property
    def offsets(self) -> tuple[int, int, int, int]:
        """North, west, east, south: neighbours in canonical order (SIM-1.3)."""
        return -self.stride, -1, 1, self.stride

    @property
    def direction_offsets(self) -> dict[str, int]:
        """What each direction adds to a cell (SIM-1.2)."""
        return {STAY: 0, NORTH: -self.stride, SOUTH: self.stride, WEST: -1, EAST: 1}

    def cell(self, row: int, col: int) -> int:
        """The cell at a position on the grid."""
        return (row + 1) * self.stride + col + 1

    def position(self, cell: int) -> Position:
        """The position of a cell."""
        row, col = divmod(cell, self.stride)
        return row - 1, col - 1

    def positions(self, cells: Iterable[int]) -> list[list[int]]:
        """Positions as documents write them: [[row, col], …]."""
        stride = self.stride
        return [[cell // stride - 1, cell % stride - 1] for cell in cells]

    def contains(self, row: int, col: int) -> bool:
        """Whether a position is on the grid."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def mask(self, cells: Iterable[int]) -> bytes:
        """The mask of a set of cells."""
        out = bytearray(self.size)
        for cell in cells:
            out[cell] = 1
        return bytes(out)

    def cells(self) -> Iterator[int]:
        """Every cell of the grid, row-major (SIM-1.4)."""
        for first in range(self.cell(0, 0), self.size - self.stride, self.stride):
            yield from range(first, first + self.cols)


def make_grid(rows: int, cols: int, walls: Iterable[Sequence[int]]) -> Grid:
    """A grid from its size and the positions of its walls, all of them on the grid (SIM-1)."""
    stride = cols + 2
    edge = bytes([BOUNDARY])
    terrain = bytearray(edge * stride + (edge + bytes(cols) + edge) * rows + edge * stride)
    for row, col in walls:
        terrain[(row + 1) * stride + col + 1] = WALL
    return Grid(rows, cols, bytes(terrain))


def pick(table: Table[Key, Value], keys: Sequence[Key]) -> tuple[Value, ...]:
    """The entries of a table under many keys, one for each key."""
    if len(keys) > 1:
        found: tuple[Value, ...] = itemgetter(*keys)(table)
        return found
    return tuple([table[key] for key in keys])


def masked_cells(mask: bytes) -> list[int]:
    """The cells of a 0/1 mask, row-major."""
    out = []
    cell = mask.find(1)
    while cell >= 0:
        out.append(cell)
        cell = mask.find(1, cell + 1)
    return out


def distances(grid: Grid, sources: Iterable[int], blocked: bytes) -> list[int]:
    """Steps from each padded cell to the nearest source through cells that `blocked` leaves free, or UNREACHABLE.

    `blocked` must cover walls and boundary. A blocked source does not count.
    """
    out = [UNREACHABLE] * grid.size
    layer = [cell for cell in sources if not blocked[cell]]
    for cell in layer:
        out[cell] = 0
    offsets, depth = grid.offsets, 0
    while layer:
        depth += 1
        reached = []
        for cell in layer:
            for offset in offsets:
                near = cell + offset
                if out[near] < 0 and not blocked[near]:
                    out[near] = depth
                    reached.append(near)
        layer = reached
    return out
