"""Scores of episode-trials, and reports of whole submissions (SCO-2, SCO-4, SCO-9)."""

import tempfile
from pathlib import Path

from conformance.operations.inputs import ACTIONS, BYTES, COUNT, DIGEST, DOCUMENT, SEED, decoded, text
from conformance.operations.operation import STAGES, BadInput, Operation, Plain
from conformance.operations.packs import FILES, frozen
from conformance.operations.reported import COUNTS, EVIDENCE, HEADLINE, INPUTS, SCORE, facts, inputs
from conformance.operations.simulation import whole
from scoring.attribution import gather, references
from scoring.episode import FAILURES, failed_episode, score_episode
from scoring.submission import Options, score
from scoring.target import pack_target
from simulator import canonical
from simulator.fire import fire_world
from simulator.shape import Boolean, Choice, ListOf, Record


def _inputs(given: Plain) -> Plain:
    return score_episode(inputs(given)).document()


def _episode(given: Plain) -> Plain:
    run = whole(given)
    evidence = gather(run, references(fire_world(run.scenario, run.seed)))
    return {**facts(evidence), "score": score_episode(evidence.inputs()).document()}


def _failure(given: Plain) -> Plain:
    return failed_episode(given["kind"], given["max_evacuated"]).document()


def _whole_report(given: Plain) -> Plain:
    expected = given.get("expected_digest")
    target = pack_target(frozen(given, expected), committed=expected is not None)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, data in enumerate(given["results"]):
            paths.append(Path(folder).joinpath(f"{number:05}"))
            paths[-1].write_bytes(decoded(data["base64"]))
        return score(paths, lambda _: target, Options(joint_bound=given.get("joint_bound", False)))


def _report(given: Plain) -> Plain:
    report = _whole_report(given)
    return {"report": canonical.digest(report), "headline": report["headline"]}


def _traced(given: Plain, step: int) -> Plain:
    if step:
        raise BadInput("no_trace", "a report is one document, number 0")
    return text(_whole_report(given))


OPERATIONS = (
    Operation(
        "score.inputs",
        "The score of an episode-trial from its counts alone.",
        (
            *("SCO-4.1.2", "SCO-4.1.4", "SCO-4.1.5", "SCO-4.1.6", "SCO-4.1.7", "SCO-4.2", "SCO-4.2.4", "SCO-4.2.7"),
            *("SCO-4.2.8", "SCO-4.3.1", "SCO-4.3.2", "SCO-4.3.3", "SCO-4.4", "SCO-4.4.2", "SCO-4.4.3", "SCO-4.5.2"),
            *("SCO-4.5.3", "SCO-4.5.4"),
        ),
        COUNTS,
        SCORE,
        _inputs,
        ("score",),
        rules=(
            "The input is the member `inputs` of a report's episode-trial (SCO-9.3). Contradictions are looked for in"
            " this order: of the four lists, as they stand in SCO-9.3, each first for an order (`ids_unsorted`) and"
            " then for an ID of a list before it (`ids_overlap`); `max_evacuated`, then `people`, that the lists do not"
            " add up to (`ids_miscounted`); a negative count, as they stand in SCO-9.3; the chains"
            " evacuated ≤ sum_l ≤ q_exit ≤ q_cut ≤ sum_steps, evacuated ≤ moves_ref ≤ moves ≤ sum_steps,"
            " danger_ref ≤ danger ≤ sum_steps, recoverable ≤ recovery_ref ≤ recovery, recoverable ≤ events, from the"
            " left; `sum_steps` over nobody, and `recovery` over no event.",
            "The pointer is that of the list, the count, or the right side of the inequality. The code is"
            " `below_bound` for q_cut ≤ sum_steps, moves_ref ≤ moves, danger_ref ≤ danger and recovery_ref ≤ recovery,"
            " and `count_out_of_range` for the other inequalities and counts.",
        ),
    ),
    Operation(
        "score.episode",
        "The evidence, inputs and score of the run of a scenario, a seed and everybody's actions.",
        (
            *("SCO-3.1", "SCO-3.5", "SCO-4.1.1", "SCO-4.1.2", "SCO-4.1.3", "SCO-4.2.1", "SCO-4.2.2", "SCO-4.2.3"),
            *("SCO-4.2.4", "SCO-4.2.5", "SCO-4.2.6", "SCO-4.2.9", "SCO-4.2.10", "SCO-9.3"),
        ),
        Record({"scenario": DOCUMENT, "seed": SEED, "actions": ACTIONS}),
        Record({"evidence": EVIDENCE, "inputs": INPUTS, "score": SCORE}),
        _episode,
        (*STAGES, "action"),
        rules=(
            "The run is that of `simulator.run`; its end may be left out in the same way. `evidence` and `inputs` are"
            " those of SCO-9.3, `score` is the rest of what a report holds of an episode-trial, but for the record's"
            " digest and the crowd counts.",
        ),
    ),
    Operation(
        "score.failure",
        "The score of an episode-trial without an authenticated record.",
        ("SCO-4.4", "SCO-4.4.1", "SCO-4.4.2"),
        Record({"kind": Choice(*FAILURES), "max_evacuated": COUNT}),
        SCORE,
        _failure,
    ),
    Operation(
        "score.report",
        "The digest and the headline of the report of a submission's results on a pack.",
        (
            *("PCK-9.5", "SCO-1.2", "SCO-2.1", "SCO-2.2", "SCO-2.3", "SCO-2.4", "SCO-3.4", "SCO-6.1", "SCO-7.1"),
            *("SCO-7.2", "SCO-7.3", "SCO-9.1", "SCO-9.2", "SCO-9.3", "SCO-9.7", "SCO-12"),
        ),
        Record(
            {"files": FILES, "results": ListOf(BYTES, 1, 100)},
            {"expected_digest": DIGEST, "joint_bound": Boolean()},
        ),
        Record({"report": DIGEST, "headline": HEADLINE}),
        _report,
        (*STAGES, "pack", "result"),
        _traced,
        "result",
        (
            "`files` is a pack as in `pack.verify`; `results` are the files of the trials, in any order. With"
            " `expected_digest` the pack's digest is the one that the scorer was given (SCO-9.2). With `joint_bound`"
            " true it is computed; it is not without.",
            "The pack is verified, but for fire worlds, before a result is opened; those are checked with each"
            " episode. Traced at step 0, the answer is the whole report.",
            "A refusal of the stage result has the pointer of the whole document.",
        ),
    ),
)
