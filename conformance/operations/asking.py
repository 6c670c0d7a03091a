"""Asking operations in tests, and the worlds, packs and results that are asked about."""

import base64
import io
import json
from typing import Any

from conformance.operations.registry import OPERATIONS, outcome
from packs import result
from packs.evaluation import trial
from packs.pack import Pack
from scoring.small_pack import POLICY
from simulator import record
from simulator.random_worlds import RandomWorld, random_world

Document = dict[str, Any]

WORLDS = [random_world(number) for number in range(12)]


def ok(name: str, given: Document, trace: int | None = None) -> Document:
    """The output of a case that is answered."""
    found = outcome(name, given, trace)
    assert found["status"] == "ok", found
    output: Document = found["output"]
    return output


def refused(name: str, given: Document) -> tuple[str, str, str]:
    """Stage, code and pointer of a case that is refused, by a stage that the operation names."""
    found = outcome(name, given)
    assert found.pop("status") == "rejected", found
    assert found["stage"] in OPERATIONS[name].refuses
    return found["stage"], found["code"], found["pointer"]


def told(value: Any) -> Document:
    """A document as text."""
    return {"text": json.dumps(value)}


def data(value: bytes) -> Document:
    """A document as base64."""
    return {"base64": base64.b64encode(value).decode()}


def place(world: RandomWorld) -> Document:
    """The scenario and the seed of a world."""
    return {"scenario": told(world.scenario.document), "seed": world.seed}


def played(world: RandomWorld) -> tuple[record.RunRecord, Document]:
    """A run in a world, and what asks for it."""
    run = record.run(world.scenario, world.seed, world.wander("operations"))
    return run, {**place(world), "actions": [dict(step.actions) for step in run.steps]}


def files_of(frozen: Pack) -> dict[str, str]:
    """The files of a pack in memory, as an input has them."""
    source: Any = frozen._source
    return {path: data(value)["base64"] for path, value in source.files.items()}


def result_of(frozen: Pack, name: str = "model-a", failed: tuple[int, ...] = (), **header: Any) -> bytes:
    """The result of a trial on a pack, some of its episodes failed."""
    out = io.BytesIO()
    lines = list(trial.episodes(frozen, POLICY, 0))
    lines = [result.failure_line(n, "timeout") if n in failed else line for n, line in enumerate(lines)]
    result.write(out, trial.header(frozen, name, "first") | header, lines)
    return out.getvalue()
