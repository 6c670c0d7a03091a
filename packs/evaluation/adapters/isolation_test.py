"""A model that looks for pack, results and secrets finds nothing of them, and what a sandbox adds."""

import json
import os
import secrets
import socket
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from packs.evaluation.adapters import sandbox
from packs.evaluation.adapters.callable import CallableAdapter, interpreter_folders
from packs.evaluation.adapters.command import CommandAdapter
from packs.evaluation.adapters.local import Options
from simulator.errors import IncompleteError, UsageError

TESTDATA = Path(__file__).with_name("testdata")
OWN = {"PATH", "LANG", "HOME", "TMPDIR"}
# What a shell adds by itself: an interpreter may be started by a script.
OF_SHELLS = {"PWD", "OLDPWD", "SHLVL", "_"}


@pytest.fixture(autouse=True)
def bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bazel's copy, where Bazel runs the test; else what is on PATH."""
    if "EMBER_BWRAP" in os.environ:
        folder = Path(os.environ["RUNFILES_DIR"], os.environ["EMBER_BWRAP"]).parent
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


# Runs a program without capabilities, which root has and nobody else: then root is a user like any other.
PLAIN = """
import ctypes, os, sys
for number in range(64):
    ctypes.CDLL(None).prctl(24, ctypes.c_ulong(number), *[ctypes.c_ulong(0)] * 3)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Secret:
    """A pack in a folder of its own. Its token stands in its path and in the evaluator's arguments and environment."""

    def __init__(self, folder: Path) -> None:
        self.token = f"token-{secrets.token_hex(8)}"
        self.path = folder / self.token / "pack.json"
        self.path.parent.mkdir()
        self.path.write_text(self.token)

    def seen(self, observation: dict[str, Any], before: Sequence[str] = (), **options: Any) -> dict[str, Any]:
        """What a spy reports to an evaluator that holds the pack: open, on its command line, and in its environment."""
        hints = [self.token.encode().hex(), str(self.path).encode().hex()]
        model = [sys.executable, "-I", "-S", "-B", str(TESTDATA / "spy.py"), *hints]
        given = [json.dumps(value) for value in (sys.path, observation, options, model)]
        done = subprocess.run(
            [*before, sys.executable, "-I", "-S", "-B", str(TESTDATA / "evaluator.py"), *given, str(self.path)],
            env={**os.environ, "EMBER_SECRET": self.token, "EMBER_PASSED": "passed"},
            cwd=self.path.parent,
            stdout=subprocess.PIPE,
            check=True,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["arguments"][1:] == hints
        return found


def works() -> bool:
    """Whether this machine permits sandboxes. Where it does not, that is said in the test's warnings."""
    adapter = CommandAdapter(["cat"], Options("60", "60", sandboxed=True))
    player = adapter.player(0)
    try:
        player.answer(b"{}")
        return True
    except IncompleteError as error:
        assert (error.code, error.exit_code) == ("cannot_start", 4) and "bwrap: " in error.message
        warnings.warn(f"NOT TESTED: this machine permits no sandbox: {error.message}", stacklevel=1)
        return False
    finally:
        player.close()


@pytest.mark.parametrize("before", [(), (sys.executable, "-I", "-S", "-c", PLAIN)])
def test_without_a_sandbox_nothing_tells_of_the_pack(tmp_path: Path, before: tuple[str, ...]) -> None:
    found = Secret(tmp_path).seen({}, before)
    assert set(found["environment"]) - OF_SHELLS == OWN
    assert found["environment"]["HOME"] == found["environment"]["TMPDIR"] == found["folder"]
    assert found["listing"] == [] and found["session"]
    assert found["descriptors"] == [0, 1, 2]
    # For root it is the keeper's doing, for any other user the evaluator's.
    assert found["told"] == []
    # The files of the same user are another matter: a model that knows the path may read it.
    assert found["reads"]


def test_the_spy_would_see_an_evaluator_that_hides_nothing(tmp_path: Path) -> None:
    secret = Secret(tmp_path)
    code = (
        "import json, subprocess, sys\nprint(subprocess.run(sys.argv[2:], input='{}\\n', text=True, stdout=-1).stdout)"
    )
    hints = [secret.token.encode().hex(), str(secret.path).encode().hex()]
    spy = [sys.executable, "-I", "-S", "-B", str(TESTDATA / "spy.py"), *hints]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(secret.path), *spy],
        env={**os.environ, "EMBER_SECRET": secret.token},
        cwd=secret.path.parent,
        stdout=subprocess.PIPE,
        check=True,
    )
    told = json.loads(done.stdout)["told"]
    for part in ("cmdline: ", "environ: ", "cwd: "):
        assert any(part in line for line in told), part


def test_a_variable_that_is_passed(tmp_path: Path) -> None:
    found = Secret(tmp_path).seen({}, variables=["EMBER_PASSED"])
    assert set(found["environment"]) - OF_SHELLS == OWN | {"EMBER_PASSED"}
    assert found["environment"]["EMBER_PASSED"] == "passed"


def test_in_a_sandbox_there_is_nothing_else(tmp_path: Path) -> None:
    secret = Secret(tmp_path)
    if not works():
        return
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        own = str(TESTDATA / "written")
        observation = {"sandboxed": True, "listener": address, "written": [own, "/written", "/usr/written", "/etc/w"]}
        options = {"folders": interpreter_folders(), "variables": ["EMBER_PASSED"]}
        found = secret.seen(observation, sandboxed=True, hidden=[str(secret.path)], **options)
        socket.create_connection(listener.getsockname(), 60).close()
    assert set(found["environment"]) - OF_SHELLS == OWN | {"EMBER_PASSED"}
    assert found["environment"]["HOME"] == found["environment"]["TMPDIR"] == found["folder"] == sandbox.HOME
    assert (found["listing"], found["descriptors"], found["told"], found["files"]) == ([], [0, 1, 2], [], [])
    assert not found["reads"] and not found["connects"] and found["writes"] == []
    assert found["processes"] <= 4
    assert not Path(own).exists()


def test_a_function_in_a_sandbox() -> None:
    if not works():
        return
    options = Options("60", "60", start_seconds="60", sandboxed=True, folder=str(TESTDATA))
    player = CallableAdapter("functions:stays", options).player(0)
    answer = player.answer(json.dumps({"people": [{"id": "P1", "status": "active"}]}).encode())
    assert json.loads(answer.received) == {"actions": {"P1": "stay"}}
    player.close()


def test_what_cannot_be_run_in_a_sandbox_is_no_fault_of_the_model(tmp_path: Path) -> None:
    if not works():
        return
    (tmp_path / "agent").write_text("#!/no/such/interpreter\n")
    (tmp_path / "agent").chmod(0o755)
    player = CommandAdapter(["./agent"], Options("60", "60", sandboxed=True, folder=str(tmp_path))).player(0)
    with pytest.raises(IncompleteError, match="cannot_start: .*/agent can't be started: bwrap: execvp"):
        player.answer(b"{}")
    player.close()


def test_links_of_a_command_lead_somewhere_in_a_sandbox(tmp_path: Path) -> None:
    if not works():
        return
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "agent").symlink_to("../b/agent")
    (tmp_path / "b" / "agent").symlink_to(tmp_path / "c" / "other")
    (tmp_path / "c" / "other").write_text("#!/bin/sh\nread line; echo $(ls " + str(tmp_path) + ")\n")
    (tmp_path / "c" / "other").chmod(0o755)
    player = CommandAdapter(["a/agent"], Options("60", "60", sandboxed=True, folder=str(tmp_path))).player(0)
    assert player.answer(b"{}").received == b"a b c\n"
    player.close()


def test_no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = sys.executable
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(IncompleteError, match="no_bubblewrap") as caught:
        CommandAdapter([program], Options("1", "1", sandboxed=True))
    assert caught.value.exit_code == 4


def test_what_is_to_be_hidden_is_not_shown(tmp_path: Path) -> None:
    for name in ("model", "model/pack", "elsewhere"):
        (tmp_path / name).mkdir()
    agent = tmp_path / "model" / "agent"
    agent.write_text("#!/bin/sh\n")
    agent.chmod(0o755)
    (tmp_path / "link").symlink_to(tmp_path / "model")

    def made(hidden: str, folders: tuple[str, ...] = ()) -> CommandAdapter:
        options = Options("1", "1", sandboxed=True, hidden=(hidden,), folders=folders, folder=str(tmp_path))
        return CommandAdapter(["model/agent"], options)

    for hidden in ("model/pack", "model", "link/pack", "model/pack/results.jsonl", "."):
        with pytest.raises(UsageError, match="folder_shown"):
            made(str(tmp_path / hidden))
    made(str(tmp_path / "elsewhere"))
    with pytest.raises(UsageError, match="folder_shown"):
        made(str(tmp_path / "elsewhere"), ("elsewhere",))
    with pytest.raises(UsageError, match="no_such_folder"):
        made(str(tmp_path / "elsewhere"), ("absent",))
    with pytest.raises(UsageError, match="folder_shown"):
        made("/usr/share/pack")


def test_a_secret_stands_in_no_command_line() -> None:
    box = sandbox.make([], [])
    assert "--setenv" in box.command(["x"], 3)
    adapter = CommandAdapter(["cat"], Options("1", "1", sandboxed=True, variables=("PATH",)))
    launch = adapter._launch
    assert launch.sandbox is not None
    assert os.environ["PATH"] not in launch.sandbox.command(launch.argv, 3)
