"""Packs and results, as far as they need no scoring (PCK-2, PCK-3, PCK-9)."""

import io
from pathlib import Path

from conformance.operations.inputs import BYTES, COUNT, DIGEST, decoded, document
from conformance.operations.operation import STAGES, Operation, Plain
from packs.files import decompressed
from packs.pack import Pack
from packs.result import ResultFile
from packs.source import Memory
from packs.verify import check_worlds, load
from simulator.shape import MapOf, Nullable, Record, Text

FILES = MapOf(Text(1024), BYTES.shapes["base64"])
RESULT = "result"


def frozen(given: Plain, expected_digest: str | None = None) -> Pack:
    """The pack of an input's files; its fire worlds are not checked yet.

    Raises:
        PackError, DocumentError: it is refused.
    """
    files = {path: decoded(data) for path, data in given["files"].items()}
    return load(Memory(files), expected_digest)


def _verify(given: Plain) -> Plain:
    pack = frozen(given, given["expected_digest"])
    check_worlds(pack)
    return {"digest": pack.digest}


def _read(given: Plain) -> Plain:
    raw = io.BytesIO(document(given["result"]))
    with decompressed(raw, RESULT) as stream:
        file = ResultFile(stream, Path(RESULT))
        lines = [line.document() for line in file.episodes()]
    return {"episodes": len(lines), "failures": sum("failure" in line for line in lines), "digest": file.digest}


OPERATIONS = (
    Operation(
        "pack.verify",
        "The digest of the pack that consists of these files, fire worlds included.",
        (
            *("PCK-1.2", "PCK-2.1", "PCK-2.2", "PCK-2.3", "PCK-2.4", "PCK-2.5", "PCK-2.6", "PCK-3.1", "PCK-3.2"),
            *("PCK-3.3", "PCK-3.5", "PCK-3.6", "PCK-3.7", "PCK-3.8", "PCK-3.9", "PCK-3.10", "PCK-8.1", "PCK-8.2"),
            *("PCK-8.3", "PCK-8.4", "PCK-8.5", "PCK-11.3", "PCK-11.4", "PCK-11.5", "PCK-11.6", "PCK-11.7"),
        ),
        Record({"files": FILES, "expected_digest": Nullable(DIGEST)}),
        Record({"digest": DIGEST}),
        _verify,
        (*STAGES, "pack"),
        stage="pack",
        rules=(
            "`files` has every file of the pack by its path, in base64. The order of the checks is that of PCK-3.10;"
            " the fire worlds of all episodes are checked.",
            "A fault of a single document keeps its stage, and its pointer leads into that document.",
        ),
    ),
    Operation(
        "result.read",
        "What an evaluation result holds, or the first line that is none; nothing is replayed.",
        ("ENC-4.1", "ENC-4.3", "PCK-9.1", "PCK-9.2", "PCK-9.3", "PCK-9.4", "SCO-2.2", "SCO-2.3"),
        Record({"result": BYTES}),
        Record({"episodes": COUNT, "failures": COUNT, "digest": DIGEST}),
        _read,
        ("syntax", "shape", "result"),
        stage="result",
        rules=(
            "Header, episodes and footer are read one line after the other, each strictly and as its canonical bytes;"
            " nothing is compared with a pack, and nothing replayed. `digest` is the footer's.",
            "A refusal of the stage result has the pointer of the whole document; one of syntax or shape leads into"
            " its line.",
        ),
    ),
)
