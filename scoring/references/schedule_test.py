"""The list schedule against the best of all assignments."""

from itertools import product

import pytest

from scoring.references.schedule import list_schedule
from simulator.errors import ScoringInputError

CLOSINGS = ([3], [4], [2, 4], [3, 3], [1, 2, 4], [0, 5], [-1, 3])


def best_assignment(releases: list[int], closings: list[int]) -> int | None:
    """The least sum over every choice of distinct (slot, step) pairs."""
    slots = [(slot, step) for slot, closing in enumerate(closings) for step in range(1, closing + 1)]
    sums = [
        sum(step for _, step in chosen)
        for chosen in product(slots, repeat=len(releases))
        if len(set(chosen)) == len(chosen)
        and all(step >= release for (_, step), release in zip(chosen, releases, strict=True))
    ]
    return min(sums, default=None)


@pytest.mark.parametrize("closings", CLOSINGS)
def test_no_assignment_is_better(closings: list[int]) -> None:
    for count in range(4):
        for releases in product(range(1, 6), repeat=count):
            if list(releases) != sorted(releases):
                continue
            best = best_assignment(list(releases), closings)
            if best is None:
                with pytest.raises(ScoringInputError) as error:
                    list_schedule(releases, closings)
                assert error.value.code == "capacity_exceeded"
            else:
                assert list_schedule(releases, closings) == best, releases


def test_a_queue_at_one_slot_grows_by_one_a_step() -> None:
    assert list_schedule([5] * 4, [100]) == 5 + 6 + 7 + 8
    assert list_schedule([5] * 4, [5, 100]) == 5 + 5 + 6 + 7
    assert list_schedule([], [1]) == 0
