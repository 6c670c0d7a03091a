"""A pack in a tar archive, plain or gzip: read where it lies, never unpacked under anybody's names (PCK-2.8).

Only what POSIX calls ustar without its prefix is read, in its POSIX or GNU spelling: regular files and folders with
names of up to 100 bytes, which is more than a pack needs. Extended headers, links, devices and sparse files are
refused, so no two readers can see different packs in one archive.
"""

import os
from pathlib import Path
from typing import IO, BinaryIO

from packs.files import decompressed, open_regular, writing
from packs.source import (
    MAX_FILE,
    MAX_FILES,
    MAX_TOTAL,
    Files,
    Handle,
    check_path,
    missing,
    too_large,
    too_many,
    unreadable,
)
from simulator.errors import IncompleteError, PackError, UsageError

BLOCK = 512
MAX_PADDING = 1 << 20
MAX_ARCHIVE = MAX_TOTAL + MAX_FILES * 2 * BLOCK + MAX_PADDING

_PIECE = 1 << 20
_MAGIC = (b"ustar\x0000", b"ustar  \x00")
_FILE, _OLD_FILE, _FOLDER = b"0", b"\x00", b"5"
_SPECIAL = b"123467S"

Span = tuple[int, int]


class Archive:
    """The files of an archive. One that is compressed is decompressed once, bounded, into a file without a name."""

    def __init__(self, path: Path) -> None:
        """Opens the archive and lists what is in it.

        Raises:
            InputError: `no_such_file`, `not_regular`, `unreadable`, `bad_gzip`. PackError: as `Source.paths`.
        """
        self._handle = Handle(_plain(path))
        try:
            self._spans = _index(self._handle.number)
        except BaseException:
            self._handle.close()
            raise

    def paths(self) -> list[str]:
        """As `Source.paths`."""
        return sorted(self._spans)

    def read(self, path: str, limit: int = MAX_FILE) -> bytes:
        """As `Source.read`."""
        if path not in self._spans:
            raise missing(path)
        at, length = self._spans[path]
        if length > limit:
            raise too_large(path, limit)
        return _read(self._handle.number, at, length)

    def close(self) -> None:
        """As `Source.close`."""
        self._handle.close()


def _plain(path: Path) -> int:
    """A descriptor of the decompressed archive."""
    with open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        if stream is raw:
            return os.dup(raw.fileno())
        import tempfile  # here, since a command that only shows its help should not wait for it

        with tempfile.TemporaryFile() as copy:
            _copy(stream, copy, path)
            return os.dup(copy.fileno())


def _copy(stream: BinaryIO, copy: IO[bytes], path: Path) -> None:
    total = 0
    while piece := stream.read(_PIECE):
        total += len(piece)
        if total > MAX_ARCHIVE:
            raise too_large(f"what {path.name} holds", MAX_ARCHIVE)
        try:
            copy.write(piece)
            copy.flush()
        except OSError as error:
            raise IncompleteError("cannot_write", f"a temporary file: {os.strerror(error.errno or 0)}") from None


def _read(handle: int, at: int, length: int) -> bytes:
    out = bytearray()
    while len(out) < length:
        try:
            piece = os.pread(handle, min(length - len(out), _PIECE), at + len(out))
        except OSError as error:
            raise unreadable("the archive", error) from None
        if not piece:
            raise _bad("it is cut short")
        out += piece
    return bytes(out)


def _bad(message: str) -> PackError:
    hint = "a pack's archive has ustar headers alone (tar --format=ustar), and paths as in the folder"
    return PackError("bad_archive", f"{message}; {hint}")


def _index(handle: int) -> dict[str, Span]:
    """Where each file lies in an archive: offset and length."""
    size = os.fstat(handle).st_size
    if size > MAX_ARCHIVE:
        raise too_large("the archive", MAX_ARCHIVE)
    out: dict[str, Span] = {}
    seen: set[str] = set()
    at = total = 0
    while any(block := _read(handle, at, BLOCK)):
        name, is_file, length = _header(block)
        if name in seen:
            raise PackError("repeated_path", f"{name} stands twice in the archive")
        seen.add(name)
        if len(seen) > MAX_FILES:
            raise too_many()
        total, at = total + length, at + BLOCK
        if is_file:
            out[name] = at, length
        if total > MAX_TOTAL:
            raise too_large("the pack", MAX_TOTAL)
        at += -(-length // BLOCK) * BLOCK
    _check_end(handle, at, size)
    _check_folders(out)
    return out


def _header(block: bytes) -> tuple[str, bool, int]:
    """Name, whether it is a file, and length in bytes of one member."""
    if block[257:265] not in _MAGIC or any(block[345:500]):
        raise _bad("this header is not one of ustar")
    total = sum(block) - sum(block[148:156]) + 8 * 0x20
    if _octal(block[148:156]) != total:
        raise _bad("a header's checksum is wrong")
    name = _text(block[:100])
    kind = block[156:157]
    if kind in (b"x", b"g", b"L", b"K"):
        raise _bad("it has an extended header")
    check_path(name.removesuffix("/") if kind == _FOLDER else name)
    if kind in (_FILE, _OLD_FILE):
        return name, True, _length(block, name)
    if kind == _FOLDER and not _length(block, name):
        return name.removesuffix("/"), False, 0
    if kind in _SPECIAL:
        raise PackError("not_regular", f"{name} is a link or a special file")
    raise _bad(f"{name} is of no known kind")


def _length(block: bytes, name: str) -> int:
    length = _octal(block[124:136])
    if length > MAX_FILE:
        raise too_large(name, MAX_FILE)
    return length


def _octal(field: bytes) -> int:
    digits = field.rstrip(b" \x00").lstrip(b" ")
    if not digits or digits.strip(b"01234567"):
        raise _bad("a number is not written in octal")
    return int(digits, 8)


def _text(field: bytes) -> str:
    """A name as ISO 8859-1, so that every byte shows; a safe path has ASCII alone."""
    return field.partition(b"\x00")[0].decode("latin-1")


def _check_end(handle: int, at: int, size: int) -> None:
    """Two empty blocks or more, and nothing else, follow the last member."""
    rest = size - at
    if not 2 * BLOCK <= rest <= MAX_PADDING or any(_read(handle, at, rest)):
        raise _bad("it does not end with empty blocks alone")


def _check_folders(files: dict[str, Span]) -> None:
    for path in files:
        parts = path.split("/")
        for end in range(1, len(parts)):
            if "/".join(parts[:end]) in files:
                raise PackError("repeated_path", f"{path} lies in a folder that is a file as well")


def write(path: Path, files: Files) -> None:
    """Writes a pack as an archive that does not exist yet: the same bytes for the same files, whole or not at all.

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    if os.path.lexists(path):
        raise UsageError("exists", f"{path} exists already; a pack is written once")
    with writing(path) as stream:
        for name, data in sorted(files.items()):
            stream.write(_make_header(name, len(data)))
            stream.write(data)
            stream.write(bytes(-len(data) % BLOCK))
        stream.write(bytes(2 * BLOCK))


def _make_header(name: str, length: int) -> bytes:
    """A ustar header that tells nothing but name and length."""
    check_path(name)
    if len(name) > 100:
        raise PackError("unsafe_path", f"{name} is too long for an archive")
    ids = b"0000000\x00"
    start = name.encode().ljust(100, b"\x00") + b"0000644\x00" + ids + ids
    start += b"%011o\x00" % length + b"%011o\x00" % 0
    end = _FILE + bytes(100) + _MAGIC[0] + bytes(64) + ids + ids + bytes(167)
    total = sum(start) + sum(end) + 8 * 0x20
    return start + b"%06o\x00 " % total + end
