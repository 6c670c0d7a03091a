"""What the contract promises of a score, sentence by sentence (SCO-5, SCO-4.3, SCO-10)."""

import os
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.cases import Shares, episode, episodes
from scoring.episode import FAILURES, EpisodeScore, failed_episode, score_episode
from scoring.inputs import EpisodeInputs

DEEP = bool(os.environ.get("EMBER_OPT_DEEP"))
laws = settings(max_examples=2000 if DEEP else 60, deadline=None, database=None)
SIZES = range(1, 1001) if DEEP else (*range(1, 12), 33, 100, 365, 1000)

THRESHOLDS: Shares = {"time": "1/2", "danger": "1/4", "path": "1/2", "replanning": "1/2"}


def points(score: EpisodeScore) -> Fraction:
    return Fraction(score.score or "")


def from_three(sizes: Iterable[int]) -> list[int]:
    return [size for size in sizes if size >= 3]


@laws
@given(episodes(least=1))
def test_any_avoidable_casualty_is_at_most_sixty(inputs: EpisodeInputs) -> None:
    assume(inputs.avoidable_casualty_ids)
    assert points(score_episode(inputs)) <= 60


@pytest.mark.parametrize("size", from_three(SIZES))
def test_one_casualty_in_an_otherwise_perfect_run_is_below_sixty(size: int) -> None:
    assert 0 < points(score_episode(episode(size, 1))) < 60


@laws
@given(episodes(least=1))
def test_any_avoidable_stranded_person_is_capped(inputs: EpisodeInputs) -> None:
    assume(inputs.avoidable_stranded_ids)
    cap = 80 * Fraction(inputs.max_evacuated - 1, inputs.max_evacuated) ** 4
    assert points(score_episode(inputs)) <= cap + Fraction(1, 2 * 10**9)
    assert cap < 80


@laws
@given(episodes(least=1))
def test_any_avoidable_loss_is_below_eighty(inputs: EpisodeInputs) -> None:
    """So no 95 after a meaningful safety failure, and 80 or more means no avoidable loss and nothing severe."""
    score = score_episode(inputs)
    assume(inputs.evacuated < inputs.max_evacuated or score.severe)
    assert points(score) < 80
    assert points(score) < 60 or not inputs.avoidable_casualty_ids


@laws
@given(episodes(least=1))
def test_severe_failures_cap_the_score(inputs: EpisodeInputs) -> None:
    score = score_episode(inputs)
    assume(score.severe)
    assert points(score) < 100 * Fraction(4, 5) ** len(score.severe)


JUST_SEVERE: list[Shares] = [
    {"time": "1799/3600"},
    {"danger": "901/3600"},
    {"path": "1799/3600"},
    {"replanning": "1799/3600"},
]


@pytest.mark.parametrize("shares", JUST_SEVERE)
def test_a_severe_failure_alone_is_below_eighty(shares: Shares) -> None:
    assert 60 < points(score_episode(episode(100, **shares))) < 80


@pytest.mark.parametrize("size", from_three(SIZES))
def test_a_casualty_is_worse_than_a_stranding(size: int) -> None:
    assert points(score_episode(episode(size, 1))) < points(score_episode(episode(size, 0, 1)))


@pytest.mark.parametrize("size", SIZES)
def test_half_or_more_lost_is_zero(size: int) -> None:
    half = (size + 1) // 2
    for casualties in {0, half // 2, half}:
        score = score_episode(episode(size, casualties, half - casualties))
        assert score.status == "catastrophic" and points(score) == 0


@pytest.mark.parametrize("kind", FAILURES)
def test_every_failure_is_zero(kind: str) -> None:
    assert points(failed_episode(kind, 1)) == 0


@pytest.mark.parametrize("size", [size for size in SIZES if size >= 2])
def test_safe_and_mild_beats_perfect_with_a_casualty(size: int) -> None:
    """R12, with every component at its threshold; from three people on also with one more stranded on both sides."""
    assert points(score_episode(episode(size, **THRESHOLDS))) > points(score_episode(episode(size, 1)))
    if size >= 3:
        mild, perfect = episode(size, 0, 1, **THRESHOLDS), episode(size, 1, 1)
        assert points(score_episode(mild)) > points(score_episode(perfect))


mild = st.fractions(Fraction(1, 2), 1, max_denominator=64)


@laws
@given(st.integers(2, 1000), mild, st.fractions(0, Fraction(1, 4), max_denominator=64), mild, st.none() | mild)
def test_safe_and_mild_beats_any_casualty(
    size: int, time: Fraction, danger: Fraction, path: Fraction, replanning: Fraction | None
) -> None:
    shares: Shares = {"time": str(time), "danger": str(danger), "path": str(path)}
    if replanning is not None:
        shares["replanning"] = str(replanning)
    score = score_episode(episode(size, **shares))
    assume(not score.severe)
    assert points(score) > points(score_episode(episode(size, 1)))
    assert points(score) >= 60


def test_one_and_two_people() -> None:
    """Where losing one is losing half, both sides of a strict sentence can be 0."""
    for size in (1, 2):
        assert points(score_episode(episode(size, 1))) == points(score_episode(episode(size, 0, 1))) == 0
