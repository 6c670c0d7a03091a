"""Every folder with Python or a BUILD file hands its sources to the lints."""

from __future__ import annotations

import os

from tools.lint.tree import workspace_modules


def test_every_folder_is_covered() -> None:
    uncovered = os.environ["EMBER_UNCOVERED"].split()
    assert not uncovered, (
        f"no BUILD.bazel that calls lint_sources() of //tools/lint:sources.bzl in: {', '.join(uncovered)}"
    )


def test_every_package_arrived() -> None:
    folders = {module.path.rpartition("/")[0] for module in workspace_modules()}
    assert {"tools/lint", "tools/python", "tools/python/testdata"} <= folders
