"""toolchains_page.py, and that the page is in step with rows.bzl."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.python.toolchains_page import BEGIN, END, PAGE, rows, updated

STANDALONE = {
    "kind": "standalone",
    "version": "3.12.1",
    "release": "20990101",
    "sha256": {"b-linux": "22", "a-mac": "11"},
}
DEBIAN = {"kind": "deb", "suite": "sid", "package": "python3.12", "qemu": "", "arch": "amd64"}
ROW = {
    "interpreter": "CPython 3.12",
    "machine": "native",
    "emulated": False,
    "manual": False,
    "sources": [STANDALONE, DEBIAN],
}


def test_tables() -> None:
    emulated = ROW | {"machine": "s390x", "emulated": True, "sources": [DEBIAN | {"qemu": "s390x"}]}
    manual = ROW | {"manual": True, "sources": [{"kind": "pyodide", "version": "1.0"}]}
    page = updated(f"above\n{BEGIN}old\n{END}below\n", {"one": ROW, "two": emulated, "three": manual})
    assert page.startswith("above\n") and page.endswith("below\n") and "old" not in page
    table = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert [line[2:] for line in table[2:5]] == [
        ["the one at hand", "standalone build 3.12.1 of 20990101; Debian sid, `python3.12`", "every test"],
        ["s390x, emulated", "Debian sid, `python3.12`, run by qemu-s390x", "`portability_test` and `row_test`"],
        ["the one at hand", "npm, `pyodide` 1.0, run by Node", "every test, where it is asked for by name (`manual`)"],
    ]
    assert table[7:] == [["3.12.1", "`a-mac`", "`11`"], ["3.12.1", "`b-linux`", "`22`"]]


def test_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="has no"):
        updated("nothing", {})


def test_page_is_in_step_with_the_rows() -> None:
    page = (Path(__file__).parents[2] / PAGE).read_text(encoding="utf-8")
    assert page == updated(page, rows()), "`bazel run //tools/python:toolchains_page` writes it"
