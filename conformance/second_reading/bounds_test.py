"""Q_exit and Q_cut on worlds that can be counted by hand (SCO-4.2.2, SCO-4.2.3, SCO-14)."""

import pytest

from conformance.second_reading.bounds import CapacityExceeded, list_schedule, q_cut, q_exit
from conformance.second_reading.drawing import drawn
from conformance.second_reading.references import tables, world_of
from conformance.second_reading.scenario import Document, start_cells


def both(document: Document) -> tuple[int, int]:
    world = world_of(document, 0)
    earliest = tables(world)[0]
    starts = start_cells(document)
    people = sorted(person for person in starts if (starts[person], 0) in earliest)
    return q_exit(world, [earliest[(starts[person], 0)] for person in people]), q_cut(world, people, earliest)


def test_the_list_schedule() -> None:
    assert list_schedule([1, 1, 1, 2], [1, 2, 0, 1, 5]) == 1 + 2 + 2 + 4
    assert list_schedule([], []) == 0
    with pytest.raises(CapacityExceeded):
        list_schedule([2, 2], [5, 1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P E P # E", (2, 2)),
        ("# P # E\nP E P #\n# P # E\n# # # E", (4, 4)),
        ("P E P *", (3, 3)),
        ("P P P E", (6, 6)),
    ],
)
def test_queues_at_exits(text: str, expected: tuple[int, int]) -> None:
    assert both(drawn(text)) == expected


def test_a_door_before_two_exits() -> None:
    room = "P P # E\nP P . .\nP P # E"
    queue, cut = both(drawn(room, max_steps=20))
    assert queue == 3 + 4 + 4 + 5 + 5 + 6
    assert cut == (1 + 2 + 3 + 4 + 5 + 6) + 6 * 2


def test_cuts_that_share_a_cell_are_one_group() -> None:
    cross = "# P P #\n# # . E\n# P P #"
    assert both(drawn(cross)) == (2 + 3 + 4 + 5, 2 + 3 + 4 + 5)


def test_a_burning_exit_gives_no_slot() -> None:
    assert both(drawn("P E P\n# # #\n# E *", spread_interval=1))[0] == 1 + 1
    assert both(drawn("P P E E *\n# # # # #", spread_interval=1))[0] == 1 + 2


def test_a_cut_cell_that_ignites_in_a_step_lets_nobody_in() -> None:
    assert both(drawn("# # * # #\n. . . . E\nP . . . E\n# P # # #", spread_interval=2)) == (8, 9)
