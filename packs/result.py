"""Evaluation results: one trial as JSON lines (PCK-9)."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from packs import manifest
from packs.files import decompressed, open_regular, refuse
from packs.versions import EVALUATION_VERSION
from simulator import canonical, metrics, record, shape
from simulator.errors import DocumentError
from simulator.record import RunRecord
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

RECORD_KEY, RUN_END = b',"run_record":', b"}"
_FAILED_START, _FOOTER_START = b'{"failure":', b'{"digest":'
_RUN_START = re.compile(rb'\{"index":(0|[1-9][0-9]{0,15}),"metrics":\{')


def run_start(index: int, document: dict[str, Any]) -> bytes:
    """An episode's line up to its run record, from the metrics document (PCK-9.3)."""
    return b'{"index":%d,"metrics":%b%b' % (index, canonical.encode(document), RECORD_KEY)


def run_line(index: int, run: RunRecord) -> bytes:
    """The line of an episode that came to its end, without the line's end (PCK-9.3)."""
    return run_start(index, metrics.episode_metrics(run)) + run.encode() + RUN_END


def failure_line(index: int, kind: str) -> bytes:
    """The line of an episode that failed (PCK-9.3)."""
    return canonical.encode({"index": index, "failure": kind})


class Writer:
    """Writes a result, line by line, and keeps the numbers and the digest of its footer (PCK-9.1)."""

    def __init__(self, stream: BinaryIO) -> None:
        self.episodes, self.failures = -1, 0
        self._stream, self._hasher = stream, hashlib.sha256()

    def put(self, line: bytes) -> None:
        """The next line, the header first."""
        self.count(line)
        self._stream.writelines((line, b"\n"))

    def count(self, line: bytes) -> None:
        """Takes notice of a line that stands in the file already."""
        self._hasher.update(line)
        self._hasher.update(b"\n")
        self.episodes, self.failures = self.episodes + 1, self.failures + line.startswith(_FAILED_START)

    def finish(self, transcript_digest: str | None) -> None:
        """Writes the footer (PCK-9.4)."""
        digests = {"transcript_digest": transcript_digest, "digest": self._hasher.hexdigest()}
        footer = {"episodes": self.episodes, "failures": self.failures, **digests}
        self._stream.writelines((canonical.encode(footer), b"\n"))


def write(
    stream: BinaryIO, header: dict[str, Any], lines: Iterable[bytes], transcript: Callable[[], str] | None = None
) -> tuple[int, int]:
    """Writes a result, line by line: numbers of episodes and of failures among them (PCK-9.1).

    `transcript` is asked for the transcript digest after the last line.
    """
    out = Writer(stream)
    out.put(canonical.encode(header))
    for line in lines:
        out.put(line)
    out.finish(transcript and transcript())
    return out.episodes, out.failures


@dataclass(frozen=True, slots=True)
class EpisodeLine:
    """One episode as a result file states it; nothing of a run has been checked but where it claims to belong.

    `failure` is the declared kind, or None for a run. `data` is the line without its end.
    """

    source: str
    number: int
    index: int
    failure: str | None
    data: bytes

    def document(self) -> dict[str, Any]:
        """The whole line, strictly read.

        Raises:
            DocumentError, InputError: it is not a canonical episode line.
        """
        found: dict[str, Any] = _parse(self.data, EPISODE, self.source, self.number)
        return found


class ResultFile:
    """A result that is read from its start to its end, one line in memory at a time (PCK-9).

    Nothing of it may be trusted before `episodes` has come to its end: only then are counts and digest checked.
    `digest` is the footer's, and empty until then; so is `transcript_digest`, which may be None.
    """

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        """Reads the header.

        Raises:
            InputError, DocumentError: the first line is not a header.
        """
        self.path = path
        self.digest = ""
        self.transcript_digest: str | None = ""
        self._stream = stream
        self._hasher = hashlib.sha256()
        self._number = 0
        self.header: dict[str, Any] = self._strict(self._line(), HEADER)

    def episodes(self) -> Iterator[EpisodeLine]:
        """The episode lines, in index order.

        Raises:
            InputError: the file can't be read, a line is not canonical, counts or digest are wrong.
            DocumentError: a line is invalid.
        """
        count, failures, before = 0, 0, -1
        while True:
            digest = self._hasher.hexdigest()
            line = self._line()
            if line.startswith(_FOOTER_START):
                break
            episode = self._episode(line)
            if episode.index == before:
                raise self._refuse("repeated_episode", f"episode {before} has two lines")
            if episode.index < before:
                raise self._refuse("not_sorted", "episodes must be in index order")
            before, count, failures = episode.index, count + 1, failures + (episode.failure is not None)
            yield episode
        footer = self._strict(line, FOOTER)
        if (footer["episodes"], footer["failures"], footer["digest"]) != (count, failures, digest):
            raise self._refuse("footer_differs", "the footer's counts or digest are not those of the lines above")
        if self._stream.read(1):
            raise self._refuse("after_footer", "something follows the footer")
        self.digest, self.transcript_digest = digest, footer["transcript_digest"]

    def _episode(self, line: bytes) -> EpisodeLine:
        match = _RUN_START.match(line)
        index, failure = int(match.group(1)) if match else -1, None
        if not match:
            found = self._strict(line, EPISODE)
            index, failure = found["index"], found.get("failure")
        return EpisodeLine(str(self.path), self._number, index, failure, line)

    def _line(self) -> bytes:
        """The next line without its end (ENC-4.2)."""
        self._number += 1
        try:
            line = self._stream.readline(MAX_BYTES + 1)
        except (EOFError, OSError, ValueError):
            raise self._refuse("bad_gzip", "the compressed data are broken") from None
        if len(line) > MAX_BYTES:
            raise self._refuse("too_large", f"more than {MAX_BYTES} bytes")
        if not line.endswith(b"\n"):
            raise self._refuse("cut_short", "the file ends here, without a whole footer")
        self._hasher.update(line)
        return line[:-1]

    def _strict(self, line: bytes, wanted: shape.Shape) -> Any:
        return _parse(line, wanted, str(self.path), self._number)

    def _refuse(self, code: str, message: str) -> Exception:
        return refuse(code, f"line {self._number}: {message}", str(self.path))


@contextmanager
def opened(path: Path) -> Iterator[ResultFile]:
    """A result file, plain or gzip, with its header read.

    Raises:
        InputError, DocumentError: it can't be opened, or does not start with a header.
    """
    with open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        yield ResultFile(stream, path)


def _parse(line: bytes, wanted: shape.Shape, source: str, number: int) -> Any:
    try:
        value = shape.read(line, wanted)
    except DocumentError as error:
        error.source = f"{source}, line {number}"
        raise
    if canonical.encode(value) != line:
        raise refuse("not_canonical", f"line {number} is not canonical JSON", source)
    return value
