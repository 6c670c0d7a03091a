"""Holding a testee against a corpus: plan, run, report in one call. The runner's command and the certificate use it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.runner import expected, plan
from conformance.runner.execution import Progress, execute
from conformance.runner.plan import Shard
from conformance.runner.report import Report
from conformance.runner.settings import Settings
from conformance.vectors import Vector


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be checked, and how.

    `patterns` are globs of IDs, none for all; `expected_failures` are the bytes of such a file.
    """

    profile: str
    settings: Settings
    patterns: tuple[str, ...] = ()
    shard: Shard = Shard()
    expected_failures: bytes | None = None


def chosen(corpus: Sequence[Vector], request: Request) -> tuple[Vector, ...]:
    """The cases that a request selects, by ID.

    Raises:
        UsageError: as `plan.select` and `plan.part`.
    """
    return plan.part(plan.select(corpus, request.profile, request.patterns), request.shard)


def check(
    corpus: Sequence[Vector],
    request: Request,
    challenge: Sequence[Vector] = (),
    progress: Progress = lambda done, total: None,
) -> Report:
    """Runs a testee and reports.

    Args:
        corpus: the vectors; every twin is among them or in the challenge.
        request: what to check.
        challenge: cases with answers worked out for this run; they are planned like the others.
        progress: called with the questions asked and their number.

    Raises:
        UsageError: as `chosen`. DocumentError: as `expected.read`. IncompleteError: as `execution.execute`.
    """
    every = (*corpus, *challenge)
    cases = chosen(every, request)
    required = tuple(vector.id for vector in plan.select(every, request.profile))
    today = datetime.datetime.now(datetime.UTC).date()
    allowed = expected.read(request.expected_failures, required, today) if request.expected_failures is not None else {}
    turns = plan.turns(cases, {vector.id: vector for vector in every}, request.settings.seed)
    return Report(
        request.profile,
        request.patterns,
        request.shard,
        request.settings,
        required,
        tuple(vector.id for vector in cases),
        frozenset(vector.id for vector in challenge),
        allowed,
        execute(turns, request.settings, progress),
    )
