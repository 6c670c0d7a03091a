"""//tools:matrix: the tables, the page in this checkout, and the rows that it runs, with a program for Bazel."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance import portability
from simulator import canonical
from tools import cli, matrix

ROOT = Path(__file__).parents[1]
RECORD: dict[str, Any] = {
    "digests": {"corpus": "aa", "scores": "bb", "suites": "cc", "arithmetic": "dd"},
    "rows": {"one": {"cold": 9, "warm": 2}},
}
# Fails on i386, and writes down what it was asked.
BAZELW = """#!/bin/sh
echo "$*" >> asked
case "$*" in *i386) exit 3 ;; esac
"""


def test_tables() -> None:
    text = matrix.tables(RECORD, ["one", "two"])
    assert "| corpus | `aa` |\n" in text
    assert "| `one` | ✓ | ✓ | ✓ | ✓ | 9 s | 2 s |\n" in text
    assert text.endswith("| `two` |" + " not run |" * 6 + "\n")


def test_the_page_is_in_step_with_the_record() -> None:
    page = ROOT.joinpath(matrix.PAGE).read_text(encoding="utf-8")
    record = json.loads(ROOT.joinpath(portability.FILE).read_bytes())
    assert page == matrix.updated(page, record, matrix.matrix()), "`bazel run //tools:matrix -- digests` writes it"


def test_every_row_that_runs_of_itself_has_run() -> None:
    record = json.loads(ROOT.joinpath(portability.FILE).read_bytes())
    runs = {row for row, facts in matrix.matrix().items() if not facts["manual"]}
    assert record["rows"].keys() == runs, "`bazel run //tools:matrix -- update ROW` runs it"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "checkout"
    for file, data in (
        (portability.FILE, canonical.encode(RECORD)),
        (matrix.PAGE, f"above\n{matrix.BEGIN}stale\n{matrix.END}below\n".encode()),
        ("bazelw", BAZELW.encode()),
    ):
        root.joinpath(file).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(file).write_bytes(data)
    root.joinpath("bazelw").chmod(0o755)
    monkeypatch.setenv("BUILD_WORKSPACE_DIRECTORY", str(root))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(portability, "DIGESTS", {name: lambda name=name: name * 2 for name in matrix.NAMES})
    return root


def ask(*argv: str) -> int:
    return cli.main(matrix.arguments(), matrix.run, argv)


def test_digests_are_written_and_no_row_is_run(checkout: Path) -> None:
    assert ask("digests") == 0
    record = json.loads(checkout.joinpath(portability.FILE).read_bytes())
    assert record == {"digests": {name: name * 2 for name in matrix.NAMES}, "rows": RECORD["rows"]}
    page = checkout.joinpath(matrix.PAGE).read_text(encoding="utf-8")
    assert "`corpuscorpus`" in page and "stale" not in page and page.endswith("below\n")
    assert not checkout.joinpath("asked").exists()


def test_rows_are_run_and_one_that_fails_loses_its_place(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("update", "cp313", "cp311_i386") == 1
    record = json.loads(checkout.joinpath(portability.FILE).read_bytes())
    assert record["rows"] == RECORD["rows"] | {"cp313": {"cold": 0, "warm": 0}}
    assert capsys.readouterr().out.splitlines() == ["cp313: cold 0 s, warm 0 s", "cp311_i386: FAILED"]
    asked = checkout.joinpath("asked").read_text().splitlines()
    commands = [line.split()[1] for line in asked]
    assert commands == ["test", "test", "clean", "test", "clean"]
    assert len({line.split()[0] for line in asked}) == 2, "each row has an output base of its own"
    assert not list(checkout.parent.joinpath("cache").iterdir())


def test_a_wrong_use_is_refused(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask("update", "cp999") == 2 and ask("digests", "cp313") == 2
    monkeypatch.delenv("BUILD_WORKSPACE_DIRECTORY")
    assert ask("digests") == 2
