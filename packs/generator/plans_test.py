"""Floor plans: each kind read off its drawing, cell by cell (PCK-11.5)."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.generator import plans
from packs.generator.draw import Draw
from packs.generator.plans import Plan
from simulator.rng import Stream

quick = settings(max_examples=40, deadline=None, database=None)
numbers = st.integers(0, 1 << 40)
PARAMETERS = {"rows": [9, 15], "cols": [11, 23], "exits": [1, 5], "pillars": [0, 15], "room": [1, 4], "block": [1, 3]}
KINDS = [plans.open_hall, plans.pillared_hall, plans.corridor, plans.rooms, plans.office]


def made(kind: Callable[..., Plan], number: int) -> Plan:
    return kind(Draw(Stream(number, "plan")), PARAMETERS)


def reached(plan: Plan) -> set[tuple[int, int]]:
    """The floor cells that can be walked to from the first one."""
    floor = set(plan.floor())
    found, todo = set(), [min(floor)]
    while todo:
        row, col = todo.pop()
        if (row, col) in floor and (row, col) not in found:
            found.add((row, col))
            todo += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    return found


@pytest.mark.parametrize("kind", KINDS)
@quick
@given(number=numbers)
def test_walls_all_round_and_exits_in_them(kind: Callable[..., Plan], number: int) -> None:
    plan = made(kind, number)
    assert 3 <= plan.rows <= 15 and 3 <= plan.cols <= 23
    border = {(row, col) for row in range(plan.rows) for col in (0, plan.cols - 1)}
    border |= {(row, col) for row in (0, plan.rows - 1) for col in range(plan.cols)}
    assert border == border & plan.walls | set(plan.exits)
    assert not plan.walls & set(plan.exits)
    assert list(plan.exits) == sorted(set(plan.exits)) and 1 <= len(plan.exits) <= 5
    floor = plan.floor()
    assert floor == sorted(floor)
    assert len(floor) + len(plan.walls) + len(plan.exits) == plan.rows * plan.cols
    for row, col in plan.exits:
        assert sum(at in floor for at in [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]) == 1


@pytest.mark.parametrize("kind", [plans.open_hall, plans.corridor, plans.rooms, plans.office])
@quick
@given(number=numbers)
def test_every_cell_can_be_reached(kind: Callable[..., Plan], number: int) -> None:
    plan = made(kind, number)
    assert reached(plan) == set(plan.floor())


@quick
@given(numbers)
def test_the_first_four_exits_are_on_four_sides(number: int) -> None:
    plan = made(plans.open_hall, number)
    sides = {(row == 0) + 2 * (row == plan.rows - 1) + 4 * (col == 0 < row < plan.rows - 1) for row, col in plan.exits}
    assert len(sides) == min(4, len(plan.exits))


@quick
@given(numbers)
def test_a_hall(number: int) -> None:
    plan = made(plans.open_hall, number)
    assert len(plan.floor()) == (plan.rows - 2) * (plan.cols - 2)
    plan = made(plans.pillared_hall, number)
    inside = (plan.rows - 2) * (plan.cols - 2)
    assert 100 * (inside - len(plan.floor())) <= 15 * inside


@quick
@given(numbers)
def test_a_corridor(number: int) -> None:
    plan = made(plans.corridor, number)
    middle, floor = plan.rows // 2, set(plan.floor())
    assert plan.rows % 2 == 1 and set(plan.exits) <= {(middle, 0), (middle, plan.cols - 1)}
    assert all((middle, col) in floor for col in range(1, plan.cols - 1))
    dividers = [col for col in range(plan.cols) if (1, col) not in floor]
    widths = {after - before - 1 for before, after in pairwise(dividers)}
    assert len(widths) == 1 and widths <= {1, 2, 3, 4}
    for row in (middle - 1, middle + 1):
        doors = [col for col in range(plan.cols) if (row, col) in floor]
        rooms = list(pairwise(dividers))
        assert len(doors) == len(rooms)
        assert all(before < door < after for door, (before, after) in zip(doors, rooms, strict=True))
    for row in range(1, plan.rows - 1):
        if row not in (middle - 1, middle, middle + 1):
            assert [col for col in range(plan.cols) if (row, col) not in floor] == dividers


@quick
@given(numbers)
def test_rooms(number: int) -> None:
    """For some size of room, the drawing is a block of such rooms with at most one door between neighbours."""
    plan = made(plans.rooms, number)
    floor = set(plan.floor())
    assert any(are_rooms(plan, floor, high, wide) for high in range(1, 5) for wide in range(1, 5))
    assert reached(plan) == floor


def are_rooms(plan: Plan, floor: set[tuple[int, int]], high: int, wide: int) -> bool:
    if (plan.rows - 1) % (high + 1) or (plan.cols - 1) % (wide + 1):
        return False
    doors: dict[tuple[int, int, bool], int] = {}
    for row in range(plan.rows):
        for col in range(plan.cols):
            across, along = row % (high + 1) == 0, col % (wide + 1) == 0
            if (row, col) in floor and (across or along):
                if across and along:
                    return False
                wall = row // (high + 1), col // (wide + 1), across
                doors[wall] = doors.get(wall, 0) + 1
            elif (row, col) not in floor and not (across or along):
                return False
    return all(count == 1 for count in doors.values())


@quick
@given(numbers)
def test_an_office(number: int) -> None:
    """All round there is an aisle; desks stand in equal blocks with single aisles between."""
    plan = made(plans.office, number)
    floor = set(plan.floor())
    rows = [row for row in range(1, plan.rows - 1) if all((row, col) in floor for col in range(1, plan.cols - 1))]
    cols = [col for col in range(1, plan.cols - 1) if all((row, col) in floor for row in range(1, plan.rows - 1))]
    for lines, last in ((rows, plan.rows - 2), (cols, plan.cols - 2)):
        assert lines[0] == 1 and lines[-1] == last
        gaps = {after - before - 1 for before, after in pairwise(lines)}
        assert len(gaps) == 1 and gaps <= {1, 2, 3}
    aisles = {(r, c) for r in range(1, plan.rows - 1) for c in range(1, plan.cols - 1) if r in rows or c in cols}
    assert floor == aisles
