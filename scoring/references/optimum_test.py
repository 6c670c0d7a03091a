"""The single-person optimum against backward induction, cell by cell and snapshot by snapshot."""

from itertools import chain, pairwise

import pytest

from scoring.references import literal
from scoring.references.optimum import merge, optimum, remaining
from scoring.references.small_worlds import drawn_world, halls, world_count, worlds


def test_every_cell_and_snapshot_equals_backward_induction() -> None:
    for world in worlds("optimum", 300):
        fast, slow = optimum(world), literal.steps_left(world)
        for cell in range(world.scenario.grid.size):
            for snapshot in range(world.scenario.max_steps + 2):
                left = slow.get((cell, snapshot))
                expected = None if left is None else snapshot + left
                assert fast.earliest_from(cell, snapshot) == expected, (world, cell, snapshot)


def test_the_references_of_people_equal_backward_induction() -> None:
    for world in worlds("people", 150):
        fast = optimum(world)
        starts = [(person.cell, 0) for person in world.scenario.people]
        steps, moves = literal.steps_left(world), literal.moves_left(world)
        assert fast.earliest == tuple(steps.get(start) for start in starts)
        assert fast.moves == tuple(moves.get(start) for start in starts)
        assert fast.max_evacuated == sum(start in steps for start in starts)


def test_latest_starts_are_the_last_snapshots_with_an_escape() -> None:
    for world in worlds("latest", 60):
        slow = literal.steps_left(world)
        expected = [
            max((snapshot for cell_, snapshot in slow if cell_ == cell), default=-1)
            for cell in range(world.scenario.grid.size)
        ]
        assert optimum(world).latest_starts() == expected


def test_breakpoints_are_stored_only_where_more_steps_allow_a_later_start() -> None:
    for world in chain(worlds("points", 100), halls("point-halls", 60)):
        reference = optimum(world)
        for points in reference.breakpoints:
            pairs = [(point >> 17, point % (1 << 17)) for point in points]
            assert all(one < other for pair in pairwise(pairs) for one, other in zip(*pair, strict=True))


def test_merged_breakpoints_are_the_least_of_several_cells() -> None:
    for world in worlds("merge", 60):
        cells = literal.open_cells(world)[::2]
        tables = optimum(world).breakpoints
        merged = merge(tables[cell] for cell in cells)
        for snapshot in range(world.scenario.max_steps + 1):
            left = [steps for cell in cells if (steps := remaining(tables[cell], snapshot)) is not None]
            assert remaining(merged, snapshot) == min(left, default=None)


@pytest.mark.parametrize(
    ("rows", "max_steps", "earliest"),
    [
        (["P . E"], 2, [2]),
        (["P . E"], 1, [None]),
        (["P # E"], 9, [None]),
        (["P E P # E"], 5, [1, 1]),
        # The fire reaches the exit in the same step: out. One step later the exit burns.
        (["P E *"], 9, [1]),
        (["P . E *"], 9, [None]),
        # It goes round the fire: the near exit burns before anyone comes to it.
        (["E . P", "* # .", ". # .", ". # E"], 9, [3]),
    ],
)
def test_small_maps(rows: list[str], max_steps: int, earliest: list[int | None]) -> None:
    assert list(optimum(drawn_world(rows, max_steps)).earliest) == earliest


def test_a_person_on_an_exit_would_leave_by_staying_until_it_burns() -> None:
    world = drawn_world(["P . E *"], 9)
    exit_cell = world.scenario.exits[0].cell
    assert [optimum(world).earliest_from(exit_cell, t) for t in range(3)] == [1, None, None]


def test_the_sequence_of_worlds_is_not_trivial() -> None:
    savable = [optimum(world).max_evacuated for world in worlds("people", 150)]
    assert sum(savable) > world_count(150)
    assert savable.count(0) > 0
