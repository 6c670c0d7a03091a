"""Ends whatever a testee has started (CNF-7.3).

Killing a process group misses a grandchild that left it. On Linux nothing is missed: the runner becomes the subreaper
of what its testees orphan, and finds their processes in /proc by group and session, by a marker in their environment,
and by descent. Elsewhere only the process group is killed.

A process may run one testee at a time. It may have children of its own, as long as they stay in its session.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulator.errors import IncompleteError

MARKER = "EMBER_TESTEE_RUN"
_SET_CHILD_SUBREAPER, _GET_CHILD_SUBREAPER = 36, 37
_PROC = Path("/proc")
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the process table."""

    parent: int
    group: int
    session: int
    is_zombie: bool


@contextmanager
def adopting() -> Iterator[None]:
    """Orphans of this process's descendants become its children, as long as this lasts (Linux)."""
    before = _subreaper()
    _become_subreaper(True)
    try:
        yield
    finally:
        _become_subreaper(before)


def end(root: subprocess.Popen[bytes], marker: str) -> None:
    """Kills and reaps `root`, its process group and session, all that carries the marker, and their descendants.

    Raises:
        IncompleteError: `processes_left`, some can't be killed.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(root.pid, signal.SIGKILL)
    # Until it is reaped its dead children may still be its own, and nobody's to reap.
    with suppress(subprocess.TimeoutExpired):
        root.wait(_PATIENCE)
    limit = time.monotonic() + _PATIENCE
    while left := _left(root.pid, marker):
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if time.monotonic() > limit:
            raise IncompleteError("processes_left", f"the testee's processes {sorted(left)} can't be killed")
        time.sleep(0.002)


def _left(root: int, marker: str) -> set[int]:
    """Processes of the testee that live, and dead ones that are ours to reap."""
    table = _process_table()
    ours = os.getpid()
    doomed = {pid for pid, entry in table.items() if _is_testees(entry, root, ours) or _has_marker(pid, marker)}
    doomed.discard(ours)
    grown = True
    while grown:
        more = {pid for pid, entry in table.items() if entry.parent in doomed} - doomed
        doomed |= more
        grown = bool(more)
    return {pid for pid in doomed if not table[pid].is_zombie or table[pid].parent == ours}


def _is_testees(entry: _Entry, root: int, ours: int) -> bool:
    """Of the testee's group or session, or an orphan that came to us: our own children are in our session."""
    adopted = entry.parent == ours and entry.session != os.getsid(0)
    return root in (entry.group, entry.session) or adopted


def _has_marker(pid: int, marker: str) -> bool:
    try:
        return f"{MARKER}={marker}".encode() in _PROC.joinpath(str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _process_table() -> dict[int, _Entry]:
    """What /proc shows; nothing on systems without it."""
    out = {}
    with suppress(OSError):
        for name in os.listdir(_PROC):
            if name.isdigit():
                # It may end before it is read.
                with suppress(OSError, ValueError, IndexError):
                    out[int(name)] = _entry(_PROC.joinpath(name, "stat").read_text("utf-8", "replace"))
    return out


def _entry(stat: str) -> _Entry:
    # The command's name, in parentheses, may hold spaces and parentheses.
    state, parent, group, session = stat[stat.rindex(")") + 1 :].split()[:4]
    return _Entry(int(parent), int(group), int(session), state in "ZX")


def _subreaper() -> bool:
    value = ctypes.c_int(0)
    _prctl(_GET_CHILD_SUBREAPER, ctypes.addressof(value))
    return bool(value.value)


def _become_subreaper(wanted: bool) -> None:
    _prctl(_SET_CHILD_SUBREAPER, int(wanted))


def _prctl(option: int, argument: int) -> None:
    if sys.platform == "linux":
        unsigned = ctypes.c_ulong
        ctypes.CDLL(None).prctl(ctypes.c_int(option), unsigned(argument), unsigned(0), unsigned(0), unsigned(0))
