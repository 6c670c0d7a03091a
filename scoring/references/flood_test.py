"""Floods against the explicit set of states that one person can reach."""

from scoring.references import literal
from scoring.references.flood import Floods, cell_set, cells_of
from scoring.references.optimum import optimum
from scoring.references.small_worlds import worlds
from simulator.grid import distances


def test_entries_and_arrivals_are_the_earliest_hopeful_ones() -> None:
    checked = 0
    for world in worlds("flood", 150):
        grid = world.scenario.grid
        hopeful = literal.steps_left(world)
        distance = distances(grid, literal.exit_cells(world), grid.terrain)
        floods = Floods(world, optimum(world), distance)
        for person in world.scenario.people:
            if (person.cell, 0) not in hopeful:
                continue
            arrival: dict[int, int] = {}
            for cell, snapshot in sorted(literal.reachable(world, person.cell) & set(hopeful), key=lambda s: s[1]):
                arrival.setdefault(cell, snapshot)
            entries = floods.entries(person.cell)
            for ring in range(1, distance[person.cell]):
                assert entries[ring] == min(t for cell, t in arrival.items() if distance[cell] == ring)
                checked += 1
            del arrival[person.cell]
            wanted = literal.open_cells(world)[::2]
            expected = sorted((arrival[cell], cell) for cell in wanted if cell in arrival)
            assert list(floods.arrivals(person.cell, wanted)) == expected
    assert checked


def test_a_set_of_cells_and_its_cells() -> None:
    cells = [0, 1, 7, 8, 63, 64, 99]
    assert cell_set(100, cells) == sum(1 << cell for cell in cells)
    assert list(cells_of(cell_set(100, cells))) == cells
    assert list(cells_of(0)) == []
