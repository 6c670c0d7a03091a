"""Two reports, paired episode by episode (SCO-8).

The differences d_e = a_e − b_e go through the hierarchy of the score, so that their mean is exactly score a − score b,
and through its bootstrap. To be the same whichever way round it is asked, the comparison is made in one orientation,
the lesser (model ID, report digest) first, and turned back.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scoring.aggregate import exact_text, strata
from scoring.bootstrap import Interval, interval, stream_key
from scoring.constants import CONSTANTS
from scoring.report.model import rational, value_of
from simulator.canonical import digest
from simulator.errors import ScoringInputError

Outcome = Literal["exact_tie", "a_better", "b_better", "inconclusive"]
OUTCOMES: tuple[Outcome, ...] = ("exact_tie", "a_better", "b_better", "inconclusive")

_MIRRORED: dict[Outcome, Outcome] = {"a_better": "b_better", "b_better": "a_better"}

# What must be the same in both reports, in the order of the check, and what a person calls it.
_SAME = {
    "/versions/scoring": "scoring version",
    "/versions/constants_digest": "scoring constants",
    "/versions/statistics": "statistics version",
    "/target/suite_id": "suite ID",
    "/target/suite_version": "suite version",
    "/target/suite_hash": "suite hash",
    "/target/manifest_hash": "evaluation manifest",
    "/target/pack_id": "environment pack ID",
    "/target/pack_digest": "environment pack digest",
}
_LABELS = {True: "official, on an environment pack", False: "UNOFFICIAL, on a bare suite"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The paired comparison of report a with report b (SCO-8.1).

    `delta` is score a − score b. `bounds` is the interval of the differences, None with too few applicable episodes.
    """

    outcome: Outcome
    delta: Fraction
    bounds: Interval | None
    applicable_episodes: int

    def mirrored(self) -> "Comparison":
        """The comparison of b with a."""
        bounds = None if self.bounds is None else Interval(-self.bounds.upper, -self.bounds.lower)
        outcome = _MIRRORED.get(self.outcome, self.outcome)
        return Comparison(outcome, -self.delta, bounds, self.applicable_episodes)

    def document(self) -> dict[str, Any]:
        """The plain form (SCO-9.5)."""
        bounds = self.bounds
        return {
            "outcome": self.outcome,
            "delta": rational(self.delta),
            "interval": bounds and {"lower": rational(bounds.lower), "upper": rational(bounds.upper)},
            "applicable_episodes": self.applicable_episodes,
        }


def compare(a: dict[str, Any], b: dict[str, Any]) -> Comparison:
    """Compares two report documents (SCO-8).

    Raises:
        ScoringInputError: `not_comparable`, where they differ in a version, the constants, the target or the
            applicable episodes, or have none of those; `pointer` names the first difference.
    """
    check_comparable(a, b)
    if _backwards(a, b):
        return _compare(b, a).mirrored()
    return _compare(a, b)


def check_comparable(a: dict[str, Any], b: dict[str, Any]) -> None:
    """Refuses reports whose scores are not on one footing, such as an official and an unofficial one (SCO-8.1).

    Raises:
        ScoringInputError: `not_comparable`; the message says what differs, and how.
    """
    if a["official"] != b["official"]:
        labels = " and ".join(f"{_name(report)} is {_LABELS[report['official']]}" for report in (a, b))
        _refuse(f"{labels}; the two are never compared", "/official")
    for pointer, what in _SAME.items():
        _, part, name = pointer.split("/")
        values = a[part][name], b[part][name]
        if values[0] != values[1]:
            _refuse(f"the {what} differs: {values[0]} of {_name(a)}, {values[1]} of {_name(b)}", pointer)
    if (place := _first_difference(a, b)) is not None:
        _refuse(f"the scheduled episodes, or which of them are applicable, differ from index {place} on", "/episodes")
    if a["headline"]["score"] is None:
        _refuse("no episode is applicable", "/headline/score")


def _refuse(message: str, pointer: str) -> None:
    raise ScoringInputError("not_comparable", message, pointer=pointer)


def _name(report: dict[str, Any]) -> str:
    return f"{report['model']['model_id']} ({report['model']['submission_id']})"


def _first_difference(a: dict[str, Any], b: dict[str, Any]) -> int | None:
    """The place of the first episode that is not the same in both reports, or that only one has."""
    places = _places(a), _places(b)
    pairs = enumerate(zip(*places, strict=False))
    shorter = None if len(places[0]) == len(places[1]) else min(map(len, places))
    return next((place for place, (one, other) in pairs if one != other), shorter)


def _places(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What must be the same of each episode."""
    names = ("index", "scenario_id", "family", "seed", "max_evacuated")
    return [tuple(row[name] for name in names) for row in report["episodes"]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One family or episode in both reports: its scores, None where not applicable, and how it is called (SCO-8.1)."""

    place: dict[str, Any]
    a: Fraction | None
    b: Fraction | None

    @property
    def delta(self) -> Fraction | None:
        """a − b, None where not applicable."""
        return None if self.a is None or self.b is None else self.a - self.b

    def document(self) -> dict[str, Any]:
        """The plain form (SCO-8.4)."""
        return {**self.place, "a": rational(self.a), "b": rational(self.b), "delta": rational(self.delta)}


def family_differences(a: dict[str, Any], b: dict[str, Any]) -> list[Difference]:
    """The primary families of two comparable reports, in the order of the schedule (SCO-8.4)."""
    return _differences(a, b, "families", ("family",))


def episode_differences(a: dict[str, Any], b: dict[str, Any]) -> list[Difference]:
    """The applicable episodes of two comparable reports, those that differ most first, then by index (SCO-8.4)."""
    rows = _differences(a, b, "episodes", ("index", "scenario_id", "family", "seed"))
    applicable = (row for row in rows if row.delta is not None)
    return sorted(applicable, key=lambda row: (-abs(row.delta or 0), row.place["index"]))


def _differences(a: dict[str, Any], b: dict[str, Any], level: str, names: Iterable[str]) -> list[Difference]:
    pairs = zip(a[level], b[level], strict=True)
    return [Difference({name: x[name] for name in names}, value_of(x["score"]), value_of(y["score"])) for x, y in pairs]


def entry(report: dict[str, Any]) -> dict[str, Any]:
    """What a comparison or a leaderboard repeats of a report (SCO-9.5)."""
    model = report["model"]
    return {
        **{name: model[name] for name in ("model_id", "submission_id", "trials")},
        "report_digest": digest(report),
        **{name: report[name] for name in ("official", "disclosure", "headline", "ranking")},
    }


def comparison_document(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """The comparison of two reports with all that stands beside it (SCO-8.4).

    Raises:
        ScoringInputError: `not_comparable`.
    """
    found = compare(a, b)
    return {
        "scoring_version": a["versions"]["scoring"],
        "target": a["target"],
        "authentication": a["authentication"],
        "a": entry(a),
        "b": entry(b),
        "comparison": found.document(),
        "families": [row.document() for row in family_differences(a, b)],
        "episodes": [row.document() for row in episode_differences(a, b)],
    }


def _backwards(a: dict[str, Any], b: dict[str, Any]) -> bool:
    names = a["model"]["model_id"], b["model"]["model_id"]
    return names[1] < names[0] if names[0] != names[1] else digest(b) < digest(a)


def _compare(a: dict[str, Any], b: dict[str, Any]) -> Comparison:
    pairs = [(value_of(x["score"]), value_of(y["score"])) for x, y in zip(a["episodes"], b["episodes"], strict=True)]
    differences = [None if x is None or y is None else x - y for x, y in pairs]
    applicable = sum(value is not None for value in differences)
    delta = (value_of(a["headline"]["score"]) or Fraction(0)) - (value_of(b["headline"]["score"]) or Fraction(0))
    bounds = _bounds(a, differences)
    outcome = _outcome(delta, bounds) if any(differences) else "exact_tie"
    return Comparison(outcome, delta, bounds, applicable)


def _bounds(report: dict[str, Any], differences: list[Fraction | None]) -> Interval | None:
    if sum(value is not None for value in differences) < CONSTANTS.least_episodes:
        return None
    document = {
        "purpose": "comparison",
        "scoring_version": report["versions"]["scoring"],
        "constants_digest": report["versions"]["constants_digest"],
        "manifest_hash": report["target"]["manifest_hash"],
        "differences": [exact_text(value) for value in differences],
    }
    places = [(row["family"], row["scenario_id"]) for row in report["episodes"]]
    return interval(strata(places, differences), stream_key(document))


def _outcome(delta: Fraction, bounds: Interval | None) -> Outcome:
    if bounds is not None and bounds.lower > 0 and delta >= CONSTANTS.practical_difference:
        return "a_better"
    if bounds is not None and bounds.upper < 0 and -delta >= CONSTANTS.practical_difference:
        return "b_better"
    return "inconclusive"
