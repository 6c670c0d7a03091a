"""Files that come with the packages, wherever those are imported from: a tree, or an archive such as ember.pyz."""

import atexit
import functools
import shutil
from pathlib import Path

_ROOT = Path(__file__).parents[1]
"""What holds the packages: a folder, or an archive."""


def files(path: str) -> dict[str, bytes]:
    """The files of a folder and of those in it, by their path from there; `path` is from the root of the packages."""
    if _ROOT.is_file():
        return _archived(path + "/")
    home = _ROOT.joinpath(path)
    return {item.relative_to(home).as_posix(): item.read_bytes() for item in sorted(home.rglob("*")) if item.is_file()}


def _archived(start: str) -> dict[str, bytes]:
    # Here, since only an archive needs it.
    import zipfile

    with zipfile.ZipFile(_ROOT) as archive:
        found = [name for name in archive.namelist() if name.startswith(start)]
        return {name.removeprefix(start): archive.read(name) for name in found}


@functools.cache
def folder(path: str) -> Path:
    """A folder itself, for what needs one; out of an archive it is copied, once, until the process ends."""
    if not _ROOT.is_file():
        return _ROOT.joinpath(path)
    import tempfile  # here, since a command that only shows its help should not wait for it

    home = Path(tempfile.mkdtemp(prefix="ember-"))
    # A worker that was forked ends without this, so only the process that made the folder removes it.
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for name, data in files(path).items():
        place = home.joinpath(path, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return home.joinpath(path)
