"""mypy --strict (as pyproject.toml sets it) finds nothing in this repository, and would in a bad module."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mypy import api

from tools.lint.tree import workspace, workspace_modules


def run(root: Path, files: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.chdir(root)
    settings = ["--config-file", str(workspace() / "pyproject.toml"), f"--cache-dir={os.devnull}", "--no-site-packages"]
    output, errors, code = api.run([*settings, *files])
    return code, output + errors


@pytest.mark.parametrize("text", ["def f(x): ...\n", "x: int = ''\n", "import absent\n"])
def test_bad_module_is_found(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text(text)
    code, output = run(tmp_path, ["a.py"], monkeypatch)
    assert code == 1 and "a.py:1: error" in output, output


def test_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [module.path for module in workspace_modules() if not module.is_test]
    code, output = run(workspace(), files, monkeypatch)
    assert code == 0, output
