"""Two reports, paired episode by episode (SCO-8).

The differences d_e = a_e − b_e go through the hierarchy of the score, so that their mean is exactly score a − score b,
and through its bootstrap. To be the same whichever way round it is asked, the comparison is made in one orientation,
the lesser (model ID, report digest) first, and turned back.
"""

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
_SAME = {
    "versions": ("scoring", "constants_digest", "statistics"),
    "target": ("suite_id", "suite_version", "suite_hash", "manifest_hash", "pack_id", "pack_digest"),
}


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
    """Refuses reports whose scores are not on the same footing (SCO-8.1).

    Raises:
        ScoringInputError: `not_comparable`.
    """
    for part, names in _SAME.items():
        for name in names:
            if a[part][name] != b[part][name]:
                _refuse(f"the reports differ in {name}", f"/{part}/{name}")
    places = [_places(report) for report in (a, b)]
    if places[0] != places[1]:
        _refuse("the reports differ in their episodes, or in which of them are applicable", "/episodes")
    if a["headline"]["score"] is None:
        _refuse("no episode is applicable", "/headline/score")


def _refuse(message: str, pointer: str) -> None:
    raise ScoringInputError("not_comparable", message, pointer=pointer)


def _places(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What must be the same of each episode."""
    names = ("index", "scenario_id", "family", "seed", "max_evacuated")
    return [tuple(row[name] for name in names) for row in report["episodes"]]


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
