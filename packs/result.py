"""Evaluation results: one trial as JSON lines (PCK-9)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from packs import manifest
from packs.files import decompressed, open_regular, refuse
from packs.versions import EVALUATION_VERSION
from simulator import canonical, metrics, record, shape
from simulator.errors import DocumentError
from simulator.strict import MAX_BYTES
from simulator.versions import METRICS_VERSION

FAILURES = ("invalid_output", "model_error", "timeout")

HEADER = shape.Record(
    {
        "evaluation_version": shape.Choice(EVALUATION_VERSION),
        "metrics_version": shape.Choice(METRICS_VERSION),
        "model_id": shape.identifier(),
        "submission_id": shape.identifier(),
        "trial": shape.Record({"index": shape.Integer(0, 9_999), "count": shape.Integer(1, 10_000)}),
        "stochastic": shape.Boolean(),
        "inference_digest": shape.Nullable(shape.hash_hex()),
        "pack_digest": shape.Nullable(shape.hash_hex()),
        "evaluation_manifest": manifest.SHAPE,
    }
)
_RUN = shape.Record({"index": shape.Integer(0), "run_record": record.SHAPE, "metrics": metrics.SHAPE})
_FAILED = shape.Record({"index": shape.Integer(0), "failure": shape.Choice(*FAILURES)})
EPISODE = shape.OneOf({"run": _RUN, "failed": _FAILED}, lambda keys: "failed" if "failure" in keys else "run", _RUN)
FOOTER = shape.Record(
    {
        "episodes": shape.Integer(0),
        "failures": shape.Integer(0),
        "transcript_digest": shape.Nullable(shape.hash_hex()),
        "digest": shape.hash_hex(),
    }
)


def write(stream: BinaryIO, header: dict[str, Any], episodes: Iterator[dict[str, Any]]) -> tuple[int, int]:
    """Writes a result, line by line: numbers of episodes and of failures among them (PCK-9.1)."""
    hasher, count, failures = hashlib.sha256(), 0, 0

    def put(value: dict[str, Any]) -> None:
        line = canonical.encode(value) + b"\n"
        hasher.update(line)
        stream.write(line)

    put(header)
    for episode in episodes:
        put(episode)
        count, failures = count + 1, failures + ("failure" in episode)
    put({"episodes": count, "failures": failures, "transcript_digest": None, "digest": hasher.hexdigest()})
    return count, failures


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Header, episodes and footer of a result file, well shaped and in their order, one at a time (PCK-9).

    Nothing of it may be trusted before the last line has come: only then are counts and digest checked.

    Raises:
        InputError: the file can't be read, a line is not canonical, counts or digest are wrong.
        DocumentError: a line is invalid.
    """
    hasher, index, failures, before = hashlib.sha256(), -1, 0, -1
    with open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        pending = _line(stream, path, 1)
        for number in range(2, 1 << 62):
            following = _line(stream, path, number)
            shape_of = HEADER if number == 2 else EPISODE if following else FOOTER
            value = _parse(pending, shape_of, path, number - 1)
            if shape_of is EPISODE:
                before, index, failures = index, value["index"], failures + ("failure" in value)
                if index <= before:
                    raise refuse("not_sorted", f"line {number - 1}: episodes must be in index order", str(path))
            if shape_of is FOOTER:
                _check_footer(value, hasher.hexdigest(), number - 3, failures, path)
            yield value
            hasher.update(pending)
            pending = following
            if not pending:
                break
        if number < 4:
            raise refuse("cut_short", "a result has a header and a footer at least", str(path))


def _line(stream: BinaryIO, path: Path, number: int) -> bytes:
    line = read_line(stream, str(path))
    if len(line) > MAX_BYTES:
        raise refuse("too_large", f"line {number} has more than {MAX_BYTES} bytes", str(path))
    if line and not line.endswith(b"\n"):
        raise refuse("cut_short", f"line {number} does not end: the file is cut short", str(path))
    return line


def read_line(stream: BinaryIO, source: str) -> bytes:
    """One line with its end, of 256 MiB and a byte at most; empty at the end (ENC-4.2)."""
    try:
        return stream.readline(MAX_BYTES + 1)
    except (EOFError, OSError, ValueError):
        raise refuse("bad_gzip", "the compressed data are broken", source) from None


def _parse(line: bytes, wanted: shape.Shape, path: Path, number: int) -> Any:
    try:
        value = shape.read(line[:-1], wanted)
    except DocumentError as error:
        error.source = f"{path}, line {number}"
        raise
    if canonical.encode(value) + b"\n" != line:
        raise refuse("not_canonical", f"line {number} is not canonical JSON", str(path))
    return value


def _check_footer(footer: dict[str, Any], digest: str, count: int, failures: int, path: Path) -> None:
    found = footer["episodes"], footer["failures"], footer["digest"]
    if found != (count, failures, digest):
        raise refuse("footer_differs", "the footer's counts or digest are not those of the lines above", str(path))
