"""A report with an episode of every kind, for the tests of what reads reports (SCO-9.3)."""

from dataclasses import replace
from typing import Any

from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.evidence import CASUALTY, EVACUATED, STRANDED, Events, Evidence, People
from scoring.report.model import report
from scoring.schedules import CROWD, MODEL, TARGET, trial

PEOPLE = People(
    ids=("P1", "P10", "P2", "P3", "P4", "P5", "P6"),
    outcomes=(EVACUATED, CASUALTY, EVACUATED, STRANDED, CASUALTY, EVACUATED, EVACUATED),
    earliest=(3, 2, 4, 5, None, 6, 5),
    steps=(8, None, 4, None, None, 6, 6),
    danger_ref=(1, 0, 0, 2, None, 0, 0),
    danger=(2, None, 1, None, None, 0, 0),
    moves_ref=(3, 2, 4, 5, None, 6, 5),
    moves=(4, None, 4, None, None, 6, 5),
)
EVENTS = Events(people=("P1", "P3", "P4"), snapshots=(1, 1, 2), earliest=(4, 6, None), resolved=(8, 20, 20))
EVIDENCE = Evidence(people=PEOPLE, events=EVENTS, q_exit=18, q_cut=19)
"""Seven people: four evacuated, P10 and P3 lost though savable, P4 lost whatever was done; one severe component."""


def seen(evidence: Evidence) -> EpisodeTrial:
    """An episode-trial with its evidence."""
    return EpisodeTrial(score_episode(evidence.inputs()), evidence, CROWD, "d" * 64)


def schedule_with(evidence: Evidence = EVIDENCE, again: Evidence = EVIDENCE) -> list[ScheduledEpisode]:
    """Two trials of four episodes: two with evidence, a failure, a catastrophe and one that is not applicable."""
    lost = score_episode(episode(6, 3, 3))
    nobody = score_episode(episode(0, unsavable_stranded=2))
    failed, idle = failed_episode("timeout", 6), failed_episode("missing", 0)
    return [
        ScheduledEpisode(0, "seen", "f", 0, (seen(evidence), seen(again)), joint_bound=5),
        ScheduledEpisode(1, "lost", "f", 0, (trial(lost), trial(failed))),
        ScheduledEpisode(2, "lost", "f", 1, (trial(failed), trial(score_episode(episode(6))))),
        ScheduledEpisode(3, "nobody", "g", 0, (trial(nobody), trial(idle))),
    ]


def reported(schedule: list[ScheduledEpisode]) -> dict[str, Any]:
    """The report of two trials."""
    return report(replace(MODEL, results=("a" * 64, "b" * 64)), TARGET, schedule)
