"""order.py on bad trees, and on this repository."""

from __future__ import annotations

import pytest

from tools.lint.order import check
from tools.lint.tree import Module, report, workspace_modules


def findings(text: str, path: str = "simulator/fire.py") -> list[str]:
    return check([Module(path, text)])


@pytest.mark.parametrize(
    "text",
    [
        "x = list({1, 2})",
        "x = tuple({n for n in y})",
        "x = [n for n in set(y)]",
        "x = list(map(str, frozenset(y)))",
        "x = ','.join({*a, *b})",
        "x = [*(a.keys() - b)]",
        "x, y = set(), 1\nz = [*x]",
        "x = [n for n in a.keys() & b]",
        "x = max(set(y), key=len)",
        "x = sorted(set(y), key=len)",
        "x = set(y).pop()",
        "a, b = {c, d}",
        "x = f'{set(y)}'",
        "x = next(iter(set(y)))",
        "f(*set(y))",
        "def f(cells: set[int]): return list(cells)",
        "def f(*, cells: frozenset[int]): return list(cells)",
        "def f(cells: AbstractSet[int]): return list(cells.union(y))",
        "def f():\n    x = set(a)\n    x |= b\n    return list(x)",
        "def f():\n    x: set[int] = g()\n    return list(x)",
        "def f(): return g([n for n in h()])\ndef h() -> set[str]: ...",
        "class C:\n    seen: frozenset[int]\ndef f(c): return list(c.seen)",
        "class C:\n    def __init__(self):\n        self.seen: set[int] = g()\n    def f(self): return list(self.seen)",
        "x = set(y)\ndef f():\n    def g(): return list(x)",
        "x = list(a if a else set(b))",
        "for n in set(x): out.append(n)",
        "for n in set(x): print(n)",
        "for n in set(x): digest.update(n)",
        "for n in set(x): text += n",
        "for n in set(x):\n    for m in n: out.append(m)",
        "def f():\n    for n in set(x): yield n",
        "def f():\n    yield from set(x)",
        "def f():\n    for n in set(x): return n",
        "def f():\n    for n in set(x): raise E(n)",
    ],
)
def test_order_of_a_set_is_found(text: str) -> None:
    (finding,) = findings(text)
    assert finding.endswith("a set is gone through in no fixed order"), finding


@pytest.mark.parametrize(
    "text",
    [
        "x = sorted({1, 2})",
        "x = sorted([*set(a), *b])",
        "x = sum(n for n in set(y))",
        "x = min(set(y)) + len(set(y))",
        "x = {n for n in set(y)}",
        "x = {*set(y)}",
        "x = any(n in a for n in set(y))",
        "x = {n: 1 for n in set(y)}",
        "x = sorted(set(y), key=clause_order)",
        "x = set(y).pop() if len(set(y)) == 1 else 0",
        "(x,) = set(y)",
        "x = list(dict.fromkeys(y))",
        "x = [n for n in y if n in set(z)]",
        "def f(x: list[int]): return list(x)",
        "def f(x: set[int]): ...\ndef g(x): return list(x)",
        "def f():\n    x = set(a)\n    x = sorted(x)\n    return list(x)",
        "class C:\n    seen: set[int]\nclass D:\n    seen: list[int]\ndef f(d): return list(d.seen)",
        "def f(): return list(h())\ndef h() -> list[str]: ...",
        "x = set(y)\ndef f(x): return list(x)",
        "for n in set(x): other.add(n)",
        "for n in set(x): n.close()",
        "for n in set(x): table[n] = 1",
        "for n in set(x): table[n].append(1)",
        "seen = set()\nfor n in set(x): seen.update(n)",
        "def f():\n    for n in set(x):\n        if n: return True",
        "for n in list(x): out.append(n)",
        "x = a | b",
        "x = [*a, *b]",
    ],
)
def test_what_has_an_order_or_needs_none_is_not(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import locale", "import of locale"),
        ("from locale import format_string", "import of locale"),
        ("x = f'{n:n}'", "format code n"),
        ("x = f'{n:>12n}'", "format code n"),
        ("x = '{:n}'.format(y)", "format code n"),
        ("x = '{0:d} {name:,n}'.format(y)", "format code n"),
        ("x = format(y, 'n')", "format code n"),
        ("x = day.strftime('%x')", "strftime depends on the locale"),
        ("x = open(p)", "open without encoding"),
        ("x = open(p, 'w')", "open without encoding"),
        ("x = p.read_text()", "read_text without encoding"),
        ("p.write_text('a')", "write_text without encoding"),
    ],
)
def test_locale_is_found(text: str, said: str) -> None:
    (finding,) = findings(text)
    assert said in finding


@pytest.mark.parametrize(
    "text",
    [
        "x = f'{n:d}{n:03}{name}'",
        "x = '%d' % n",
        "x = '{n} {:d} in'.format(y)",
        "x = open(p, 'rb').read()",
        "x = open(p, mode='ab')",
        "x = open(p, encoding='utf-8')",
        "x = p.read_text('utf-8')",
        "x = archive.open(name)",
        "p.write_text(t, encoding='utf-8')",
    ],
)
def test_what_depends_on_no_locale_is_not(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize("path", ["simulator/fire_test.py", "tools/score.py", "conformance/second_reading/fire.py"])
def test_elsewhere_orders_are_free(path: str) -> None:
    assert findings("x = list({1, 2})", path) == []


def test_repository() -> None:
    found = check(workspace_modules())
    assert not found, report(found)
