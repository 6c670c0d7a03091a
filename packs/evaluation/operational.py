"""The operational record: what an evaluation took in time, tokens and money (PCK-12).

It stands beside a result and is no part of it. No score has a parameter for it (SCO-11).
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from simulator import canonical, shape
from simulator.errors import DocumentError

_COUNT = shape.Integer(0)

SHAPE = shape.Record(
    {
        "model_id": shape.identifier(),
        "provider_id": shape.identifier(),
        "inference_digest": shape.hash_hex(),
        "trials": _COUNT,
        "episodes": _COUNT,
        "latency_seconds": shape.Text(32, 1, r"(0|[1-9][0-9]{0,15})(\.[0-9]{1,12})?", "an exact decimal of seconds"),
        "input_tokens": _COUNT,
        "output_tokens": _COUNT,
        "cost": shape.Nullable(
            shape.Text(64, 3, "(0|[1-9][0-9]{0,29})/[1-9][0-9]{0,29}", "a fraction that is not negative")
        ),
        "cost_unit": shape.Nullable(shape.identifier()),
        "retries": _COUNT,
        "timeouts": _COUNT,
    }
)


@dataclass(frozen=True, slots=True)
class OperationalRecord:
    """What one submission's evaluation took (PCK-12.1).

    Attributes:
        model_id: the exact model snapshot.
        provider_id: who ran it.
        inference_digest: digest of all inference settings, 64 hex digits (SCO-11.1).
        trials: how many trials the record covers.
        episodes: how many scheduled episodes each of them has.
        latency_seconds: wall time measured by the evaluator, an exact decimal, as it was written.
        input_tokens, output_tokens: apart, and never added up.
        cost: what the evaluator computed, None where unknown; then `cost_unit` is None too.
        retries, timeouts: of the adapter.
    """

    model_id: str
    provider_id: str
    inference_digest: str
    trials: int
    episodes: int
    latency_seconds: str
    input_tokens: int
    output_tokens: int
    cost: Fraction | None
    cost_unit: str | None
    retries: int
    timeouts: int

    def document(self) -> dict[str, Any]:
        """The plain form, which `of_document` reads back (PCK-12.1)."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        cost = None if self.cost is None else f"{self.cost.numerator}/{self.cost.denominator}"
        return {**values, "cost": cost}

    @property
    def digest(self) -> str:
        """The record's own digest (PCK-12.3)."""
        return canonical.digest(self.document())


def parse(data: bytes) -> OperationalRecord:
    """A record from its bytes (PCK-12.1, PCK-12.2).

    Raises:
        DocumentError: of any stage; `not_lowest_terms` and `cost_without_unit` are of stage "meaning".
    """
    return _record(shape.read(data, SHAPE))


def of_document(document: dict[str, Any]) -> OperationalRecord:
    """A record from its plain form (PCK-12.1, PCK-12.2).

    Raises:
        DocumentError: as `parse`, but for syntax.
    """
    return _record(SHAPE.read(document, ""))


def _record(document: dict[str, Any]) -> OperationalRecord:
    """Meaning: the fraction is in lowest terms, and cost and unit are known together; faults in document order."""
    cost, unit = document["cost"], document["cost_unit"]
    for name in document:
        if name == "cost" and cost is not None and not _lowest(cost):
            raise DocumentError("meaning", "not_lowest_terms", f"{cost} is not in lowest terms", "/cost")
        if name in ("cost", "cost_unit") and document[name] is None and (cost is None) != (unit is None):
            message = "a cost and its unit are both known or both null"
            raise DocumentError("meaning", "cost_without_unit", message, f"/{name}")
    return OperationalRecord(**{**document, "cost": None if cost is None else Fraction(cost)})


def _lowest(text: str) -> bool:
    value = Fraction(text)
    return text == f"{value.numerator}/{value.denominator}"
