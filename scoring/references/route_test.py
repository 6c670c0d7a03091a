"""Repaired distances against a search from scratch at every snapshot."""

from itertools import chain

from scoring.references import literal
from scoring.references.route import Invalidation, invalidations
from scoring.references.small_worlds import drawn_world, halls, worlds
from simulator.fire import FireWorld
from simulator.state import Snapshot, Status


def literal_distance(world: FireWorld, start: int, snapshot: int) -> int | None:
    """Shortest path through non-wall, non-burning cells to the nearest non-burning exit."""
    layer, seen, steps = {start}, set[int](), 0
    free = {cell for cell in literal.open_cells(world) if not literal.burns(world, cell, snapshot)}
    layer &= free
    while layer:
        if layer & literal.exit_cells(world):
            return steps
        seen |= layer
        layer = {cell + offset for cell in layer for offset in world.scenario.grid.offsets} & free - seen
        steps += 1
    return None


def test_invalidated_cells_equal_a_search_at_every_snapshot() -> None:
    found = 0
    for world in chain(worlds("route", 200), halls("route-halls", 20, 213, 224)):
        cells = world.ways.invalidated
        assert all(cells.values())
        assert all(1 <= snapshot <= world.scenario.max_steps for snapshot in cells)
        for snapshot in range(1, world.scenario.max_steps + 1):
            expected = set()
            for cell in literal.open_cells(world):
                before = literal_distance(world, cell, snapshot - 1)
                after = literal_distance(world, cell, snapshot)
                alive = not literal.burns(world, cell, snapshot)
                if alive and before is not None and (after is None or after > before):
                    expected.add(cell)
            assert cells.get(snapshot, frozenset()) == expected, (world, snapshot)
            found += len(expected)
    assert found


def _snapshot(world: FireWorld, step: int, cells: list[int], statuses: list[Status]) -> Snapshot:
    return Snapshot(step, tuple(cells), tuple(statuses), world.burning(step), (), 0, False, None)


def test_events_are_of_active_people_where_they_stand() -> None:
    # The fire starts beside the near exit on the left and takes it at snapshot 2.
    world = drawn_world(["* . E P P . . . E"], 9, interval=1)
    cells = world.ways.invalidated
    first, second = (person.cell for person in world.scenario.people)
    assert first in cells[2] and second in cells[2]
    still = [_snapshot(world, step, [first, second], ["active", "active"]) for step in range(4)]
    assert [event for event in invalidations(cells, still) if event.snapshot == 2] == [
        Invalidation(2, 0, first),
        Invalidation(2, 1, second),
    ]
    gone = [_snapshot(world, 2, [first, second], ["evacuated", "active"])]
    assert invalidations(cells, gone) == [Invalidation(2, 1, second)]
    moved = [_snapshot(world, 2, [world.scenario.exits[1].cell - 1, second], ["active", "active"])]
    assert invalidations(cells, moved) == [Invalidation(2, 1, second)]


def test_a_change_that_lengthens_no_way_is_no_event() -> None:
    world = drawn_world(["E . P . . . . *"], 3)
    assert world.ways.invalidated == {}
