"""The danger zone against its literal reading (SCO-3.5)."""

from simulator.danger import HAZARD_RADIUS, danger_starts, widened
from simulator.grid import NEVER, make_grid
from simulator.rng import Stream


def test_widening_k_times_reaches_manhattan_distance_k() -> None:
    for number in range(60):
        stream = Stream(number, "test/danger")
        grid = make_grid(1 + stream.next_u64() % 6, 1 + stream.next_u64() % 6, [(0, 0)])
        burn = [NEVER] * grid.size
        for cell in grid.cells():
            if stream.next_u64() % 5 == 0:
                burn[cell] = stream.next_u64() % 9
        near = burn
        for radius in range(13):
            if radius == HAZARD_RADIUS:
                assert danger_starts(grid, burn) == near
            for cell in grid.cells():
                row, col = grid.position(cell)
                places = {source: grid.position(source) for source in grid.cells()}
                wanted = [burn[at] for at, (r, c) in places.items() if abs(row - r) + abs(col - c) <= radius]
                assert near[cell] == min(wanted)
            near = widened(grid, near)
