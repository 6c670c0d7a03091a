"""A testee's process: started alone, talked to within limits, ended whole (CNF-7.3).

It gets an argument vector (no shell), a session and process group of its own, an empty working folder, and an
environment of five variables. Nothing it does can block the runner: the three pipes are served together, a line has
a limit, of stderr a tail is kept, and each wait has a deadline on the monotonic clock.
"""

import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Self

from conformance.protocol import MAX_LINE
from conformance.runner import reaper
from conformance.runner.status import Fault
from simulator.errors import IncompleteError

_CHUNK = 1 << 16
# How often an exit is looked for; an answer wakes the runner at once.
_TICK = 0.02


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a line, its 0A included, bytes kept of stderr, and seconds between the end of stdout and the exit."""

    line: int = MAX_LINE
    stderr: int = 64 << 10
    linger: float = 1.0


class Process:
    """One started testee. A context manager: on leaving, its processes are killed, reaped, and its folder removed."""

    def __init__(self, argv: Sequence[str], marker: str, limits: Limits) -> None:
        """Starts it.

        Raises:
            IncompleteError: `cannot_start`, there is no such program.
        """
        self.marker, self.limits = marker, limits
        self.phase = "at_start"
        self._incoming, self._scanned, self._tail = bytearray(), 0, bytearray()
        self._outgoing = memoryview(b"")
        self._deaf = self._has_gone = False
        self._folder = tempfile.mkdtemp(prefix="ember-")
        self._selector = selectors.DefaultSelector()
        try:
            self._child = self._started(argv)
        except OSError as error:
            self._selector.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise IncompleteError("cannot_start", f"{argv[0]} can't be started: {error.strerror}") from None
        self._watch(self._pipe(self._child.stdout), self._read_stdout)
        self._watch(self._pipe(self._child.stderr), self._read_stderr)
        os.set_blocking(self._pipe(self._child.stdin).fileno(), False)

    def _started(self, argv: Sequence[str]) -> subprocess.Popen[bytes]:
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "LC_ALL": "C.UTF-8",
            "HOME": self._folder,
            "TMPDIR": self._folder,
            reaper.MARKER: self.marker,
        }
        pipe = subprocess.PIPE
        return subprocess.Popen(
            argv,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            cwd=self._folder,
            env=environment,
            bufsize=0,
            start_new_session=True,
        )

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def _watch(self, pipe: IO[bytes], serve: Callable[[], None]) -> None:
        os.set_blocking(pipe.fileno(), False)
        self._selector.register(pipe, selectors.EVENT_READ, serve)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def stderr_tail(self) -> str:
        """The end of what the testee wrote to stderr."""
        return self._tail.decode("utf-8", "replace")

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Sends a line and gives the next line that comes, the 0A included in both.

        Raises:
            Fault: crash, timeout, or protocol_error `line_too_long`.
        """
        deadline = time.monotonic() + seconds
        self._send(line)
        while True:
            if (answer := self._line()) is not None:
                return answer
            if self._has_ended():
                self._drain()
                if (answer := self._line()) is not None:
                    return answer
                raise self._gone()
            self._pump(deadline)
            if time.monotonic() >= deadline:
                raise self._late()

    def unasked(self) -> bytes:
        """What has come since the last answer, without waiting."""
        self._drain()
        return bytes(self._incoming)

    def finish(self, line: bytes, seconds: float) -> bytes:
        """Sends a last line and closes stdin; gives all that comes until the testee has exited.

        Raises:
            Fault: it stays, or its exit code isn't 0.
        """
        self.phase = "after_bye"
        deadline = time.monotonic() + seconds
        self._send(line)
        while self._child.poll() is None:
            self._pump(deadline)
            self._incoming = self._incoming[: self.limits.line]
            if not self._outgoing:
                self._close_stdin()
            if time.monotonic() >= deadline:
                raise Fault("timeout", "after_bye", "the testee didn't exit after `bye`")
        self._drain()
        if self._child.returncode:
            raise self._gone()
        return bytes(self._incoming)

    def end(self) -> None:
        """Kills and reaps all of the testee's processes, and removes its folder. Doing it again does nothing.

        Raises:
            IncompleteError: `processes_left`.
        """
        if self._has_gone:
            return
        self._has_gone = True
        self._selector.close()
        try:
            reaper.end(self._child, self.marker)
        finally:
            for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
                with suppress(OSError):
                    self._pipe(pipe).close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, line: bytes) -> None:
        # A testee may answer before it has read its question whole.
        self._outgoing = memoryview(bytes(self._outgoing) + line)
        stdin = self._pipe(self._child.stdin)
        if not self._deaf and stdin not in self._selector.get_map():
            self._selector.register(stdin, selectors.EVENT_WRITE, self._write)

    def _pump(self, deadline: float) -> None:
        """Serves the pipes once; waits for them no longer than a tick."""
        wait = min(_TICK, deadline - time.monotonic())
        if not self._selector.get_map():
            time.sleep(max(wait, 0))
        for key, _ in self._selector.select(max(wait, 0)):
            key.data()

    def _drain(self) -> None:
        """Reads what stands in the pipes now, up to the limit of a line."""
        before = -1
        while before != len(self._incoming) <= self.limits.line:
            before = len(self._incoming)
            self._pump(0)

    def _write(self) -> None:
        stdin = self._pipe(self._child.stdin)
        try:
            self._outgoing = self._outgoing[os.write(stdin.fileno(), self._outgoing[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._deaf, self._outgoing = True, memoryview(b"")
        if not self._outgoing:
            self._selector.unregister(stdin)

    def _close_stdin(self) -> None:
        with suppress(BrokenPipeError):
            self._pipe(self._child.stdin).close()

    def _read_stdout(self) -> None:
        self._incoming += self._read(self._pipe(self._child.stdout))

    def _read_stderr(self) -> None:
        self._tail += self._read(self._pipe(self._child.stderr))
        del self._tail[: -self.limits.stderr]

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._selector.unregister(pipe)
        return data

    def _line(self) -> bytes | None:
        """The first whole line that has come, taken out."""
        at = self._incoming.find(b"\n", self._scanned)
        self._scanned = len(self._incoming)
        if (at < 0 and self._scanned >= self.limits.line) or at >= self.limits.line:
            raise Fault("protocol_error", "line_too_long", f"a line of more than {self.limits.line} bytes")
        if at < 0:
            return None
        line = bytes(self._incoming[: at + 1])
        del self._incoming[: at + 1]
        self._scanned = 0
        return line

    def _has_ended(self) -> bool:
        return self._pipe(self._child.stdout) not in self._selector.get_map() or self._child.poll() is not None

    def _gone(self) -> Fault:
        """Why no answer can come any more. A process that ends closes its stdout a moment before it can be reaped."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(self.limits.linger)
        code = self._child.returncode
        if code is None:
            return Fault("crash", "closed_stdout" + self._unless_mid_case(), "the testee closed its stdout")
        if code < 0:
            return Fault("crash", f"signal_{-code}" + self._unless_mid_case(), f"signal {-code} ended the testee")
        return Fault("crash", f"exit_{code}_{self.phase}", f"the testee exited with code {code}")

    def _unless_mid_case(self) -> str:
        return "" if self.phase == "mid_case" else f"_{self.phase}"

    def _late(self) -> Fault:
        if self._deaf:
            return Fault("crash", "closed_stdin" + self._unless_mid_case(), "the testee closed its stdin")
        if self.phase == "mid_case" and self._incoming:
            return Fault("timeout", "mid_line", f"no end of the line after {len(self._incoming)} bytes of it")
        return Fault("timeout", self.phase, "no answer in time")
