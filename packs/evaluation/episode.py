"""One episode-trial of a model, moved by what the model answered and by nothing else (PCK-5, PCK-15).

`Course` is pure: the same entries give the same run, the same failure, the same line of the result and the same chain,
whether they have just come, are read from the journal, or stand in a transcript.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from packs import result
from packs.evaluation import transcript
from packs.evaluation.journal import End, EpisodeLog, Stored
from packs.evaluation.model import INVALID_OUTPUT, Adapter, ModelFailure, Player, Usage
from packs.evaluation.transcript import Answered, Entry, Failed
from simulator import canonical
from simulator.errors import EmberError, InputError, InvalidActionError
from simulator.observation import observe, parse_actions
from simulator.phases import Simulator, StepRecord
from simulator.record import RunRecord
from simulator.scenario import Scenario

Extract = Callable[[bytes], bytes]


class Course:
    """An episode on its way.

    `chain` is the transcript's chain so far, `failure` the kind that ended the episode, and `refusal` why the last
    answer was refused; a refused answer is followed by the entry of the failure, and by nothing else.
    """

    def __init__(self, scenario: Scenario, seed: int, chain: bytes, extract: Extract) -> None:
        self.chain = chain
        self.failure: str | None = None
        self.refusal: str | None = None
        self._scenario, self._seed, self._extract = scenario, seed, extract
        self._simulator = Simulator(scenario, seed)
        self._first = self._simulator.snapshot
        self._steps: list[StepRecord] = []
        self._observation = b""

    @property
    def ended(self) -> bool:
        """Whether the run has come to its end, or the model has failed."""
        return self.failure is not None or self._simulator.snapshot.terminated

    @property
    def step(self) -> int:
        """The step of the observation that is due."""
        return self._simulator.snapshot.step

    def observation(self) -> bytes:
        """What the model is shown next, in canonical bytes (SIM-9.1)."""
        if not self._observation:
            self._observation = canonical.encode(observe(self._scenario, self._simulator.snapshot))
        return self._observation

    def take(self, entry: Entry) -> None:
        """Goes on by one entry (PCK-16.1).

        Raises:
            InputError: `entry_differs`, it does not belong here: another step, another observation, or after the end.
        """
        if self.ended:
            raise InputError("entry_differs", "an entry follows the end of its episode")
        if isinstance(entry, Failed):
            self._fail(entry)
        else:
            self._answer(entry)
        self.chain = transcript.link(self.chain, entry)

    def line(self, index: int) -> bytes:
        """The episode's line in the result, without its end (PCK-9.3)."""
        if self.failure is not None:
            return result.failure_line(index, self.failure)
        return result.run_line(index, RunRecord(self._scenario, self._seed, self._first, tuple(self._steps)))

    def _fail(self, entry: Failed) -> None:
        if entry.kind not in result.FAILURES:
            raise EmberError("unknown_failure", f"an adapter tells of a failure {entry.kind!r}")
        if self.refusal is not None and entry != REFUSED:
            raise InputError("entry_differs", f"step {self.step}: the answer was refused, which is invalid_output")
        self.failure = entry.kind

    def _answer(self, entry: Answered) -> None:
        if self.refusal is not None:
            raise InputError("entry_differs", f"step {self.step}: an answer follows one that was refused")
        if entry.step != self.step:
            raise InputError("entry_differs", f"step {self.step}: this is an answer to step {entry.step}")
        if entry.observation != canonical.sha256_hex(self.observation()):
            raise InputError("entry_differs", f"step {self.step}: the answer was to another observation")
        try:
            output = self._extract(entry.received)
            actions = parse_actions(output, self._scenario, self._simulator.snapshot)
        except (InvalidActionError, ModelFailure) as error:
            self.refusal = str(error)
            return
        self._steps.append(self._simulator.step(actions))
        self._observation = b""


REFUSED = Failed(INVALID_OUTPUT, b"")


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """An episode-trial to play: `number` counts them over all trials; `start` is the first value of its chain."""

    trial: int
    index: int
    number: int
    scenario: Scenario
    seed: int
    start: bytes

    def course(self, extract: Extract) -> Course:
        """The episode at its beginning."""
        return Course(self.scenario, self.seed, self.start, extract)


def replayed(job: Job, log: EpisodeLog, extract: Extract, note: Callable[[Entry], None] = lambda entry: None) -> Course:
    """The episode as far as the journal has it; `note` is told of every entry (PCK-15.3).

    Raises:
        InputError: `journal_damaged`, also where the episode's end is marked and is another.
    """
    course = job.course(extract)
    for item in log.items():
        if isinstance(item, Stored):
            _take(course, item, log)
            note(item.entry)
        elif not course.ended or item != _end(course, job):
            raise log.damaged("the episode does not end so when it is played again")
    return course


def _end(course: Course, job: Job) -> End:
    return End(course.failure, canonical.sha256_hex(course.line(job.index)))


def _take(course: Course, stored: Stored, log: EpisodeLog) -> None:
    try:
        course.take(stored.entry)
    except InputError as error:
        raise log.damaged(error.message) from None
    if course.chain.hex() != stored.chain:
        raise log.damaged("the chain of answers is broken")


def _shown(job: Job, log: EpisodeLog, extract: Extract) -> Iterator[bytes]:
    """The observations that were answered already, in their order; a fresh model process sees them again."""
    course = job.course(extract)
    for item in log.items():
        if isinstance(item, Stored):
            yield course.observation()
            _take(course, item, log)


def play(
    job: Job, log: EpisodeLog, adapter: Adapter, before_step: Callable[[], None], note: Callable[[Stored], None]
) -> str | None:
    """Plays an episode to its end, from where the journal has it (PCK-15.2, PCK-15.3).

    `before_step` may raise to leave the episode where it is; `note` is told of every new entry.

    Returns:
        The kind of the failure, None for a run that came to its end.

    Raises:
        InputError: `journal_damaged`. UsageError, IncompleteError: the evaluator's own set-up fails.
    """
    log.mend()
    course = replayed(job, log, adapter.extract)

    def store(stored: Stored) -> None:
        log.append(stored)
        note(stored)
        course.take(stored.entry)

    if not (course.ended or course.refusal):
        earlier = iter(()) if adapter.stateless else _shown(job, log, adapter.extract)
        with closing(adapter.player(job.number)) as player:
            while not (course.ended or course.refusal):
                before_step()
                store(_asked(course, player, earlier))
    if course.refusal and not course.ended:
        chain = transcript.link(course.chain, REFUSED).hex()
        store(Stored(REFUSED, chain, 0, Usage(), (), course.refusal))
    log.append(_end(course, job))
    return course.failure


def _asked(course: Course, player: Player, earlier: Iterator[bytes]) -> Stored:
    """The model's answer to the observation that is due, or its failure; first it sees those of before (PCK-5.4)."""
    observation = course.observation()
    started = time.monotonic_ns()
    entry: Entry
    try:
        for shown in earlier:
            player.answer(shown)
        started = time.monotonic_ns()
        answer = player.answer(observation)
        entry = Answered(course.step, canonical.sha256_hex(observation), answer.received)
        usage, attempts, reason = answer.usage, answer.attempts, ""
    except ModelFailure as failure:
        entry = Failed(failure.code, failure.received)
        usage, attempts, reason = Usage(), failure.attempts, str(failure)
    elapsed = time.monotonic_ns() - started
    return Stored(entry, transcript.link(course.chain, entry).hex(), elapsed, usage, attempts, reason)
