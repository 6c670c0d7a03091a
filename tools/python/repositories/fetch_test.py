"""How a row gets its interpreter, with a Bazel of its own on archives of the standalone builds' layout. No network.

It starts Bazel, so it is manual; EMBER_OPT_HOME is the home folder where bazelw finds its cache:

    bazelw test --test_env=EMBER_OPT_HOME=$HOME //tools/python/repositories:fetch_test
"""

from __future__ import annotations

import hashlib
import http.server
import io
import json
import os
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(os.environ["RUNFILES_DIR"], os.environ["TEST_WORKSPACE"])
VERSION, RELEASE = "3.13.99", "20990101"
PLATFORM = {"x86_64": "x86_64-unknown-linux-gnu", "aarch64": "aarch64-unknown-linux-gnu"}[os.uname().machine]
ARCHIVE = f"cpython-{VERSION}+{RELEASE}-{PLATFORM}-install_only.tar.gz"

EXTENSION = """
load("//tools/python/repositories:interpreter.bzl", "interpreter")

def _impl(_):
    for row, sources in json.decode(%r).items():
        interpreter(name = row, row = row, sources = [json.encode(source) for source in sources])

rows = module_extension(implementation = _impl)
"""


def archive() -> bytes:
    """What a standalone build looks like, with a program that says its arguments."""
    files = {
        "bin/python3.13": b'#!/bin/sh\necho "interpreter $*"\n',
        "include/python3.13/Python.h": b"",
        "lib/python3.13/os.py": b"x = 1\n",
        "lib/python3.13/test/big.py": b"",
        "lib/python3.13/site-packages/pip/__main__.py": b"",
    }
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo("python/" + name)
            entry.size, entry.mode = len(content), 0o755
            tar.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo("python/bin/python3")
        link.type, link.linkname = tarfile.SYMTYPE, "python3.13"
        tar.addfile(link)
    return out.getvalue()


GOOD = archive()
CUT = GOOD[: len(GOOD) // 2]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def standalone(url: str, expected: str, platform: str = PLATFORM) -> dict[str, Any]:
    return {"kind": "standalone", "release": RELEASE, "sha256": {platform: expected}, "url": url, "version": VERSION}


class Server(http.server.BaseHTTPRequestHandler):
    """Gives GOOD, but below /cut/ it promises GOOD and hangs up in the middle."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(GOOD)))
        self.end_headers()
        self.wfile.write(CUT if self.path.startswith("/cut/") else GOOD)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Workspace:
    """A workspace whose only repositories are rows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "workspace"
        shutil.copytree(REPOSITORY / "tools" / "python", self.folder / "tools" / "python")
        for package in ("tools/python", "tools/python/repositories"):
            (self.folder / package / "BUILD.bazel").write_text('exports_files(glob(["*"]))')
        self.startup = [f"--output_user_root={folder}/bazel", "--max_idle_secs=60"]
        self.environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": os.environ["EMBER_OPT_HOME"]}

    def declare(self, rows: dict[str, list[dict[str, Any]]]) -> None:
        (self.folder / "rows.bzl").write_text(EXTENSION % json.dumps(rows))
        (self.folder / "BUILD.bazel").touch()
        names = ", ".join(f'"{row}"' for row in rows)
        (self.folder / "MODULE.bazel").write_text(
            f'module(name = "fetch")\nrows = use_extension("//:rows.bzl", "rows")\nuse_repo(rows, {names})\n'
        )

    def bazel(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(REPOSITORY / "bazelw"), *self.startup, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def fetch(self, row: str, *options: str) -> str:
        """What Bazel says; "" if the row could be had."""
        result = self.bazel("build", "--http_connector_attempts=1", "--repository_cache=", *options, f"@{row}//:files")
        return result.stderr if result.returncode else ""

    def root(self, row: str) -> Path:
        """The folder of a row's repository."""
        base = self.bazel("info", "output_base").stdout.strip()
        (found,) = Path(base, "external").glob(f"*rows[~+]{row}")
        return found


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def mirror(folder: Path, content: bytes) -> str:
    """The address of a folder that holds an archive."""
    place = folder / RELEASE / ARCHIVE
    place.parent.mkdir(parents=True)
    place.write_bytes(content)
    return folder.as_uri()


@pytest.fixture(scope="module")
def workspace(web: str) -> Iterator[Workspace]:
    folder = Path(os.environ["TEST_TMPDIR"])
    made = Workspace(folder)
    good, cut = mirror(folder / "good", GOOD), mirror(folder / "cut", CUT)
    nowhere = (folder / "nowhere").as_uri()
    debian = {"kind": "deb", "arch": "amd64", "package": "python3.13", "qemu": "", "suite": "trixie"}
    made.declare(
        {
            "by_file": [standalone(good, sha256(GOOD))],
            "by_web": [standalone(web, sha256(GOOD))],
            "second": [standalone(nowhere, "0" * 64), standalone(good, sha256(GOOD))],
            "interrupted": [standalone(web + "/cut", "1" * 64), standalone(good, sha256(GOOD))],
            "wrong_hash": [standalone(good, "2" * 64), debian],
            "cut_short": [standalone(cut, "3" * 64), debian],
            "no_archive": [standalone(cut, sha256(CUT)), debian],
            "no_source": [standalone(nowhere, "4" * 64), standalone(good, "5" * 64, "m68k-amiga")],
            "elsewhere": [standalone(nowhere, sha256(GOOD))],
        }
    )
    yield made
    made.bazel("shutdown")


@pytest.mark.parametrize("row", ["by_file", "by_web", "second", "interrupted"])
def test_row_is_whole(row: str, workspace: Workspace) -> None:
    assert workspace.fetch(row) == ""
    root = workspace.root(row)
    assert (root / "DIGEST").read_text() == f"{sha256(GOOD)}  {ARCHIVE}\n"
    ran = subprocess.run([root / "python", "-c", "two words"], capture_output=True, text=True, check=True)
    assert ran.stdout == "interpreter -c two words\n"
    assert (root / (root / "PIP").read_text() / "__main__.py").exists()
    library = root / "root" / "lib" / "python3.13"
    assert (library / "os.py").exists() and not (library / "test").exists() and not (root / "root" / "include").exists()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("wrong_hash", f"{ARCHIVE} has SHA-256 {sha256(GOOD)}, not {'2' * 64}"),
        ("cut_short", f"{ARCHIVE} has SHA-256 {sha256(CUT)}, not {'3' * 64}"),
        ("no_archive", "Error in extract"),
    ],
)
def test_wrong_archive_fails_and_the_next_source_is_not_asked(row: str, said: str, workspace: Workspace) -> None:
    output = workspace.fetch(row)
    assert said in output and "Debian" not in output, output


def test_row_without_a_source_fails_in_one_line(workspace: Workspace) -> None:
    output = workspace.fetch("no_source")
    (line,) = [line for line in output.splitlines() if line.startswith("\tfail(") or "Error in fail" in line][-1:]
    assert "the row no_source cannot be had here: the standalone build of CPython 3.13.99: file:///" in line, output
    assert "nowhere does not give it; the standalone build of CPython 3.13.99 is not for linux" in line, output


def test_another_address_can_be_named(workspace: Workspace) -> None:
    assert "cannot be had here" in workspace.fetch("elsewhere")
    good = (Path(os.environ["TEST_TMPDIR"]) / "good").as_uri()
    assert workspace.fetch("elsewhere", f"--repo_env=EMBER_STANDALONE_URL={good}") == ""
