"""Every linter of linters.py finds nothing in this repository, and would in a bad file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.lint.linters import LINTERS
from tools.lint.tree import source_files, workspace

BAD = {
    "ruff check": ("a.py", "import os\n"),
    "ruff format": ("a.py", "x = { 1:2 }\n"),
    "buildifier": ("BUILD.bazel", "foo(srcs=[],name='x')\n"),
    "shellcheck": ("a.sh", "#!/bin/sh\necho $1\n"),
}


@pytest.mark.parametrize("name", LINTERS)
def test_bad_file_is_found(name: str, tmp_path: Path) -> None:
    file, text = BAD[name]
    (tmp_path / file).write_text(text)
    code, output = LINTERS[name].run(tmp_path, LINTERS[name].check)
    assert code != 0 and file in output, output


@pytest.mark.parametrize("name", [name for name, linter in LINTERS.items() if linter.mend])
def test_bad_file_is_mended(name: str, tmp_path: Path) -> None:
    file, text = BAD[name]
    (tmp_path / file).write_text(text)
    LINTERS[name].run(tmp_path, LINTERS[name].mend)
    assert LINTERS[name].run(tmp_path, LINTERS[name].check) == (0, "")


@pytest.mark.parametrize("name", LINTERS)
def test_repository(name: str) -> None:
    linter = LINTERS[name]
    assert source_files(workspace(), *linter.patterns), "the linter got no files"
    code, output = linter.run(workspace(), linter.check)
    assert code == 0, f"{output}\n`bazel run //tools/lint:fix` mends what can be mended"
