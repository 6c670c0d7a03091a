"""Where the points went: from 100 down to the score, cause by cause (SCO-8.8).

A scored episode-trial loses what each factor of the formula takes away, in the formula's order: Safety, then
Quality^beta, then Severity. The factors multiply, so the order decides how a loss is split among them; it is always
this one. A failed or catastrophic episode-trial loses all its points under that name. The losses of a report are the
means of those of its episode-trials, weighted as the headline is; so they and the headline add up to 100, but for the
rounding of the stored factors.
"""

from fractions import Fraction
from typing import Any

from scoring.episode import COMPONENTS, FAILURES, QUALITY_COMPONENTS
from scoring.inputs import of_document
from scoring.report.explain import factors, share

FULL = Fraction(100)

CAUSES = (*COMPONENTS, *(f"severe {name}" for name in QUALITY_COMPONENTS), "catastrophic", *FAILURES)
"""Every cause of a loss, in the order in which losses are taken and shown."""

Losses = dict[str, Fraction]


def trial_losses(trial: dict[str, Any]) -> Losses:
    """What each cause took from a trial of an episode, in points; empty where it is not applicable (SCO-8.8)."""
    if trial["status"] == "not_applicable":
        return {}
    if trial["status"] != "scored":
        return {trial["failure"] or trial["status"]: FULL}
    left, losses = FULL, {}
    for cause, multiplier in _multipliers(trial):
        losses[cause] = left - left * multiplier
        left *= multiplier
    return losses


def _multipliers(trial: dict[str, Any]) -> list[tuple[str, Fraction]]:
    rows = factors(of_document(trial["inputs"]), trial)
    plain = [(row["factor"], Fraction(row["multiplier"])) for row in rows if row["multiplier"] is not None]
    severe = [(f"severe {row['factor']}", Fraction(row["severe_multiplier"])) for row in rows if row["severe"]]
    return plain + severe


def report_losses(report: dict[str, Any]) -> Losses:
    """What each cause took from the headline, in points, in the order of CAUSES; those that took nothing left out."""
    losses = dict.fromkeys(CAUSES, Fraction(0))
    for row in report["episodes"]:
        weight = share(report, row)
        for trial in row["trials"]:
            for cause, points in trial_losses(trial).items():
                losses[cause] += weight * points
    return {cause: points for cause, points in losses.items() if points}
