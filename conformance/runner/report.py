"""What a run is reported as: a verdict on the whole, a JSON document, and text for people (CNF-7.9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance import protocol
from conformance.runner.execution import Outcome, Result
from conformance.runner.expected import Expected, stale
from conformance.runner.plan import Shard
from conformance.runner.settings import Settings
from conformance.runner.status import STATUSES
from simulator import canonical
from simulator.errors import printable

RESULTS_FORMAT = "1.0"


@dataclass(frozen=True, slots=True)
class Report:
    """A run, what was asked for, and what came of it.

    `required` are the IDs of all cases of the profile and of the challenge, `planned` those of this run, `challenge`
    the IDs that are not of the corpus.
    """

    profile: str
    patterns: tuple[str, ...]
    shard: Shard
    settings: Settings
    required: tuple[str, ...]
    planned: tuple[str, ...]
    challenge: frozenset[str]
    expected: Mapping[str, Expected]
    outcome: Outcome

    @property
    def limits(self) -> tuple[str, ...]:
        """What keeps it from being a whole run: "filter", "shard", "expected_failures"."""
        made = {
            "filter": bool(self.patterns),
            "shard": self.shard.count > 1,
            "expected_failures": bool(self.expected),
        }
        return tuple(name for name in made if made[name])

    @property
    def statuses(self) -> dict[str, str]:
        """The status of every case that was planned, by ID."""
        return {name: result.verdict.status for name, result in self.outcome.results.items()}

    @property
    def failures(self) -> tuple[Result, ...]:
        """The results that don't count and were not expected, by ID."""
        return tuple(
            result
            for name, result in self.outcome.results.items()
            if not result.verdict.passes and not self.is_expected(result)
        )

    def is_expected(self, result: Result) -> bool:
        """Whether a case failed in the way that the file of expected failures says."""
        entry = self.expected.get(result.vector.id)
        return entry is not None and entry.status == result.verdict.status

    @property
    def problems(self) -> list[str]:
        """What is wrong besides: expected failures that are stale, cases without a result, a run without cases."""
        out = stale(self.expected, self.statuses)
        if not self.planned:
            out.append("no case was planned")
        if set(self.planned) != set(self.outcome.results):
            out.append(f"{len(self.planned)} cases were planned and {len(self.outcome.results)} have a result")
        return out

    @property
    def passes(self) -> bool:
        """Whether all that was asked for is as it should be."""
        return not self.failures and not self.problems

    @property
    def is_ours(self) -> bool:
        """Whether the runner itself failed."""
        return "runner_error" in self.statuses.values()

    @property
    def results_digest(self) -> str:
        """The digest of `[ID, status, detail, digest of the answer]` of each case by ID: the same in any order."""
        rows = [
            [name, result.verdict.status, result.verdict.detail, result.answer_digest]
            for name, result in sorted(self.outcome.results.items())
        ]
        return canonical.digest(rows)

    def document(self) -> dict[str, Any]:
        """The results document."""
        counts = Counter(self.statuses.values())
        return {
            "results_format": RESULTS_FORMAT,
            "protocol": protocol.PROTOCOL_VERSION,
            "kind": "development" if self.limits else "whole",
            "limits": list(self.limits),
            "passes": self.passes,
            "profile": self.profile,
            "filter": list(self.patterns),
            "shard": {"number": self.shard.index + 1, "of": self.shard.count},
            "seed": self.settings.seed,
            "timeout_scale": self.timeout_scale,
            "testee": {"argv": list(self.settings.argv), "ready": _identity(self.outcome.ready)},
            "counts": {
                "required": len(self.required),
                "planned": len(self.planned),
                "passed": counts["pass"],
                "challenge": len(self.challenge & set(self.planned)),
                "by_status": {status: counts[status] for status in STATUSES if counts[status]},
            },
            "problems": self.problems,
            "results": [self._row(result) for result in self.outcome.results.values()],
            "results_digest": self.results_digest,
            "processes": self.outcome.processes,
            "milliseconds": self.outcome.milliseconds,
        }

    @property
    def timeout_scale(self) -> str:
        """The scale of the budgets as "num/den"."""
        return f"{self.settings.scale.numerator}/{self.settings.scale.denominator}"

    def _row(self, result: Result) -> dict[str, Any]:
        return {
            "id": result.vector.id,
            "status": result.verdict.status,
            "detail": result.verdict.detail,
            "message": result.verdict.message,
            "expected_failure": self.is_expected(result),
            "answer_digest": result.answer_digest or None,
            "milliseconds": result.milliseconds,
        }

    def text(self) -> str:
        """For people: each failure with its reason, and a summary."""
        blocks = [failure_text(result) for result in self.failures]
        blocks += [f"problem: {problem}" for problem in self.problems]
        return "\n\n".join([*blocks, self._summary()])

    def _summary(self) -> str:
        counts = Counter(self.statuses.values())
        told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
        limits = f"\na development run ({', '.join(self.limits)}): it certifies nothing" if self.limits else ""
        verdict = "PASSES" if self.passes else "DOES NOT PASS"
        return (
            f"{verdict}: profile {self.profile}, {len(self.planned)} of {len(self.required)} cases: {told}\n"
            f"seed {self.settings.seed}, timeout scale {self.timeout_scale}, results {self.results_digest}{limits}"
        )


def _identity(ready: protocol.Message | None) -> dict[str, Any] | None:
    """What the testee says of itself."""
    return ready and {key: ready[key] for key in ("name", "version", "profiles", "components")}


def failure_text(result: Result) -> str:
    """One case that doesn't count: what it is, what is wrong, and what bug it is there to find."""
    vector, verdict = result.vector, result.verdict
    lines: Sequence[str] = (
        f"{vector.id} ({vector.operation}): {verdict.status} {verdict.detail}",
        *(f"  {printable(line)}" for line in verdict.message.splitlines()),
        f"  catches: {vector.catches}",
        f"  clauses: {', '.join(vector.clauses)}",
    )
    return "\n".join(lines)
