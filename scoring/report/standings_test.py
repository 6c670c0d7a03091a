"""Comparisons and leaderboards say what they know and no more (SCO-8)."""

from dataclasses import replace
from typing import Any

from scoring.compare import compare
from scoring.leaderboard import leaderboard
from scoring.report.model import report
from scoring.report.standings import comparison_text, leaderboard_text
from scoring.schedules import MODEL, TARGET, schedule, with_points


def reported(model_id: str, points: str, episodes: int = 5) -> dict[str, Any]:
    return report(replace(MODEL, model_id=model_id), TARGET, schedule([("f", "s", [with_points(points)])] * episodes))


COMPARISON = """\
A m-a 30.2 points under EMBER scoring version 1.0; official, public; safety 1.000; evacuated 50 of 50 who could be saved
B m-b 12.0 points under EMBER scoring version 1.0; official, public; safety 1.000; evacuated 50 of 50 who could be saved
A - B 18.2 [18.2, 18.2], 5 paired episodes
Outcome a_better (A is better)
Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""

LEADERBOARD = """\
1 m-b 12.0 points under EMBER scoring version 1.0; official, public; safety 1.000; evacuated 50 of 50 who could be saved
2 m-c 11.5 points under EMBER scoring version 1.0; official, public; safety 1.000; evacuated 50 of 50 who could be saved
   above - this 0.5 [0.5, 0.5]: inconclusive
3 m-a 3.0 points under EMBER scoring version 1.0; official, public; safety 1.000; evacuated 50 of 50 who could be saved
   above - this 8.5 [8.5, 8.5]: the entry above is better
Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""


def test_a_comparison() -> None:
    a, b = reported("m-a", "30.25"), reported("m-b", "12")
    assert comparison_text(a, b, compare(a, b)) == COMPARISON


def test_the_other_outcomes() -> None:
    a, b = reported("m-a", "30.25"), reported("m-b", "12")
    assert "Outcome b_better (B is better)\n" in comparison_text(b, a, compare(b, a))
    assert "Outcome exact_tie (every" in comparison_text(a, a, compare(a, a))
    few = reported("m-a", "30", 4), reported("m-b", "12", 4)
    text = comparison_text(*few, compare(*few))
    assert "A - B 18.0 (no confidence interval), 4 paired episodes\n" in text
    assert "Outcome inconclusive (no clear difference of at least 1.0 point)\n" in text


def test_a_leaderboard() -> None:
    rows = leaderboard([reported("m-a", "3"), reported("m-b", "12"), reported("m-c", "11.5")])
    assert leaderboard_text(rows) == LEADERBOARD


def test_an_empty_leaderboard() -> None:
    assert leaderboard_text([]) == "The EMBER Score is not a percentage of people evacuated.\n"
