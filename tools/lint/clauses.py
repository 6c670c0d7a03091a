"""The core cites the contract, and what it cites exists.

1. Every public function and class of a core module has a docstring, and so has the module, unless it is empty.
2. Every clause that a docstring or a comment names (SIM-4.2) is defined in PAGES. A clause is defined where a
   line of a page begins with it, whatever Markdown stands before: `**SIM-4.2** ...`, `### SIM-4.2 ...`.
   Where SIM-4.2 is defined, SIM-4 is too.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tools.lint.tree import CORE, Module

# Conformance, encoding, metrics, packs, scoring, simulation.
PREFIXES = ("CNF", "ENC", "MET", "PCK", "SCO", "SIM")

PAGES = ("docs/contract", "docs/protocol", "docs/conformance")

_CLAUSE = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-\d+(?:\.\d+)*")
_DEFINITION = re.compile(rf"^[\s#>*_`\[|-]*(?:<a [^>]*>(?:</a>)?\s*)?[*_`\[]*({_CLAUSE.pattern})", re.MULTILINE)


def defined_clauses(root: Path) -> set[str]:
    """The clauses that the pages of PAGES define, and those above them."""
    found = set()
    for page in sorted(page for folder in PAGES for page in (root / folder).glob("*.md")):
        for clause in _DEFINITION.findall(page.read_text(encoding="utf-8")):
            parts = clause.split(".")
            found |= {".".join(parts[: n + 1]) for n in range(len(parts))}
    return found


def check(modules: list[Module], defined: set[str]) -> list[str]:
    """Findings, one for each missing docstring and each clause that does not exist."""
    found = []
    for module in modules:
        if module.within(*CORE) and module.text.strip():
            if not module.is_test:
                found += _undocumented(module)
            found += [
                module.finding(line, f"{clause} is not defined in docs")
                for line, clause in _cited(module)
                if clause not in defined
            ]
    return found


def _undocumented(module: Module) -> list[str]:
    found = [] if ast.get_docstring(module.tree) else [module.finding(1, "the module has no docstring")]
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                found.append(module.finding(node.lineno, f"{node.name} has no docstring"))
    return found


def _cited(module: Module) -> Iterator[tuple[int, str]]:
    """Line and name of each clause in a comment or a string; a docstring is one."""
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for match in _CLAUSE.finditer(token.string):
                yield token.start[0] + token.string.count("\n", 0, match.start()), match.group()
