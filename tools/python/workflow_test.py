"""The hosted workflow and .ci/run are in step: the workflow runs .ci/run, or its commands one by one."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(os.environ["RUNFILES_DIR"], os.environ["TEST_WORKSPACE"])
WHOLE = "bash .ci/run"
# Commands of .ci/run that macOS cannot run, as they begin, and why.
LINUX_ONLY = {
    "./bazelw test --noshow_progress --test_env=EMBER_OPT_HOME=": "it knows Linux's archives only",
    ".ci/hermetic": "the sandbox is Linux's",
    ".ci/shared-cache": "nginx is Debian's",
    ".ci/module-systems": "without modules, those that Debian's Bazel carries are taken",
}
# What differs between the two: where results go, and how the earlier commit is found.
OWN = re.compile(r' --build_event_json_file=\S+| --base (?:"\$\([^)]*\)"|\S+)')


def bazel_commands(script: str) -> list[str]:
    """Each command that starts Bazel, itself or by a script of .ci, up to what a shell does with its result.

    Lines that are continued are joined.
    """
    text = re.sub(r"\\\n\s*", "", "\n".join(line for line in script.splitlines() if not line.lstrip().startswith("#")))
    found = re.findall(r"(?:(?:\./|(?:\.\./)+)bazelw |\.ci/(?!run\b)[a-z-]+)(?:\$\([^)]*\)|[^|&;\n)])*", text)
    commands = [OWN.sub("", command).strip() for command in found]
    return [command for command in commands if " shutdown" not in command]


def gate() -> list[str]:
    return bazel_commands((REPOSITORY / ".ci" / "run").read_text(encoding="utf-8"))


def jobs() -> dict[str, list[str]]:
    """The scripts of each job of the workflow."""
    workflow: dict[str, Any] = yaml.safe_load((REPOSITORY / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    return {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in workflow["jobs"].items()}


def test_commands_are_found() -> None:
    script = '# ./bazelw test //no\nx=1 ./bazelw test //... \\\n  --build_event_json_file="$a/b" || c=$?\n'
    script += ".ci/other || c=$?\nbash .ci/run\n(cd e && ../../bazelw test //a --b && ../../bazelw shutdown) || c=$?\n"
    script += (
        './bazelw run //t -- check --base "$(git rev-parse HEAD^)"\n./bazelw run //t -- check --base "$base" || c=1'
    )
    run = "./bazelw run //t -- check"
    assert bazel_commands(script) == ["./bazelw test //...", ".ci/other", "../../bazelw test //a --b", run, run]


def test_every_platform_has_a_job() -> None:
    assert set(jobs()) == {"linux", "macos", "windows"}


@pytest.mark.parametrize("job", ["linux", "windows"])
def test_linux_runs_the_gate_whole(job: str) -> None:
    scripts = jobs()[job]
    assert scripts[-1].split(" && ")[-1] == WHOLE
    assert not [script for script in scripts if "bazelw" in script]


def test_macos_runs_the_commands_of_the_gate() -> None:
    commands = [command for script in jobs()["macos"] for command in bazel_commands(script)]
    everywhere = [command for command in gate() if not command.startswith(tuple(LINUX_ONLY))]
    assert commands == everywhere, "say in ci.yml what .ci/run does, or name it in LINUX_ONLY"


def test_no_exception_is_stale() -> None:
    assert [start for start in LINUX_ONLY if not any(command.startswith(start) for command in gate())] == []
