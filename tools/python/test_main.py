"""Runs pytest on the modules of a Bazel test, and speaks Bazel's test protocol (sharding, filters, XML, warnings).

test_main.py PYTHON RUNFILES PATH... -- FILE... [PYTEST-ARGUMENT...]

PYTHON is the launcher of the row's interpreter; PATH and FILE are relative to RUNFILES.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import warnings

    import pytest


class BazelPlugin:
    """Keeps every TEST_TOTAL_SHARDS-th of the tests that -k and the like left, and hands Bazel the warnings."""

    def __init__(self) -> None:
        self.shards = int(os.environ.get("TEST_TOTAL_SHARDS", "0"))
        self.index = int(os.environ.get("TEST_SHARD_INDEX", "0"))
        self.found = 0
        if self.shards and os.environ.get("TEST_SHARD_STATUS_FILE"):
            touch(os.environ["TEST_SHARD_STATUS_FILE"])

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        self.found = len(items)
        if self.shards:
            own = items[self.index :: self.shards]
            config.hook.pytest_deselected(items=[item for item in items if item not in own])
            items[:] = own

    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage, nodeid: str) -> None:
        path = os.environ.get("TEST_WARNINGS_OUTPUT_FILE")
        if path:
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{nodeid}: {warning_message.message}\n")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """hypothesis' plugin would import all of it for its closing words: half of a small test's time."""
        if "hypothesis" not in sys.modules:
            session.config.pluginmanager.unregister(name="hypothesispytest")

    def exit_code(self, code: int) -> int:
        """pytest's exit code, but 0 for a shard that got none of the tests. A test that has none at all fails."""
        nothing_ran = 5
        return 0 if code == nothing_ran and self.shards and self.found else code


def touch(path: str) -> None:
    with open(path, "a", encoding="utf-8"):
        pass


def folder(root: str, path: str) -> str:
    """Where a folder is: Bazel 7 hands a remote worker a source directory in external/, not in the runfiles."""
    here = os.path.join(root, path)
    return here if os.path.exists(here) else os.path.join(root.partition("/bazel-out/")[0], "external", path)


def pytest_arguments(root: str) -> list[str]:
    """Nothing of pytest's own configuration, no cache, and what Bazel's environment asks for."""
    arguments = ["-p", "no:cacheprovider", "--rootdir", root, "-c", os.devnull, "--import-mode=importlib", "-q"]
    if os.environ.get("XML_OUTPUT_FILE"):
        arguments.append("--junitxml=" + os.environ["XML_OUTPUT_FILE"])
    if os.environ.get("TESTBRIDGE_TEST_ONLY"):
        arguments += ["-k", os.environ["TESTBRIDGE_TEST_ONLY"]]
    if os.environ.get("TESTBRIDGE_TEST_RUNNER_FAIL_FAST") == "1":
        arguments.append("-x")
    return arguments


def main(arguments: list[str]) -> int:
    python, root = arguments[:2]
    cut = arguments.index("--")
    sys.path[:0] = [folder(root, path) for path in arguments[2:cut]]
    files = [os.path.join(root, a) if a.endswith(".py") else a for a in arguments[cut + 1 :]]
    # What multiprocessing and tests start: the launcher, not the program, which alone finds the wrong libc.
    sys.executable = python
    print("python", sys.version.replace("\n", " "), sys.byteorder, f"{sys.maxsize.bit_length() + 1}-bit", flush=True)
    import pytest

    # After pytest's own -k: a decorator would need pytest before sys.path leads to it.
    pytest.hookimpl(trylast=True)(BazelPlugin.pytest_collection_modifyitems)
    plugin = BazelPlugin()
    code = plugin.exit_code(int(pytest.main(pytest_arguments(root) + files, plugins=[plugin])))
    # The launcher looks for this file: without it, os._exit(0) inside a test would pass.
    touch(os.environ["EMBER_DONE"])
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
