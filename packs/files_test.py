"""Reading and writing files: one gzip member, bounded, no links, whole or not at all (ENC-4)."""

import gzip
import io
import os
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import files
from simulator.errors import DocumentError, IncompleteError, InputError

TEXT = b'{"a": 1}\n' * 50
PACKED, EMPTY = gzip.compress(TEXT, mtime=0), gzip.compress(b"", mtime=0)


def put(folder: Path, data: bytes) -> Path:
    path = folder / "file"
    path.write_bytes(data)
    return path


def fault_of(folder: Path, data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        files.read_bytes(put(folder, data))
    assert caught.value.source == str(folder / "file")
    return caught.value.code


def unpacked(data: bytes) -> bytes:
    """The bytes of a stream, and that reading it by lines gives the same."""
    with files.decompressed(io.BytesIO(data), "memory") as stream:
        whole = files.read_bounded(stream, "memory")
    with files.decompressed(io.BytesIO(data), "memory") as stream:
        assert b"".join(stream.readline(1 << 20) for _ in range(whole.count(b"\n") + 2)) == whole
    return whole


def with_header(flags: int, extra: bytes) -> bytes:
    """PACKED with the optional fields of RFC 1952."""
    return PACKED[:3] + bytes([flags]) + PACKED[4:10] + extra + PACKED[10:]


def flipped(at: int) -> bytes:
    out = bytearray(PACKED)
    out[at] ^= 1
    return bytes(out)


@pytest.mark.parametrize(
    "data",
    [TEXT, b"", b"\x1f", b"\x8b\x1f", b"\n", TEXT[:-1]],
)
def test_plain_and_gzip_hold_the_same(tmp_path: Path, data: bytes) -> None:
    assert files.read_bytes(put(tmp_path, data)) == data
    for level in (0, 1, 9):
        packed = gzip.compress(data, level)
        assert files.read_bytes(put(tmp_path, packed)) == data
        assert unpacked(packed) == data


def test_every_field_of_a_gzip_header(tmp_path: Path) -> None:
    fields = b"\x03\x00abc" + b"name\x00" + b"comment\x00"
    assert files.read_bytes(put(tmp_path, with_header(0b11100, fields))) == TEXT
    head = PACKED[:3] + b"\x02" + PACKED[4:10]
    check = (zlib.crc32(head) & 0xFFFF).to_bytes(2, "little")
    assert files.read_bytes(put(tmp_path, head + check + PACKED[10:])) == TEXT


@pytest.mark.parametrize(
    "data",
    [
        PACKED * 2,
        PACKED + EMPTY,
        PACKED + b"\x00",
        PACKED + b"\x00" * 512,
        PACKED + b"{}",
        PACKED + b"\x1f\x8b",
        EMPTY + PACKED,
        b"\x1f\x8b",
        PACKED[:9],
        PACKED[:10],
        PACKED[:-9],
        PACKED[:-8],
        PACKED[:-1],
        flipped(len(PACKED) - 1),
        flipped(len(PACKED) - 5),
        flipped(2),
        with_header(0x20, b""),
        with_header(0x02, b"\x00\x00"),
        b"\x1f\x8b" + TEXT,
    ],
)
def test_bad_gzip(tmp_path: Path, data: bytes) -> None:
    assert fault_of(tmp_path, data) == "bad_gzip"


def test_every_cut_and_every_byte_after_the_end(tmp_path: Path) -> None:
    for end in range(2, len(PACKED)):
        assert fault_of(tmp_path, PACKED[:end]) == "bad_gzip"
    for byte in range(256):
        assert fault_of(tmp_path, PACKED + bytes([byte])) == "bad_gzip"


def test_what_follows_is_told_before_the_last_line(tmp_path: Path) -> None:
    """A reader that takes lines as they come must not get the end of a file that is refused."""
    with files.decompressed(io.BytesIO(PACKED + b"\x00"), "memory") as stream, pytest.raises(InputError) as caught:
        for _ in range(50):
            stream.readline()
    assert caught.value.code == "bad_gzip"


@settings(max_examples=40, deadline=None, database=None)
@given(st.binary(max_size=300), st.integers(1, 9), st.integers(1, 70), st.integers(1, 70))
def test_any_sizes_of_pieces(data: bytes, level: int, fed: int, size: int) -> None:
    data = data + b"\x00" * 200 + data
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_FED", fed)
        patch.setattr(files, "_PIECE", size)
        assert unpacked(gzip.compress(data, level)) == data


def test_the_limit_is_that_of_the_decompressed_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", len(TEXT))
    assert files.read_bytes(put(tmp_path, TEXT)) == files.read_bytes(put(tmp_path, PACKED)) == TEXT
    for data in (TEXT + b"\n", gzip.compress(TEXT + b"\n")):
        with pytest.raises(DocumentError) as caught:
            files.read_bytes(put(tmp_path, data))
        fault = caught.value
        assert (fault.stage, fault.code, fault.offset, fault.pointer) == ("syntax", "too_large", len(TEXT), "")
        assert fault.source == str(tmp_path / "file")


def test_a_bomb_is_not_decompressed_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 MiB of zeros, of which a few pieces are enough to refuse it; neither its end nor what follows is seen."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(squeeze.compress(bytes(1 << 20)) for _ in range(16)) + squeeze.flush() + b"garbage"
    assert len(bomb) < 1 << 15
    for limit, code in ((1 << 20, "too_large"), (1 << 25, "bad_gzip")):
        monkeypatch.setattr(files, "MAX_BYTES", limit)
        with pytest.raises(InputError) as caught, files.decompressed(io.BytesIO(bomb), "memory") as stream:
            files.read_bounded(stream, "memory")
        assert caught.value.code == code


def test_no_piece_is_larger_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However well data are compressed, one read holds no more than its buffer."""
    member = files._Member(io.BytesIO(gzip.compress(bytes(1 << 20))), "memory")
    sizes = []
    while piece := member.read(1000):
        sizes.append(len(piece))
    assert sum(sizes) == 1 << 20 and max(sizes) == 1000


class Broken(io.BytesIO):
    """A disk that fails."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError(5, "EIO")


def test_a_failing_disk_is_no_bad_gzip() -> None:
    with pytest.raises(InputError) as caught:
        files.read_bounded(Broken(), "memory")
    assert caught.value.code == "unreadable"


def test_what_is_no_regular_file(tmp_path: Path) -> None:
    there = put(tmp_path, TEXT)
    link = tmp_path / "link"
    link.symlink_to(there)
    os.mkfifo(tmp_path / "pipe")
    for name, code in (
        ("absent", "no_such_file"),
        ("link", "not_regular"),
        ("pipe", "not_regular"),
        ("", "not_regular"),
        ("file/below", "unreadable"),
    ):
        with pytest.raises(InputError) as caught:
            files.read_bytes(tmp_path / name)
        assert (caught.value.code, caught.value.source) == (code, str(tmp_path / name))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out"
    files.write_bytes(path, b"old")
    with pytest.raises(ValueError), files.writing(path) as stream:
        stream.write(b"half")
        raise ValueError
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
    files.write_bytes(path, b"new")
    assert path.read_bytes() == b"new" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(IncompleteError) as caught:
        files.write_bytes(tmp_path / "absent" / "out", b"")
    assert caught.value.code == "cannot_write"
