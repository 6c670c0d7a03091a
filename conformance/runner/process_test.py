"""process.py and reaper.py: lines, limits, deadlines, and that nothing is left."""

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from conformance.runner import reaper
from conformance.runner.process import Limits, Process
from conformance.runner.status import Fault
from conformance.runner.testdata import toy
from simulator.errors import IncompleteError

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def start(code: str, limits: Limits = toy.LIMITS, *arguments: str) -> Process:
    process = Process([sys.executable, "-I", "-S", "-B", "-c", code, *arguments], uuid.uuid4().hex, limits)
    process.phase = "mid_case"
    return process


def test_lines_of_any_size_go_and_come() -> None:
    with start(ECHO) as process:
        for size in (0, 1, 1 << 16, 3 << 20):
            line = b"x" * size + b"\n"
            assert process.ask(line, 60) == line
        assert process.unasked() == b""
        assert process.finish(b"end\n", 60) == b"end\n"


def test_lines_that_come_together_are_kept_apart() -> None:
    with start("import sys; input(); sys.stdout.write('a\\nb\\nc')") as process:
        assert [process.ask(b"\n", 60), process.ask(b"\n", 60)] == [b"a\n", b"b\n"]
        assert process.unasked() == b"c"


@pytest.mark.parametrize(("size", "fits"), [(99, True), (100, False)])
def test_the_limit_of_a_line_holds_its_end(size: int, fits: bool) -> None:
    code = f"input(); print('x' * {size}, flush=True); input()"
    with start(code, Limits(line=100)) as process:
        if fits:
            assert process.ask(b"\n", 60) == b"x" * 99 + b"\n"
        else:
            with pytest.raises(Fault, match="line_too_long"):
                process.ask(b"\n", 60)


def test_a_testee_that_does_not_read_blocks_nothing() -> None:
    with start("import time; time.sleep(1000)") as process:
        with pytest.raises(Fault) as caught:
            process.ask(b"x" * (4 << 20) + b"\n", 0.3)
    assert (caught.value.status, caught.value.code) == ("timeout", "mid_case")


def test_a_testee_that_writes_before_it_reads_blocks_nothing() -> None:
    code = "import sys; print('x' * (4 << 20), flush=True); print(len(sys.stdin.readline()), flush=True)"
    with start(code) as process:
        assert len(process.ask(b"y" * (4 << 20) + b"\n", 60)) == (4 << 20) + 1
        assert process.ask(b"", 60) == b"%d\n" % ((4 << 20) + 1)


def test_the_tail_of_stderr() -> None:
    code = "import sys; sys.stderr.write('a' * 300000 + 'end'); sys.stderr.flush(); print(flush=True); input()"
    with start(code, Limits(stderr=10)) as process:
        process.ask(b"", 60)
        limit = time.monotonic() + 30
        while process.stderr_tail != "a" * 7 + "end" and time.monotonic() < limit:
            process.unasked()
        assert process.stderr_tail == "a" * 7 + "end"


def test_an_answer_before_the_exit_counts() -> None:
    with start("input(); print('late', flush=True)") as process:
        assert process.ask(b"\n", 60) == b"late\n"
        with pytest.raises(Fault) as caught:
            process.ask(b"\n", 60)
    assert (caught.value.status, caught.value.code) == ("crash", "exit_0_mid_case")


@pytest.mark.parametrize(("phase", "code"), [("mid_case", "signal_9"), ("at_start", "signal_9_at_start")])
def test_signals_and_phases(phase: str, code: str) -> None:
    with start(f"import os; os.kill(os.getpid(), {signal.SIGKILL:d})") as process:
        process.phase = phase
        with pytest.raises(Fault) as caught:
            process.ask(b"\n", 60)
    assert (caught.value.status, caught.value.code) == ("crash", code)


def test_no_such_program() -> None:
    with pytest.raises(IncompleteError, match="cannot_start"):
        Process(["/nonexistent/testee"], "0", toy.LIMITS)


def test_the_folder_goes() -> None:
    with start(
        "import os\nopen('left', 'w').close()\nos.mkdir('d')\nprint(os.getcwd(), flush=True)\ninput()"
    ) as process:
        folder = Path(process.ask(b"", 60).decode().strip())
        assert folder.joinpath("left").exists()
    assert not folder.exists()


def test_ending_twice() -> None:
    process = start(ECHO)
    process.end()
    process.end()


FORKS = """
import os, sys, time
if os.fork() == 0:
    {detach}
    os.execve("/bin/sh", ["/bin/sh", "-c", "sleep 1000; exit 0", sys.argv[1]], {env})
print(flush=True)
{then}
"""


@linux_only
@pytest.mark.parametrize("then", ["time.sleep(1000)", "os._exit(0)"])
@pytest.mark.parametrize("env", ["dict(os.environ)", "{}"])
@pytest.mark.parametrize("detach", ["pass", "os.setsid()", "os.setpgid(0, 0)"])
def test_no_descendant_is_left(detach: str, env: str, then: str) -> None:
    token, before = uuid.uuid4().hex, toy.children()
    with reaper.adopting():
        with start(FORKS.format(detach=detach, env=env, then=then), toy.LIMITS, token) as process:
            process.ask(b"", 60)
            limit = time.monotonic() + 30
            while not _has_started(token) and time.monotonic() < limit:
                time.sleep(0.01)
            assert _has_started(token)
    assert toy.processes(token) == [] and toy.children() == before


def _has_started(token: str) -> bool:
    return any(line.startswith("/bin/sh\0") for line in toy.processes(token))


@linux_only
def test_our_own_children_are_left_alone() -> None:
    own = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(1000)"])
    try:
        with reaper.adopting(), start(ECHO) as process:
            process.ask(b"\n", 60)
        assert own.poll() is None
    finally:
        own.kill()
        own.wait()


@linux_only
def test_adopting_ends() -> None:
    assert not reaper._subreaper()
    with reaper.adopting():
        assert reaper._subreaper()
    assert not reaper._subreaper()


@linux_only
def test_adopting_within_adopting() -> None:
    """The inner one's end takes nothing from the outer one."""
    code = "import os, time\nif os.fork() == 0: time.sleep(1000)"
    with reaper.adopting():
        with reaper.adopting():
            pass
        before = toy.children()
        child = subprocess.Popen([sys.executable, "-I", "-S", "-c", code], start_new_session=True)
        child.wait()
        (orphan,) = toy.children() - before
        os.kill(orphan, signal.SIGKILL)
        os.waitpid(orphan, 0)
