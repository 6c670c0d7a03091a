"""Keeps one model's process: starts it, tells how it ended, and ends whatever it has started (PCK-14.6).

    keeper.py CONTROL STATUS PROGRAM ARGUMENT...

A program of its own, between evaluator and model: the model's parent knows nothing, orphans of the model come to it
and to no other model's, and it outlives an evaluator that is killed. It is started with the model's standard streams,
environment and working folder. CONTROL is the descriptor of a socket, to which it writes lines: `started PID` or
`cannot_start ERRNO`, then `ended CODE`. When the other end closes, it kills all, removes the folder and exits, with
code 1 if some process can't be killed. STATUS is a descriptor that the program gets too, or -1.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

_SET_DUMPABLE, _DROP_CAPABILITY, _SET_CHILD_SUBREAPER = 4, 24, 36
# Modules, raw memory, ptrace, administration, performance counters, BPF, checkpoints: what reads other processes.
_SPYING = (16, 17, 19, 21, 38, 39, 40)
_PATIENCE = 10.0


def main(arguments: list[str]) -> int:
    """The program."""
    control, status = int(arguments[0]), int(arguments[1])
    _prctl(_SET_CHILD_SUBREAPER, 1)
    _prctl(_SET_DUMPABLE, 0)
    if status < 0:
        # Where root runs the evaluation: bubblewrap needs them to build a sandbox, and leaves none of them inside.
        for capability in _SPYING:
            _prctl(_DROP_CAPABILITY, capability)
    woken = _woken_by_children()
    try:
        root = _started(arguments[2:], status)
    except OSError as error:
        _tell(control, f"cannot_start {error.errno}")
        return 0
    _tell(control, f"started {root}")
    try:
        _watch(control, woken, root)
    finally:
        has_ended = _end(root)
    return 0 if has_ended else 1


def _started(argv: list[str], status: int) -> int:
    """The process of the model, which alone has the standard streams from now on."""
    passed = [status] if status >= 0 else []
    child = subprocess.Popen(argv, start_new_session=True, pass_fds=passed)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    for descriptor in passed:
        os.close(descriptor)
    return child.pid


def _woken_by_children() -> int:
    """A descriptor that becomes readable when a child ends."""
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    return woken


def _watch(control: int, woken: int, root: int) -> None:
    """Tells of the end of the model, and lasts until the evaluator has closed its end."""
    while True:
        ready, _, _ = select.select([control, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            for pid, code in _reaped():
                if pid == root:
                    _tell(control, f"ended {code}")
        if control in ready and _has_closed(control):
            return


def _has_closed(control: int) -> bool:
    try:
        return not os.read(control, 1)
    except ConnectionResetError:
        # The evaluator was killed before it had read what it was told.
        return True


def _reaped() -> Iterator[tuple[int, int]]:
    """The children that have ended, and how; a signal is negative."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def _end(root: int) -> bool:
    """Kills all that descends from this process; whether it did."""
    limit = time.monotonic() + _PATIENCE
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(root, signal.SIGKILL)
    while _has_children():
        if time.monotonic() > limit:
            return False
        time.sleep(0.001)
        for pid in _descendants():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
    return True


def _has_children() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _descendants() -> set[int]:
    """All that descends from this process, as /proc shows it; nothing on systems without it."""
    parents = dict(_parents())
    found: set[int] = set()
    more = {os.getpid()}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def _parents() -> Iterator[tuple[int, int]]:
    with suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            # It may end before it is read. Its command's name, in parentheses, may hold anything.
            with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                yield int(name), int(file.read().rpartition(b")")[2].split()[1])


def _tell(control: int, line: str) -> None:
    with suppress(OSError):
        os.write(control, line.encode() + b"\n")


def _prctl(option: int, argument: int) -> None:
    if sys.platform == "linux":
        unsigned = ctypes.c_ulong
        ctypes.CDLL(None).prctl(ctypes.c_int(option), unsigned(argument), unsigned(0), unsigned(0), unsigned(0))


def _remove(folder: str) -> None:
    # Here, since it takes as long to import as all the rest, and the model need not wait for it.
    import shutil

    os.chdir("/")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    own = os.getcwd()
    result = main(sys.argv[1:])
    _remove(own)
    sys.exit(result)
