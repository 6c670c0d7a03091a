"""Reservations against a literal reading."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.policies.reservations import Reservations


@settings(max_examples=100, deadline=None, database=None)
@given(st.sets(st.integers(1, 12)), st.lists(st.integers(0, 14), max_size=20))
def test_the_free_slot_is_the_first_step_that_nobody_took(taken: set[int], asked: list[int]) -> None:
    table = Reservations(50)
    for step in taken:
        table.reserve(step - 1, [3, 7])
    for step in asked:
        assert table.free_slot(7, step) == min(each for each in range(step, 30) if each not in taken)
        assert table.free_slot(8, step) == step


def test_a_plan_takes_its_cells_and_its_exit() -> None:
    table = Reservations(100)
    table.reserve(4, [11, 11, 12, 13])
    assert table.taken == {411, 511, 612, 713}
    assert table.free_slot(13, 7) == 8 and table.free_slot(13, 6) == 6


def test_swaps_and_rotations_close_cycles() -> None:
    table = Reservations(100)
    table.reserve(0, [1, 2, 9])
    assert table.closes_cycle(0, 2, 1) and not table.closes_cycle(1, 2, 1) and not table.closes_cycle(0, 3, 1)
    table.reserve(0, [2, 3, 4, 9])
    assert table.closes_cycle(0, 3, 1) and not table.closes_cycle(0, 3, 4)
