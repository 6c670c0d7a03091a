"""Files that survive a crash: cutting off what it left half written, and putting names on stable storage (PCK-15)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.errors import IncompleteError

_PIECE = 1 << 16


def sync_folder(path: Path) -> None:
    """Puts the names in a folder on stable storage."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cut(path: Path) -> None:
    """Cuts a file after its last newline."""
    with reported(path), path.open("rb+") as stream:
        size = kept = stream.seek(0, os.SEEK_END)
        newline = -1
        while kept and newline < 0:
            begin = max(0, kept - _PIECE)
            stream.seek(begin)
            newline = stream.read(kept - begin).rfind(b"\n")
            kept = begin + newline + 1
        if kept < size:
            stream.truncate(kept)
            os.fsync(stream.fileno())


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Tells an error of the system as `cannot_write`, a fault of the surroundings."""
    try:
        yield
    except OSError as error:
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None
