"""A pack in an archive obeys the rules of a folder, and no member is ever unpacked (PCK-2.8)."""

import gzip
import io
import tarfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from packs import archive, source
from packs.archive import BLOCK, Archive
from simulator.errors import InputError, UsageError

FILES = {"pack.json": b"{}", "suite/manifest.json": b"[1]" * 400, "suite/scenario-000.json": b""}


def tar(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """An archive as the standard library writes it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as stream:
        for info, data in members:
            info.size = len(data)
            stream.addfile(info, io.BytesIO(data))
    return out.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def opened(tmp_path: Path, data: bytes) -> Archive:
    path = tmp_path / "pack.tar"
    path.write_bytes(data)
    return Archive(path)


def refusal(tmp_path: Path, data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        opened(tmp_path, data)
    assert caught.value.exit_code == 3
    return caught.value.code


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_what_others_write_is_read(tmp_path: Path, form: int, pack: Callable[[bytes], bytes]) -> None:
    members = [(member("suite/", tarfile.DIRTYPE), b""), *((member(name), data) for name, data in FILES.items())]
    found = opened(tmp_path, pack(tar(*members, form=form)))
    assert {path: found.read(path) for path in found.paths()} == FILES


def test_what_is_written_is_read_by_others_and_by_us(tmp_path: Path) -> None:
    archive.write(tmp_path / "pack.tar", FILES)
    found = Archive(tmp_path / "pack.tar")
    assert {path: found.read(path) for path in found.paths()} == FILES
    with tarfile.open(tmp_path / "pack.tar") as stream:
        infos = stream.getmembers()
        assert [info.name for info in infos] == sorted(FILES)
        assert {(info.mode, info.uid, info.gid, info.mtime, info.uname) for info in infos} == {(0o644, 0, 0, 0, "")}
        assert {info.name: stream.extractfile(info).read() for info in infos} == FILES  # type: ignore[union-attr]
    with pytest.raises(UsageError, match="exists"):
        archive.write(tmp_path / "pack.tar", FILES)


NOT_REGULAR = [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE]


@pytest.mark.parametrize("kind", [*NOT_REGULAR, tarfile.GNUTYPE_SPARSE])
def test_links_devices_and_sparse_members(tmp_path: Path, kind: bytes) -> None:
    assert refusal(tmp_path, tar((member("pack.json", kind, "/etc/passwd"), b""))) == "not_regular"


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "./pack.json", "a/../b", "A", "a\nb", "a\\b", "é", "a//b", ""])
@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.DIRTYPE])
def test_names(tmp_path: Path, name: str, kind: bytes) -> None:
    assert refusal(tmp_path, tar((member(name, kind), b""))) == "unsafe_path"
    assert not list(tmp_path.parent.glob("x"))


def test_extended_headers_are_refused(tmp_path: Path) -> None:
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        assert refusal(tmp_path, tar((member("a" * 120), b""), form=form)) == "bad_archive"
    assert refusal(tmp_path, tar((member("a" * 60 + "/" + "b" * 60), b""))) == "bad_archive"
    info = member("pack.json")
    info.pax_headers = {"path": "other.json"}
    assert refusal(tmp_path, tar((info, b""), form=tarfile.PAX_FORMAT)) == "bad_archive"


def test_a_path_stands_once_and_is_one_thing(tmp_path: Path) -> None:
    assert refusal(tmp_path, tar((member("a"), b"1"), (member("a"), b"1"))) == "repeated_path"
    assert refusal(tmp_path, tar((member("a/b"), b""), (member("a"), b""))) == "repeated_path"
    assert refusal(tmp_path, tar((member("a"), b""), (member("a", tarfile.DIRTYPE), b""))) == "repeated_path"
    assert refusal(tmp_path, tar((member("a", tarfile.DIRTYPE), b""), (member("a"), b""))) == "repeated_path"


GOOD = tar((member("a"), b"data"))


def resealed(block: bytes) -> bytes:
    """A header with its checksum made right again."""
    total = sum(block[:148]) + sum(block[156:]) + 256
    return block[:148] + b"%06o\x00 " % total + block[156:]


def changed(at: int, data: bytes) -> bytes:
    return resealed(GOOD[:at] + data + GOOD[at + len(data) : BLOCK]) + GOOD[BLOCK:]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad_archive"),
        (GOOD[:100], "bad_archive"),
        (GOOD[:BLOCK], "bad_archive"),
        (GOOD[: 2 * BLOCK], "bad_archive"),
        (GOOD[: 3 * BLOCK], "bad_archive"),
        (GOOD[:100] + b"1" + GOOD[101:], "bad_archive"),
        (GOOD[:-1] + b"x", "bad_archive"),
        (GOOD + GOOD, "bad_archive"),
        (GOOD + bytes(1 << 20), "bad_archive"),
        (changed(124, b"\x80" + bytes(10) + b"\x04"), "bad_archive"),
        (changed(124, b"-0000000004\x00"), "bad_archive"),
        (changed(124, b"77777777777\x00"), "too_large"),
        (changed(124, b"00000100000\x00"), "bad_archive"),
        (changed(156, b"Z"), "bad_archive"),
        (changed(257, b"tarus"), "bad_archive"),
        (changed(345, b"prefix"), "bad_archive"),
    ],
)
def test_broken_archives(tmp_path: Path, data: bytes, code: str) -> None:
    assert refusal(tmp_path, data) == code


def test_broken_gzip(tmp_path: Path) -> None:
    packed = gzip.compress(GOOD)
    for data in (packed[:-1], packed + b"\x00", packed + packed, packed[:20] + b"\xff\xff" + packed[22:]):
        assert refusal(tmp_path, data) == "bad_gzip"


def test_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "pack.tar").write_bytes(GOOD)
    (tmp_path / "link.tar").symlink_to("pack.tar")
    for name, code in (("link.tar", "not_regular"), ("absent.tar", "no_such_file")):
        with pytest.raises(InputError) as caught:
            Archive(tmp_path / name)
        assert caught.value.code == code


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds hold whatever the headers say; here they are lowered so that the test is quick."""
    monkeypatch.setattr(archive, "MAX_ARCHIVE", 4 << 20)
    zeros = gzip.compress(bytes(64 << 20))
    assert len(zeros) < 100_000 and refusal(tmp_path, zeros) == "too_large"
    monkeypatch.setattr(archive, "MAX_TOTAL", 1 << 20)
    many = [(member(f"f{number}"), bytes(400_000)) for number in range(3)]
    assert refusal(tmp_path, tar(*many)) == "too_large"
    monkeypatch.setattr(archive, "MAX_FILES", 50)
    assert refusal(tmp_path, tar(*((member(f"f{number}"), b"") for number in range(51)))) == "too_many_files"


def test_decompression_stops_at_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.BytesIO):
        pieces = 0

        def read(self, size: int | None = None) -> bytes:
            self.pieces += 1
            assert self.pieces <= 5, "more is read than may be"
            return bytes(1 << 20)

    monkeypatch.setattr(archive, "MAX_ARCHIVE", 4 << 20)
    monkeypatch.setattr(archive, "decompressed", lambda raw, source: nullcontext(Endless()))
    assert refusal(tmp_path, b"") == "too_large"


def test_a_sparse_archive_of_ten_gigabytes(tmp_path: Path) -> None:
    with (tmp_path / "pack.tar").open("wb") as stream:
        stream.write(GOOD)
        stream.truncate(10 << 30)
    with pytest.raises(InputError, match="too_large"):
        Archive(tmp_path / "pack.tar")


def test_one_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    found = opened(tmp_path, GOOD)
    assert found.read("a", 4) == b"data"
    with pytest.raises(InputError, match="too_large"):
        found.read("a", 3)
    with pytest.raises(InputError, match="missing_file"):
        found.read("b")


def test_no_folder_is_asked_for_a_name_that_is_too_long(tmp_path: Path) -> None:
    path = "/".join(["b" * 60, "c" * 60])
    assert source.safe(path)
    with pytest.raises(InputError, match="unsafe_path"):
        archive.write(tmp_path / "pack.tar", {path: b""})
    assert not list(tmp_path.iterdir())
