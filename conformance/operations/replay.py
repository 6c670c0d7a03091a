"""Whether a record replays, and where it does not (SIM-11)."""

from conformance.operations.inputs import DIGEST, DOCUMENT, document
from conformance.operations.operation import STAGES, Operation, Plain
from simulator import record, scenario
from simulator.record import Divergence
from simulator.shape import Choice, Integer, Nullable, OneOf, Record, Shape, Text

REPLAYS, DIFFERS = "replays", "differs"


def _check(given: Plain) -> Plain:
    found = record.parse(document(given["record"]))
    outcome = record.replay(found, scenario.parse(document(given["scenario"])))
    if isinstance(outcome, Divergence):
        return {"verdict": DIFFERS, "step": outcome.step, "field": outcome.field}
    return {"verdict": REPLAYS, "digest": outcome.digest()}


_DIVERGES: dict[str, Shape] = {"step": Nullable(Integer(0)), "field": Text(4096)}

OPERATIONS = (
    Operation(
        "replay.check",
        "Whether a record is that of its scenario, seed and actions, or the step and field that differ first.",
        ("SIM-10.1", "SIM-11.1", "SIM-11.2", "SIM-11.3"),
        Record({"scenario": DOCUMENT, "record": DOCUMENT}),
        OneOf(
            {
                REPLAYS: Record({"verdict": Choice(REPLAYS), "digest": DIGEST}),
                DIFFERS: Record({"verdict": Choice(DIFFERS), **_DIVERGES}),
            },
            lambda members: str(members.get("verdict")),
            Record({"verdict": Choice(REPLAYS, DIFFERS)}, {"digest": DIGEST, **_DIVERGES}),
        ),
        _check,
        STAGES,
        rules=(
            "The record is read by its shape before the scenario is; then it is replayed. `step` is null where the"
            " header differs (SIM-11.2).",
        ),
    ),
)
