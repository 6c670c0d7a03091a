"""bazelw's choice of a Bazel, and what it says where something is missing. Programs are scripts that say their name."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

BAZELW = f"{os.environ['RUNFILES_DIR']}/{os.environ['TEST_WORKSPACE']}/bazelw"
# What bazelw itself is written in.
BASICS = "awk basename bash cat cut dirname env grep mkdir readlink rm sed tar uname".split()
ONLINE = {"timeout": "exit 0"}
SAYS_NAME = 'echo "$(basename "$0") $*"'
DEBIAN_TOOLS = dict.fromkeys(["apt-get", "dpkg-deb", "flock"], "exit 0")


def script(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{line}\n")
    path.chmod(0o755)


def bazelw(tmp_path: Path, programs: Mapping[str, str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `bazelw test //...` on a PATH that holds the basics and these programs."""
    path = tmp_path / "bin"
    path.mkdir()
    for name in set(BASICS) - set(programs):
        found = shutil.which(name)
        assert found, name
        (path / name).symlink_to(found)
    for name, line in programs.items():
        script(path / name, line)
    settings = {"PATH": str(path), "HOME": "/nowhere", **environment}
    return subprocess.run([BAZELW, "test", "//..."], env=settings, capture_output=True, text=True, check=False)


def test_named_bazel_wins(tmp_path: Path) -> None:
    script(tmp_path / "mine", SAYS_NAME)
    result = bazelw(tmp_path, ONLINE | {"bazelisk": SAYS_NAME}, BAZEL=str(tmp_path / "mine"))
    assert (result.returncode, result.stdout) == (0, "mine test //...\n"), result.stderr


def test_exit_code_is_bazels(tmp_path: Path) -> None:
    script(tmp_path / "mine", "exit 37")
    assert bazelw(tmp_path, {}, BAZEL=str(tmp_path / "mine")).returncode == 37


def test_unpacked_one_wins_over_the_machines(tmp_path: Path) -> None:
    script(tmp_path / "home" / "forky-1" / "bazel", 'echo "unpacked $*"')
    result = bazelw(tmp_path, ONLINE | {"bazelisk": SAYS_NAME}, BAZELW_HOME=str(tmp_path / "home"))
    assert result.stdout == "unpacked test //...\n", result.stderr


@pytest.mark.parametrize(
    ("programs", "chosen"),
    [
        ({"bazelisk": SAYS_NAME, "bazel": SAYS_NAME}, "bazelisk test //..."),
        ({"bazel": f'[ "$1" = --version ] && echo "bazel 7.0.0" || {SAYS_NAME}'}, "bazel test //..."),
        ({"bazel": f'[ "$1" = --version ] && echo "bazel 10.2.0-pre" || {SAYS_NAME}'}, "bazel test //..."),
        ({"bazel": 'echo "bazel 6.5.0"', "npx": SAYS_NAME}, "npx --yes @bazel/bazelisk test //..."),
    ],
)
def test_machines_own_where_it_is_recent_and_online(programs: dict[str, str], chosen: str, tmp_path: Path) -> None:
    assert bazelw(tmp_path, ONLINE | programs).stdout.strip() == chosen


@pytest.mark.parametrize(
    ("programs", "environment", "said"),
    [
        ({}, {"BAZEL": "/nowhere/bazel"}, "BAZEL is /nowhere/bazel, which is not a program"),
        ({"uname": "echo Darwin arm64"}, {}, "Debian's is for x86_64 Linux: set BAZEL to one"),
        (ONLINE | {"bazel": 'echo "bazel 6.5.0"', "uname": "echo Linux riscv64"}, {}, "set BAZEL to one"),
        ({}, {}, "needs apt-get, which is not on PATH"),
        ({"apt-get": "", "dpkg-deb": ""}, {}, "needs flock, which is not on PATH"),
        (DEBIAN_TOOLS, {"BAZELW_HOME": "/tmp/x"}, "/tmp/x/forky-1 is under /tmp, which Bazel's sandbox hides"),
    ],
)
def test_one_line_says_what_is_missing(
    programs: dict[str, str], environment: dict[str, str], said: str, tmp_path: Path
) -> None:
    result = bazelw(tmp_path, programs, **environment)
    assert result.returncode == 1
    assert result.stderr.startswith("bazelw: ") and said in result.stderr and result.stderr.count("\n") == 1, (
        result.stderr
    )


@pytest.mark.parametrize(
    ("keyring", "said"),
    [
        ("/nowhere/key.gpg", "no Debian archive key at /nowhere/key.gpg"),
        (BAZELW, "this machine's apt names no Debian archive: set DEBIAN_MIRROR to one"),
    ],
)
def test_debian_archive_is_missing(keyring: str, said: str, tmp_path: Path) -> None:
    home = Path(os.environ["TEST_TMPDIR"], "cache")  # unlike tmp_path not under /tmp
    result = bazelw(tmp_path, DEBIAN_TOOLS, BAZELW_HOME=str(home), DEBIAN_KEYRING=keyring)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith(f"bazelw: {said}"), result.stderr
    assert not (home / "forky-1").exists()
