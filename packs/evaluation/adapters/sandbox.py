"""A sandbox around a model's process: bubblewrap, with hardly any file system and no network (PCK-14.7)."""

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from simulator.errors import IncompleteError, UsageError

# Programs and libraries, and where Debian's links and the loader's cache are. Read-only, where they exist.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_LOOKED_UP = ("/etc/alternatives", "/etc/ld.so.cache")
HOME = "/run/model"
# As many as Linux follows.
_LINKS = 40


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How a sandbox is made.

    Attributes:
        program: bubblewrap.
        folders: the model's own folders, which it sees read-only at their own paths.
    """

    program: str
    folders: tuple[str, ...]

    def command(self, argv: Sequence[str], status: int) -> list[str]:
        """The argument vector that runs another one in the sandbox; bubblewrap tells `status` how that ended."""
        shown = [word for path in (*SYSTEM, *_LOOKED_UP) for word in ("--ro-bind-try", path, path)]
        own = [word for path in self.folders for word in ("--ro-bind", path, path)]
        made = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", HOME, *own, "--remount-ro", "/"]
        home = ["--chdir", HOME, "--setenv", "HOME", HOME, "--setenv", "TMPDIR", HOME]
        alone = ["--unshare-all", "--die-with-parent", "--new-session", "--json-status-fd", str(status)]
        # The environment is clean already (PCK-14.6); set here, a secret would stand in the list of processes.
        return [self.program, *alone, *shown, *made, *home, "--", *argv]

    def shows(self, path: str) -> bool:
        """Whether a model in the sandbox sees a path, or something below it."""
        wanted = os.path.realpath(path)
        seen = (os.path.realpath(folder) for folder in (*SYSTEM, *self.folders))
        return any(_is_below(wanted, folder) or _is_below(folder, wanted) for folder in seen)


def make(folders: Iterable[str], hidden: Iterable[str]) -> Sandbox:
    """A sandbox that shows some folders, and by no means others.

    Raises:
        UsageError: `folder_shown`, a model would see what is to be hidden; `no_such_folder`.
        IncompleteError: `no_bubblewrap`.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise IncompleteError("no_bubblewrap", "a sandbox needs bubblewrap: there is no bwrap on PATH")
    # Those of the system are shown already.
    out = Sandbox(program, tuple(sorted({folder for folder in folders if not is_system(folder)})))
    for folder in out.folders:
        if not os.path.isdir(folder):
            raise UsageError("no_such_folder", f"there is no folder {folder}")
    for path in hidden:
        if out.shows(path):
            raise UsageError("folder_shown", f"the model would see {path}: move it, or the model, to another folder")
    return out


def folders_of(path: str) -> list[str]:
    """The folders that show a file, and whatever its links lead over; a folder shows itself. Without the system's."""
    found = {path, os.path.realpath(path)}
    while os.path.islink(path) and len(found) < _LINKS:
        path = os.path.abspath(os.path.join(os.path.dirname(path), os.readlink(path)))
        found.add(path)
    folders = {item if os.path.isdir(item) else os.path.dirname(item) for item in found}
    return sorted(folder for folder in folders if not is_system(folder))


def is_system(path: str) -> bool:
    """Whether an absolute path is one of those that every sandbox shows."""
    return any(_is_below(path, folder) for folder in SYSTEM)


def _is_below(path: str, folder: str) -> bool:
    return os.path.commonpath((path, folder)) == folder
