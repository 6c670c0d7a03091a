"""A baseline's result while it grows: what is there already is never written again (PCK-15.5).

Beside the lines stand their checksums, in a file of their own. A lost line is played again to the same bytes, so both
go to disk once a second, and after a crash either may be ahead of the other.
"""

import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from packs.evaluation.storage import cut, reported, sync_folder
from packs.files import open_regular, refuse
from packs.result import Writer
from simulator import canonical

_SYNC_NANOSECONDS = 10**9
_SUM_BYTES = 9


class PartialResult:
    """The header and the finished episodes of a trial, in their order."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path, self.sums = path, path.with_suffix(".sums")
        self._header = canonical.encode(header)

    def extend(self, lines: Iterator[bytes]) -> None:
        """Appends lines as they come; first the header, where the file is new.

        Raises:
            IncompleteError: `cannot_write`.
        """
        with reported(self.path):
            stream, sums = self.path.open("ab"), self.sums.open("ab")
        with stream, sums:
            due = time.monotonic_ns() + _SYNC_NANOSECONDS
            for line in lines:
                with reported(self.path):
                    stream.writelines((line, b"\n"))
                    sums.write(_sum(line))
                    if time.monotonic_ns() >= due:
                        _sync(stream, sums)
                        due = time.monotonic_ns() + _SYNC_NANOSECONDS
            with reported(self.path):
                _sync(stream, sums)

    def mend(self) -> int:
        """Drops what a crash left half written: the number of episodes that are whole.

        Raises:
            InputError: `journal_damaged`. IncompleteError: `cannot_write`.
        """
        with reported(self.path):
            for path in (self.path, self.sums):
                path.touch()
                cut(path)
        count = size = 0
        with open_regular(self.path) as stream, open_regular(self.sums) as sums:
            for line, expected in zip(stream, sums, strict=False):
                if _sum(line[:-1]) != expected or (count == 0 and line[:-1] != self._header):
                    raise refuse("journal_damaged", f"line {count + 1}: its checksum differs", str(self.path))
                count, size = count + 1, size + len(line)
        with reported(self.path):
            os.truncate(self.path, size)
            os.truncate(self.sums, count * _SUM_BYTES)
        if count == 0:
            self.extend(iter([self._header]))
        return max(0, count - 1)

    def finished(self) -> int:
        """The number of episodes whose checksums are there; nothing is changed, and another may be writing."""
        return max(0, self.sums.stat().st_size // _SUM_BYTES - 1) if self.sums.exists() else 0

    def finish(self, target: Path) -> None:
        """Adds the footer, and puts the result under its name.

        Raises:
            IncompleteError: `cannot_write`.
        """
        with reported(target):
            with self.path.open("rb+") as stream:
                out = Writer(stream)
                for line in stream:
                    out.count(line[:-1])
                out.finish(None)
                os.fchmod(stream.fileno(), 0o644)
                _sync(stream)
            os.replace(self.path, target)
            sync_folder(target.parent)

    def remove(self) -> None:
        """Takes away what is left of it."""
        for path in (self.path, self.sums):
            path.unlink(missing_ok=True)


def _sum(line: bytes) -> bytes:
    return b"%08x\n" % zlib.crc32(line)


def _sync(*streams: BinaryIO) -> None:
    for stream in streams:
        stream.flush()
        os.fsync(stream.fileno())
