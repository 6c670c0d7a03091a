"""Linters that are programs of their own: how to run them, to check and to mend.

Each comes in by an environment variable that holds its path in the runfiles (see BUILD.bazel).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.lint.tree import source_files

PYTHON = ("*.py",)
STARLARK = ("*.bazel", "*.bzl")
SHELL = ("*.sh", "bazelw", ".ci/hermetic", ".ci/module-systems", ".ci/run", ".ci/shared-cache")
RUFF, BUILDIFIER, SHELLCHECK = "EMBER_RUFF", "EMBER_BUILDIFIER", "EMBER_SHELLCHECK"


@dataclass(frozen=True, slots=True)
class Linter:
    """A program, by its variable; its arguments that check and those that mend; the files that it reads."""

    variable: str
    check: tuple[str, ...]
    mend: tuple[str, ...]
    patterns: tuple[str, ...]

    def run(self, root: Path, arguments: Sequence[str]) -> tuple[int, str]:
        """Exit code and output, on all its files below a folder; 0 where there are none."""
        files = [path.relative_to(root).as_posix() for path in source_files(root, *self.patterns)]
        if not files:
            return 0, ""
        program = os.path.join(os.environ["RUNFILES_DIR"], os.environ[self.variable])
        command = [program, *arguments, *files]
        result = subprocess.run(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        return result.returncode, result.stdout


LINTERS = {
    "ruff check": Linter(RUFF, ("check", "--no-cache", "--quiet"), ("check", "--no-cache", "--fix-only"), PYTHON),
    "ruff format": Linter(RUFF, ("format", "--no-cache", "--quiet", "--diff"), ("format", "--no-cache"), PYTHON),
    "buildifier": Linter(BUILDIFIER, ("-mode=check", "-lint=warn"), ("-mode=fix", "-lint=fix"), STARLARK),
    "shellcheck": Linter(SHELLCHECK, ("--external-sources",), (), SHELL),
}
