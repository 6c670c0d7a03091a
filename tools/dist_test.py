"""What is handed out runs on any Python, away from Bazel, and gives the digits that the tools of Bazel give."""

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from packs.public.pack import public_pack
from tools import cli, pack, score, verify_certificate

HERE = Path(__file__).parent
OWN = "this row"


def machines() -> list[str]:
    """The Pythons of this machine that are not too old."""
    ask = "import sys; sys.exit(sys.version_info < (3, 11))"
    found = [path for name in ("python3", "pypy3") if (path := shutil.which(name, path="/usr/local/bin:/usr/bin:/bin"))]
    return [path for path in found if subprocess.run([path, "-I", "-c", ask], check=False).returncode == 0]


PYTHONS = [OWN, *(machines() if os.environ["EMBER_INTERPRETER"] == "cp313" else [])]


@pytest.fixture(scope="module", params=PYTHONS)
def python(request: pytest.FixtureRequest) -> str:
    return sys.executable if request.param == OWN else str(request.param)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archives alone in a folder, with a space in its name."""
    home = tmp_path_factory.mktemp("handed out")
    for name in ("SHA256SUMS", "certify.pyz", "ember.cdx.json", "ember.pyz"):
        home.joinpath(name).write_bytes(HERE.joinpath(name).read_bytes())
    return home


def run(python: str, folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": tempfile.gettempdir(), "LC_ALL": "C"}
    return subprocess.run(
        [python, "-I", "-S", "-B", *argv], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def printed(work: Callable[[], int]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        assert work() == 0
    return out.getvalue()


@pytest.fixture(scope="module")
def scored() -> str:
    return printed(lambda: cli.main(score.arguments(), score.run, ["--demo", "--json"]))


def test_sums(folder: Path) -> None:
    for line in folder.joinpath("SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == digest
    listed = json.loads(folder.joinpath("ember.cdx.json").read_bytes())["components"]
    names = {row["name"] for row in listed}
    assert {"LICENSE", "packs/public/v1-public/pack.json", "conformance/corpus/vectors/rng.json"} <= names
    assert {"conformance/release.lock.json", "simulator/schemas/scenario.schema.json", "PyYAML"} <= names
    assert not [name for name in names if name.endswith("_test.py") or name.startswith(("tools/lint", "external"))]


def test_scores(python: str, folder: Path, scored: str) -> None:
    found = run(python, folder, "ember.pyz", "score", "--demo", "--json", "--jobs", "2")
    assert (found.returncode, found.stdout) == (0, scored), found.stderr


def test_packs(python: str, folder: Path) -> None:
    wanted = printed(lambda: cli.main(pack.arguments(), pack.run, ["verify", str(public_pack()), "--json"]))
    place = folder / "p"
    shutil.copytree(public_pack(), place, dirs_exist_ok=True)
    found = run(python, folder, "ember.pyz", "pack", "verify", "p", "--json")
    assert (found.returncode, json.loads(found.stdout)) == (0, json.loads(wanted)), found.stderr
    place.joinpath("pack.json").write_bytes(place.joinpath("pack.json").read_bytes() + b"\n")
    assert run(python, folder, "ember.pyz", "pack", "verify", "p").returncode == 3


def test_certificates(python: str, folder: Path) -> None:
    # The whole profile takes long where code is slow at first, and once for each archive is enough.
    profile = "full" if python == sys.executable and sys.implementation.name == "cpython" else "fire"
    engine = [python, "-I", "-S", "-B", str(folder / "ember.pyz"), "reference"]
    found = run(python, folder, "certify.pyz", "--profile", profile, "--out", "c.json", "--", *engine)
    assert found.returncode == 0, found.stdout + found.stderr
    again = run(python, folder, "ember.pyz", "verify-certificate", "c.json", "--testee", "ember.pyz")
    assert (again.returncode, again.stdout[:25]) == (0, "verified: ember-reference"), again.stdout + again.stderr
    # This repository's own tool, on the sources that Bazel has: corpus, runner, results and challenge are the same.
    argv = [str(folder / "c.json"), "--testee", str(folder / "ember.pyz")]
    assert printed(lambda: cli.main(verify_certificate.arguments(), verify_certificate.run, argv))


def test_what_is_needed_beside_is_named(folder: Path) -> None:
    found = run(sys.executable, folder, "ember.pyz", "scenario", "new", "room.yaml")
    assert (found.returncode, found.stdout) == (4, "") and "pip install PyYAML" in found.stderr
    shown = run(sys.executable, folder, "ember.pyz", "score", "--help").stdout
    assert "usage: python3 ember.pyz score " in shown and "bazel" not in shown


def test_its_packages_can_be_imported_and_it_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    ask = "import sys; sys.path.insert(0, 'ember.pyz'); from packs.public.pack import public_pack as p; print(p())"
    environment = {"TMPDIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    argv = [sys.executable, "-I", "-S", "-B", "-c", ask]
    found = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(tmp_path)) and list(tmp_path.iterdir()) == []
