"""clauses.py on bad trees, and on this repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.lint.clauses import PAGES, check, defined_clauses
from tools.lint.tree import Module, report, workspace, workspace_modules

DEFINED = {"SIM-4", "SIM-4.2"}


def findings(text: str, path: str = "simulator/a.py") -> list[str]:
    return check([Module(path, text)], DEFINED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Doc (SIM-4.3)."""', ["simulator/a.py:1: SIM-4.3 is not defined in docs"]),
        ('"""Doc\n\nof SIM-4.2 and SCO-1."""', ["simulator/a.py:3: SCO-1 is not defined in docs"]),
        ('"""Doc."""\n\nX = 1  # ENC-9', ["simulator/a.py:3: ENC-9 is not defined in docs"]),
        ("X = 1", ["simulator/a.py:1: the module has no docstring"]),
        ('"""Doc."""\ndef f(): ...', ["simulator/a.py:2: f has no docstring"]),
        ('"""Doc."""\nclass C: ...', ["simulator/a.py:2: C has no docstring"]),
        ('"""Doc."""\nasync def f(): ...', ["simulator/a.py:2: f has no docstring"]),
    ],
)
def test_fault_is_found(text: str, expected: list[str]) -> None:
    assert findings(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        '"""Doc (SIM-4.2, SIM-4), SHA-256, UTF-8."""',
        '"""Doc."""\ndef _f(): ...\nclass C:\n    """Doc."""\n    def g(self): ...',
    ],
)
def test_good_module_has_none(text: str) -> None:
    assert findings(text) == []


def test_tests_need_no_docstrings_but_cite_what_exists() -> None:
    assert findings("def test_f(): ...", "simulator/a_test.py") == []
    assert len(findings("def test_f(): ...  # SIM-5", "simulator/a_test.py")) == 1


def test_only_the_core_is_read() -> None:
    assert findings("X = 1  # SIM-5", "tools/a.py") == []


def test_definitions(tmp_path: Path) -> None:
    page = ["# Page", "### SIM-4.2 Title", "**ENC-1.1.3** text, see SIM-9", "- `PCK-3` x", "| SCO-7.1 | y |"]
    folder = tmp_path / PAGES[-1]
    folder.mkdir(parents=True)
    (folder / "page.md").write_text("\n".join([*page, "<a id='met-1'></a>**MET-1** z", ""]))
    assert defined_clauses(tmp_path) == {
        "SIM-4",
        "SIM-4.2",
        "ENC-1",
        "ENC-1.1",
        "ENC-1.1.3",
        "PCK-3",
        "SCO-7",
        "SCO-7.1",
        "MET-1",
    }


def test_repository() -> None:
    found = check(workspace_modules(), defined_clauses(workspace()))
    assert not found, report(found)
