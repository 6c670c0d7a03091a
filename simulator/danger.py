"""The danger zone: cells near the fire by Manhattan distance, walls ignored (SCO-3.5, MET-1.5, MET-1.6)."""

from collections.abc import Sequence

from simulator.grid import Grid

HAZARD_RADIUS = 2


def widened(grid: Grid, first: Sequence[int]) -> list[int]:
    """Per padded cell, the least value of itself and its four neighbours; the border keeps its own.

    Applied k times, it turns the snapshots in which cells first burn into those in which a burning cell is first
    within Manhattan distance k.
    """
    stride = grid.stride
    out = list(first)
    inner = slice(stride, len(out) - stride)
    around = (first[stride + offset : len(out) - stride + offset] for offset in grid.offsets)
    out[inner] = map(min, first[inner], *around)
    for column in (0, stride - 1):
        out[column::stride] = first[column::stride]
    return out


def danger_starts(grid: Grid, burn: Sequence[int]) -> list[int]:
    """Per padded cell, the first snapshot with a burning cell within HAZARD_RADIUS (SCO-3.5)."""
    starts = list(burn)
    for _ in range(HAZARD_RADIUS):
        starts = widened(grid, starts)
    return starts
