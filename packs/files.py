"""Reading and writing files as packs and results want it: no links, bounded, whole or not at all (ENC-4, PCK-3)."""

import errno
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from simulator.errors import DocumentError, IncompleteError, InputError
from simulator.strict import MAX_BYTES

GZIP_MAGIC = b"\x1f\x8b"
_PIECE = 1 << 20
# Compressed bytes per read; what is not used up at once is copied, so they are few beside _PIECE.
_FED = 1 << 16


def refuse(code: str, message: str, source: str) -> InputError:
    """An input error that names its file (ENC-5)."""
    error = InputError(code, message)
    error.source = source
    return error


def open_regular(path: Path) -> BinaryIO:
    """Opens a regular file without following a link at its name (PCK-3.4).

    Raises:
        InputError: `no_such_file`, `not_regular` (a link, folder, pipe or device) or `unreadable`.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise refuse("no_such_file", "there is no such file", str(path)) from None
    except OSError as error:
        code = "not_regular" if error.errno in (errno.ELOOP, errno.ENXIO) else "unreadable"
        raise refuse(code, f"the file can't be opened: {os.strerror(error.errno or 0)}", str(path)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise refuse("not_regular", "this is not a regular file", str(path))
    return os.fdopen(handle, "rb")


def read_bytes(path: Path) -> bytes:
    """All bytes of a regular file, plain or gzip by its first bytes, at most 256 MiB (ENC-4.1, ENC-4.2).

    Raises:
        InputError: as `open_regular`; `too_large`, `bad_gzip`.
    """
    with open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        return read_bounded(stream, str(path))


def read_bounded(stream: BinaryIO, source: str) -> bytes:
    """What is left of a stream, at most 256 MiB (ENC-4.2).

    Raises:
        InputError: `unreadable`, or what the stream raises. DocumentError: `too_large`.
    """
    out = bytearray()
    while len(out) <= MAX_BYTES:
        try:
            # In pieces: a read of the whole limit would reserve it, which 32-bit rows can't spare.
            piece = stream.read(_PIECE)
        except OSError as error:
            raise refuse("unreadable", f"the file can't be read: {os.strerror(error.errno or 0)}", source) from None
        if not piece:
            return bytes(out)
        out += piece
    large = DocumentError("syntax", "too_large", f"more than {MAX_BYTES} bytes", "", MAX_BYTES)
    large.source = source
    raise large


@contextmanager
def decompressed(raw: BinaryIO, source: str) -> Iterator[BinaryIO]:
    """The stream itself, or what its gzip data hold (ENC-4.1).

    Reading from it raises an InputError, `bad_gzip`, where the data are broken, cut short, or followed by anything.
    """
    magic = raw.read(2)
    raw.seek(0)
    if magic != GZIP_MAGIC:
        yield raw
        return
    with io.BufferedReader(_Member(raw, source), _PIECE) as stream:
        yield stream


class _Member(io.RawIOBase):
    """What the only gzip member of a stream holds.

    The standard library's reader goes on with further members, and lets zero bytes follow.
    """

    def __init__(self, raw: BinaryIO, source: str) -> None:
        super().__init__()
        self._raw, self._source = raw, source
        self._inflate = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with memoryview(buffer) as view:
            piece = self._piece(len(view))
            view[: len(piece)] = piece
        return len(piece)

    def _piece(self, size: int) -> bytes:
        """The next 1 to `size` bytes; none at the end."""
        piece = b""
        while not piece and not self._inflate.eof:
            fed = self._inflate.unconsumed_tail or self._raw.read(_FED)
            try:
                piece = self._inflate.decompress(fed, size)
            except zlib.error as error:
                raise self._refused(f"are broken: {error}") from None
            if self._inflate.eof and (self._inflate.unused_data or self._raw.read(1)):
                raise self._refused("are followed by more")
            if not (fed or piece or self._inflate.eof):
                raise self._refused("are cut short")
        return piece

    def _refused(self, why: str) -> InputError:
        return refuse("bad_gzip", f"the compressed data {why}", self._source)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name only when it is complete and on disk (ENC-4.4).

    Raises:
        IncompleteError: `cannot_write`.
    """
    try:
        import tempfile  # here, since a command that only shows its help should not wait for it

        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fchmod(stream.fileno(), 0o644)
            os.fsync(stream.fileno())
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all (ENC-4.4)."""
    with writing(path) as stream:
        stream.write(data)
