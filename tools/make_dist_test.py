"""The archives are a function of the files in them: nothing of the machine, the folder or the clock shows."""

import functools
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from conformance import components
from packs import resources
from tools import make_dist

ROOT = Path(__file__).parents[1]
PACK = "packs/public/v1-public"
MAIN = b"def main(argv, default):\n    print(argv[1:], default)\n    return 7\n"


@functools.cache
def files() -> dict[str, bytes]:
    """The modules with the versions of all components, the public pack, and a program that says how it was called."""
    places = {component.where: ROOT.joinpath(component.where) for component in components.COMPONENTS}
    pack = {f"{PACK}/{name}": data for name, data in resources.files(PACK).items()}
    plain = {"tools/__init__.py": b"", "tools/commands.py": MAIN, "tools/a.py": b"import yaml, httpx\n"}
    return {where: place.read_bytes() for where, place in places.items()} | pack | plain


def test_equal_files_give_equal_bytes() -> None:
    made = make_dist.make(files())
    assert made == make_dist.make(dict(reversed(files().items())))
    assert sorted(made) == ["SHA256SUMS", "certify.pyz", "ember.cdx.json", "ember.pyz"]
    changed = make_dist.make(files() | {"tools/a.py": b"import yaml, httpx  #\n"})
    assert [name for name in made if made[name] == changed[name]] == []


def test_another_folder_with_other_dates_and_modes_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = make_dist.make(files())
    for number, home in enumerate((tmp_path / "one", tmp_path / "two" / "deeper")):
        before = os.umask(0o077 if number else 0o022)
        for path, data in files().items():
            home.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
            home.joinpath(path).write_bytes(data)
            os.utime(home.joinpath(path), (number * 10**9, number * 10**9))
        home.joinpath("out").mkdir()
        pairs = [f"{path}={home.joinpath(path)}" for path in sorted(files(), reverse=bool(number))]
        monkeypatch.setattr(sys, "argv", ["make_dist", "--out", str(home / "out"), *pairs])
        assert make_dist.main() == 0
        os.umask(before)
        assert {file.name: file.read_bytes() for file in home.joinpath("out").iterdir()} == wanted


def test_what_an_entry_says_beside_its_bytes() -> None:
    made = make_dist.make(files())["ember.pyz"]
    assert made.startswith(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        found = archive.infolist()
        assert archive.testzip() is None
        assert {entry.filename for entry in found} == {*files(), "__main__.py"}
        assert archive.read(f"{PACK}/pack.json") == resources.files(PACK)["pack.json"]
    assert [entry.filename for entry in found] == sorted(entry.filename for entry in found)
    told = {(entry.date_time, entry.external_attr, entry.compress_type, entry.create_system) for entry in found}
    assert told == {((1980, 1, 1, 0, 0, 0), 0o100644 << 16, zipfile.ZIP_STORED, 3)}


def test_sums_and_materials() -> None:
    made = make_dist.make(files())
    sums = dict(line.split("  ")[::-1] for line in made["SHA256SUMS"].decode().splitlines())
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in made.items() if name != "SHA256SUMS"}
    assert sums == digests
    told = json.loads(made["ember.cdx.json"])
    listed = {row["name"]: row["hashes"][0]["content"] for row in told["components"] if row["type"] == "file"}
    own = {path: hashlib.sha256(data).hexdigest() for path, data in files().items()}
    assert listed == own | {name: digests[name] for name in ("certify.pyz", "ember.pyz")}
    others = [(row["name"], row["scope"]) for row in told["components"] if row["type"] == "library"]
    assert others == [("httpx", "optional"), ("PyYAML", "optional")]
    assert told["metadata"]["component"]["version"] == "0.2.0"
    references = [row["bom-ref"] for row in told["components"]]
    assert len(references) == len(set(references))


@pytest.mark.parametrize(("name", "default"), [("ember.pyz", ""), ("certify.pyz", "certify")])
def test_an_archive_runs_its_program(tmp_path: Path, name: str, default: str) -> None:
    tmp_path.joinpath(name).write_bytes(make_dist.make(files())[name])
    argv = [sys.executable, "-I", "-S", "-B", name, "a", "--b"]
    found = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (7, f"['a', '--b'] {default}\n"), found.stderr


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(io.BytesIO(make_dist.make(files())["ember.pyz"])) as archive:
        source = archive.read("__main__.py")
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(SystemExit) as end:
        exec(compile(source, "__main__.py", "exec"), {"__name__": "__main__"})
    assert end.value.code == 4
    assert capsys.readouterr().err == "error: old_python: EMBER needs Python 3.11 or later, this is 3.9\n"
