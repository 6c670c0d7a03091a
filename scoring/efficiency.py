"""The operational record beside a report, and points per unit of cost (SCO-11).

Nothing here is an input of a score or of an order: it takes a finished report and gives it back as it was.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from packs.evaluation.operational import OperationalRecord
from scoring.arithmetic import fixed
from scoring.report.model import rational, value_of
from scoring.report.text import shown
from simulator.errors import ScoringInputError
from simulator.shape import IDENTIFIER_PATTERN


@dataclass(frozen=True, slots=True)
class EfficiencyView:
    """EMBER-Efficiency: the score of a report per unit of cost of an episode-trial, exactly (SCO-11.2)."""

    score: Fraction
    cost_per_episode: Fraction
    unit: str

    @property
    def points_per_unit(self) -> Fraction:
        """Points per unit of cost."""
        return Fraction(self.score, self.cost_per_episode)

    def document(self) -> dict[str, Any]:
        """The plain form (SCO-11.2)."""
        return {
            "score": rational(self.score),
            "cost_per_episode": rational(self.cost_per_episode),
            "unit": self.unit,
            "points_per_unit": rational(self.points_per_unit),
        }


def efficiency_view(report: dict[str, Any], cost_per_episode: Fraction, unit: str) -> EfficiencyView:
    """The efficiency view of a report; `cost_per_episode` is in `unit`, an ID (SCO-11.2).

    Raises:
        ScoringInputError: `cost_not_positive`, `bad_unit`, or `no_score` where no episode is applicable.
    """
    score = value_of(report["headline"]["score"])
    if score is None:
        raise ScoringInputError("no_score", "no episode is applicable, so there is no score to divide")
    if cost_per_episode <= 0:
        raise ScoringInputError("cost_not_positive", f"a cost of {cost_per_episode} per episode divides nothing")
    if not IDENTIFIER_PATTERN.fullmatch(unit):
        raise ScoringInputError("bad_unit", f"{unit[:80]!r} is not the name of a unit")
    return EfficiencyView(score, cost_per_episode, unit)


def check_record(record: OperationalRecord, report: dict[str, Any]) -> None:
    """Refuses a record of other work than the report's (SCO-11.3).

    Raises:
        ScoringInputError: `other_work`; `pointer` names the member of the record.
    """
    model = report["model"]
    expected = {
        "model_id": model["model_id"],
        "inference_digest": model["inference_digest"] or record.inference_digest,
        "trials": model["trials"],
        "episodes": report["headline"]["episodes"],
    }
    for name, wanted in expected.items():
        found = getattr(record, name)
        if found != wanted:
            message = f"the operational record says {found}, the report {wanted}"
            raise ScoringInputError("other_work", message, pointer=f"/{name}")


def cost_per_episode(record: OperationalRecord) -> Fraction | None:
    """The cost of one episode-trial, None where the cost is unknown or there was no episode-trial (SCO-11.2)."""
    count = record.trials * record.episodes
    return None if record.cost is None or not count else Fraction(record.cost, count)


def operational_lines(record: OperationalRecord, report: dict[str, Any]) -> list[str]:
    """The lines that stand below a report of the same work, without newlines (SCO-11.3).

    Raises:
        ScoringInputError: `other_work`.
    """
    check_record(record, report)
    return [
        f"Operational record (no input of the score) sha256:{record.digest}",
        f"Provider {record.provider_id}; inference digest sha256:{record.inference_digest}",
        f"Work: {record.trials} trials of {record.episodes} episodes; retries {record.retries};"
        f" timeouts {record.timeouts}",
        f"Latency {record.latency_seconds} s of wall time",
        f"Tokens: input {record.input_tokens}; output {record.output_tokens}",
        _cost(record),
        _efficiency(record, report),
    ]


def _cost(record: OperationalRecord) -> str:
    each = cost_per_episode(record)
    if record.cost is None or each is None:
        return "Cost unknown"
    return f"Cost {fixed(record.cost, 6)} {record.cost_unit}; per episode-trial {fixed(each, 6)} {record.cost_unit}"


def _efficiency(record: OperationalRecord, report: dict[str, Any]) -> str:
    name = "EMBER-Efficiency (changes neither score nor order)"
    each, score = cost_per_episode(record), report["headline"]["score"]
    if not each or record.cost_unit is None or score is None:
        why = "no score" if score is None else "the cost is unknown" if each is None else "the cost is 0"
        return f"{name}: undefined, {why}"
    view = efficiency_view(report, each, record.cost_unit)
    return f"{name}: {shown(rational(view.points_per_unit), 1)} points per {view.unit} of cost per episode-trial"
