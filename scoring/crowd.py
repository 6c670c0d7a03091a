"""Crowd diagnostics, pooled over episode-trials: they explain a score and never change it (SCO-4.2.9, MET-2)."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Crowd:
    """The crowd counts of one episode-trial, from its metrics (MET-2).

    Attributes:
        attempts: actions other than stay.
        blocked: those blocked by people: occupied, conflict or cycle.
        contested: contested cell-steps.
        hotspots: cells contested at least once.
        peak: the most cells contested in one step.
        exit_evacuations: evacuations, over the exits that had one.
        exit_steps: last − first + 1 step with an evacuation, summed over the exits that had one.
    """

    attempts: int
    blocked: int
    contested: int
    hotspots: int
    peak: int
    exit_evacuations: int
    exit_steps: int

    def document(self) -> dict[str, int]:
        """The plain form that a report stores, a member per field (SCO-9.3)."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class CrowdSummary:
    """Pooled diagnostics; a ratio is None where there is nothing to divide by (MET-2)."""

    block_rate: Fraction | None
    contested_per_trial: Fraction
    hotspots_per_trial: Fraction
    peak: int
    exit_throughput: Fraction | None


def pool(crowds: Iterable[Crowd], trials: int) -> CrowdSummary:
    """The diagnostics of `trials` trials over all their authenticated episodes (MET-2)."""
    rows = list(crowds)
    return CrowdSummary(
        block_rate=_ratio(sum(row.blocked for row in rows), sum(row.attempts for row in rows)),
        contested_per_trial=Fraction(sum(row.contested for row in rows), trials),
        hotspots_per_trial=Fraction(sum(row.hotspots for row in rows), trials),
        peak=max((row.peak for row in rows), default=0),
        exit_throughput=_ratio(sum(row.exit_evacuations for row in rows), sum(row.exit_steps for row in rows)),
    )


def _ratio(numerator: int, denominator: int) -> Fraction | None:
    return Fraction(numerator, denominator) if denominator else None
