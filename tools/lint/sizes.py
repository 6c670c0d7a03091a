"""How long things may be: a function 40 lines without its docstring, a module 400. Tests' functions are exempt."""

from __future__ import annotations

import ast

from tools.lint.tree import Module

FUNCTION_LINES = 40
MODULE_LINES = 400


def check(modules: list[Module]) -> list[str]:
    """Findings, one for each thing that is too long."""
    found = []
    for module in modules:
        lines = len(module.text.splitlines())
        if lines > MODULE_LINES:
            found.append(module.finding(1, f"{lines} lines, at most {MODULE_LINES}"))
        if not module.is_test:
            found += _long_functions(module)
    return found


def _long_functions(module: Module) -> list[str]:
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = _lines(node)
            if lines > FUNCTION_LINES:
                found.append(module.finding(node.lineno, f"{node.name} has {lines} lines, at most {FUNCTION_LINES}"))
    return found


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """From `def` to the end, nested functions and blank lines too, without the docstring."""
    lines = _extent(node)
    if ast.get_docstring(node, clean=False) is not None:
        lines -= _extent(node.body[0])
    return lines


def _extent(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1
