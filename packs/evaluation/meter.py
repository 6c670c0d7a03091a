"""What an evaluation has taken so far: episodes by kind, time, tokens, cost (PCK-12)."""

from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any

from packs.evaluation.journal import Stored, seconds_text
from packs.evaluation.model import TIMEOUT
from packs.evaluation.operational import OperationalRecord
from packs.evaluation.transcript import Failed
from packs.result import FAILURES

MILLION = 10**6


@dataclass(frozen=True, slots=True)
class Prices:
    """What a provider asks: exact amounts per million tokens, and their unit, an ID such as USD."""

    input: Fraction
    output: Fraction
    unit: str

    def cost(self, input_tokens: int, output_tokens: int) -> Fraction:
        """The exact cost of some tokens."""
        return (self.input * input_tokens + self.output * output_tokens) / MILLION


@dataclass(slots=True)
class Meter:
    """Counts; several threads may add to it."""

    prices: Prices | None = None
    answers: int = 0
    nanoseconds: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    retries: int = 0
    timeouts: int = 0
    runs: int = 0
    failures: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAILURES, 0))
    _lock: Lock = field(default_factory=Lock)

    def add(self, stored: Stored) -> None:
        """Counts an entry of the journal."""
        with self._lock:
            failed = isinstance(stored.entry, Failed)
            self.answers += not failed
            self.nanoseconds += stored.nanoseconds
            self.input_tokens += stored.usage.input_tokens
            self.output_tokens += stored.usage.output_tokens
            self.retries += len(stored.attempts)
            self.timeouts += sum(attempt.reason == TIMEOUT for attempt in stored.attempts)
            self.timeouts += isinstance(stored.entry, Failed) and stored.entry.kind == TIMEOUT

    def finish(self, failure: str | None) -> None:
        """Counts an episode that has come to its end."""
        with self._lock:
            if failure is None:
                self.runs += 1
            else:
                self.failures[failure] += 1

    @property
    def finished(self) -> int:
        """How many episodes have come to their end."""
        return self.runs + sum(self.failures.values())

    @property
    def cost(self) -> Fraction | None:
        """The cost so far; None where no price is known."""
        return self.prices.cost(self.input_tokens, self.output_tokens) if self.prices else None

    def record(self, plan: dict[str, Any], provider_id: str) -> OperationalRecord:
        """The operational record of a plan that is done (PCK-12.1)."""
        return OperationalRecord(
            model_id=plan["model_id"],
            provider_id=provider_id,
            inference_digest=plan["inference_digest"],
            trials=plan["trials"],
            episodes=plan["pack"]["episodes"],
            latency_seconds=seconds_text(self.nanoseconds),
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost=self.cost,
            cost_unit=self.prices.unit if self.prices else None,
            retries=self.retries,
            timeouts=self.timeouts,
        )
