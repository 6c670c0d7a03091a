"""The least exposure against backward induction over danger-zone states."""

import pytest

from scoring.references import literal
from scoring.references.optimum import optimum
from scoring.references.small_worlds import drawn_world, worlds
from simulator.danger import danger_starts
from simulator.grid import NEVER


def test_least_danger_equals_backward_induction() -> None:
    seen: set[int | None] = set()
    for world in worlds("danger", 300):
        slow = literal.danger_left(world)
        expected = tuple(slow.get((person.cell, 0)) for person in world.scenario.people)
        assert optimum(world).danger == expected, world
        seen.update(expected)
    assert {None, 0, 1, 2, 3, 4} <= seen


def test_danger_starts_are_the_first_snapshots_near_a_burning_cell() -> None:
    for world in worlds("danger-starts", 60):
        grid, last = world.scenario.grid, world.scenario.max_steps
        starts = danger_starts(grid, world.burn_step)
        for cell in literal.open_cells(world):
            for snapshot in range(last + 1):
                if not literal.burns(world, cell, snapshot):
                    assert literal.in_danger(world, cell, snapshot) == (snapshot >= starts[cell])


@pytest.mark.parametrize(
    ("rows", "danger"),
    [
        (["P . . E"], [0]),
        (["P . . E", "# # # #", "* # # #"], [1]),  # walls do not shield
        (["* # P . . E"], [1]),
        (["* # # P . E"], [0]),
        (["P E P *"], [0, 1]),
    ],
)
def test_small_maps(rows: list[str], danger: list[int]) -> None:
    assert list(optimum(drawn_world(rows, 9, interval=50)).danger) == danger


def test_a_longer_way_is_taken_where_it_is_less_exposed() -> None:
    rows = [
        "P . . . E",
        ". # * # .",
        ". # # # .",
        ". # # # .",
        ". . . . .",
    ]
    reference = optimum(drawn_world(rows, 30, interval=50))
    assert reference.earliest == (4,)  # past the fire, with 3 states in danger
    assert reference.danger == (2,)  # all the way round, in 12 steps


def test_without_fire_nobody_is_in_danger() -> None:
    world = drawn_world(["P . E", ". P ."], 9)
    assert set(world.burn_step) == {NEVER}
    assert optimum(world).danger == (0, 0)
