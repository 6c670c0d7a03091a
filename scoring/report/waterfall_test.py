"""The losses and the score add up to 100, for a trial and for a report (SCO-8.8)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cases import episode
from scoring.episode import FAILURES, EpisodeScore, failed_episode, score_episode
from scoring.report.model import report, value_of
from scoring.report.waterfall import CAUSES, report_losses, trial_losses
from scoring.schedules import MODEL, TARGET, episode_scores, schedule

# The stored factors have 12 decimals, and at most eleven of them multiply.
NEAR = Fraction(1, 10**8)


@settings(max_examples=200, deadline=None, database=None)
@given(episode_scores())
def test_a_trials_losses_and_its_score_are_100(score: EpisodeScore) -> None:
    losses = trial_losses(score.document())
    if not score.applicable:
        assert losses == {}
        return
    assert all(0 <= points <= 100 for points in losses.values())
    assert [cause for cause in CAUSES if cause in losses] == list(losses)
    assert abs(sum(losses.values()) + Fraction(score.score or 0) - 100) < NEAR


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failure_takes_all(kind: str) -> None:
    assert trial_losses(failed_episode(kind, 5).document()) == {kind: 100}


def test_losses_are_taken_in_the_order_of_the_formula() -> None:
    # Of 10 who could be saved one died: P_evac = (9/10)^2 and P_casualty = 0.6 (9/10)^4; no other factor is below 1.
    losses = trial_losses(score_episode(episode(10, 1)).document())
    casualty = Fraction(6, 10) * Fraction(9, 10) ** 4
    assert {cause: points for cause, points in losses.items() if points} == {
        "evacuation": 100 * (1 - Fraction(81, 100)),
        "casualty": 81 * (1 - casualty),
    }


@settings(max_examples=50, deadline=None, database=None)
@given(st.lists(st.lists(episode_scores(least=1), min_size=2, max_size=2), min_size=1, max_size=6))
def test_a_reports_losses_and_its_headline_are_100(rows: list[list[EpisodeScore]]) -> None:
    episodes = schedule([(f"f{place % 2}", f"s{place % 4}", trials) for place, trials in enumerate(rows)])
    found = report(replace(MODEL, results=("0" * 64,) * 2), TARGET, episodes)
    score = value_of(found["headline"]["score"])
    if score is not None:
        assert abs(sum(report_losses(found).values()) + score - 100) < NEAR
