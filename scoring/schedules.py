"""Scheduled episodes and what identifies them, for the tests of aggregation and reports (SCO-6)."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.arithmetic import fixed
from scoring.cases import episode, episodes
from scoring.crowd import Crowd
from scoring.episode import EpisodeScore, score_episode
from scoring.report.model import Model, Target

CROWD = Crowd(attempts=10, blocked=4, contested=3, hotspots=2, peak=2, exit_evacuations=6, exit_steps=8)
MODEL = Model("model-a", "submission-1", False, None, ("0" * 64,))
TARGET = Target("v1", "1", "1" * 64, "2" * 64, "pack-1", "3" * 64)


def trial(score: EpisodeScore) -> EpisodeTrial:
    """An episode-trial with a score; with crowd counts and a digest where a record stands behind it."""
    if score.inputs is None:
        return EpisodeTrial(score)
    return EpisodeTrial(score, crowd=CROWD, record_digest="c" * 64)


def with_points(points: str, max_evacuated: int = 10) -> EpisodeScore:
    """A perfect score but for its points."""
    return replace(score_episode(episode(max_evacuated)), score=fixed(Fraction(points), 9))


def schedule(rows: Sequence[tuple[str, str, Sequence[EpisodeScore]]]) -> list[ScheduledEpisode]:
    """Episodes of (family, scenario ID, scores by trial), their index also their seed."""
    return [
        ScheduledEpisode(index, scenario, family, index, tuple(map(trial, scores)))
        for index, (family, scenario, scores) in enumerate(rows)
    ]


def episode_scores(least: int = 0) -> st.SearchStrategy[EpisodeScore]:
    """Scores of any kind but failures."""
    return episodes(least=least, most=12).map(score_episode)


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a document with another value at a JSON pointer."""
    copy = deepcopy(document)
    *parts, last = path[1:].split("/")
    at: Any = copy
    for part in parts:
        at = at[int(part) if isinstance(at, list) else part]
    at[int(last) if isinstance(at, list) else last] = value
    return copy
