"""A model's process: started alone, asked within limits, ended whole (PCK-14.3 to PCK-14.6).

Nothing that it does can block the evaluator: its three pipes are served together, a line has a limit, of stderr a tail
is kept, and each wait has a deadline on the monotonic clock. Between it and the evaluator stands its keeper.
"""

import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from packs.evaluation.adapters.sandbox import Sandbox
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, TIMEOUT, ModelFailure
from simulator.errors import IncompleteError
from simulator.observation import MAX_ANSWER_BYTES

SECOND = 10**9
_KEEPER = Path(__file__).with_name("keeper.py")
_MAX_LINE = MAX_ANSWER_BYTES + 1
_CHUNK = 1 << 16
# Of stderr: how much is kept, and how much an error shows.
_STDERR, _SHOWN = 64 << 10, 400
# Nanoseconds for the keeper to start the model, and between the end of its stdout and its exit.
_START, _LINGER = 60 * SECOND, SECOND // 2
# Systems bound how long one may wait at a time.
_LONGEST = 3600 * SECOND
# Seconds for the keeper to end.
_END = 30


@dataclass(frozen=True, slots=True)
class Launch:
    """What is started: an argument vector, the environment but for HOME and TMPDIR, and a sandbox around it, if any."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    sandbox: Sandbox | None = None


class Process:
    """One started model. Whoever made it calls `end`."""

    def __init__(self, launch: Launch) -> None:
        """Starts it.

        Raises:
            IncompleteError: `cannot_start`, the program is not there or can't be run.
        """
        self._launch = launch
        self._incoming, self._scanned, self._tail, self._told = bytearray(), 0, bytearray(), b""
        self._outgoing = memoryview(b"")
        self._deaf = self._has_gone = self._is_kept = False
        self._root = 0
        self._code: int | None = None
        self._status = -1
        self._folder = tempfile.mkdtemp(prefix="model-")
        self._control, theirs = socket.socketpair()
        try:
            self._keeper = self._started(theirs)
        except OSError as error:
            self._control.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise self._not_started(error.errno) from None
        finally:
            theirs.close()
        self._is_kept = True
        self._stdin, self._stdout, self._stderr = (
            _unblocked(pipe) for pipe in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr)
        )
        self._control.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ, self._read_stdout)
        self._selector.register(self._stderr, selectors.EVENT_READ, self._read_stderr)
        self._selector.register(self._control, selectors.EVENT_READ, self._read_control)
        self._await_start()

    def _started(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        """The keeper, which starts the model as soon as it runs."""
        argv, passed, pipe = list(self._launch.argv), [theirs.fileno()], subprocess.PIPE
        status = -1
        if self._launch.sandbox is not None:
            self._status, status = os.pipe()
            os.set_blocking(self._status, False)
            argv, passed = self._launch.sandbox.command(argv, status), [*passed, status]
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", str(_KEEPER), str(theirs.fileno()), str(status), *argv],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                cwd=self._folder,
                env={**self._launch.environment, "HOME": self._folder, "TMPDIR": self._folder},
                bufsize=0,
                start_new_session=True,
                pass_fds=passed,
            )
        finally:
            if status >= 0:
                os.close(status)

    def _await_start(self) -> None:
        deadline = time.monotonic_ns() + _START
        while not self._root and self._is_kept and time.monotonic_ns() < deadline:
            self._pump(deadline)
        if not self._root:
            self.end()
            raise self._not_started(None)

    def _not_started(self, number: int | None) -> IncompleteError:
        why = os.strerror(number) if number is not None else self.stderr_tail or "its keeper did not start it"
        return IncompleteError("cannot_start", f"{self._launch.argv[0]} can't be started: {why}")

    @property
    def stderr_tail(self) -> str:
        """The end of what the model wrote to stderr."""
        return self._tail.decode("utf-8", "replace")

    def has_output(self) -> bool:
        """Whether something has come that is no part of an answer given out."""
        self._drain()
        return bool(self._incoming)

    def is_alive(self) -> bool:
        """Whether it runs, as far as is known."""
        return not self._has_ended()

    def ask(self, line: bytes, deadline: int) -> bytes:
        """Sends a line and gives the one line that comes, the 0A included in both.

        Args:
            line: what is sent; empty to wait for a line alone.
            deadline: on the monotonic clock, in nanoseconds.

        Raises:
            ModelFailure: any fault of the model (PCK-14.5).
            IncompleteError: `cannot_start`, the sandbox could not be made or the program not run in it.
        """
        if self.has_output():
            raise self._failure(INVALID_OUTPUT, "it wrote before it was asked")
        self._send(line)
        while (answer := self._line()) is None:
            if self._has_ended():
                self._drain()
                if (answer := self._line()) is None:
                    raise self._gone()
                break
            if time.monotonic_ns() >= deadline:
                raise self._failure(TIMEOUT, "no answer in time")
            self._pump(deadline)
        if self.has_output():
            raise self._failure(INVALID_OUTPUT, "it wrote more than one line", answer)
        return answer

    def end(self) -> None:
        """Kills all of the model's processes, and removes its folder. Doing it again does nothing.

        Raises:
            IncompleteError: `processes_left`.
        """
        if self._has_gone:
            return
        self._has_gone = True
        with suppress(OSError):
            # For the keeper the end of its input is the order to end.
            self._control.shutdown(socket.SHUT_RDWR)
        try:
            code = self._keeper.wait(_END)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            code = self._keeper.wait()
        if code < 0 and self._root and self._code is None:
            # The keeper was killed, so the model's group is all that is known.
            with suppress(OSError):
                os.killpg(self._root, signal.SIGKILL)
        self._close()
        if code > 0:
            raise IncompleteError("processes_left", "some of the model's processes can't be killed")

    def _close(self) -> None:
        self._drain_stderr()
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr, self._control):
            with suppress(OSError):
                pipe.close()
        if self._status >= 0:
            os.close(self._status)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, line: bytes) -> None:
        # A model may answer before it has read its question whole.
        self._outgoing = memoryview(bytes(self._outgoing) + line)
        if self._outgoing and not self._deaf and self._stdin not in self._selector.get_map():
            self._selector.register(self._stdin, selectors.EVENT_WRITE, self._write)

    def _pump(self, deadline: int) -> None:
        """Serves what is ready; waits for something to be, until the deadline."""
        wait = min(max(deadline - time.monotonic_ns(), 0), _LONGEST) / SECOND
        if not self._selector.get_map():
            time.sleep(wait)
        for key, _ in self._selector.select(wait):
            key.data()

    def _drain(self) -> None:
        """Reads what stands in the pipes now, up to the limit of a line."""
        before = -1
        while before != len(self._incoming) <= _MAX_LINE:
            before = len(self._incoming)
            self._pump(0)

    def _drain_stderr(self) -> None:
        for _ in range(_STDERR // _CHUNK + 1):
            self._read_stderr()

    def _write(self) -> None:
        try:
            self._outgoing = self._outgoing[os.write(self._stdin.fileno(), self._outgoing[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._deaf, self._outgoing = True, memoryview(b"")
        if not self._outgoing:
            self._selector.unregister(self._stdin)

    def _read_stdout(self) -> None:
        self._incoming += self._read(self._stdout)

    def _read_stderr(self) -> None:
        self._tail += self._read(self._stderr)
        del self._tail[:-_STDERR]

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data and pipe in self._selector.get_map():
            self._selector.unregister(pipe)
        return data

    def _read_control(self) -> None:
        """What the keeper tells; its end, which only a kill brings about."""
        try:
            data = self._control.recv(_CHUNK)
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(self._control)
            self._is_kept = False
        *lines, self._told = (self._told + data).split(b"\n")
        for word, number in map(bytes.split, lines):
            match word:
                case b"started":
                    self._root = int(number)
                case b"ended":
                    self._code = int(number)
                case _:
                    self.end()
                    raise self._not_started(int(number))

    def _line(self) -> bytes | None:
        """The first whole line that has come, taken out."""
        at = self._incoming.find(b"\n", self._scanned)
        self._scanned = len(self._incoming)
        if (at < 0 and self._scanned >= _MAX_LINE) or at >= _MAX_LINE:
            raise self._failure(INVALID_OUTPUT, f"a line of more than {MAX_ANSWER_BYTES} bytes")
        if at < 0:
            return None
        line = bytes(self._incoming[: at + 1])
        del self._incoming[: at + 1]
        self._scanned = 0
        return line

    def _has_ended(self) -> bool:
        return self._stdout not in self._selector.get_map() or self._code is not None or not self._is_kept

    def _gone(self) -> ModelFailure:
        """Why no answer can come any more. A process that ends closes its stdout a moment before that is told."""
        limit = time.monotonic_ns() + _LINGER
        while self._code is None and self._is_kept and time.monotonic_ns() < limit:
            self._pump(limit)
        if self._code is None:
            return self._failure(MODEL_ERROR, "it closed its stdout" if self._is_kept else "its keeper was killed")
        if self._status >= 0 and not self._ran_in_sandbox():
            raise self._not_started(None)
        how = f"signal {-self._code}" if self._code < 0 else f"exit code {self._code}"
        return self._failure(MODEL_ERROR, f"it ended with {how}")

    def _ran_in_sandbox(self) -> bool:
        """Whether bubblewrap told of the program's end, which it does of one that it could run."""
        try:
            return b'"exit-code"' in os.read(self._status, _CHUNK)
        except BlockingIOError:
            return False

    def _failure(self, kind: str, what: str, before: bytes = b"") -> ModelFailure:
        received = (before + bytes(self._incoming))[:_MAX_LINE]
        self._drain_stderr()
        said = self.stderr_tail.strip()[-_SHOWN:]
        return ModelFailure(kind, f"{what}; stderr: {said}" if said else what, received)


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe
