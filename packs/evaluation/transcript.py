"""The transcript: what a model was shown and what it answered, chained by hashes (PCK-16).

One chain for each episode-trial; the digest of a trial's chains stands in its result. The file holds the received bytes
themselves, so that anyone who has the pack can play every episode again from it.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from packs.evaluation.settings import SETTINGS
from packs.files import decompressed, open_regular, refuse
from packs.result import FAILURES
from simulator import canonical, shape
from simulator.errors import DocumentError
from simulator.strict import MAX_BYTES

TRANSCRIPT_VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class Answered:
    """A complete answer: the step of the observation, the observation's digest, and the bytes that came (PCK-16.1)."""

    step: int
    observation: str
    received: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """The end of an episode by a failure, and the bytes that came of an answer that was never complete (PCK-16.1)."""

    kind: str
    received: bytes


Entry = Answered | Failed


def start(submission_id: str, trial: int, episode: int, inference_digest: str) -> bytes:
    """The first value of an episode-trial's chain, 32 bytes (PCK-16.1)."""
    first = {
        "submission_id": submission_id,
        "trial": trial,
        "episode": episode,
        "inference_digest": inference_digest,
    }
    return hashlib.sha256(canonical.encode(first)).digest()


def link(before: bytes, entry: Entry) -> bytes:
    """The chain's value after an entry (PCK-16.1)."""
    received = canonical.sha256_hex(entry.received)
    link: dict[str, Any] = {"step": entry.step, "observation": entry.observation} if isinstance(entry, Answered) else {}
    link |= {"failure": entry.kind} if isinstance(entry, Failed) else {}
    return hashlib.sha256(before + canonical.encode(link | {"received": received})).digest()


_COUNT = shape.Integer(0)
BASE64 = shape.Text(MAX_BYTES, 0, r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", "padded base64")
HEADER = shape.Record(
    {
        "transcript_version": shape.Choice(TRANSCRIPT_VERSION),
        "submission_id": shape.identifier(),
        "model_id": shape.identifier(),
        "trial": shape.Record({"index": shape.Integer(0, 9_999), "count": shape.Integer(1, 10_000)}),
        "pack_digest": shape.hash_hex(),
        "settings": SETTINGS,
    }
)
_ANSWERED = shape.Record({"episode": _COUNT, "step": _COUNT, "observation": shape.hash_hex(), "received": BASE64})
_FAILED = shape.Record({"episode": _COUNT, "failure": shape.Choice(*FAILURES), "received": BASE64})
ENTRY = shape.OneOf(
    {"answered": _ANSWERED, "failed": _FAILED}, lambda keys: "failed" if "failure" in keys else "answered", _ANSWERED
)
FOOTER = shape.Record({"chains": shape.ListOf(shape.hash_hex())})
_FOOTER_START = b'{"chains":'


def text_of(data: bytes) -> str:
    """Bytes as base64 (RFC 4648, padded)."""
    return base64.b64encode(data).decode("ascii")


def bytes_of(text: str) -> bytes:
    """The bytes of a base64 text that `BASE64` has read.

    Raises:
        ValueError: its last bits are not those that an encoder writes.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    if text_of(data) != text:
        raise ValueError("not as an encoder writes it")
    return data


class Writer:
    """Writes one trial's transcript, episode after episode (PCK-16.2)."""

    def __init__(self, stream: BinaryIO, header: dict[str, Any]) -> None:
        self._stream = stream
        self._chains: list[str] = []
        self._put(header)

    def entry(self, entry: Entry) -> None:
        """One entry of the episode that is being written."""
        members: dict[str, Any] = {"episode": len(self._chains), "received": text_of(entry.received)}
        if isinstance(entry, Answered):
            self._put(members | {"step": entry.step, "observation": entry.observation})
        else:
            self._put(members | {"failure": entry.kind})

    def end(self, chain: bytes) -> None:
        """The end of an episode, with its chain's last value."""
        self._chains.append(chain.hex())

    def finish(self) -> str:
        """Writes the footer: the transcript digest (PCK-16.1)."""
        self._put(footer := {"chains": self._chains})
        return canonical.digest(footer)

    def _put(self, document: dict[str, Any]) -> None:
        self._stream.write(canonical.encode(document) + b"\n")


class Reader:
    """Reads a transcript from its start to its end, one episode in memory at a time (PCK-16.2).

    `chains` is the footer's list, and empty until `episodes` has come to its end.
    """

    def __init__(self, stream: BinaryIO, source: str) -> None:
        """Reads the header.

        Raises:
            InputError, DocumentError: the first line is not a header.
        """
        self._stream, self._source, self._number = stream, source, 0
        self.chains: list[str] = []
        self.header: dict[str, Any] = self._parse(self._line(), HEADER)

    def episodes(self) -> Iterator[tuple[int, list[Entry]]]:
        """The entries of every episode, episodes in their order.

        Raises:
            InputError, DocumentError: a line is not what belongs there.
        """
        at, held = 0, list[Entry]()
        while not (line := self._line()).startswith(_FOOTER_START):
            document = self._parse(line, ENTRY)
            if document["episode"] != at:
                if document["episode"] != at + 1 or not held:
                    raise self._refuse("not_sorted", f"episode {at} was expected, or the next after its entries")
                yield at, held
                at, held = at + 1, []
            held.append(self._entry(document))
        if held:
            yield at, held
        self.chains = self._parse(line, FOOTER)["chains"]
        if self._stream.read(1):
            raise self._refuse("after_footer", "something follows the footer")

    def _entry(self, document: dict[str, Any]) -> Entry:
        try:
            received = bytes_of(document["received"])
        except ValueError:
            raise self._refuse("bad_base64", "the received bytes are not in the base64 of RFC 4648") from None
        if "failure" in document:
            return Failed(document["failure"], received)
        return Answered(document["step"], document["observation"], received)

    def _line(self) -> bytes:
        self._number += 1
        line = self._stream.readline(MAX_BYTES + 1)
        if len(line) > MAX_BYTES:
            raise self._refuse("too_large", f"more than {MAX_BYTES} bytes")
        if not line.endswith(b"\n"):
            raise self._refuse("cut_short", "the file ends here, without a whole footer")
        return line[:-1]

    def _parse(self, line: bytes, wanted: shape.Shape) -> Any:
        try:
            value = shape.read(line, wanted)
        except DocumentError as error:
            error.source = f"{self._source}, line {self._number}"
            raise
        if canonical.encode(value) != line:
            raise self._refuse("not_canonical", "this is not canonical JSON")
        return value

    def _refuse(self, code: str, message: str) -> Exception:
        return refuse(code, f"line {self._number}: {message}", self._source)


@contextmanager
def opened(path: Path) -> Iterator[Reader]:
    """A transcript file, plain or gzip, with its header read.

    Raises:
        InputError, DocumentError: it can't be opened, or does not start with a header.
    """
    with open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        yield Reader(stream, str(path))
