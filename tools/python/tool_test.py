"""py_tool, by a tool that says how it was started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

RUNFILES = os.environ["RUNFILES_DIR"]
PROBE = f"{RUNFILES}/{os.environ['TEST_WORKSPACE']}/tools/python/testdata/probe"


def run(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "RUNFILES_DIR": RUNFILES, "BUILD_WORKING_DIRECTORY": str(directory)}
    return subprocess.run([PROBE, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_runs_in_the_callers_directory_with_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("read me")
    result = run(tmp_path, "note.txt", "7")
    assert result.returncode == 7, result.stderr
    assert json.loads(result.stdout) == {
        "child": "hello",
        "content": "read me",
        "directory": str(tmp_path),
        "greeting": "hello",
        "greeting_bytecode": True,
        "isolated": 1,
        "main_bytecode": True,
        "main_file": "probe.py",
        "version": list(sys.version_info[:2]),
        "yaml": {"a": 1},
    }


def test_uncaught_error_is_exit_code_1_with_its_traceback(tmp_path: Path) -> None:
    result = run(tmp_path, "absent.txt", "7")
    assert result.returncode == 1
    assert "FileNotFoundError" in result.stderr and 'probe.py", line' in result.stderr
