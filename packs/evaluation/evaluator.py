"""The evaluator: K trials over a pack, from a plan and a journal to results, transcripts and what it took (PCK-15)."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from threading import Event, Lock
from typing import Any

from packs import executors, files, result
from packs.evaluation import plan as plans
from packs.evaluation import transcript, trial
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.episode import Job, play, replayed
from packs.evaluation.journal import PLAN, Journal, Stored, held
from packs.evaluation.meter import Meter, Prices
from packs.evaluation.model import Adapter
from packs.evaluation.outputs import Outputs
from packs.evaluation.plan import Request
from packs.evaluation.storage import reported, sync_folder
from packs.evaluation.transcript import TRANSCRIPT_VERSION
from packs.evaluation.workers import Stopped, work
from packs.pack import Pack, Progress
from simulator import canonical
from simulator.errors import IncompleteError, UsageError


@dataclass(frozen=True, slots=True)
class Terms:
    """How an evaluation is done: nothing of it changes a result, and the next session may have others (PCK-15.1).

    Attributes:
        concurrency: how many episodes of a model are under way at once.
        budget: the measured cost at which no step is begun any more.
        prices: what tokens cost.
        provider_id: who runs the model.
        make, jobs: the executor of a policy's episodes, as `executors.ordered` takes it.
        progress: is told of every finished episode.
    """

    concurrency: int = 1
    budget: Fraction | None = None
    prices: Prices | None = None
    provider_id: str = "local"
    make: executors.MakeExecutor | None = None
    jobs: int = 1
    progress: Progress = lambda done, total: None


def evaluate(pack: Pack, adapter: Adapter, request: Request, outputs: Outputs, terms: Terms = Terms()) -> Meter:
    """Evaluates a model, or goes on with it, until all results are written.

    Returns:
        What it took, over all sessions.

    Raises:
        UsageError: `plan_differs`, `results_exist`, `bad_model`, `bad_submission`, `bad_trials`; the adapter's.
        InputError: `journal_damaged`; the pack's.
        IncompleteError: `budget_reached`, `journal_in_use`, `cannot_write`; the adapter's. The journal is kept.
    """
    plan = plans.make(pack, adapter, request)
    begun = (outputs.journal / PLAN).exists()
    if not (begun or adapter.reproducible) and any(path.exists() for path in outputs.results):
        message = "there are results already, and no journal of them; give another --out, or move them away"
        raise UsageError("results_exist", message)
    if outputs.folder and not outputs.folder.exists():
        with reported(outputs.folder):
            outputs.folder.mkdir()
    with held(outputs.journal) as journal:
        _begin(journal, plan)
        outputs.clear()
        session = _Session(pack, plan, journal, outputs, terms)
        return session.policy(adapter) if isinstance(adapter, PolicyAdapter) else session.model(adapter)


def _begin(journal: Journal, plan: dict[str, Any]) -> None:
    stored = journal.plan()
    if stored is None:
        journal.begin(canonical.encode(plan))
    else:
        plans.check_same(plans.parse(stored, str(journal.folder / PLAN)), plan)


def tally(journal: Journal, plan: dict[str, Any], meter: Meter) -> list[tuple[int, int]]:
    """Counts what the journal holds of a model: the episode-trials that are not finished, in order.

    Raises:
        InputError: `journal_damaged`.
    """
    left = []
    for number in range(plan["trials"]):
        for index in range(plan["pack"]["episodes"]):
            end = None
            for item in journal.episode(number, index).items():
                if isinstance(item, Stored):
                    meter.add(item)
                else:
                    end = item
            if end:
                meter.finish(end.failure)
            else:
                left.append((number, index))
    return left


@dataclass(frozen=True, slots=True, eq=False)
class _Session:
    """One run of the command, from what the journal has to the results."""

    pack: Pack
    plan: dict[str, Any]
    journal: Journal
    outputs: Outputs
    terms: Terms

    @property
    def total(self) -> int:
        return len(self.pack) * int(self.plan["trials"])

    def policy(self, adapter: PolicyAdapter) -> Meter:
        """A baseline: its episodes in their order, each in the journal once."""
        meter, parts = Meter(), []
        for number in range(self.plan["trials"]):
            part = self.journal.part(number, self._header(number, None))
            first = part.mend()
            for _ in range(first):
                meter.finish(None)
            tasks = trial.tasks(self.pack, adapter.name, adapter.policy_seed, number, first)
            lines = executors.ordered(trial.play, tasks, self.terms.make, self.terms.jobs)
            part.extend(self._counted(lines, meter))
            parts.append(part)
        for part, path in zip(parts, self.outputs.results, strict=True):
            part.finish(path)
        self.journal.remove(len(parts))
        return meter

    def _counted(self, lines: Iterator[bytes], meter: Meter) -> Iterator[bytes]:
        for line in lines:
            yield line
            meter.finish(None)
            self.terms.progress(meter.finished, self.total)

    def model(self, adapter: Adapter) -> Meter:
        """A model: every answer in the journal before it is used, then results and transcripts from there."""
        meter = Meter(self.terms.prices)
        for number in range(self.plan["trials"]):
            self.journal.make_trial(number)
        left = tally(self.journal, self.plan, meter)
        stop, lock = Event(), Lock()
        before_step = functools.partial(self._before_step, stop, meter)

        def task(place: tuple[int, int]) -> None:
            with lock:
                job = self._job(*place)
            meter.finish(play(job, self.journal.episode(*place), adapter, before_step, meter.add))

        self.terms.progress(meter.finished, self.total)
        work(task, left, self.terms.concurrency, stop, lambda: self.terms.progress(meter.finished, self.total))
        for number in range(self.plan["trials"]):
            self._write(number, adapter.extract)
        record = meter.record(self.plan, self.terms.provider_id)
        files.write_bytes(self.outputs.operational, canonical.encode(record.document()))
        sync_folder(self.outputs.operational.parent)
        return meter

    def _before_step(self, stop: Event, meter: Meter) -> None:
        if stop.is_set():
            raise Stopped
        budget, cost = self.terms.budget, meter.cost
        if budget is not None and cost is not None and cost >= budget:
            message = "the budget is used up; the same command with a larger --budget goes on from here"
            raise IncompleteError("budget_reached", message)

    def _job(self, number: int, index: int) -> Job:
        episode = self.pack.episode(index)
        first = transcript.start(self.plan["submission_id"], number, index, self.plan["inference_digest"])
        return Job(number, index, number * len(self.pack) + index, episode.scenario, episode.seed, first)

    def _header(self, number: int, inference_digest: str | None) -> dict[str, Any]:
        plan = self.plan
        place = number, plan["trials"]
        return trial.header(
            self.pack, plan["model_id"], plan["submission_id"], place, plan["stochastic"], inference_digest
        )

    def _write(self, number: int, extract: Callable[[bytes], bytes]) -> None:
        """Writes a trial's transcript and, last, its result."""
        header = self._header(number, self.plan["inference_digest"])
        own = {key: header[key] for key in ("submission_id", "model_id", "trial", "pack_digest")}
        own |= {"transcript_version": TRANSCRIPT_VERSION, "settings": self.plan["settings"]}
        path = self.outputs.results[number]
        with files.writing(path) as stream, files.writing(self.outputs.transcript(number)) as beside:
            writer = transcript.Writer(beside, own)
            result.write(stream, header, self._lines(number, extract, writer), writer.finish)
        sync_folder(path.parent)

    def _lines(self, number: int, extract: Callable[[bytes], bytes], writer: transcript.Writer) -> Iterator[bytes]:
        """The result's lines, derived anew from the journal (PCK-15.3)."""
        for index in range(len(self.pack)):
            log = self.journal.episode(number, index)
            course = replayed(self._job(number, index), log, extract, writer.entry)
            writer.end(course.chain)
            yield course.line(index)
