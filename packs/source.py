"""Where a pack's bytes come from, and the bounds that hold whatever they are (PCK-2.4, PCK-3.4, PCK-3.5).

A source says which files there are, and reads one of them at a time. What it reads is not believed: whoever reads
compares the SHA-256 of those very bytes, and does so again at every later reading.
"""

import os
import re
import stat
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from simulator.errors import InputError, PackError
from simulator.strict import MAX_BYTES

MAX_FILES = 100_000
MAX_FILE = MAX_BYTES
MAX_LISTING = 8 << 20
MAX_TOTAL = 1 << 30

Files = dict[str, bytes]

_PATH = re.compile(r"(?:[a-z0-9_-][a-z0-9._-]{0,63}/){0,7}[a-z0-9_-][a-z0-9._-]{0,63}")
_PIECE = 1 << 20


class Source(Protocol):
    """The files of a pack or of a suite."""

    def paths(self) -> list[str]:
        """The path of every file, in code-point order.

        Raises:
            PackError: `unsafe_path`, `not_regular`, `too_many_files`, `unreadable`, `bad_archive`.
        """

    def read(self, path: str, limit: int = MAX_FILE) -> bytes:
        """The bytes of one of the files, at most `limit` of them, as they are at this moment.

        Raises:
            PackError: `missing_file`, `not_regular`, `too_large`, `unreadable`.
        """

    def close(self) -> None:
        """Lets go of what the source holds open; it can't be read any more."""


class Memory:
    """Files that were just built, by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def paths(self) -> list[str]:
        """As `Source.paths`."""
        for path in self.files:
            check_path(path)
        return sorted(self.files)

    def read(self, path: str, limit: int = MAX_FILE) -> bytes:
        """As `Source.read`."""
        if path not in self.files:
            raise missing(path)
        if len(self.files[path]) > limit:
            raise too_large(path, limit)
        return self.files[path]

    def close(self) -> None:
        """Does nothing."""


class Handle:
    """A file descriptor that is closed once: by `close`, or when nobody holds it any more."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.close = weakref.finalize(self, os.close, number)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Lets the errors of what is read from a pack or suite name it too (ENC-5.3)."""
    try:
        yield
    except InputError as error:
        error.source = f"{path}: {error.source}" if error.source else str(path)
        raise


def safe(path: str) -> bool:
    """Whether a path may stand in a pack: relative, lower case, no segment that ends in a dot (PCK-2.4)."""
    return bool(_PATH.fullmatch(path)) and not any(part.endswith(".") for part in path.split("/"))


def check_path(path: str, pointer: str = "") -> None:
    """Refuses a path that may not stand in a pack (PCK-3.5).

    Raises:
        PackError: `unsafe_path`.
    """
    if not safe(path):
        shown = repr(path if len(path) <= 100 else path[:100] + "…")
        raise PackError("unsafe_path", f"{shown} can't be the path of a file in a pack", pointer=pointer)


def read_regular(handle: int, path: str, limit: int) -> bytes:
    """The bytes of an open regular file, from where it stands.

    Raises:
        PackError: `not_regular`, `too_large`, `unreadable`.
    """
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        raise PackError("not_regular", f"{path} is not a regular file")
    if status.st_size > limit:
        raise too_large(path, limit)
    out = bytearray()
    while len(out) <= limit:
        try:
            piece = os.read(handle, _PIECE)
        except OSError as error:
            raise unreadable(path, error) from None
        if not piece:
            return bytes(out)
        out += piece
    raise too_large(path, limit)


def missing(path: str) -> PackError:
    """A file that is not there (PCK-3.3)."""
    return PackError("missing_file", f"there is no {path}")


def too_large(path: str, limit: int) -> PackError:
    """A file, or all of them, above the bounds of PCK-2.7."""
    return PackError("too_large", f"{path} has more than {limit} bytes")


def too_many() -> PackError:
    """More files and folders than PCK-2.7 allows."""
    return PackError("too_many_files", f"the pack has more than {MAX_FILES} files and folders")


def unreadable(path: str, error: OSError) -> PackError:
    """A file that the system does not let us read."""
    return PackError("unreadable", f"{path} can't be read: {os.strerror(error.errno or 0)}")
