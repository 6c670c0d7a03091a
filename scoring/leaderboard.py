"""The order of a leaderboard, with the comparison to the entry above beside each row (SCO-8.3)."""

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.compare import Comparison, compare
from scoring.report.model import value_of
from simulator.canonical import digest
from simulator.errors import ScoringInputError

Key = tuple[Fraction, Fraction, Fraction, Fraction, Fraction, str, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: its report, and its comparison (as b) with the entry above it (as a), None for the first (SCO-8.3)."""

    rank: int
    report: dict[str, Any]
    report_digest: str
    above: Comparison | None

    def document(self) -> dict[str, Any]:
        """The plain form (SCO-9.5)."""
        report = self.report
        return {
            "rank": self.rank,
            "model_id": report["model"]["model_id"],
            "submission_id": report["model"]["submission_id"],
            "trials": report["model"]["trials"],
            "report_digest": self.report_digest,
            "official": report["official"],
            "disclosure": report["disclosure"],
            "headline": report["headline"],
            "ranking": report["ranking"],
            "above": None if self.above is None else self.above.document(),
        }


def leaderboard(reports: Iterable[dict[str, Any]]) -> list[Row]:
    """Reports in the contract's order (SCO-8.3).

    Score to 0.1 point (descending), Safety (descending), avoidable casualties and then stranded per trial (ascending),
    worst scenario (descending), model ID; after those, submission ID and report digest make the order total.

    Raises:
        ScoringInputError: `not_comparable`, or `duplicate_report` for the same report twice.
    """
    entries = sorted(((_key(report), report) for report in reports), key=operator.itemgetter(0))
    rows: list[Row] = []
    for key, report in entries:
        report_digest = key[-1]
        if rows and rows[-1].report_digest == report_digest:
            raise ScoringInputError("duplicate_report", f"the report {report_digest} is given twice")
        above = compare(rows[-1].report, report) if rows else None
        rows.append(Row(len(rows) + 1, report, report_digest, above))
    return rows


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
        digest(report),
    )
