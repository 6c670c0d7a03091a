"""What the evaluator's process shows to other processes of the same user: as little as the system allows (PCK-14.6).

On Linux its environment, open files, memory and working folder become unreadable through /proc, and its command line,
which names the pack, is overwritten. Elsewhere nothing is done. A process with the capability SYS_PTRACE reads on;
the keeper takes that from models.
"""

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

_SET_DUMPABLE = 4
# Of /proc/PID/stat, counted from the one behind the command's name: where the arguments begin and end in memory.
_ARGUMENTS_BEGIN = 45
NAME = b"evaluator"


def conceal() -> None:
    """Hides what this process knows. Doing it again does nothing."""
    if sys.platform == "linux":
        unsigned = ctypes.c_ulong
        ctypes.CDLL(None).prctl(ctypes.c_int(_SET_DUMPABLE), unsigned(0), unsigned(0), unsigned(0), unsigned(0))
        # Where /proc is not there or says something else, the command line stays.
        with suppress(OSError, ValueError, IndexError):
            _overwrite_arguments()


def _overwrite_arguments() -> None:
    """The interpreter has copied its arguments; what is overwritten is what `ps` shows."""
    shown = Path("/proc/self/cmdline").read_bytes()
    fields = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()
    begin, end = int(fields[_ARGUMENTS_BEGIN]), int(fields[_ARGUMENTS_BEGIN + 1])
    size = end - begin
    # Only where the memory is known to be what the system shows, which an emulator may not tell truly.
    if len(shown) != size or os.uname().machine not in ("x86_64", "aarch64") or shown.startswith(NAME + b"\0"):
        return
    if ctypes.string_at(begin, size) == shown:
        ctypes.memset(begin, 0, size)
        ctypes.memmove(begin, NAME[: size - 1], len(NAME[: size - 1]))
