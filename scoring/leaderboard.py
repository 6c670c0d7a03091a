"""The order of a leaderboard, with the comparison to the entry above beside each row (SCO-8.3)."""

import itertools
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.compare import Comparison, compare, entry
from scoring.report.model import value_of
from simulator.errors import ScoringInputError

Key = tuple[Fraction, Fraction, Fraction, Fraction, Fraction, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: its report, and its comparison (as b) with the entry above it (as a), None for the first (SCO-8.3)."""

    rank: int
    report: dict[str, Any]
    above: Comparison | None

    def document(self) -> dict[str, Any]:
        """The plain form (SCO-9.5)."""
        above = None if self.above is None else self.above.document()
        return {"rank": self.rank, **entry(self.report), "above": above}


def leaderboard(reports: Iterable[dict[str, Any]]) -> list[Row]:
    """Reports in the contract's order, which does not depend on the order in which they are given (SCO-8.3).

    Score to 0.1 point (descending), Safety (descending), avoidable casualties and then stranded per trial (ascending),
    worst scenario (descending), model ID; after those the submission ID makes the order total.

    Raises:
        ScoringInputError: `not_comparable`, or `duplicate_report` where a submission of a model is there twice.
    """
    entries = sorted(((_key(report), report) for report in reports), key=operator.itemgetter(0))
    _check_unique(sorted(key[-2:] for key, _ in entries))
    rows: list[Row] = []
    for _, report in entries:
        above = compare(rows[-1].report, report) if rows else None
        rows.append(Row(len(rows) + 1, report, above))
    return rows


def document(rows: Sequence[Row]) -> dict[str, Any]:
    """A leaderboard of one entry or more as one document (SCO-8.5)."""
    first = rows[0].report
    return {
        "scoring_version": first["versions"]["scoring"],
        "target": first["target"],
        "official": first["official"],
        "authentication": first["authentication"],
        "rows": [row.document() for row in rows],
    }


def _check_unique(names: Sequence[tuple[str, str]]) -> None:
    for before, name in itertools.pairwise(names):
        if before == name:
            message = f"the submission {name[1]} of {name[0]} is there more than once"
            raise ScoringInputError("duplicate_report", message)


def _key(report: dict[str, Any]) -> Key:
    ranking, model = report["ranking"], report["model"]
    casualties, stranded = ranking["avoidable_casualties_per_trial"], ranking["avoidable_stranded_per_trial"]
    return (
        -Fraction(ranking["score"] or 0),
        -(value_of(ranking["safety"]) or Fraction(0)),
        value_of(casualties) or Fraction(0),
        value_of(stranded) or Fraction(0),
        -(value_of(ranking["worst_scenario"]) or Fraction(0)),
        model["model_id"],
        model["submission_id"],
    )
