"""L(x, t) as one would compute it with arrays: NumPy, backwards in time; SciPy, on the time-expanded graph."""

from typing import Any

from simulator.fire import FireWorld
from simulator.grid import OPEN
from tools.benchmarks.peers import module
from tools.benchmarks.slow import FAR


def numpy_table(world: FireWorld) -> Any:
    """L(x, t) − t as an array by snapshot and padded cell, 16 bits an entry; FAR or more without an escape.

    As quick as we could make it: whole maps as flat arrays, results written in place, and the cells that can't be
    stood on kept in one array that changes only where the fire does.
    """
    np: Any = module("numpy")
    grid, last = world.scenario.grid, world.scenario.max_steps
    low, high, stride = grid.stride, grid.size - grid.stride, grid.stride
    burn = np.minimum(np.array(world.burn_step), last + 1)
    exits = np.array([exit_.cell for exit_ in world.scenario.exits])
    walls = np.frombuffer(grid.terrain, dtype=np.uint8) != OPEN
    shut = np.where(walls | (burn <= last), FAR, 0).astype(np.int16)
    ending: dict[int, list[int]] = {}
    for cell in np.flatnonzero((burn <= last) & ~walls):
        ending.setdefault(int(burn[cell]), []).append(cell)
    table = np.empty((last + 1, grid.size), dtype=np.int16)
    table[last] = FAR
    ahead = np.empty(grid.size, dtype=np.int16)
    for snapshot in range(last - 1, -1, -1):
        if snapshot + 1 in ending:
            shut[ending[snapshot + 1]] = 0
        ahead[:] = table[snapshot + 1]
        ahead[exits] = np.where(burn[exits] > snapshot, 0, FAR)
        row = table[snapshot]
        row[:low] = row[high:] = FAR
        inner = row[low:high]
        np.minimum(ahead[low:high], ahead[low - 1 : high - 1], out=inner)
        for shift in (1, -stride, stride):
            np.minimum(inner, ahead[low + shift : high + shift], out=inner)
        inner += 1
        np.maximum(inner, shut[low:high], out=inner)
    return table


def scipy_table(world: FireWorld) -> Any:
    """The same from a breadth-first search from the end of every escape, over all (snapshot, cell)."""
    np: Any = module("numpy")
    graph: Any = module("scipy.sparse.csgraph")
    size, last = world.scenario.grid.size, world.scenario.max_steps
    end = last * size
    _, before = graph.breadth_first_order(_reversed_moves(np, world), end, return_predecessors=True)
    before = before[:end].reshape(last, size)
    table = np.full((last + 1, size), FAR, dtype=np.int16)
    for snapshot in range(last - 1, -1, -1):
        following = before[snapshot]
        found = np.where(following == end, 0, table[snapshot + 1][following % size]) + 1
        table[snapshot] = np.where(following < 0, FAR, found)
    return table


def _reversed_moves(np: Any, world: FireWorld) -> Any:
    """Every allowed move, from where it leads to where it starts; the last node is the end of every escape."""
    grid, last = world.scenario.grid, world.scenario.max_steps
    size, burn = grid.size, np.array(world.burn_step)
    exits = np.zeros(size, dtype=bool)
    exits[[exit_.cell for exit_ in world.scenario.exits]] = True
    times = np.arange(last)[:, None]
    now = (burn > times) & (np.frombuffer(grid.terrain, dtype=np.uint8) == OPEN)
    entered = now & (burn > times + 1) & (times + 1 < last)
    sources, targets = [], []
    for offset in (0, *grid.offsets):
        for allowed, out in ((now & exits, True), (entered & ~exits, False)):
            moves = now & np.roll(allowed, -offset, axis=1)
            start = np.flatnonzero(moves).astype(np.int32)
            sources.append(np.full_like(start, last * size) if out else start + size + offset)
            targets.append(start)
    rows, columns = np.concatenate(sources), np.concatenate(targets)
    nodes = last * size + 1
    ones = np.ones(len(rows), dtype=np.int8)
    return module("scipy.sparse").csr_matrix((ones, (rows, columns)), shape=(nodes, nodes))
