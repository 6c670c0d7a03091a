"""Which files a certificate is about."""

import hashlib
import sys
from pathlib import Path

import pytest

from conformance import merkle
from conformance.certificate import Program
from simulator.errors import EmberError
from tools import programs


def script(folder: Path, name: str, line: str) -> str:
    file = folder / name
    file.write_text(line + "\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def sha(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def test_the_program_its_absolute_files_and_further_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    engine, data = script(tmp_path, "engine", "x"), script(tmp_path, "data", "y")
    found = programs.subjects(["./engine", data, "data", "--fast", str(tmp_path), engine], ["data"])
    assert found == tuple(
        Program(name, sha(path))
        for name, path in {"./engine": engine, data: data, engine: engine, "data": data}.items()
    )


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    tmp_path.joinpath("lib", "deep").mkdir(parents=True)
    script(tmp_path, "lib/a", "1")
    script(tmp_path, "lib/deep/b", "2")
    assert programs.digest(tmp_path / "lib") == merkle.root({"a": b"1\n", "deep/b": b"2\n"})


def test_a_link_is_what_it_leads_to(tmp_path: Path) -> None:
    target = script(tmp_path, "target", "x")
    (tmp_path / "link").symlink_to(target)
    assert programs.digest(tmp_path / "link") == sha(target)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("#!/bin/sh", "/bin/sh"),
        ("#! /bin/sh -eu", "/bin/sh"),
        ("#!/usr/bin/env sh", "sh"),
        ("#!/usr/bin/env -S sh -eu", "sh"),
        ("\x7fELF", None),
        ("no script", None),
    ],
)
def test_the_interpreter_of_a_script(tmp_path: Path, line: str, name: str | None) -> None:
    found = programs.interpreter([script(tmp_path, "engine", line)])
    assert (found and found.name) == name
    assert found is None or found.sha256 == sha("/bin/sh")


def test_a_program_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = script(tmp_path, "my-engine", "x")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs.subjects(["my-engine"], []) == (Program("my-engine", sha(engine)),)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EmberError, match="no_such_program"):
        programs.subjects(["my-engine"], [])


def test_the_runner_names_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", script(tmp_path, "python", "x"))
    assert programs.runner_interpreter().sha256 == sha(sys.executable)
    digests = script(tmp_path, "DIGEST", "a package")
    assert programs.runner_interpreter().sha256 == sha(digests)
