"""command.py: which program is meant, and what is pinned of it."""

import hashlib
import shutil
from pathlib import Path

import pytest

from packs.evaluation.adapters.command import CommandAdapter, resolved
from packs.evaluation.adapters.local import Options
from simulator.errors import UsageError

OPTIONS = Options("1.5", "20", "0.25", stateless=True, variables=("PATH",), folders=("weights",))


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "agent").write_text("#!/bin/sh\n")
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "w.bin").write_bytes(b"w")
    (tmp_path / "agent.py").write_text("pass")
    (tmp_path / "stay").write_text("")
    (tmp_path / "--config.txt").write_text("")
    return str(tmp_path)


def test_paths_become_absolute_and_other_words_stay(folder: str) -> None:
    words = ["sh", "agent.py", "weights/w.bin", "weights", "./weights", "stay", "absent.py", "--config.txt", "-x", "."]
    assert resolved(words, folder) == (
        shutil.which("sh"),
        f"{folder}/agent.py",
        f"{folder}/weights/w.bin",
        "weights",
        f"{folder}/weights",
        "stay",
        "absent.py",
        "--config.txt",
        "-x",
        folder,
    )
    assert resolved(["./agent"], folder) == (f"{folder}/agent",)
    assert resolved([f"{folder}/weights/../agent"], "/") == (f"{folder}/agent",)


@pytest.mark.parametrize("argv", [["agent"], ["./absent"], ["weights/"], ["/no/such"]])
def test_no_such_program(argv: list[str], folder: str) -> None:
    with pytest.raises(UsageError, match="no_such_program"):
        CommandAdapter(argv, Options("1", "1", folder=folder))


@pytest.mark.parametrize("argv", [[], ["sh", "a\0b"]])
def test_bad_command(argv: list[str], folder: str) -> None:
    with pytest.raises(UsageError, match="bad_command"):
        CommandAdapter(argv, Options("1", "1", folder=folder))


def test_a_variable_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="no_such_variable: .*EMBER_ABSENT"):
        CommandAdapter(["sh"], Options("1", "1", variables=("EMBER_ABSENT",)))


@pytest.mark.parametrize("member", ["step_seconds", "episode_seconds", "start_seconds"])
def test_bad_seconds(member: str) -> None:
    with pytest.raises(UsageError, match="bad_seconds"):
        CommandAdapter(["sh"], Options(**{"step_seconds": "1", "episode_seconds": "1", member: "soon"}))


def test_settings_hold_what_may_change_an_answer(folder: str) -> None:
    from dataclasses import replace

    adapter = CommandAdapter(["./agent", "weights/w.bin", "-v"], replace(OPTIONS, folder=folder))
    digests = [hashlib.sha256(data).hexdigest() for data in (b"#!/bin/sh\n", b"w")]
    assert adapter.settings() == {
        "adapter": "command",
        "argv": ["./agent", "weights/w.bin", "-v"],
        "files": [["./agent", digests[0]], ["weights/w.bin", digests[1]]],
        "step_seconds": "1.5",
        "episode_seconds": "20",
        "start_seconds": "0.25",
        "stateless": True,
        "sandboxed": False,
        "folders": ["weights"],
        "variables": ["PATH"],
    }
    assert (adapter.stateless, adapter.reproducible) == (True, False)
    assert adapter.extract(b"{}\n") == b"{}"
