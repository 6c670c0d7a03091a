"""Faults of results and their authentication (PCK-9, SCO-2)."""

from conformance.mutants.mutant import Mutant

_RESULT, _SUBMISSION, _AUTHENTICATE = "packs.result", "scoring.submission", "scoring.authenticate"
_MODEL = "scoring.report.model"

_LINE_FAULTS = (
    Mutant(
        "result.lines.any-bytes",
        ("PCK-9.1", "SCO-2.2"),
        "A line need not be stored as its canonical bytes.",
        _RESULT,
        "if canonical.encode(value) != line:",
        "if canonical.encode(value) is None:",
    ),
    Mutant(
        "result.lines.after-footer",
        ("PCK-9.1", "SCO-2.3"),
        "Something may follow the footer.",
        _RESULT,
        "if self._stream.read(1):",
        "if self._stream.closed:",
    ),
    Mutant(
        "result.lines.episode-twice",
        ("PCK-9.3", "SCO-2.3"),
        "An episode may have two lines.",
        _RESULT,
        "            if episode.index == before:\n",
        "            if episode.index is None:\n",
    ),
    Mutant(
        "result.lines.any-order",
        ("PCK-9.3", "SCO-2.3"),
        "Episodes may come in any order.",
        _RESULT,
        "            if episode.index < before:\n",
        "            if episode.index is None:\n",
    ),
    Mutant(
        "result.lines.declared-missing",
        ("PCK-5.3", "PCK-9.3"),
        "An episode may be declared missing.",
        _RESULT,
        'FAILURES = ("invalid_output", "model_error", "timeout")',
        'FAILURES = ("invalid_output", "model_error", "timeout", "missing")',
    ),
    Mutant(
        "result.footer.any-count",
        ("PCK-9.4", "SCO-2.2"),
        "The footer's counts are not compared.",
        _RESULT,
        '(footer["episodes"], footer["failures"], footer["digest"]) != (count, failures, digest)',
        'footer["digest"] != digest',
    ),
    Mutant(
        "result.footer.any-digest",
        ("PCK-9.4", "SCO-2.2"),
        "The footer's digest is not compared.",
        _RESULT,
        '(footer["episodes"], footer["failures"], footer["digest"]) != (count, failures, digest)',
        '(footer["episodes"], footer["failures"]) != (count, failures)',
    ),
)

_SUBMISSION_FAULTS = (
    Mutant(
        "result.trials.index-beyond-count",
        ("PCK-9.5", "SCO-2.3"),
        "A trial's index may be its count or more.",
        _SUBMISSION,
        'if trial["index"] >= trial["count"]:',
        'if trial["index"] < 0:',
    ),
    Mutant(
        "result.trials.other-submission",
        ("PCK-9.5", "SCO-2.3"),
        "Trials of other submissions are taken together.",
        _SUBMISSION,
        'if key != "trial" and file.header[key] != first[key]):',
        "if key is None):",
    ),
    Mutant(
        "result.trials.other-count",
        ("PCK-9.5", "SCO-2.3"),
        "Trials may promise different numbers of trials.",
        _SUBMISSION,
        'if trial["count"] != first["trial"]["count"]:',
        'if trial["count"] < 0:',
    ),
    Mutant(
        "result.trials.repeated",
        ("PCK-9.5", "SCO-2.3"),
        "A trial may be given twice.",
        _SUBMISSION,
        'if trial["index"] in seen:',
        'if trial["index"] < 0:',
    ),
    Mutant(
        "result.trials.absent-left-out",
        ("SCO-12", "SCO-4.4.1"),
        "An absent trial is left out in place of being missing.",
        _SUBMISSION,
        'for index in range(files[0].header["trial"]["count"])]',
        "for index in sorted(found)]",
    ),
    Mutant(
        "result.target.other-manifest",
        ("SCO-2.2",),
        "The header's evaluation manifest is not compared with the pack's.",
        _SUBMISSION,
        'if file.header["evaluation_manifest"] != target.manifest:',
        'if file.header["evaluation_manifest"] is None:',
    ),
    Mutant(
        "result.target.other-pack",
        ("SCO-2.2",),
        "The header's pack digest is not compared.",
        _SUBMISSION,
        'if target.fire_worlds and file.header["pack_digest"] not in (None, target.identity.pack_digest):',
        'if target.fire_worlds and file.header["pack_digest"] == "":',
    ),
    Mutant(
        "result.target.unscheduled",
        ("SCO-2.2", "SCO-4.4.1"),
        "Episodes that nothing schedules are passed over.",
        _SUBMISSION,
        "        if left is not None:\n",
        "        if left is not None and left.index < 0:\n",
    ),
)

_RECORD_FAULTS = (
    Mutant(
        "result.records.metrics-believed",
        ("MET-1", "SCO-2.2"),
        "The stored metrics are not compared with the recomputed ones.",
        _AUTHENTICATE,
        'if canonical.encode(document["metrics"]) != canonical.encode(expected):',
        'if document["metrics"] is None:',
    ),
    Mutant(
        "result.records.any-seed",
        ("SCO-2.2", "SCO-2.3"),
        "The seed of a record is not compared with the episode's.",
        _AUTHENTICATE,
        'if header["seed"] != world.seed:',
        'if header["seed"] < 0:',
    ),
    Mutant(
        "result.records.any-scenario",
        ("SCO-2.2", "SCO-2.3"),
        "The scenario of a record is not compared with the episode's before it is replayed.",
        _AUTHENTICATE,
        'if (header["scenario_id"], header["scenario_hash"]) != (world.scenario.scenario_id, world.scenario.digest):',
        'if header["scenario_id"] == "":',
    ),
    Mutant(
        "result.records.any-fire",
        ("PCK-4.2", "SCO-2.2"),
        "The fire world is not compared with the one that the pack pins.",
        _AUTHENTICATE,
        "if task.fire_world not in (None, world.digest()):",
        'if task.fire_world == "":',
    ),
    Mutant(
        "result.records.action-is-the-culprit",
        ("SCO-2.3",),
        "An outcome that does not follow from its action is told as a refused action.",
        "scoring.forgery",
        '(r"/steps/\\d+/movements.*", "outcome_differs"),',
        '(r"/steps/\\d+/movements.*", "actions_refused"),',
    ),
    Mutant(
        "result.records.status-is-position",
        ("SCO-2.3",),
        "A false status is told as a false position.",
        "scoring.forgery",
        '(rf"{_STATE}/people.*", "status_differs"),',
        '(rf"{_STATE}/people.*", "position_differs"),',
    ),
    Mutant(
        "result.report.never-committed",
        ("SCO-9.2",),
        "A pack that was expected by its digest is told as public.",
        "scoring.target",
        "disclosure = COMMITTED if committed else PUBLIC",
        "disclosure = PUBLIC",
    ),
    Mutant(
        "result.report.always-official",
        ("SCO-1.2",),
        "A score on a bare suite is official.",
        _MODEL,
        '"official": target.pack_digest is not None,',
        '"official": True,',
    ),
)

FAULTS = _LINE_FAULTS + _SUBMISSION_FAULTS + _RECORD_FAULTS
