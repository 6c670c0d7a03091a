"""A pack in a folder: reading it safely and writing it whole (PCK-2, PCK-3.4)."""

import errno
import os
from pathlib import Path

from packs.source import MAX_FILE, MAX_FILES, Files, Handle, check_path, missing, read_regular, too_many, unreadable
from simulator.errors import IncompleteError, PackError, UsageError

_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC
_NOT_REGULAR = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR, errno.ENXIO)


class Folder:
    """The files below a folder. Each is opened segment by segment from the folder's own handle, and no link followed.

    So whatever happens to names meanwhile, nothing outside the folder is read (PCK-3.4).
    """

    def __init__(self, root: Path) -> None:
        """Opens the folder.

        Raises:
            PackError: `no_pack`, where the path is not that of a folder.
        """
        try:
            self._root = Handle(os.open(root, _FOLDER))
        except OSError as error:
            message = f"this can't be opened as a folder: {os.strerror(error.errno or 0)}"
            raise PackError("no_pack", message) from None

    def paths(self) -> list[str]:
        """As `Source.paths`."""
        out: list[str] = []
        self._walk(self._root.number, "", out, 0)
        return sorted(out)

    def read(self, path: str, limit: int = MAX_FILE) -> bytes:
        """As `Source.read`."""
        *folders, name = path.split("/")
        handles = [self._root.number]
        try:
            for segment in folders:
                handles.append(_open(segment, _FOLDER, handles[-1], path))
            handles.append(_open(name, _FILE, handles[-1], path))
            return read_regular(handles[-1], path, limit)
        finally:
            for handle in handles[1:]:
                os.close(handle)

    def close(self) -> None:
        """As `Source.close`."""
        self._root.close()

    def _walk(self, folder: int, prefix: str, out: list[str], count: int) -> int:
        """Collects the files of a folder; the number of entries so far, which bounds the time."""
        entries = _entries(folder, count)
        for entry in entries:
            path = prefix + entry.name
            check_path(path)
            if entry.is_file(follow_symlinks=False):
                out.append(path)
            elif not entry.is_dir(follow_symlinks=False):
                raise PackError("not_regular", f"{path} is neither a regular file nor a folder")
        count += len(entries)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                inner = _open(entry.name, _FOLDER, folder, prefix + entry.name)
                try:
                    count = self._walk(inner, f"{prefix}{entry.name}/", out, count)
                finally:
                    os.close(inner)
        return count


def _entries(folder: int, count: int) -> list[os.DirEntry[str]]:
    """What lies in a folder, by name, unless that makes too many."""
    out = []
    with os.scandir(folder) as entries:
        for entry in entries:
            out.append(entry)
            if count + len(out) > MAX_FILES:
                raise too_many()
    return sorted(out, key=lambda entry: entry.name)


def _open(name: str, flags: int, folder: int, path: str) -> int:
    try:
        return os.open(name, flags, dir_fd=folder)
    except FileNotFoundError:
        raise missing(path) from None
    except OSError as error:
        if error.errno in _NOT_REGULAR:
            raise PackError("not_regular", f"{path} is, or lies behind, a link or a special file") from None
        raise unreadable(path, error) from None


def write(root: Path, files: Files) -> None:
    """Writes a pack to a folder that does not exist yet: whole, or not at all (PCK-2).

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    if os.path.lexists(root):
        raise UsageError("exists", f"{root} exists already; a pack is written once")
    try:
        import tempfile  # here, since a command that only shows its help should not wait for it

        with tempfile.TemporaryDirectory(prefix=f".{root.name}.", dir=root.parent) as name:
            part = Path(name).joinpath("pack")
            for path, data in sorted(files.items()):
                target = part.joinpath(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            os.rename(part, root)
    except OSError as error:
        raise IncompleteError("cannot_write", f"{root}: {os.strerror(error.errno or 0)}") from None
