"""The evaluator's journal: a folder from which an interrupted evaluation goes on where it stopped (PCK-15).

    plan.json                    what is evaluated, written first
    lock                         held while an evaluator works here
    trial-000/000007.jsonl       a model's answers in one episode-trial, each on disk before it is used
    trial-000.part, .sums        a baseline's result as far as it is, and the checksums of its lines

Whatever a crash leaves half written is the end of a file: a line without its newline. It is dropped; any other damage
is an error, and nothing is guessed.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import Any

from packs import files
from packs.evaluation.model import Attempt, Usage
from packs.evaluation.partial import PartialResult
from packs.evaluation.storage import cut, reported, sync_folder
from packs.evaluation.transcript import BASE64, Answered, Entry, Failed, bytes_of, text_of
from packs.files import refuse
from packs.result import FAILURES
from simulator import canonical, shape
from simulator.errors import DocumentError, IncompleteError, InputError

PLAN, LOCK = "plan.json", "lock"
_BILLION = 10**9
_TRIES = 5

_COUNT = shape.Integer(0)
_MESSAGE = shape.Text(1000)
_SECONDS = shape.Text(32, 1, r"(0|[1-9][0-9]{0,15})(\.[0-9]{1,12})?", "an exact decimal of seconds")
_TOOK: dict[str, shape.Shape] = {
    "attempts": shape.ListOf(shape.Record({"reason": _MESSAGE, "seconds": _SECONDS})),
    "chain": shape.hash_hex(),
    "received": BASE64,
    "seconds": shape.Text(32, 11, r"(0|[1-9][0-9]{0,15})\.[0-9]{9}", "seconds with nine decimals"),
    "usage": shape.Record({"input_tokens": _COUNT, "output_tokens": _COUNT}),
}
_ANSWER = shape.Record(_TOOK | {"step": _COUNT, "observation": shape.hash_hex()})
_FAILURE = shape.Record(_TOOK | {"failure": shape.Choice(*FAILURES), "reason": _MESSAGE})
_END = shape.Record({"end": shape.Nullable(shape.Choice(*FAILURES)), "line": shape.hash_hex()})
_LINE = shape.OneOf(
    {"answer": _ANSWER, "failure": _FAILURE, "end": _END},
    lambda keys: next((name for name in ("failure", "end") if name in keys), "answer"),
    _ANSWER,
)


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the journal keeps it (PCK-15.2).

    `chain` is the chain's value after it in hex, `nanoseconds` how long the evaluator waited for it, `reason` a
    failure's in words, and empty for an answer.
    """

    entry: Entry
    chain: str
    nanoseconds: int
    usage: Usage
    attempts: tuple[Attempt, ...]
    reason: str = ""

    def document(self) -> dict[str, Any]:
        """Its line."""
        out: dict[str, Any] = {
            "attempts": [{"reason": _words(item.reason), "seconds": item.seconds} for item in self.attempts],
            "chain": self.chain,
            "received": text_of(self.entry.received),
            "seconds": seconds_text(self.nanoseconds),
            "usage": {"input_tokens": self.usage.input_tokens, "output_tokens": self.usage.output_tokens},
        }
        if isinstance(self.entry, Answered):
            return out | {"step": self.entry.step, "observation": self.entry.observation}
        return out | {"failure": self.entry.kind, "reason": _words(self.reason)}


@dataclass(frozen=True, slots=True)
class End:
    """The last line of a finished episode: its failure's kind or None, and the SHA-256 of its line in the result."""

    failure: str | None
    line: str

    def document(self) -> dict[str, Any]:
        """Its line."""
        return {"end": self.failure, "line": self.line}


def seconds_text(nanoseconds: int) -> str:
    """Nanoseconds as seconds with nine decimals."""
    return f"{nanoseconds // _BILLION}.{nanoseconds % _BILLION:09d}"


def _words(text: str) -> str:
    return text.encode("utf-8", "replace").decode()[:1000]


def _stored(document: dict[str, Any]) -> Stored:
    received = bytes_of(document["received"])
    entry: Entry
    if "failure" in document:
        entry = Failed(document["failure"], received)
    else:
        entry = Answered(document["step"], document["observation"], received)
    attempts = tuple(Attempt(item["reason"], item["seconds"]) for item in document["attempts"])
    nanoseconds = int(document["seconds"].replace(".", ""))
    return Stored(
        entry, document["chain"], nanoseconds, Usage(**document["usage"]), attempts, document.get("reason", "")
    )


class EpisodeLog:
    """The answers of one episode-trial, in a file that only grows (PCK-15.2)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = 0

    def items(self) -> Iterator[Stored | End]:
        """What is stored, in order; a last line that a crash cut short is passed over.

        Raises:
            InputError: `journal_damaged`.
        """
        self._number = 0
        if not self.path.exists():
            return
        ended = False
        with files.open_regular(self.path) as stream:
            for line in stream:
                self._number += 1
                if not line.endswith(b"\n"):
                    return
                if ended:
                    raise self.damaged("something follows the episode's end")
                item = self._read(line[:-1])
                ended = isinstance(item, End)
                yield item

    def append(self, item: Stored | End) -> None:
        """Puts an entry, or the episode's end, on disk; only then may it be used.

        Raises:
            IncompleteError: `cannot_write`.
        """
        data = canonical.encode(item.document()) + b"\n"
        with reported(self.path):
            new = not self.path.exists()
            with self.path.open("ab", buffering=0) as stream:
                _write(stream, data)
                os.fsync(stream.fileno())
            if new:
                sync_folder(self.path.parent)

    def damaged(self, message: str) -> InputError:
        """An error that names the file, and the line that was read last."""
        return refuse("journal_damaged", f"line {self._number}: {message}", str(self.path))

    def mend(self) -> None:
        """Drops a last line that a crash cut short."""
        if self.path.exists():
            cut(self.path)

    def _read(self, line: bytes) -> Stored | End:
        try:
            document = shape.read(line, _LINE)
            if canonical.encode(document) == line:
                return End(document["end"], document["line"]) if "end" in document else _stored(document)
        except (DocumentError, ValueError) as error:
            raise self.damaged(str(error)) from None
        raise self.damaged("this is not canonical JSON")


class Journal:
    """The folder of one evaluation; whoever holds it is the only one that writes there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def episode(self, trial: int, index: int) -> EpisodeLog:
        """The answers of an episode-trial."""
        return EpisodeLog(self.folder / f"trial-{trial:03d}" / f"{index:06d}.jsonl")

    def part(self, trial: int, header: dict[str, Any]) -> PartialResult:
        """A baseline's result of a trial, as far as it is."""
        return PartialResult(self.folder / f"trial-{trial:03d}.part", header)

    def make_trial(self, trial: int) -> None:
        """The folder of a trial's answers."""
        with reported(self.folder):
            (self.folder / f"trial-{trial:03d}").mkdir(exist_ok=True)
            sync_folder(self.folder)

    def plan(self) -> bytes | None:
        """The bytes of the plan; None where nothing was begun.

        Raises:
            InputError: `journal_damaged`, there are answers, but no plan.
        """
        path = self.folder / PLAN
        if path.exists():
            return files.read_bytes(path)
        if self.folder.is_dir() and any(item.name.startswith("trial-") for item in self.folder.iterdir()):
            raise refuse("journal_damaged", "the journal has lost its plan", str(path))
        return None

    def begin(self, plan: bytes) -> None:
        """Writes the plan; it is on disk before any model is asked (PCK-15.1)."""
        with reported(self.folder):
            # A crash may have left half of one.
            for item in self.folder.glob(f".{PLAN}.*"):
                item.unlink()
        files.write_bytes(self.folder / PLAN, plan)
        with reported(self.folder):
            sync_folder(self.folder)
            sync_folder(self.folder.parent)

    def remove(self, trials: int) -> None:
        """Takes a baseline's journal away; the plan goes last, so that what is left of it stays one."""
        with reported(self.folder):
            for trial in range(trials):
                self.part(trial, {}).remove()
            for name in (PLAN, LOCK):
                (self.folder / name).unlink(missing_ok=True)
            self.folder.rmdir()


@contextmanager
def held(folder: Path) -> Iterator[Journal]:
    """The journal in a folder, which is made if it is not there, and locked (PCK-15.4).

    Raises:
        IncompleteError: `journal_in_use`, another evaluator works there; `cannot_write`.
    """
    path = folder / LOCK
    with reported(folder):
        folder.mkdir(parents=True, exist_ok=True)
        stream = path.open("ab")
    with stream, _not_in_children(stream):
        if not _locked(stream, path):
            raise IncompleteError("journal_in_use", f"another evaluator works on {folder}")
        yield Journal(folder)


def _locked(stream: BufferedWriter, path: Path) -> bool:
    """Takes the lock; who only looks whether it is taken holds it for a moment, too."""
    for _ in range(_TRIES):
        with suppress(BlockingIOError):
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had it may have taken the folder away since it was opened.
            return path.exists() and os.path.samestat(os.fstat(stream.fileno()), path.stat())
        time.sleep(0.02)
    return False


_LOCKS: set[BufferedWriter] = set()


@contextmanager
def _not_in_children(stream: BufferedWriter) -> Iterator[None]:
    """Lets no forked worker inherit a lock, which it would keep when the evaluator is killed."""
    _LOCKS.add(stream)
    try:
        yield
    finally:
        _LOCKS.discard(stream)


def _let_go() -> None:
    for stream in _LOCKS:
        stream.close()
    _LOCKS.clear()


os.register_at_fork(after_in_child=_let_go)


def in_use(folder: Path) -> bool:
    """Whether an evaluator works on a journal at this moment."""
    with suppress(OSError), (folder / LOCK).open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _write(stream: FileIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]
