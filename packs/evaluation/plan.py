"""The plan of an evaluation: everything that may change its result, written before it begins (PCK-15.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packs.evaluation.model import Adapter
from packs.evaluation.settings import SETTINGS
from packs.pack import Pack
from packs.versions import EVALUATION_VERSION
from simulator import canonical, shape
from simulator.errors import DocumentError, InputError, UsageError
from simulator.shape import step_into
from simulator.versions import (
    ACTION_SCHEMA_VERSION,
    METRICS_VERSION,
    OBSERVATION_VERSION,
    SIMULATOR_VERSION,
)

PLAN_VERSION = "1.0"
MAX_TRIALS = 10_000
VERSIONS = {
    "action_schema": ACTION_SCHEMA_VERSION,
    "evaluation": EVALUATION_VERSION,
    "metrics": METRICS_VERSION,
    "observation": OBSERVATION_VERSION,
    "simulator": SIMULATOR_VERSION,
}
SHAPE = shape.Record(
    {
        "plan_version": shape.Choice(PLAN_VERSION),
        "versions": shape.Record(dict.fromkeys(VERSIONS, shape.Text(32, 1))),
        "model_id": shape.identifier(),
        "submission_id": shape.identifier(),
        "trials": shape.Integer(1, MAX_TRIALS),
        "stochastic": shape.Boolean(),
        "reproducible": shape.Boolean(),
        "pack": shape.Record(
            {
                "pack_id": shape.identifier(),
                "digest": shape.hash_hex(),
                "manifest_hash": shape.hash_hex(),
                "episodes": shape.Integer(1),
            }
        ),
        "settings": SETTINGS,
        "inference_digest": shape.hash_hex(),
    }
)


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants evaluated.

    Attributes:
        model_id: the exact model snapshot, an ID.
        submission_id: what its trials are handed in under, an ID.
        trials: how many times the whole pack is run.
        stochastic: whether the model may answer the same observation differently (PCK-5.6).
    """

    model_id: str
    submission_id: str
    trials: int = 1
    stochastic: bool = False


def make(pack: Pack, adapter: Adapter, request: Request) -> dict[str, Any]:
    """The plan's document (PCK-15.1).

    Raises:
        UsageError: `bad_id`, `bad_trials`.
    """
    for name, value in (("model", request.model_id), ("submission", request.submission_id)):
        if not shape.IDENTIFIER_PATTERN.fullmatch(value):
            message = f"the {name}'s ID {value!r} is none: an ID has 1–64 characters of A–Z a–z 0–9 . _ -"
            raise UsageError(f"bad_{name}", message)
    if not 1 <= request.trials <= MAX_TRIALS:
        raise UsageError("bad_trials", f"a submission has 1 … {MAX_TRIALS} trials")
    settings = adapter.settings()
    return {
        "plan_version": PLAN_VERSION,
        "versions": VERSIONS,
        "model_id": request.model_id,
        "submission_id": request.submission_id,
        "trials": request.trials,
        "stochastic": request.stochastic,
        "reproducible": adapter.reproducible,
        "pack": {
            "pack_id": pack.pack_id,
            "digest": pack.digest,
            "manifest_hash": pack.record["evaluation_manifest_hash"],
            "episodes": len(pack),
        },
        "settings": settings,
        "inference_digest": canonical.digest(settings),
    }


def parse(data: bytes, source: str) -> dict[str, Any]:
    """A plan from its bytes.

    Raises:
        InputError: `journal_damaged`.
    """
    try:
        document: dict[str, Any] = shape.read(data, SHAPE)
    except DocumentError as error:
        damaged = InputError("journal_damaged", f"the plan can't be read: {error}")
        damaged.source = source
        raise damaged from None
    return document


_SHOWN = 60
_ABSENT = object()


def check_same(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Refuses to go on with another plan than the one that was begun with (PCK-15.4).

    Raises:
        UsageError: `plan_differs`, with every member that differs, as it was and as it is.
    """
    found = [f"{pointer} was {_text(was)}, is {_text(now)}" for pointer, was, now in _differences(old, new, "")]
    if found:
        what = "this is another evaluation than the journal's; give another --out, or the command that began it"
        raise UsageError("plan_differs", f"{what}: {'; '.join(found)}")


def _differences(old: Any, new: Any, pointer: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from _differences(old.get(key, _ABSENT), new.get(key, _ABSENT), step_into(pointer, key))
    elif old != new or type(old) is not type(new):
        yield pointer, old, new


def _text(value: Any) -> str:
    text = "absent" if value is _ABSENT else canonical.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… (sha256:{canonical.digest(value)[:12]})"
