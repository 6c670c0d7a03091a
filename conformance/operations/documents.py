"""Reading documents of every kind, and canonical JSON of any value (ENC-1, ENC-2, ENC-5)."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from conformance.operations.inputs import DIGEST, DOCUMENT, MAX_TEXT, document
from conformance.operations.operation import STAGES, Operation, Plain
from packs import manifest, pack, plan, result, suite
from packs.evaluation import operational
from packs.generator import config, loader
from scoring.report import checks
from simulator import canonical, metrics, observation, record, scenario, shape, strict
from simulator.canonical import MAX_INTEGER
from simulator.errors import EmberError
from simulator.shape import Choice, Record, Shape, Text
from simulator.strict import Members, Number

Reader = Callable[[bytes], str]

_INTEGER = re.compile("-?[0-9]+")
_TEXT = Text(strict.MAX_BYTES)


def _of_shape(wanted: Shape) -> Reader:
    return lambda data: canonical.digest(shape.read(data, wanted))


def _generation(data: bytes) -> str:
    found = shape.read(data, loader.SHAPE)
    config.inside(found)
    return canonical.digest(found)


_BY_SHAPE: Mapping[str, Shape] = {
    "episode_metrics": metrics.SHAPE,
    "evaluation_manifest": manifest.SHAPE,
    "observation": observation.SHAPE,
    "pack": pack.SHAPE,
    "result_episode": result.EPISODE,
    "result_footer": result.FOOTER,
    "result_header": result.HEADER,
    "run_record": record.SHAPE,
    "snapshot": record.SNAPSHOT_SHAPE,
}
SHAPE_ALONE = ("action_output", *_BY_SHAPE)
"""The kinds that are refused by their syntax and shape alone."""

READERS: Mapping[str, Reader] = {
    "action_output": lambda data: canonical.digest(observation.read_answer(data)),
    **{kind: _of_shape(wanted) for kind, wanted in _BY_SHAPE.items()},
    "generation": _generation,
    "generator_config": lambda data: config.parse(data).digest,
    "operational_record": lambda data: operational.parse(data).digest,
    "plan": lambda data: canonical.sha256_hex(plan.parse(data).encode()),
    "report": lambda data: canonical.digest(checks.read_foreign(data)),
    "scenario": lambda data: scenario.parse(data).digest,
    "suite_manifest": lambda data: suite.read_manifest(data).digest,
}
"""How each kind of document is read, to its digest."""


def value(node: Any, pointer: str = "") -> Any:
    """The plain value of a token tree whose numbers are integers within ±(2^53−1) or finite doubles (ENC-1.3, ENC-1.4).

    Raises:
        DocumentError: stage "shape": `lone_surrogate`, `duplicate_key`, `negative_zero` and `integer_range` of a number
            without point and exponent, `number_overflow` of any other.
    """
    if isinstance(node, Number):
        return _number(node.token, pointer)
    if isinstance(node, str):
        return _TEXT.read(node, pointer)
    if isinstance(node, list):
        return [value(item, f"{pointer}/{index}") for index, item in enumerate(node)]
    if not isinstance(node, Members):
        return node
    out: dict[str, Any] = {}
    for key, item in node.pairs:
        _TEXT.read(key, pointer)
        where = shape.step_into(pointer, key)
        if key in out:
            raise shape.fault("duplicate_key", "the key stands twice", where)
        out[key] = value(item, where)
    return out


def _number(token: str, pointer: str) -> Any:
    if _INTEGER.fullmatch(token):
        return shape.Integer(-MAX_INTEGER, MAX_INTEGER).read(Number(token), pointer)
    number = json.loads(token)
    try:
        canonical.number(number)
    except EmberError:
        raise shape.fault("number_overflow", "the number is too large for a double", pointer) from None
    return number


def _canonical(given: Plain) -> Plain:
    data = canonical.encode(value(strict.parse(document(given["document"]))))
    return {"canonical": data.decode("utf-8"), "digest": canonical.sha256_hex(data)}


def _read(given: Plain) -> Plain:
    return {"digest": READERS[given["kind"]](document(given["document"]))}


OPERATIONS = (
    Operation(
        "json.canonical",
        "The canonical bytes of any JSON value, and their SHA-256.",
        (
            *("ENC-1.1", "ENC-1.2", "ENC-1.3", "ENC-1.4", "ENC-2.1", "ENC-2.2", "ENC-2.3", "ENC-2.4", "ENC-2.6"),
            *("ENC-3.1", "ENC-5.1", "ENC-5.2", "ENC-5.3", "ENC-5.4"),
        ),
        Record({"document": DOCUMENT}),
        Record({"canonical": Text(MAX_TEXT, 1), "digest": DIGEST}),
        _canonical,
        ("syntax", "shape"),
        rules=(
            "The document is any JSON value (ENC-2.1, ENC-2.2).",
            "A number without point and exponent is an integer within ±(2^53 − 1): `-0` is `negative_zero`, any other"
            " `integer_range`. Every other number is the nearest double, ties to even; `number_overflow` where that is"
            " not finite. A double of zero is written `0`.",
            "A key that stands twice is `duplicate_key`, half of a surrogate pair `lone_surrogate` (ENC-5.3).",
        ),
    ),
    Operation(
        "document.read",
        "The digest of a document of some kind, or the first thing that is wrong with it.",
        (
            *("ENC-2.1", "ENC-2.2", "ENC-2.3", "ENC-2.3.1", "ENC-2.4", "ENC-2.5", "ENC-2.6", "ENC-3.1", "ENC-5.1"),
            *("ENC-5.2", "ENC-5.3", "ENC-5.4", "ENC-5.5", "ENC-5.6", "SIM-2", "SIM-9.1", "SIM-9.3", "SIM-10.1"),
            *("MET-1.1", "PCK-2.2", "PCK-6.4", "PCK-8.1", "PCK-8.4", "PCK-9.2", "PCK-9.3", "PCK-9.4", "PCK-11.2"),
            *("PCK-11.6", "PCK-12.1", "PCK-12.2", "SCO-8.6", "SCO-9.7"),
        ),
        Record({"kind": Choice(*READERS), "document": DOCUMENT}),
        Record({"digest": DIGEST}),
        _read,
        (*STAGES, "score"),
        rules=(
            "The digest is that of the document's value (ENC-3.1).",
            f"Checked by syntax and shape alone: {', '.join(f'`{kind}`' for kind in SHAPE_ALONE)}.",
            "A `generation` record is read with its configuration (PCK-11.2), nothing is generated. A `report` is read"
            " as one from elsewhere (SCO-8.6); what SCO-8.6 refuses has the stage score.",
        ),
    ),
)
