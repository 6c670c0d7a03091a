"""The score report: one frozen JSON document, from which every other form is made (SCO-9).

A stored rational is `{"exact": "num/den", "decimal": "…"}`, in lowest terms and with 12 decimals rounded half to even;
a value that is not defined is null. Equal inputs give equal bytes: no time, host or path is in a report.
"""

import operator
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from scoring.aggregate import (
    Episodes,
    EpisodeTrial,
    Means,
    ScheduledEpisode,
    Tail,
    Totals,
    applicable,
    components,
    crowds,
    exact_text,
    headline_interval,
    hierarchy,
    scores,
    severe_counts,
    tail,
    totals,
    zero_scores,
)
from scoring.arithmetic import fixed
from scoring.bootstrap import Interval
from scoring.constants import CONSTANTS, SCORING_VERSION, STATISTICS_VERSION, constants_digest
from scoring.crowd import CrowdSummary, pool
from simulator.versions import CROWD_DIAGNOSTICS_VERSION, METRICS_VERSION

DECIMALS = 12
PUBLIC, COMMITTED = DISCLOSURES = ("public", "committed")

Rational = dict[str, str]


@dataclass(frozen=True, slots=True)
class Model:
    """Who was scored, and the files that were read: the digest of each trial's result, None for an absent trial."""

    model_id: str
    submission_id: str
    stochastic: bool
    inference_digest: str | None
    results: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """What it was scored on; the pack fields are None for a bare suite (SCO-1.3)."""

    suite_id: str
    suite_version: str
    suite_hash: str
    manifest_hash: str
    pack_id: str | None
    pack_digest: str | None


def report(model: Model, target: Target, episodes: Episodes, disclosure: str = PUBLIC) -> dict[str, Any]:
    """The report of one submission's trials on one target (SCO-9.7).

    A score is official only against an environment pack, under the official constants (SCO-1.2). `disclosure` is
    COMMITTED when the scorer was given the pack's digest beforehand (SCO-9.2).
    """
    trials = len(model.results)
    return {
        "versions": _versions(),
        "official": target.pack_digest is not None,
        "disclosure": disclosure,
        "authentication": _authentication(target),
        "model": {**asdict(model), "results": list(model.results), "trials": trials},
        "target": asdict(target),
        **_results(episodes, trials, headline_interval(episodes, target.manifest_hash, model.model_id)),
        "zero_scores": {"episode_trials": len(applicable(episodes)), "causes": zero_scores(episodes)},
        "severe": severe_counts(episodes),
        "congestion": _congestion(pool(crowds(episodes), trials)),
        "identical_records": _identical_records(episodes) if model.stochastic else None,
    }


def _results(episodes: Episodes, trials: int, bounds: Interval | None) -> dict[str, Any]:
    """What the scores and factors come to on every level."""
    score, safety, quality = scores(episodes), _factor(episodes, "safety"), _factor(episodes, "quality")
    without = _factor(episodes, "quality_without_replanning")
    people, low = totals(episodes), tail(score)
    factors = {"safety": safety, "quality": quality, "quality_without_replanning": without}
    return {
        "headline": {
            "score": rational(score.overall),
            "interval": _interval(bounds),
            "scenario_mean": rational(score.scenario_mean),
            "micro_mean": rational(score.micro_mean),
            "applicable_episodes": sum(episode.applicable for episode in episodes),
            "episodes": len(episodes),
            **_saved(people.evacuated, people.escapable + people.missed),
        },
        "factors": {name: _covered(means) for name, means in factors.items()},
        "components": {name: _covered(means) for name, means in components(episodes).items()},
        "families": _families(episodes, score, safety, quality),
        "scenarios": _scenarios(episodes, score, safety, quality),
        "tail": _tail(low),
        "people": _people(people, trials),
        "ranking": _ranking(score, safety, people, low, trials),
        "episodes": _episodes(episodes, score, safety, quality),
    }


def _factor(episodes: Episodes, name: str) -> Means:
    return hierarchy(episodes, operator.attrgetter(name))


def rational(value: Fraction | None) -> Rational | None:
    """A rational as reports store it (SCO-9.1)."""
    exact = exact_text(value)
    return None if value is None or exact is None else {"exact": exact, "decimal": fixed(value, DECIMALS)}


def value_of(stored: Rational | None) -> Fraction | None:
    """The value of a stored rational (SCO-9.1)."""
    return None if stored is None else Fraction(stored["exact"])


def _versions() -> dict[str, str]:
    return {
        "scoring": SCORING_VERSION,
        "constants_digest": constants_digest(),
        "statistics": STATISTICS_VERSION,
        "metrics": METRICS_VERSION,
        "crowd_diagnostics": CROWD_DIAGNOSTICS_VERSION,
    }


def _authentication(target: Target) -> str:
    what = "suite" if target.pack_digest is None else "pack"
    return f"Authentication proves that each record is a consistent run of this {what}; it does not prove who acted."


def _interval(bounds: Interval | None) -> dict[str, Any] | None:
    if bounds is None:
        return None
    return {
        "lower": rational(bounds.lower),
        "upper": rational(bounds.upper),
        "confidence": exact_text(CONSTANTS.confidence),
        "resamples": int(CONSTANTS.resamples),
    }


def _covered(means: Means) -> dict[str, Any]:
    return {"mean": rational(means.overall), "defined": means.defined, "total": means.total}


def _saved(evacuated: int, escapable: int) -> dict[str, Any]:
    """Evacuated of those who could be saved, in every applicable episode-trial: a failed one saved nobody (SCO-9.2)."""
    share = Fraction(evacuated, escapable) if escapable else None
    return {"evacuated": evacuated, "escapable": escapable, "evacuated_share": rational(share)}


def _saved_in(episodes: Iterable[ScheduledEpisode]) -> dict[str, Any]:
    rows = [trial.score for episode in episodes for trial in episode.trials if trial.score.applicable]
    evacuated = sum(row.inputs.evacuated for row in rows if row.inputs is not None)
    return _saved(evacuated, sum(row.max_evacuated for row in rows))


def _grouped(episodes: Episodes, field: str) -> dict[str, list[ScheduledEpisode]]:
    groups: dict[str, list[ScheduledEpisode]] = {}
    for episode in episodes:
        groups.setdefault(getattr(episode, field), []).append(episode)
    return groups


def _families(episodes: Episodes, score: Means, safety: Means, quality: Means) -> list[dict[str, Any]]:
    return [
        {
            "family": name,
            "score": rational(score.families[name]),
            "safety": rational(safety.families[name]),
            "quality": rational(quality.families[name]),
            "scenarios": len({row.scenario_id for row in rows if row.applicable}),
            **_saved_in(rows),
        }
        for name, rows in _grouped(episodes, "family").items()
    ]


def _scenarios(episodes: Episodes, score: Means, safety: Means, quality: Means) -> list[dict[str, Any]]:
    return [
        {
            "scenario_id": name,
            "family": rows[0].family,
            "score": rational(score.scenarios[name]),
            "safety": rational(safety.scenarios[name]),
            "quality": rational(quality.scenarios[name]),
            "episodes": sum(row.applicable for row in rows),
            **_saved_in(rows),
        }
        for name, rows in _grouped(episodes, "scenario_id").items()
    ]


def _tail(low: Tail | None) -> dict[str, Any] | None:
    if low is None:
        return None
    return {
        "median_scenario": rational(low.median_scenario),
        "worst_scenario_id": low.worst_scenario_id,
        "worst_scenario": rational(low.worst_scenario),
        "p10_episode": rational(low.p10_episode),
        "cvar10": rational(low.cvar10),
    }


def _people(people: Totals, trials: int) -> dict[str, Any]:
    counts = asdict(people)
    del counts["missed"]
    per_trial = {name: rational(Fraction(count, trials)) for name, count in counts.items()}
    return {"totals": counts, "per_trial": per_trial}


def _ranking(score: Means, safety: Means, people: Totals, low: Tail | None, trials: int) -> dict[str, Any]:
    """The leaderboard's keys; a failed episode-trial counts its M* as dead and as stranded (SCO-8.3)."""
    return {
        "score": None if score.overall is None else fixed(score.overall, int(CONSTANTS.ranked_decimals)),
        "safety": rational(safety.overall),
        "avoidable_casualties_per_trial": rational(Fraction(people.avoidable_casualties + people.missed, trials)),
        "avoidable_stranded_per_trial": rational(Fraction(people.avoidable_stranded + people.missed, trials)),
        "worst_scenario": rational(None if low is None else low.worst_scenario),
    }


def _congestion(crowd: CrowdSummary) -> dict[str, Any]:
    return {
        "block_rate": rational(crowd.block_rate),
        "contested_cell_steps_per_trial": rational(crowd.contested_per_trial),
        "hotspot_cells_per_trial": rational(crowd.hotspots_per_trial),
        "peak_contested_cells": crowd.peak,
        "exit_throughput": rational(crowd.exit_throughput),
    }


def _identical_records(episodes: Episodes) -> int:
    """Episodes in which two trials left the same record (SCO-2.4)."""
    count = 0
    for episode in episodes:
        digests = [trial.record_digest for trial in episode.trials if trial.record_digest is not None]
        count += len(set(digests)) < len(digests)
    return count


def _episodes(episodes: Episodes, score: Means, safety: Means, quality: Means) -> list[dict[str, Any]]:
    return [
        {
            "index": episode.index,
            "scenario_id": episode.scenario_id,
            "family": episode.family,
            "seed": episode.seed,
            "max_evacuated": episode.max_evacuated,
            "joint_bound": episode.joint_bound,
            "trials": [_trial(trial) for trial in episode.trials],
            "score": rational(score.episodes[place]),
            "safety": rational(safety.episodes[place]),
            "quality": rational(quality.episodes[place]),
            **_saved_in([episode]),
        }
        for place, episode in enumerate(episodes)
    ]


def _trial(trial: EpisodeTrial) -> dict[str, Any]:
    return {
        **trial.score.document(),
        "record_digest": trial.record_digest,
        "crowd": None if trial.crowd is None else trial.crowd.document(),
        "evidence": None if trial.evidence is None else trial.evidence.document(),
    }
