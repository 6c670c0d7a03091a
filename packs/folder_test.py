"""A pack's folder: only regular files are opened, no link is followed, and nothing hostile takes long (PCK-3.4)."""

import os
import socket
from pathlib import Path

import pytest

from packs import folder
from packs.folder import Folder
from simulator.errors import IncompleteError, PackError, UsageError

FILES = {"pack.json": b"{}", "suite/manifest.json": b"[1]", "suite/scenario-000.json": b"[2]"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder.write(tmp_path / "pack", FILES)
    return tmp_path / "pack"


def refusal(root: Path) -> str:
    """The code with which the listing, or the reading of what it lists, is refused."""
    with pytest.raises(PackError) as caught:
        found = Folder(root)
        for path in found.paths():
            found.read(path)
    return caught.value.code


def test_written_is_read(root: Path) -> None:
    found = Folder(root)
    assert found.paths() == sorted(FILES)
    assert {path: found.read(path) for path in found.paths()} == FILES


def test_a_pack_is_written_once_and_whole(root: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="exists"):
        folder.write(root, FILES)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="exists"):
        folder.write(tmp_path / "link", FILES)
    with pytest.raises(IncompleteError, match="cannot_write"):
        folder.write(tmp_path / "absent" / "pack", FILES)
    with pytest.raises(IncompleteError, match="cannot_write"):
        folder.write(tmp_path / "half", FILES | {"x" * 300: b""})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pack"]


def test_no_folder(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    os.mkfifo(tmp_path / "pipe")
    for name in ("absent", "link", "pipe", "pack/pack.json"):
        assert refusal(tmp_path / name) == "no_pack", name


@pytest.mark.parametrize("place", ["link", "suite/link"])
@pytest.mark.parametrize("target", ["pack.json", "suite", "/etc/passwd", "/", "nowhere", ".."])
def test_links_are_refused(root: Path, place: str, target: str) -> None:
    (root / place).symlink_to(target)
    with pytest.raises(PackError, match="not_regular"):
        Folder(root).paths()


def test_a_hard_link_is_a_file(root: Path) -> None:
    os.link(root / "pack.json", root / "twin.json")
    assert Folder(root).read("twin.json") == b"{}"


def test_pipes_and_sockets_are_refused_without_waiting(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert refusal(root) == "not_regular"
    (root / "pipe").unlink()
    here = os.open(root, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as end:
        # By way of the descriptor, since the name of a socket may have 107 bytes only.
        end.bind(f"/proc/self/fd/{here}/socket")
    os.close(here)
    assert refusal(root) == "not_regular"


@pytest.mark.parametrize("name", ["Suite", "a\nb", "b\\c", "c ", ".git", "x.", "\udcff", "é", "-" * 65, "con:"])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_names(root: Path, name: str, kind: str) -> None:
    path = os.fsencode(root) + b"/" + os.fsencode(name)
    if kind == "file":
        os.close(os.open(path, os.O_CREAT))
    else:
        os.mkdir(path)
    assert refusal(root) == "unsafe_path"


def test_what_changes_after_the_listing_is_not_followed(root: Path, tmp_path: Path) -> None:
    """No gap between the check and the use: the link is seen when the file is opened."""
    found = Folder(root)
    assert found.paths() == sorted(FILES)
    (root / "suite").rename(tmp_path / "moved")
    (root / "suite").symlink_to(tmp_path / "moved")
    with pytest.raises(PackError, match="not_regular"):
        found.read("suite/manifest.json")
    (root / "pack.json").unlink()
    with pytest.raises(PackError, match="missing_file"):
        found.read("pack.json")
    (root / "pack.json").symlink_to(tmp_path / "moved" / "manifest.json")
    with pytest.raises(PackError, match="not_regular"):
        found.read("pack.json")
    (root / "pack.json").unlink()
    os.mkfifo(root / "pack.json")
    with pytest.raises(PackError, match="not_regular"):
        found.read("pack.json")
    root.rename(tmp_path / "elsewhere")
    root.mkdir()
    (root / "new.json").write_bytes(b"")
    with pytest.raises(PackError, match="missing_file"):
        found.read("new.json")


def test_a_file_of_ten_gigabytes_is_not_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (root / "suite" / "scenario-000.json").open("r+b") as stream:
        stream.truncate(10 << 30)
    found = Folder(root)
    monkeypatch.delattr(os, "read")
    with pytest.raises(PackError, match="too_large"):
        found.read("suite/scenario-000.json")
    monkeypatch.undo()
    assert refusal(root) == "too_large"


def test_a_file_that_grows_while_it_is_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes are bounded by what is read, not by what was said before."""
    path = root / "pack.json"
    real = os.read

    def read(handle: int, size: int) -> bytes:
        with path.open("ab") as stream:
            stream.write(b" ")
        return real(handle, 1)

    monkeypatch.setattr(os, "read", read)
    with pytest.raises(PackError, match="too_large"):
        Folder(root).read("pack.json", 50)


def test_nesting_and_number_are_bounded(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root.joinpath(*["a"] * 500).mkdir(parents=True)
    assert refusal(root) == "unsafe_path"
    flat = root.parent / "flat"
    for number in range(6):
        (flat / f"{number}").mkdir(parents=True)
    monkeypatch.setattr(folder, "MAX_FILES", 6)
    assert Folder(flat).paths() == []
    (flat / "0" / "one").write_bytes(b"")
    assert refusal(flat) == "too_many_files"
