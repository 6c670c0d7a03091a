"""Safety decides ties of the displayed score, and failing never ranks above losing (SCO-8.3)."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scoring.cases import episode
from scoring.episode import EpisodeScore, failed_episode, score_episode
from scoring.leaderboard import leaderboard
from scoring.report.model import report
from scoring.schedules import MODEL, TARGET, schedule, with_points
from simulator.errors import ScoringInputError

PERFECT = score_episode(episode(10))


def reported(model_id: str, *scores: EpisodeScore, submission_id: str = "s") -> dict[str, Any]:
    rows = [(f"f{number}", f"s{number}", [score]) for number, score in enumerate(scores)]
    model = replace(MODEL, model_id=model_id, submission_id=submission_id)
    return report(model, TARGET, schedule(rows))


def order(*reports: dict[str, Any]) -> list[str]:
    """The model IDs by rank, which must not depend on the order of the reports."""
    found = {tuple(row.report["model"]["model_id"] for row in leaderboard(rows)) for rows in permutations(reports)}
    assert len(found) == 1
    return list(found.pop())


def test_the_score_comes_first() -> None:
    assert order(reported("a", with_points("50")), reported("b", with_points("70"))) == ["b", "a"]


def test_safety_decides_what_a_tenth_of_a_point_does_not() -> None:
    careful = replace(with_points("50.04"), safety="0.900000000000")
    fast = replace(with_points("50.01"), safety="0.800000000000")
    assert order(reported("a", fast), reported("b", careful)) == ["b", "a"]
    assert order(reported("a", careful), reported("b", replace(fast, score="50.050000000"))) == ["a", "b"]
    assert order(reported("a", careful), reported("b", replace(fast, score="50.150000000"))) == ["b", "a"]


def test_then_casualties_then_stranded_then_the_worst_scenario_then_the_name() -> None:
    """The scores are set equal by hand: the losses alone differ."""

    def same(score: EpisodeScore) -> EpisodeScore:
        return replace(score, score="50.000000000", safety="0.500000000000")

    dead, stuck, none = same(score_episode(episode(10, 1))), same(score_episode(episode(10, 0, 1))), same(PERFECT)
    low, high = replace(none, score="40.000000000"), replace(none, score="60.000000000")
    reports = [
        reported("a-dead", dead, none),
        reported("b-stuck", stuck, none),
        reported("c-uneven", low, high),
        reported("e-even", none, none),
        reported("d-even", none, none),
    ]
    assert order(*reports) == ["d-even", "e-even", "c-uneven", "b-stuck", "a-dead"]


def test_failing_never_ranks_above_losing() -> None:
    """Everyone dead or stranded and no result at all both score 0 with Safety 0."""
    lost = reported("z-lost", score_episode(episode(10, 6, 4)))
    failed = reported("a-failed", failed_episode("missing", 10))
    assert order(lost, failed) == ["z-lost", "a-failed"]


def test_each_row_has_the_comparison_with_the_entry_above() -> None:
    rows = leaderboard(
        [reported(name, *[with_points(points)] * 5) for name, points in (("a", "10"), ("b", "30"), ("c", "30"))]
    )
    assert [row.rank for row in rows] == [1, 2, 3]
    assert rows[0].above is None
    assert [row.above.outcome for row in rows if row.above is not None] == ["exact_tie", "a_better"]
    assert rows[2].document()["above"]["delta"]["exact"] == "20/1"
    assert rows[0].document()["above"] is None


def test_two_submissions_of_a_model_have_an_order() -> None:
    first, second = reported("a", PERFECT, submission_id="s1"), reported("a", PERFECT, submission_id="s2")
    assert [row.report["model"]["submission_id"] for row in leaderboard([second, first])] == ["s1", "s2"]


def test_a_report_twice_is_refused() -> None:
    with pytest.raises(ScoringInputError, match="duplicate_report"):
        leaderboard([reported("a", PERFECT)] * 2)


def test_other_targets_are_refused() -> None:
    rows = schedule([("f", "s", [PERFECT])])
    other = report(replace(MODEL, model_id="b"), replace(TARGET, pack_digest="5" * 64), rows)
    with pytest.raises(ScoringInputError, match="not_comparable"):
        leaderboard([report(MODEL, TARGET, rows), other])
