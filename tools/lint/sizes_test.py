"""sizes.py on bad trees, and on this repository."""

from __future__ import annotations

from tools.lint.sizes import check
from tools.lint.tree import Module, report, workspace_modules


def function(lines: int, docstring_lines: int = 0, indent: str = "") -> str:
    doc = (
        [f'{indent}    """Doc.', *[f"{indent}    more"] * (docstring_lines - 2), f'{indent}    """']
        if docstring_lines
        else []
    )
    return "\n".join([f"{indent}def f():", *doc, *[f"{indent}    pass"] * (lines - 1)]) + "\n"


def findings(text: str, path: str = "simulator/a.py") -> list[str]:
    return check([Module(path, text)])


def test_function_at_the_limit() -> None:
    assert findings(function(40)) == []
    assert findings(function(40, docstring_lines=9)) == []


def test_function_above_the_limit() -> None:
    assert findings(function(41)) == ["simulator/a.py:1: f has 41 lines, at most 40"]
    assert findings(function(41, docstring_lines=9)) == ["simulator/a.py:1: f has 41 lines, at most 40"]
    assert len(findings("async " + function(41))) == 1


def test_methods_and_nested_functions_count() -> None:
    assert len(findings("class C:\n" + function(41, indent="    "))) == 1
    assert len(findings("def g():\n    pass\n" + function(40, indent="    "))) == 1


def test_tests_may_have_long_functions_but_not_long_modules() -> None:
    assert findings(function(41), "simulator/a_test.py") == []
    assert findings("pass\n" * 401, "simulator/a_test.py") == ["simulator/a_test.py:1: 401 lines, at most 400"]


def test_module_at_the_limit() -> None:
    assert findings("pass\n" * 400) == []


def test_repository() -> None:
    found = check(workspace_modules())
    assert not found, report(found)
