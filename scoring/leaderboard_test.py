"""Safety decides ties of the displayed score, and failing never ranks above losing (SCO-8.3)."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cases import episode
from scoring.episode import EpisodeScore, failed_episode, score_episode
from scoring.leaderboard import document, leaderboard
from scoring.report.model import report
from scoring.schedules import MODEL, TARGET, changed, episode_scores, schedule, with_points
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


def test_a_submission_twice_is_refused_even_where_the_reports_differ() -> None:
    once, again = reported("a", PERFECT), reported("a", with_points("50"))
    between = reported("b", with_points("70"))
    for rows in permutations([once, between, again]):
        with pytest.raises(ScoringInputError) as caught:
            leaderboard(rows)
        assert caught.value.code == "duplicate_report"
        assert caught.value.message == "the submission s of a is there more than once"


def test_other_targets_are_refused() -> None:
    rows = schedule([("f", "s", [PERFECT])])
    other = report(replace(MODEL, model_id="b"), replace(TARGET, pack_digest="5" * 64), rows)
    with pytest.raises(ScoringInputError, match="not_comparable"):
        leaderboard([report(MODEL, TARGET, rows), other])


def test_official_and_unofficial_are_never_in_one_order() -> None:
    rows = schedule([("f", "s", [PERFECT])])
    bare = report(replace(MODEL, model_id="b"), replace(TARGET, pack_id=None, pack_digest=None), rows)
    with pytest.raises(ScoringInputError, match="the two are never compared"):
        leaderboard([report(MODEL, TARGET, rows), bare])
    assert [row.rank for row in leaderboard([bare])] == [1]


def test_disclosures_may_differ_and_are_shown() -> None:
    committed = changed(reported("b", PERFECT), "/disclosure", "committed")
    rows = document(leaderboard([committed, reported("a", PERFECT)]))["rows"]
    assert [row["disclosure"] for row in rows] == ["public", "committed"]


def ranked(report: dict[str, Any]) -> tuple[Any, ...]:
    """The contract's six keys, written out anew: lesser is better."""
    keys = report["ranking"]
    names = ("safety", "avoidable_casualties_per_trial", "avoidable_stranded_per_trial", "worst_scenario")
    safety, casualties, stranded, worst = (Fraction(keys[name]["exact"]) for name in names)
    return -Fraction(keys["score"]), -safety, casualties, stranded, -worst, report["model"]["model_id"]


@settings(max_examples=25, deadline=None, database=None)
@given(st.data())
def test_the_order_is_total_and_not_that_of_the_input(data: st.DataObject) -> None:
    points = st.sampled_from(["0", "49.96", "50", "50.04", "50.05", "100"])
    reports = [
        reported(name, with_points(data.draw(points)), with_points(data.draw(points))) for name in ("a", "b", "c", "d")
    ]
    expected = [row["model"]["model_id"] for row in sorted(reports, key=ranked)]
    shuffled = data.draw(st.permutations(reports))
    assert [row.report["model"]["model_id"] for row in leaderboard(shuffled)] == expected


@settings(max_examples=40, deadline=None, database=None)
@given(st.lists(episode_scores(least=1), min_size=1, max_size=3), st.data())
def test_failing_an_episode_never_ranks_above_playing_it(scores: list[EpisodeScore], data: st.DataObject) -> None:
    """Whatever came out, and however the names fall."""
    place = data.draw(st.integers(0, len(scores) - 1))
    failed = [*scores]
    failed[place] = failed_episode("timeout", scores[place].max_evacuated)
    names = data.draw(st.permutations(["a", "b"]))
    rows = leaderboard([reported(names[0], *scores), reported(names[1], *failed)])
    assert rows[0].report["model"]["model_id"] == names[0]
