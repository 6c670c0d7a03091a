"""Inputs of scores, and reports of submissions that nobody ran (SCO-4, SCO-9).

Inputs are told by what is not perfect: `{m: 20, c: 3, s: 1, uc: 1, us: 1, time: 9/10, danger: 1/4, path: 1/2,
replanning: 4/5}` are M*, avoidable casualties and stranded, unavoidable ones, and the quality ratios (danger is the
avoidable rate). `unit` steps per evacuee make the ratios exact.
"""

from fractions import Fraction
from typing import Any

from conformance.corpus.spelling import DefinitionError, edited
from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.crowd import Crowd
from scoring.episode import EpisodeScore, failed_episode, score_episode
from scoring.inputs import EpisodeInputs
from scoring.report.model import Model, Target, report
from simulator import canonical

UNIT = 225 << 16
"""Steps and moves of each evacuee: the denominator of every ratio in SCO-15.1 divides it."""

_TOLD = {"m", "c", "s", "uc", "us", "time", "danger", "path", "replanning", "unit", "events"}

Document = dict[str, Any]


def inputs(told: Document) -> Document:
    """The inputs document of an episode-trial (SCO-9.3).

    Raises:
        DefinitionError: something that is not told this way, or a ratio that the unit can't hold.
    """
    if set(told) - _TOLD:
        raise DefinitionError(f"inputs have no {sorted(set(told) - _TOLD)}")
    m, c, s, uc, us = (told.get(name, 0) for name in ("m", "c", "s", "uc", "us"))
    steps = (m - c - s) * told.get("unit", UNIT)
    q_cut, event = _share(told, "time", steps, "1"), int("replanning" in told)
    return {
        "people": m + uc + us,
        "max_evacuated": m,
        "evacuated": m - c - s,
        "avoidable_casualty_ids": _ids("a", c),
        "avoidable_stranded_ids": _ids("b", s),
        "unavoidable_casualty_ids": _ids("c", uc),
        "unavoidable_stranded_ids": _ids("d", us),
        "sum_l": q_cut,
        "q_exit": q_cut,
        "q_cut": q_cut,
        "sum_steps": steps,
        "danger_ref": 0,
        "danger": _share(told, "danger", steps, "0"),
        "moves_ref": _share(told, "path", steps, "1"),
        "moves": steps,
        "events": told.get("events", event),
        "recoverable": event,
        "recovery_ref": _share(told, "replanning", event * told.get("unit", UNIT), "0"),
        "recovery": event * told.get("unit", UNIT),
    }


def _share(told: Document, name: str, whole: int, perfect: str) -> int:
    value = Fraction(told.get(name, perfect)) * whole
    if value.denominator != 1:
        raise DefinitionError(f"{name} of {whole} is no whole number")
    return value.numerator


def _ids(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{number:03}" for number in range(count)]


def schedule(told: list[list[Any]]) -> list[Document]:
    """Scheduled episodes `[scenario, family, seed, trial, …]` with the score of each trial (SCO-6.1).

    A trial is told as in `made`; `{…, score: "1.000000000"}` puts another score into its place.
    """
    out = []
    for index, (scenario_id, family, seed, *trials) in enumerate(told):
        row = {"index": index, "scenario_id": scenario_id, "family": family, "seed": seed}
        out.append(row | {"trials": [_document(trial) for trial in trials]})
    return out


def _document(told: Any) -> Document:
    if isinstance(told, list):
        return failed_episode(told[0], told[1]).document()
    over = {key: told[key] for key in ("score", "safety", "quality") if key in told}
    return _scored({key: item for key, item in told.items() if key not in over}).document() | over


def made(told: Document) -> Document:
    """The report of a submission as it is told, then edited (SCO-9.7).

    `episodes` are `[scenario, family, seed, trial, …]`; a trial is told inputs, or `[kind, M*]` of a failure.
    """
    episodes = [_episode(index, row) for index, row in enumerate(told["episodes"])]
    trials = len(episodes[0].trials)
    who = Model(
        told.get("model", "model"),
        told.get("submission", "submission"),
        told.get("stochastic", False),
        told.get("inference"),
        tuple(told.get("results", ["e" * 64] * trials)),
    )
    name, digest = ("pack", "d" * 64) if told.get("official", True) else (None, None)
    target = Target("suite", "1.0", "a" * 64, told.get("manifest_hash", "b" * 64), name, told.get("pack", digest))
    made_report = report(who, target, episodes, told.get("disclosure", "public"))
    out: Document = edited(made_report, told.get("edits", []))
    return out


def _episode(index: int, row: list[Any]) -> ScheduledEpisode:
    scenario_id, family, seed, *trials = row
    found = tuple(_trial(trial, index) for trial in trials)
    return ScheduledEpisode(index=index, scenario_id=scenario_id, family=family, seed=seed, trials=found)


def _trial(told: Any, index: int) -> EpisodeTrial:
    if isinstance(told, list):
        return EpisodeTrial(failed_episode(told[0], told[1]), None, None, None)
    crowd = Crowd(10, 2, 1, 1, 1, told.get("m", 0), told.get("m", 0))
    return EpisodeTrial(_scored(told), None, crowd, canonical.digest([index, told]))


def _scored(told: Document) -> EpisodeScore:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in inputs(told).items()
    }
    return score_episode(EpisodeInputs(**values))
