"""A report read back: everything in it is worked out again from its own evidence (SCO-9.3).

A report can't prove that its evidence is authentic: only the records can (SCO-2). But every score, mean, interval and
count in it follows from the evidence, so a report in which any of them was changed is refused.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.crowd import Crowd
from scoring.episode import EpisodeScore, failed_episode, score_episode
from scoring.evidence import Events, Evidence, People
from scoring.inputs import of_document
from scoring.report.model import Model, Target, report
from simulator.errors import ScoringInputError


def restore(document: dict[str, Any]) -> dict[str, Any]:
    """The report itself, when it is the report of its own evidence; `document` has a report's shape (SCO-9.3).

    Raises:
        ScoringInputError: `report_differs` at the first value that does not follow, or what `score_episode` raises.
    """
    episodes = [_episode(row, f"/episodes/{place}") for place, row in enumerate(document["episodes"])]
    model = {key: value for key, value in document["model"].items() if key != "trials"}
    model["results"] = tuple(model["results"])
    for place, episode in enumerate(episodes):
        if len(episode.trials) != len(model["results"]):
            _refuse("an episode has not one entry per trial", f"/episodes/{place}/trials")
    rebuilt = report(Model(**model), Target(**document["target"]), episodes, document["disclosure"])
    pointer = difference(rebuilt["episodes"], document["episodes"], "/episodes") or difference(rebuilt, document)
    if pointer is not None:
        _refuse("the value does not follow from the evidence", pointer)
    return rebuilt


def _refuse(message: str, pointer: str) -> None:
    raise ScoringInputError("report_differs", message, pointer=pointer)


def _episode(row: dict[str, Any], pointer: str) -> ScheduledEpisode:
    trials = tuple(_trial(trial, f"{pointer}/trials/{place}") for place, trial in enumerate(row["trials"]))
    known = {name: row[name] for name in ("index", "scenario_id", "family", "seed", "joint_bound")}
    return ScheduledEpisode(trials=trials, **known)


def _trial(trial: dict[str, Any], pointer: str) -> EpisodeTrial:
    evidence = None if trial["evidence"] is None else _evidence(trial["evidence"], f"{pointer}/evidence")
    crowd = None if trial["crowd"] is None else Crowd(**trial["crowd"])
    return EpisodeTrial(_score(trial, evidence, pointer), evidence, crowd, trial["record_digest"])


def _score(trial: dict[str, Any], evidence: Evidence | None, pointer: str) -> EpisodeScore:
    """From the evidence where there is one, else from the inputs, else from the failure."""
    if trial["inputs"] is None:
        return failed_episode(trial["failure"], trial["max_evacuated"])
    try:
        return score_episode(of_document(trial["inputs"]) if evidence is None else evidence.inputs())
    except ScoringInputError as error:
        raise ScoringInputError(error.code, error.message, pointer=f"{pointer}/inputs{error.pointer}") from None


def _evidence(document: dict[str, Any], pointer: str) -> Evidence:
    people, events = (_columns(document[name], f"{pointer}/{name}") for name in ("people", "events"))
    return Evidence(People(**people), Events(**events), document["q_exit"], document["q_cut"])


def _columns(table: dict[str, Sequence[Any]], pointer: str) -> dict[str, Any]:
    if len({len(column) for column in table.values()}) > 1:
        _refuse("the columns have different lengths", pointer)
    return {name: tuple(column) for name, column in table.items()}


def difference(expected: Any, found: Any, pointer: str = "") -> str | None:
    """The pointer of the first difference of two plain values, in the order of the expected one, or None (SCO-9.3)."""
    if type(expected) is not type(found):
        return pointer
    if isinstance(expected, dict):
        if expected.keys() != found.keys():
            return pointer
        return _first(difference(value, found[key], f"{pointer}/{key}") for key, value in expected.items())
    if isinstance(expected, list):
        if len(expected) != len(found):
            return pointer
        pairs = enumerate(zip(expected, found, strict=True))
        return _first(difference(one, other, f"{pointer}/{place}") for place, (one, other) in pairs)
    return None if expected == found else pointer


def _first(pointers: Iterable[str | None]) -> str | None:
    return next((pointer for pointer in pointers if pointer is not None), None)
