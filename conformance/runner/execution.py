"""A run: every question of a plan, to as many processes as that takes, and what came of each case (CNF-7)."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance import protocol
from conformance.operations import registry
from conformance.protocol import Message
from conformance.runner import reaper
from conformance.runner.divergence import describe_step, step_to_trace
from conformance.runner.host import Host
from conformance.runner.judge import Verdict, judge
from conformance.runner.plan import Turn, wire_id
from conformance.runner.settings import Settings
from conformance.runner.status import Fault
from conformance.vectors import Vector
from simulator import canonical
from simulator.errors import IncompleteError, printable

_TAIL = 20
_NOT_RUN = {"run_budget": "the time of the whole run was over", "start_failed": "no process came up any more"}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one case: the verdict, the digest of the first answer ("" where there was none), the time taken."""

    vector: Vector
    verdict: Verdict
    answer_digest: str = ""
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run: the results by ID, the first process's `ready`, how many were started, the time taken."""

    results: Mapping[str, Result]
    ready: Message | None
    processes: int
    milliseconds: int


def execute(turns: Sequence[Turn], settings: Settings, progress: Progress = lambda done, total: None) -> Outcome:
    """Asks all questions, and gives every case of the plan a result. It leaves no process.

    Raises:
        IncompleteError: `cannot_start`, `processes_left`.
    """
    begun = time.monotonic()
    run = _Run(turns, settings)
    with reaper.adopting():
        try:
            for number, turn in enumerate(turns):
                progress(number, len(turns))
                run.take(turn)
            run.finish()
        finally:
            run.host.end()
    progress(len(turns), len(turns))
    results = {name: run.results[name] for name in sorted(run.results)}
    return Outcome(results, run.host.ready, run.host.started, int((time.monotonic() - begun) * 1000))


class _Run:
    """The state of a run; `last` is the case that the running process was asked last."""

    def __init__(self, turns: Sequence[Turn], settings: Settings) -> None:
        self.settings = settings
        self.host = Host(settings)
        self.results: dict[str, Result] = {}
        self.deadline = time.monotonic() + settings.budgets.of_run(turns) * self.host.scale
        self.last = ""
        self.stopped = ""
        self.traces = 0

    def take(self, turn: Turn) -> None:
        """Asks one question, unless its case has failed before."""
        self._charging_last(self.host.settle)
        known = self.results.get(turn.owner)
        if known and not known.verdict.passes:
            return
        begun = time.monotonic()
        if not self.stopped and begun >= self.deadline:
            self.stopped = "run_budget"
        verdict, digest = self._asked(turn)
        spent = int((time.monotonic() - begun) * 1000)
        verdict = verdict.within(turn.role)
        if known:
            self.results[turn.owner] = replace(known, verdict=verdict, milliseconds=known.milliseconds + spent)
        else:
            self.results[turn.owner] = Result(turn.vector, verdict, digest, spent)

    def finish(self) -> None:
        """Says `bye` to the process that runs."""
        self._charging_last(self.host.finish)

    def _charging_last(self, work: Callable[[], None]) -> None:
        """What is wrong after an answer is charged to the case that was answered, unless that has failed anyway."""
        try:
            work()
        except Fault as fault:
            verdict = self._ended(fault)
            known = self.results[self.last]
            if known.verdict.passes:
                self.results[self.last] = replace(known, verdict=verdict)

    def _asked(self, turn: Turn) -> tuple[Verdict, str]:
        """The verdict on one question, and the digest of the answer."""
        if self.stopped:
            return Verdict("not_run", self.stopped, _NOT_RUN[self.stopped]), ""
        try:
            session = self.host.session()
        except Fault as fault:
            self.stopped = "start_failed"
            return self._ended(fault), ""
        self.last = turn.owner
        if not self.host.covers(turn.vector.profile):
            message = f"the testee doesn't declare the profile {turn.vector.profile}"
            return Verdict("unsupported", "profile", message), ""
        try:
            answer = session.ask(turn.wire, turn.vector.operation, turn.vector.input, self._seconds(turn.vector))
            return self._judged(turn.vector, answer)
        except Fault as fault:
            return self._ended(fault), ""
        except IncompleteError:
            raise
        except Exception as error:
            return self._ended(Fault("runner_error", "internal", f"{type(error).__name__}: {error}")), ""

    def _seconds(self, vector: Vector) -> float:
        """What a question may take: its own budget, and no more than what is left of the run's."""
        own = self.settings.budgets.of_case(vector) * self.host.scale
        return min(own, max(0.0, self.deadline - time.monotonic()))

    def _judged(self, vector: Vector, answer: Message) -> tuple[Verdict, str]:
        verdict = judge(vector.expected, answer)
        digest = canonical.digest({key: answer[key] for key in answer if key not in ("type", "id")})
        if verdict.passes:
            return verdict, digest
        message = verdict.message
        if verdict.status == "mismatch":
            message += self._traced(vector, answer["output"])
        return replace(verdict, message=message + _quoted(self.host.stderr_tail)), digest

    def _traced(self, vector: Vector, found: Mapping[str, Any]) -> str:
        """The first step that differs, asked of testee and product; nothing, where the operation has no steps."""
        step = step_to_trace(vector.operation, vector.expected["output"], found)
        if step is None:
            return ""
        ours = registry.outcome(vector.operation, dict(vector.input), step)
        wire = wire_id(self.settings.seed, "trace", self.traces)
        self.traces += 1
        try:
            session = self.host.session()
            theirs = session.ask(wire, vector.operation, vector.input, self._seconds(vector), step)
        except Fault as fault:
            return f"\nstep {step} differs; its trace: {self._ended(fault).message}"
        for side, outcome in (("the product", ours), ("the testee", theirs)):
            if outcome["status"] != protocol.OK:
                return f"\nstep {step} differs; {side} has no trace of it ({outcome['status']})"
        return "\nfirst divergence: " + describe_step(vector.input, step, ours["output"], theirs["output"])

    def _ended(self, fault: Fault) -> Verdict:
        """The verdict of a fault, after the process is killed."""
        return Verdict(fault.status, fault.code, fault.message + _quoted(self.host.end()))


def _quoted(stderr: str) -> str:
    """The last lines of the testee's stderr, made harmless."""
    lines = [f"  | {printable(line)}" for line in stderr.splitlines()[-_TAIL:]]
    return "\n".join(["", "the testee's stderr ends with:", *lines]) if lines else ""
