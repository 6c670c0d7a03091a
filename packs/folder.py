"""A pack's folder: reading it safely and writing it whole (PCK-2, PCK-3.4)."""

import os
import re
import tempfile
from pathlib import Path

from packs.files import open_regular, read_bounded
from packs.pack import Files
from simulator.errors import IncompleteError, PackError, UsageError

MAX_FILES = 100_000
_PATH = re.compile(r"(?:[a-z0-9_-][a-z0-9._-]{0,63}/){0,7}[a-z0-9_-][a-z0-9._-]{0,63}")


def safe(path: str) -> bool:
    """Whether a path may stand in a pack: relative, lower case, no segment that ends in a dot (PCK-3.5)."""
    return bool(_PATH.fullmatch(path)) and not any(part.endswith(".") for part in path.split("/"))


def read(root: Path) -> Files:
    """Every file below a folder, opened once and without following a link (PCK-3.4).

    Raises:
        PackError: `no_pack`, `unsafe_path`, `not_regular`, `too_many_files`.
    """
    if root.is_symlink() or not root.is_dir():
        raise PackError("no_pack", f"{root} is not a folder")
    out: Files = {}
    _walk(root, "", out)
    return out


def _walk(root: Path, prefix: str, out: Files) -> None:
    with os.scandir(root.joinpath(prefix)) as entries:
        for entry in sorted(entries, key=lambda item: item.name):
            path = prefix + entry.name
            if not safe(path):
                raise PackError("unsafe_path", f"{path!r} can't be the path of a file in a pack")
            if entry.is_dir(follow_symlinks=False):
                _walk(root, path + "/", out)
                continue
            if len(out) == MAX_FILES:
                raise PackError("too_many_files", f"the pack has more than {MAX_FILES} files")
            with open_regular(root.joinpath(path)) as stream:
                out[path] = read_bounded(stream, path)


def write(root: Path, files: Files) -> None:
    """Writes a pack to a folder that does not exist yet: whole, or not at all (PCK-2).

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    if root.exists():
        raise UsageError("exists", f"{root} exists already; a pack is written once")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{root.name}.", dir=root.parent) as name:
            part = Path(name).joinpath("pack")
            for path, data in sorted(files.items()):
                target = part.joinpath(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            os.rename(part, root)
    except OSError as error:
        raise IncompleteError("cannot_write", f"{root}: {os.strerror(error.errno or 0)}") from None
