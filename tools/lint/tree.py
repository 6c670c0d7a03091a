"""The Python sources that a lint reads."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path, PurePosixPath

# From the bottom; a module imports from its own layer and those below it.
LAYERS = ("simulator", "packs", "scoring", "conformance", "tools")
# Build infrastructure stands outside the layers.
INFRASTRUCTURE = ("tools.lint", "tools.python")
# What the contract is made of: exact, and documented clause by clause.
CORE = ("simulator", "packs", "scoring", "conformance")


# What only tests import: strategies and small worlds (testonly targets).
TEST_SUPPORT = {
    "conformance/operations/asking.py",
    "conformance/release_tree.py",
    "conformance/second_reading/asked.py",
    "conformance/second_reading/asked_documents.py",
    "conformance/second_reading/asked_scores.py",
    "conformance/second_reading/asked_worlds.py",
    "conformance/second_reading/asking.py",
    "conformance/second_reading/drawing.py",
    "conformance/second_reading/mutations.py",
    "conformance/second_reading/packing.py",
    "conformance/second_reading/worlds.py",
    "packs/cases.py",
    "packs/dask_cluster.py",
    "scoring/cases.py",
    "scoring/references/literal.py",
    "scoring/references/small_worlds.py",
    "scoring/report/page_reader.py",
    "scoring/report/reported.py",
    "scoring/schedules.py",
    "scoring/small_pack.py",
    "simulator/random_worlds.py",
    "simulator/schemas/examples.py",
    "simulator/schemas/faults.py",
}


@dataclass(frozen=True)
class Module:
    """One source file: its path from the root of the repository, with forward slashes, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def name(self) -> str:
        """Dotted; that of a package for its __init__.py."""
        parts = PurePosixPath(self.path).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def is_test(self) -> bool:
        base = self.path.rpartition("/")[2]
        return base.endswith("_test.py") or self.path in TEST_SUPPORT or "/testdata/" in self.path

    def within(self, *packages: str) -> bool:
        """Whether it is one of these dotted packages or modules, or lies in one."""
        return any((self.name + ".").startswith(package + ".") for package in packages)

    def finding(self, line: int, message: str) -> str:
        return f"{self.path}:{line}: {message}"


def source_files(root: Path, *patterns: str) -> list[Path]:
    """The files below a folder that match a pattern (a name, or a path from the folder), by path.

    Folders that are hidden or Bazel's own are left out, but for what a pattern names whole.
    """
    found = {root / pattern for pattern in patterns if (root / pattern).is_file()}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "bazel-", "__pycache__"))]
        found |= {Path(folder, file) for file in files if any(fnmatch(file, pattern) for pattern in patterns)}
    return sorted(found)


def read_modules(root: Path) -> list[Module]:
    """Every Python file below a folder, by path."""
    return [
        Module(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
        for path in source_files(root, "*.py")
    ]


def workspace() -> Path:
    """The repository as a Bazel test sees it: the sources of every package (see sources.bzl) and nothing generated."""
    return Path(os.environ["RUNFILES_DIR"], os.environ["TEST_WORKSPACE"])


def workspace_modules() -> list[Module]:
    """Every Python file of the repository."""
    modules = read_modules(workspace())
    assert "tools.lint.tree" in {module.name for module in modules}, "the lints got no sources"
    return modules


def report(findings: list[str]) -> str:
    """For an assertion's message: one finding a line."""
    return "\n".join(["", *findings])
