"""The parts of a report that operations take and give, by the shapes of the report itself (SCO-9.7)."""

from dataclasses import fields
from typing import Any, cast

from scoring.compare import OUTCOMES
from scoring.evidence import Evidence
from scoring.inputs import LOSSES, EpisodeInputs
from scoring.report.shape import REPORT
from simulator import shape
from simulator.shape import Choice, Integer, ListOf, Nullable, Record, Shape, Text


def member(form: Any, *names: str) -> Any:
    """The shape at a path into another; `*` stands for the items of a list, and `?` for what may be null."""
    for name in names:
        form = form.item if name == "*" else form.shape if name == "?" else form.shapes[name]
    return form


_TRIAL = cast(Record, member(REPORT, "episodes", "*", "trials", "*"))
_KEPT = {"record_digest", "crowd", "evidence"}

SCORE = Record({name: form for name, form in _TRIAL.shapes.items() if name not in _KEPT})
"""An episode-trial's score (SCO-9.3)."""
EVIDENCE: Shape = member(_TRIAL, "evidence", "?")
INPUTS: Shape = member(_TRIAL, "inputs", "?")
HEADLINE = cast(Record, member(REPORT, "headline"))
RATIONAL: Shape = member(REPORT, "tail", "?", "cvar10")

COUNTS = Record(
    {field.name: ListOf(shape.identifier()) if field.name in LOSSES else Integer() for field in fields(EpisodeInputs)}
)
"""Inputs of a score that may contradict themselves: a count may be negative (SCO-4.2.8)."""

_MAYBE = Nullable(RATIONAL)
_SIDES: dict[str, Shape] = {"a": _MAYBE, "b": _MAYBE, "delta": _MAYBE}
_COUNT = Integer(0)

COMPARISON = Record(
    {
        "outcome": Choice(*OUTCOMES),
        "delta": RATIONAL,
        "interval": Nullable(Record({"lower": RATIONAL, "upper": RATIONAL})),
        "applicable_episodes": _COUNT,
    }
)
"""A comparison (SCO-9.5)."""

_ENTRY = Record(
    {
        **{name: member(REPORT, "model", name) for name in ("model_id", "submission_id", "trials")},
        "report_digest": shape.hash_hex(),
        **{name: member(REPORT, name) for name in ("official", "disclosure", "headline", "ranking")},
    }
)
_SCHEDULED: dict[str, Shape] = {
    "index": _COUNT,
    "scenario_id": shape.identifier(),
    "family": shape.identifier(),
    "seed": _COUNT,
}

COMPARED = Record(
    {
        "scoring_version": Text(32, 1),
        "target": member(REPORT, "target"),
        "authentication": member(REPORT, "authentication"),
        "a": _ENTRY,
        "b": _ENTRY,
        "comparison": COMPARISON,
        "families": ListOf(Record({"family": shape.identifier(), **_SIDES})),
        "episodes": ListOf(Record({**_SCHEDULED, **_SIDES})),
    }
)
"""A comparison, whole (SCO-8.4)."""

SCHEDULED = Record({**_SCHEDULED, "trials": ListOf(SCORE, 1)})
"""A scheduled episode with the scores of its trials (SCO-6.1)."""

AGGREGATES = ("factors", "components", "families", "scenarios", "tail", "zero_scores", "severe", "people", "ranking")
AGGREGATE = Record(
    {
        "headline": Record({name: form for name, form in HEADLINE.shapes.items() if name != "interval"}),
        **{name: member(REPORT, name) for name in AGGREGATES},
    }
)
"""What the scores of a schedule come to (SCO-6)."""


def inputs(document: dict[str, Any]) -> EpisodeInputs:
    """The inputs of their plain form (SCO-9.3)."""
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in document.items()
    }
    return EpisodeInputs(**values)


def facts(evidence: Evidence) -> dict[str, Any]:
    """The evidence and the inputs that follow from it, as reports hold them (SCO-9.3)."""
    return {"evidence": evidence.document(), "inputs": evidence.inputs().document()}
