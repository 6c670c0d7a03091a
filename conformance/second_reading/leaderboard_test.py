"""The order of the leaderboard, key by key (SCO-8.3)."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from conformance.second_reading.leaderboard import DuplicateReport, leaderboard_order


def row(name: str, *keys: int, **changes: str) -> dict[str, Any]:
    names = ["score", "safety", "avoidable_casualties", "avoidable_stranded", "worst_scenario"]
    ranking = {key: Fraction(value) for key, value in zip(names, keys, strict=True)}
    return {"model_id": name, "submission_id": "s", "ranking": ranking} | changes


ROWS = [
    row("z", 90, 0, 9, 9, 0),
    row("y", 80, 2, 9, 9, 0),
    row("x", 80, 1, 1, 9, 0),
    row("w", 80, 1, 2, 3, 0),
    row("v", 80, 1, 2, 4, 7),
    row("a", 80, 1, 2, 4, 6),
    row("b", 80, 1, 2, 4, 6, submission_id="r"),
    row("b", 80, 1, 2, 4, 6),
]


def test_each_key_decides_in_its_turn() -> None:
    assert leaderboard_order(ROWS[::-1]) == ROWS
    for some in permutations(ROWS[3:8]):
        assert leaderboard_order(list(some)) == ROWS[3:8]


def test_the_same_report_twice() -> None:
    with pytest.raises(DuplicateReport):
        leaderboard_order([ROWS[0], ROWS[1], row("z", 70, 0, 9, 9, 0)])
