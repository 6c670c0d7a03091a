"""The core is exact: no float literal, no true division, no float(), no import of math or random.

Floats differ between platforms (a sum of sines did, on 32-bit and WebAssembly); ints, Fraction and Decimal don't.
The one float of the contract is fire.spread_probability; PROBABILITY names the modules that may make one from it.
Dividing a path by a string is not a division: `folder / "name"` passes; write folder.joinpath(name) otherwise.
"""

from __future__ import annotations

import ast

from tools.lint.tree import CORE, Module

# Measures real time, and shows no result that is hashed or scored.
INEXACT = ("packs.evaluation", "conformance.runner")
PROBABILITY = (
    "packs.authoring",
    "simulator.canonical",
    "simulator.policies.forecast",
    "simulator.rng",
    "simulator.shape",
    "simulator.strict",
)
FORBIDDEN_MODULES = {"cmath", "math", "random", "statistics"}
# What the math module does with integers alone, imported by name.
EXACT = {"comb", "gcd", "isqrt", "lcm"}


def check(modules: list[Module]) -> list[str]:
    """Findings, one for each thing that is, or makes, a float."""
    found = []
    for module in modules:
        if module.within(*CORE) and not module.within(*INEXACT) and not module.is_test:
            for node in ast.walk(module.tree):
                message = _fault(node, module.within(*PROBABILITY))
                if message and isinstance(node, ast.expr | ast.stmt):
                    found.append(module.finding(node.lineno, message))
    return found


def _fault(node: ast.AST, has_probability: bool) -> str:
    """What is wrong with one node of the syntax tree, its children apart; empty if nothing is."""
    match node:
        case ast.Constant(value=float() | complex()):
            return f"float literal {node.value!r}"
        case ast.BinOp(op=ast.Div()) if not _is_path(node):
            return "true division: use //, Fraction(a, b), or joinpath for a path"
        case ast.AugAssign(op=ast.Div()):
            return "true division: use // or Fraction(a, b)"
        case ast.Call(func=ast.Name(id="float" | "complex" as name)) if not has_probability:
            return f"{name}() makes a float"
        case ast.Import() | ast.ImportFrom():
            return _import_fault(node)
    return ""


def _is_path(node: ast.BinOp) -> bool:
    """Whether a string is divided by, so that the left side must be a path."""
    right = node.right
    return isinstance(right, ast.JoinedStr) or (isinstance(right, ast.Constant) and isinstance(right.value, str))


def _import_fault(node: ast.Import | ast.ImportFrom) -> str:
    if isinstance(node, ast.ImportFrom) and node.module == "math" and {alias.name for alias in node.names} <= EXACT:
        return ""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    for name in names:
        if name.partition(".")[0] in FORBIDDEN_MODULES:
            return f"import of {name}"
    return ""
