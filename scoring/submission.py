"""A submission: the result files of its trials, scored one episode at a time (SCO-2, SCO-6, SCO-12)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packs.executors import MakeExecutor, ordered
from packs.result import EpisodeLine, ResultFile, opened
from scoring.aggregate import ScheduledEpisode
from scoring.authenticate import Scored, Task, refuse, score_task
from scoring.report import model
from scoring.target import EvaluationTarget

Progress = Callable[[int, int], None]
FindTarget = Callable[[dict[str, Any]], EvaluationTarget]


@dataclass(frozen=True, slots=True)
class Options:
    """How to work: with the joint bound or not, on which executor, with how many jobs."""

    joint_bound: bool = False
    executor: MakeExecutor | None = None
    jobs: int = 1
    progress: Progress = lambda done, total: None


def score(paths: Sequence[Path], find_target: FindTarget, options: Options = Options()) -> dict[str, Any]:
    """The report of one submission. Neither the order of the files nor the number of jobs shows in it.

    `find_target` gives what the results are scored on, from the evaluation manifest that they carry. At any time the
    memory holds the lines of a few episodes, and what has become of those that are done.

    Raises:
        InputError: a file is not an authentic result, or the files are not trials of one submission (SCO-2).
        IncompleteError: a worker died.
    """
    with ExitStack() as stack:
        files = [stack.enter_context(opened(path)) for path in sorted(paths)]
        files.sort(key=lambda file: int(file.header["trial"]["index"]))
        header = check_together(files)
        target = find_target(header["evaluation_manifest"])
        _check_target(files, target)
        trials = _places(files)
        scored: list[Scored] = []
        tasks = _tasks(trials, target, options)
        for outcome in stack.enter_context(closing(ordered(score_task, tasks, options.executor, options.jobs))):
            scored.append(outcome)
            options.progress(len(scored), len(target.episodes))
        who = model.Model(
            header["model_id"],
            header["submission_id"],
            header["stochastic"],
            header["inference_digest"],
            tuple(file.digest if file else None for file in trials),
        )
        return model.report(who, target.identity, _schedule(target, scored), target.disclosure)


def check_together(files: Sequence[ResultFile]) -> dict[str, Any]:
    """The common header of a submission's trials, given in the order of their indices (SCO-12).

    Raises:
        ScoringInputError: `bad_trial`, `other_submission`, `repeated_trial`.
    """
    first = files[0].header
    seen: set[int] = set()
    for file in files:
        trial, source = file.header["trial"], str(file.path)
        if trial["index"] >= trial["count"]:
            raise refuse("bad_trial", "the trial's index is not below its count", source)
        for key in (key for key in first if key != "trial" and file.header[key] != first[key]):
            raise refuse("other_submission", f"its {key} is not that of {files[0].path}", source)
        if trial["count"] != first["trial"]["count"]:
            raise refuse("other_submission", f"its number of trials is not that of {files[0].path}", source)
        if trial["index"] in seen:
            raise refuse("repeated_trial", f"trial {trial['index']} is given twice", source)
        seen.add(trial["index"])
    return first


def _check_target(files: Sequence[ResultFile], target: EvaluationTarget) -> None:
    for file in files:
        if file.header["evaluation_manifest"] != target.manifest:
            raise refuse("other_manifest", "its evaluation manifest is not the pack's", str(file.path))
        if target.fire_worlds and file.header["pack_digest"] not in (None, target.identity.pack_digest):
            raise refuse("other_pack", "it was made with another pack", str(file.path))


def _places(files: Sequence[ResultFile]) -> list[ResultFile | None]:
    """The file of each trial that the headers promise; an absent one is all `missing` (SCO-12)."""
    found = {file.header["trial"]["index"]: file for file in files}
    return [found.get(index) for index in range(files[0].header["trial"]["count"])]


def _tasks(trials: Sequence[ResultFile | None], target: EvaluationTarget, options: Options) -> Iterator[Task]:
    """The work, episode by episode; the files are read along with it, and to their ends."""
    readers = [None if file is None else _Reader(file) for file in trials]
    for entry in target.episodes:
        index = entry["index"]
        yield Task(
            index,
            target.scenario(index),
            entry["seed"],
            target.fire_worlds[index] if target.fire_worlds else None,
            tuple(reader.take(index) if reader else None for reader in readers),
            options.joint_bound,
        )
    for reader in readers:
        if reader:
            reader.finish()


class _Reader:
    """A result file read in step with the schedule, a line at a time."""

    def __init__(self, file: ResultFile) -> None:
        self._lines = file.episodes()
        self._next: EpisodeLine | None = None

    def take(self, index: int) -> EpisodeLine | None:
        """The line of an episode, None for a gap."""
        if self._next is None:
            self._next = next(self._lines, None)
        if self._next is None or self._next.index != index:
            return None
        line, self._next = self._next, None
        return line

    def finish(self) -> None:
        """Reads what is left, so that the footer is checked.

        Raises:
            ScoringInputError: `unscheduled`.
        """
        left = self._next or next(self._lines, None)
        if left is not None:
            raise refuse("unscheduled", "nothing schedules this episode", left.source, left.index)


def _schedule(target: EvaluationTarget, scored: Sequence[Scored]) -> list[ScheduledEpisode]:
    """The scheduled episodes with all their trials (SCO-6)."""
    return [
        ScheduledEpisode(
            index=entry["index"],
            scenario_id=entry["scenario_id"],
            family=target.families[entry["scenario_id"]],
            seed=entry["seed"],
            trials=found.trials,
            joint_bound=found.joint_bound,
        )
        for entry, found in zip(target.episodes, scored, strict=True)
    ]
