"""bazelw's choice of a Bazel, and what it says where something is missing. Programs are scripts that say their name."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

BAZELW = f"{os.environ['RUNFILES_DIR']}/{os.environ['TEST_WORKSPACE']}/bazelw"
# What bazelw itself is written in.
BASICS = (
    "awk basename bash cat chmod cp cut dirname env find flock grep head ln mkdir mv readlink realpath rm sed sh "
    "sha256sum sleep tar touch uname"
).split()
ONLINE = {"timeout": "exit 0"}
SAYS_NAME = 'echo "$(basename "$0") $*"'
DEBIAN_TOOLS = dict.fromkeys(["apt-get", "dpkg-deb"], "exit 0")


def script(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{line}\n")
    path.chmod(0o755)


def path_of(tmp_path: Path, programs: Mapping[str, str], without: str = "") -> str:
    """A PATH that holds the basics, but for one, and these programs."""
    path = tmp_path / "bin"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    for name in set(BASICS) - set(programs) - {without}:
        found = shutil.which(name)
        assert found, name
        (path / name).symlink_to(found)
    for name, line in programs.items():
        script(path / name, line)
    return str(path)


def bazelw(tmp_path: Path, programs: Mapping[str, str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `bazelw test //...` on a PATH of these programs."""
    settings = {"PATH": path_of(tmp_path, programs), "HOME": "/nowhere", **environment}
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


def test_macos_has_no_timeout(tmp_path: Path) -> None:
    programs = {
        "uname": "echo Darwin arm64",
        "bazelisk": SAYS_NAME,
        "curl": 'case "$*" in *https://*) exit 0 ;; esac; exit 2',
    }
    assert bazelw(tmp_path, programs).stdout.strip() == "bazelisk test //..."
    offline = bazelw(tmp_path, programs | {"curl": "exit 6"})
    assert "set BAZEL to one" in offline.stderr


@pytest.mark.parametrize(
    ("programs", "environment", "said"),
    [
        ({}, {"BAZEL": "/nowhere/bazel"}, "BAZEL is /nowhere/bazel, which is not a program"),
        ({"uname": "echo Darwin arm64"}, {}, "Debian's is for x86_64 Linux: set BAZEL to one"),
        (ONLINE | {"bazel": 'echo "bazel 6.5.0"', "uname": "echo Linux riscv64"}, {}, "set BAZEL to one"),
        ({}, {}, "needs apt-get, which is not on PATH: install it, or set BAZEL to a Bazel >= 7"),
        ({"apt-get": ""}, {}, "needs dpkg-deb, which is not on PATH"),
        (DEBIAN_TOOLS, {"BAZELW_HOME": "/tmp/x"}, "/tmp/x/forky-1 is under /tmp, which Bazel's sandbox hides"),
        (DEBIAN_TOOLS, {"HOME": "/a b"}, "/a b/.cache/bazelw/forky-1 has a space or a quote in it: set BAZELW_HOME"),
        (DEBIAN_TOOLS, {"BAZELW_HOME": f"{BAZELW}/x"}, "/bazelw/x: set BAZELW_HOME to a folder that you can write to"),
        ({}, {"HOME": ""}, "there is no home folder: set HOME or BAZELW_HOME"),
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
    result = bazelw(tmp_path, DEBIAN_TOOLS, BAZELW_HOME=str(cache(tmp_path)), DEBIAN_KEYRING=keyring)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith(f"bazelw: {said}"), result.stderr
    assert left(tmp_path) == []


# --- unpacking: a Debian archive of one package, whose programs say their arguments ---

BAZEL_PROGRAMS = "process-wrapper linux-sandbox build-runfiles daemonize zipper".split()
JAVA = "usr/lib/jvm/java-21-openjdk-amd64"
PACKAGE = {
    "usr/lib64/ld-linux-x86-64.so.2": '#!/bin/sh\nshift 2\necho "Bazel of ${1%%/usr/*}: $4 $5"\n',
    "usr/bin/bazel": "",
    "usr/share/bazel/bazel_classpath_debian_depends.txt": "/usr/share/java/a.jar\n",
    "usr/share/bazel/build-label.txt": "7.7.1",
    f"{JAVA}/bin/java": "",
    f"{JAVA}/lib/jspawnhelper": "",
} | {f"usr/libexec/x86_64-linux-gnu/bazel/{name}": "" for name in BAZEL_PROGRAMS}

APT_GET = """
case "$*" in
  *print-uris*) printf "'http://mirror.example/%s/dists/sid/InRelease' x 0\\n" debian-security debian debian ;;
  *install*) echo asked >> "$(dirname "$0")/asked"; cp "$(dirname "$0")"/*.deb "${APT_CONFIG%/*}/archives/" ;;
esac
"""
ARCHIVE = {"apt-get": APT_GET, "apt-cache": 'echo "  Depends: openjdk-21-jre-headless"', "dpkg-deb": 'cat "$2"'}
SLOW = ARCHIVE | {"apt-get": APT_GET.replace("echo asked", "sleep 1; echo asked")}


def cache(tmp_path: Path) -> Path:
    """A folder of this test alone, which unlike tmp_path is not under /tmp."""
    return Path(os.environ["TEST_TMPDIR"], "cache", tmp_path.name)


def left(tmp_path: Path) -> list[str]:
    """What lies in the cache, but for the lock."""
    return sorted(path.name for path in cache(tmp_path).iterdir() if path.name != "forky-1.lock")


def archive(tmp_path: Path, programs: Mapping[str, str], without: str = "") -> dict[str, str]:
    """The environment in which bazelw finds these programs and the package."""
    path = path_of(tmp_path, programs, without)
    with tarfile.open(f"{path}/all.deb", "w") as deb:
        for name, text in PACKAGE.items():
            script(tmp_path / "tree" / name, "")
            (tmp_path / "tree" / name).write_text(text)
            deb.add(tmp_path / "tree" / name, f"./{name}")
    return {"PATH": path, "BAZELW_HOME": str(cache(tmp_path)), "DEBIAN_KEYRING": BAZELW}


def start(environment: Mapping[str, str], program: str = BAZELW) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [program, "test", "//..."],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def works(process: subprocess.Popen[str], tmp_path: Path) -> str:
    """Waits for a run that works; what it told on stderr."""
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert output == f"Bazel of {cache(tmp_path)}/forky-1: test //...\n"
    assert left(tmp_path) == ["forky-1"]
    return errors


def fails(process: subprocess.Popen[str], said: str, tmp_path: Path) -> None:
    """Waits for a run that leaves nothing and says one line about why, after the one about what it does."""
    _, errors = process.communicate()
    assert process.returncode == 1
    lines = errors.splitlines()
    assert lines[:-1] == [f"bazelw: unpacking Debian's Bazel to {cache(tmp_path)}/forky-1 (once, about 150 MB)"], errors
    assert lines[-1].startswith(f"bazelw: {said}"), errors
    assert left(tmp_path) == []


def test_unpacks_once(tmp_path: Path) -> None:
    environment = archive(tmp_path, ARCHIVE)
    assert "unpacking Debian's Bazel" in works(start(environment), tmp_path)
    digest = (cache(tmp_path) / "forky-1" / "DIGEST").read_text()
    assert digest.endswith("  all.deb\n") and len(digest.split()[0]) == 64
    assert works(start(environment), tmp_path) == ""


def test_of_two_first_runs_one_unpacks(tmp_path: Path) -> None:
    environment = archive(tmp_path, SLOW)
    runs = [start(environment), start(environment)]
    told = sorted(works(run, tmp_path) for run in runs)
    assert "unpacking" in told[0] and told[1] == "bazelw: waits for another bazelw, which is unpacking Debian's Bazel\n"
    assert (tmp_path / "bin" / "asked").read_text() == "asked\n"


def test_killed_run_is_begun_anew(tmp_path: Path) -> None:
    environment = archive(tmp_path, SLOW)
    first = start(environment)
    part = cache(tmp_path) / "forky-1.part"
    while not part.exists():
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    (part / "half").touch()
    works(start(environment), tmp_path)
    assert not (cache(tmp_path) / "forky-1" / "half").exists()


TAR_IS_FULL = 'echo "tar: ./usr: Cannot write: No space left on device" >&2\necho "tar: exiting" >&2\nexit 2'
APT_IS_FULL = 'echo "E: You don\'t have enough free space in /x/archives/." >&2; exit 100'
APT_BREAKS = 'echo "W: a warning" >&2; echo "E: Failed to fetch" >&2; exit 100'


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({"tar": TAR_IS_FULL}, "the disk is full at CACHE/forky-1: free 1 GB there, or set BAZELW_HOME"),
        (
            {"apt-get": APT_GET.replace("*install*)", f"*install*) {APT_IS_FULL};")},
            "the disk is full at CACHE/forky-1: free 1 GB there",
        ),
        ({"mv": "echo 'mv: Read-only file system' >&2; exit 1"}, "cannot write to CACHE/forky-1: set BAZELW_HOME"),
        ({"dpkg-deb": "exit 2"}, "cannot unpack Debian's Bazel to CACHE/forky-1 (BAZELW_VERBOSE=1 shows all): "),
        (
            {"apt-get": APT_GET.replace("*install*)", f"*install*) {APT_BREAKS};")},
            "cannot fetch Bazel's packages from the Debian archive: see to the network, or set DEBIAN_MIRROR",
        ),
        (
            {"apt-get": APT_GET.replace("*install*)", f"*update*) {APT_BREAKS};;\n  *install*)")},
            "cannot read forky for amd64 from the Debian archive at http://mirror.example/debian",
        ),
    ],
)
def test_run_that_breaks_can_be_run_again(programs: dict[str, str], said: str, tmp_path: Path) -> None:
    broken = start(archive(tmp_path, ARCHIVE | programs))
    fails(broken, said.replace("CACHE", str(cache(tmp_path))), tmp_path)
    works(start(archive(tmp_path, ARCHIVE)), tmp_path)


def test_verbose_run_shows_all(tmp_path: Path) -> None:
    environment = archive(tmp_path, ARCHIVE | {"tar": TAR_IS_FULL}) | {"BAZELW_VERBOSE": "1"}
    process = start(environment)
    assert "tar: ./usr: Cannot write" in process.communicate()[1] and process.returncode != 0
    assert left(tmp_path) == []


def test_flock_is_needed(tmp_path: Path) -> None:
    process = start(archive(tmp_path, ARCHIVE, without="flock"))
    assert process.communicate()[1].startswith("bazelw: needs flock, which is not on PATH: install it")


def test_unpacked_bazel_is_used_from_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    environment = archive(tmp_path, ARCHIVE)
    works(start(environment), tmp_path)
    (cache(tmp_path) / "forky-1.lock").unlink()
    (cache(tmp_path) / "forky-1.lock").mkdir()
    assert works(start(environment), tmp_path) == ""


def test_repository_below_a_folder_with_spaces(tmp_path: Path) -> None:
    copy = tmp_path / "a folder" / "bazelw"
    source = Path(BAZELW).parent
    for name in ("bazelw", "tools/python/debian.sh"):
        (copy.parent / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, copy.parent / name)
    works(start(archive(tmp_path, ARCHIVE), str(copy)), tmp_path)
