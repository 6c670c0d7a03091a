"""Results as contents of a page: every scheduled episode of every trial, with its run or with why there is none."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from packs.result import RECORD_KEY, RUN_END, EpisodeLine, ResultFile, opened
from scoring.authenticate import MISSING, refuse
from scoring.submission import FindTarget
from scoring.target import EvaluationTarget
from simulator import scenario
from simulator.fire import FireWorld, fire_world
from tools.view_data import Contents, exact_run, of_document


def of_trials(paths: Sequence[Path], find_target: FindTarget) -> Contents:
    """The trials of one submission, one after the other: an entry for each episode and trial.

    Raises:
        InputError: a file is not a result of the target's schedule.
    """
    with ExitStack() as stack:
        found = [stack.enter_context(opened(path)) for path in paths]
        found.sort(key=lambda file: int(file.header["trial"]["index"]))
        target = find_target(found[0].header["evaluation_manifest"])
        out = Contents(f"{found[0].header['model_id']} on {_name(target)}", [found[0].header["model_id"]])
        for index, lines in enumerate(zip(*(scheduled(file, target) for file in found), strict=True)):
            sides = packed_sides(out, target, index, lines)
            for file, side in zip(found, sides, strict=True):
                out.show([side], index, file.header["trial"]["index"])
    return out


def side_by_side(paths: Sequence[Path], find_target: FindTarget) -> Contents:
    """The results of two models, or trials: an entry for each episode, with one run of each.

    Raises:
        InputError: a file is not a result of the target's schedule.
    """
    with ExitStack() as stack:
        found = [stack.enter_context(opened(path)) for path in paths]
        target = find_target(found[0].header["evaluation_manifest"])
        names = [f"{file.header['model_id']} ({file.path.name})" for file in found]
        out = Contents(" and ".join(file.header["model_id"] for file in found) + f" on {_name(target)}", names)
        for index, lines in enumerate(zip(*(scheduled(file, target) for file in found), strict=True)):
            out.show(packed_sides(out, target, index, lines), index)
    return out


def _name(target: EvaluationTarget) -> str:
    return target.identity.pack_id or target.identity.suite_id


def scheduled(file: ResultFile, target: EvaluationTarget) -> Iterator[EpisodeLine | None]:
    """A result's line of each scheduled episode, None for a gap; the file is read to its end (PCK-9).

    Raises:
        ScoringInputError: `other_manifest`, `other_pack`, `unscheduled`. InputError: it is not a result.
    """
    source = str(file.path)
    if file.header["evaluation_manifest"] != target.manifest:
        raise refuse("other_manifest", "its evaluation manifest is not the pack's", source)
    if target.fire_worlds and file.header["pack_digest"] not in (None, target.identity.pack_digest):
        raise refuse("other_pack", "it was made with another pack", source)
    lines = file.episodes()
    line = next(lines, None)
    for entry in target.episodes:
        if line is not None and line.index == entry["index"]:
            yield line
            line = next(lines, None)
        else:
            yield None
    if line is not None:
        raise refuse("unscheduled", "nothing schedules this episode", source, line.index)


def packed_sides(
    out: Contents, target: EvaluationTarget, index: int, lines: Sequence[EpisodeLine | None]
) -> list[dict[str, Any]]:
    """The runs of one episode, packed; a failure, or a gap, by its kind.

    Raises:
        InputError: a line is not canonical, or not an episode's.
    """
    world = fire_world(scenario.parse(target.scenario(index)), target.episodes[index]["seed"])
    sides = []
    for line in lines:
        failure = MISSING if line is None else line.failure
        run = short_run(line, world) if line is not None and failure is None else None
        sides.append(out.side(world.scenario, world.seed, run, failure))
    return sides


def short_run(line: EpisodeLine, world: FireWorld) -> dict[str, Any]:
    """The short form of a line's record: by its bytes where they are the world's, else by a strict reading."""
    start = line.data.find(RECORD_KEY) + len(RECORD_KEY)
    exact = exact_run(line.data, start, len(line.data) - len(RUN_END), world)
    return exact or of_document(line.document()["run_record"], world.scenario, world.seed)
