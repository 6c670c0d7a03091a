"""exactness.py on bad trees, and on this repository."""

from __future__ import annotations

import pytest

from tools.lint.exactness import check
from tools.lint.tree import Module, report, workspace_modules


def findings(text: str, path: str = "simulator/fire.py") -> list[str]:
    return check([Module(path, text)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 0.5", "float literal 0.5"),
        ("def f(x=1e3): pass", "float literal 1000.0"),
        ("x = 2j", "float literal 2j"),
        ("x = a / b", "true division"),
        ("x = a / b / 'name'", "true division"),
        ("x /= 2", "true division"),
        ("x = float(y)", "float() makes a float"),
        ("import math", "import of math"),
        ("from random import choice", "import of random"),
        ("def f():\n    import os, statistics", "import of statistics"),
    ],
)
def test_float_is_found(text: str, said: str) -> None:
    (finding,) = findings(text)
    assert finding.startswith("simulator/fire.py:") and said in finding


@pytest.mark.parametrize(
    "text",
    [
        "x = a // b",
        "x: float = p",
        "x = folder / 'name' / f'{n}.json'",
        "'''a / b, 0.5'''",
        "from decimal import Decimal\nx = Decimal('0.5')",
        "from mathematics import x",
    ],
)
def test_exact_code_is_not(text: str) -> None:
    assert findings(text) == []


def test_only_named_modules_may_make_the_probability() -> None:
    assert findings("p = float(token)", "simulator/shape.py") == []
    assert len(findings("p = float(token)", "simulator/state.py")) == 1
    assert len(findings("p = 0.5", "simulator/shape.py")) == 1


@pytest.mark.parametrize(
    "path", ["simulator/fire_test.py", "packs/evaluation/loop.py", "tools/score.py", "examples/a.py"]
)
def test_outside_the_core_floats_are_free(path: str) -> None:
    assert findings("x = 0.5", path) == []


def test_repository() -> None:
    found = check(workspace_modules())
    assert not found, report(found)
