"""How a refusal is answered: its stage, code and pointer, and which codes a stage has (docs/protocol, ENC-5)."""

from collections.abc import Mapping

from conformance.operations.operation import Operation, Plain
from simulator.errors import DocumentError, EmberError, InputError, InvalidActionError, PackError

_SYNTAX = ("too_large", "byte_order_mark", "not_utf8", "bad_syntax", "not_finite", "too_deep")
_SHAPE = (
    *("lone_surrogate", "duplicate_key", "unknown_key", "wrong_type", "not_an_integer", "number_too_long"),
    *("negative_zero", "integer_range", "number_overflow", "out_of_range", "too_short", "too_long", "bad_value"),
    "missing_key",
)

CODES: Mapping[str, tuple[str, ...]] = {
    "syntax": _SYNTAX,
    "shape": _SHAPE,
    "meaning": (
        *("repeated", "not_sorted", "off_grid", "on_wall", "occupied", "on_ignition", "exit_not_flammable", "too_much"),
        *("not_a_family", "bad_file_name", "out_of_range", "not_lowest_terms", "cost_without_unit"),
    ),
    "action": (*_SYNTAX, *_SHAPE, "unknown_direction", "unexpected_action", "missing_action"),
    "pack": (
        *("unsafe_path", "too_large", "no_pack_record", "version_differs", "unlisted_file", "missing_file"),
        *("foreign_file", "file_hash", "suite_files", "content_hash", "scenario_id", "wrong_suite", "wrong_scenario"),
        *("record_differs", "fire_world_differs", "not_canonical", "unexpected_digest"),
        *("generation_files", "generation_differs", "no_such_scenario"),
    ),
    "result": (
        *("bad_gzip", "too_large", "cut_short", "after_footer", "not_canonical", "not_sorted", "repeated_episode"),
        *("footer_differs", "other_manifest", "other_pack", "bad_trial", "other_submission", "repeated_trial"),
        *("unscheduled", "swapped_episode", "other_seed", "other_version", "start_differs", "actions_refused"),
        *("outcome_differs", "position_differs", "status_differs", "ignition_differs", "rng_differs"),
        *("evacuation_differs", "casualty_differs", "trapped_differs", "numbering_differs", "end_differs"),
        *("run_cut_short", "run_goes_on", "metrics_differ"),
    ),
    "score": (
        *("below_bound", "capacity_exceeded", "evacuee_not_savable", "ids_unsorted", "ids_overlap", "ids_miscounted"),
        *("count_out_of_range", "joint_bound_too_large", "not_comparable", "duplicate_report", "report_differs"),
        *("other_version", "bad_target", "bad_schedule", "bad_evidence"),
    ),
}
"""The closed list of codes of each stage; a code never changes its meaning (ENC-5.9)."""


def stage(operation: Operation, error: EmberError) -> str | None:
    """Who refuses: the stage of a document's fault, "action", "pack", or the operation's own; None for other errors."""
    if isinstance(error, DocumentError):
        return error.stage
    if isinstance(error, InvalidActionError):
        return "action"
    if isinstance(error, PackError):
        return "pack"
    return operation.stage if isinstance(error, InputError) else None


def refusal(operation: Operation, error: EmberError) -> Plain | None:
    """The members `stage`, `code` and `pointer` of a refusal; None where the error refuses nothing."""
    found = stage(operation, error)
    return None if found is None else {"stage": found, "code": error.code, "pointer": error.pointer}
