"""Which vectors bear on which clause of the contract, and the table of it (docs/conformance).

A *positive* vector of a clause shows the rule kept: its documents are accepted, and the answer follows from the rule.
A *negative* one shows it broken: a document that is refused, or a record that does not replay, because of the clause.
A clause that lacks one of the two has a stated reason in coverage_exceptions.json: its own, or that of a clause above
it that names it as `below`, so that no new clause is excused unseen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.corpus.definitions import clause_order

POSITIVE, NEGATIVE = KINDS = ("positive", "negative")
_CLAUSE = re.compile(r"^\*\*((?:ENC|MET|PCK|SCO|SIM)-[0-9.]+)\*\*", re.MULTILINE)

Document = dict[str, Any]
Exceptions = Mapping[str, Mapping[str, Any]]
"""By clause: a reason by kind, and a list `below` of the clauses below it that share them."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """A clause with its vectors by kind."""

    clause: str
    vectors: Mapping[str, Sequence[str]]

    def lacks(self) -> list[str]:
        """The kinds of which it has no vector."""
        return [kind for kind in KINDS if not self.vectors[kind]]


def normative(pages: Iterable[str]) -> list[str]:
    """The clauses that the contract's pages define, bold at the start of a line, in order."""
    return sorted({clause for page in pages for clause in _CLAUSE.findall(page)}, key=clause_order)


def kind(vector: Document) -> str:
    """Whether a vector shows a rule kept or broken."""
    expected = vector["expected"]
    broken = expected["status"] == "rejected" or expected.get("output", {}).get("verdict") == "differs"
    return NEGATIVE if broken else POSITIVE


def coverage(clauses: Iterable[str], vectors: Iterable[Document]) -> list[Coverage]:
    """Every clause with the vectors that cite it or a clause below it.

    SIM-5 is what SIM-5.1 to SIM-5.9 say together, so whoever tests one of them tests it.
    """
    found: dict[str, dict[str, list[str]]] = {clause: {POSITIVE: [], NEGATIVE: []} for clause in clauses}
    for vector in vectors:
        cited = {above for clause in vector["clauses"] for above in _with_those_above(clause)}
        for clause in cited & found.keys():
            found[clause][kind(vector)].append(vector["id"])
    return [Coverage(clause, lists) for clause, lists in found.items()]


def _with_those_above(clause: str) -> list[str]:
    parts = clause.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def faults(found: Sequence[Coverage], exceptions: Exceptions, cited: Iterable[str]) -> list[str]:
    """Clauses without a vector or a reason, reasons that are not needed, and citations of what does not exist."""
    known = {one.clause for one in found}
    wrong = [f"{clause} is cited and does not exist" for clause in sorted(set(cited) - known)]
    excused_at_all = exceptions.keys() | {below for one in exceptions.values() for below in one.get("below", ())}
    wrong += [f"{clause} is excused and does not exist" for clause in sorted(excused_at_all - known)]
    for one in found:
        lacks = one.lacks()
        excused = [name for name in KINDS if _reason(one.clause, name, exceptions) is not None]
        wrong += [f"{one.clause} has no {name} vector and no reason" for name in lacks if name not in excused]
        wrong += [f"{one.clause} is excused, and has a {name} vector" for name in excused if name not in lacks]
    return wrong


def _reason(clause: str, kind: str, exceptions: Exceptions) -> str | None:
    """Why a clause has no vector of a kind: its own reason, or that of the nearest clause above that names it."""
    above = [exceptions[one] for one in reversed(_with_those_above(clause)[:-1]) if one in exceptions]
    shared = [one for one in above if clause in one.get("below", ())]
    found = [one[kind] for one in (exceptions.get(clause, {}), *shared) if kind in one]
    return found[0] if found else None


def counts(found: Iterable[Coverage]) -> dict[str, int]:
    """How many clauses have vectors of each kind, and of both."""
    lacking = [one.lacks() for one in found]
    out = {name: sum(name not in lacks for lacks in lacking) for name in KINDS}
    return out | {"both": sum(not lacks for lacks in lacking), "clauses": len(lacking)}


def page(found: Sequence[Coverage], exceptions: Exceptions, vectors: int) -> str:
    """The table as a page of Markdown."""
    total = counts(found)
    lines = [
        "# Traceability",
        "",
        "Which vectors bear on which clause of the contract, written by `bazel run //tools:corpus -- update`.",
        "",
        "A *positive* vector shows the rule kept: the documents are accepted and the answer follows from the rule.",
        "A *negative* vector shows it broken: a document is refused, or a record does not replay, because of the",
        "clause. A clause also has the vectors of the clauses below it (SIM-5 those of SIM-5.1). Where a kind is",
        "missing, the reason stands in its place.",
        "",
        f"{vectors} vectors; {total['clauses']} clauses: {total['positive']} with a positive vector, "
        f"{total['negative']} with a negative one, {total['both']} with both.",
        "",
        "| clause | positive | negative |",
        "|---|---|---|",
    ]
    lines += [
        f"| § {one.clause} | " + " | ".join(_cell(one, name, exceptions) for name in KINDS) + " |" for one in found
    ]
    return "\n".join(lines) + "\n"


def _cell(one: Coverage, name: str, exceptions: Exceptions) -> str:
    ids = one.vectors[name]
    if not ids:
        return "— " + (_reason(one.clause, name, exceptions) or "missing")
    shown = ", ".join(f"`{one_id}`" for one_id in ids[:3])
    return shown if len(ids) <= 3 else f"{shown} and {len(ids) - 3} more"
