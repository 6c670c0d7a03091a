"""The kill matrix: which vector each mutant dies of, kept in killed_by.json and shown in docs/conformance."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.mutants.harness import Outcomes
from conformance.mutants.mutant import Mutant
from conformance.mutants.wrapped import Wrapped
from conformance.runner.judge import judge
from conformance.vectors import Vector

UPDATE = "bazel run //conformance/mutants:update"
KILLED_BY = Path(__file__).parent.joinpath("killed_by.json")
ERROR = "error"

_PAGE = f"""# Kill matrix

A corpus is worth what it finds. Here each rule of the contract is broken on purpose: a *mutant* is this repository's
own product with one fault, and each has to die of a vector, which is named for it. `bazel test
//conformance/mutants/...` fails where one survives its vector. Written by `{UPDATE}`; do not edit.

Of the vectors that kill a mutant the most specific one is named: one that gets a wrong answer rather than an error,
that cites a clause of the mutant, and that kills few others. *How* is the status that the runner gives it; *of* how
many vectors kill it.

"""

_TESTEES = """
## Testees

These are testees that break the protocol, or try to pass without knowing the contract. The product's answers are behind
them. `challenge` stands for the cases that are drawn for a run (CNF-8.2).

| testee | clauses | what is wrong | killed by | how |
|---|---|---|---|---|
"""

_UNBROKEN = """
## Rules without a mutant

Every clause that has a vector is broken by a mutant that dies of a vector which cites the clause, but for these and
what is part of them. `bazel test //conformance/mutants/...` fails where another clause has none.

| clause | why |
|---|---|
"""


@dataclass(frozen=True, slots=True)
class Kill:
    """What a mutant dies of: the vector named for it, the status that this gets, and how many vectors kill it."""

    vector: str
    status: str
    vectors: int


Matrix = Mapping[str, Kill]


def status(vector: Vector, outcome: Mapping[str, Any]) -> str:
    """The status that the runner gives to an outcome."""
    return judge(vector.expected, outcome).status


def choose(
    found: Mapping[str, Outcomes], mutants: Mapping[str, Mutant], known: Mapping[str, Vector]
) -> dict[str, Kill]:
    """The kill of each mutant that dies.

    Args:
        found: by mutant, what it answers otherwise than expected.
        mutants: the mutants, by ID.
        known: the vectors, by ID.
    """
    spread = Counter(vector for outcomes in found.values() for vector in outcomes)
    out = {}
    for name, outcomes in found.items():
        statuses = {one: status(known[one], outcome) for one, outcome in outcomes.items()}
        ranked = sorted(statuses, key=lambda one: _rank(known[one], mutants[name], statuses[one], spread[one]))
        if ranked:
            out[name] = Kill(ranked[0], statuses[ranked[0]], len(ranked))
    return out


def _rank(vector: Vector, mutant: Mutant, how: str, spread: int) -> tuple[bool, bool, int, int, int, str]:
    """Where a vector stands among those that kill a mutant; the least is named."""
    size = len(json.dumps(vector.input))
    return how == ERROR, not cites(vector, mutant), spread, len(vector.clauses), size, vector.id


def cites(vector: Vector, mutant: Mutant) -> bool:
    """Whether a vector bears on a clause that the mutant breaks, or on one below it."""
    return any(f"{cited}.".startswith(f"{clause}.") for cited in vector.clauses for clause in mutant.clauses)


def survivors(found: Mapping[str, Outcomes]) -> list[str]:
    """The mutants that no vector kills."""
    return sorted(name for name, outcomes in found.items() if not outcomes)


def encode(matrix: Matrix) -> bytes:
    """The bytes of killed_by.json: a line for each mutant."""
    rows = [
        f"{json.dumps(name)}: {json.dumps({'status': kill.status, 'vector': kill.vector, 'vectors': kill.vectors})}"
        for name, kill in sorted(matrix.items())
    ]
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def decode(data: bytes) -> dict[str, Kill]:
    """The matrix of killed_by.json."""
    return {name: Kill(**row) for name, row in json.loads(data).items()}


def page(matrix: Matrix, mutants: Mapping[str, Mutant], testees: Iterable[Wrapped], unbroken: Mapping[str, str]) -> str:
    """The page of docs/conformance."""
    clauses = {clause for name in matrix for clause in mutants[name].clauses}
    told = f"{len(matrix)} of {len(mutants)} mutants die of a named vector; they break {len(clauses)} clauses.\n\n"
    rows = [
        "| mutant | clauses | what is wrong | killed by | how | of |\n|---|---|---|---|---|---|\n",
        *(_row(mutants[name], matrix[name]) for name in mutants if name in matrix),
    ]
    why = [f"| {clause} | {reason} |\n" for clause, reason in unbroken.items()]
    return _PAGE + told + "".join(rows) + _TESTEES + "".join(map(_testee_row, testees)) + _UNBROKEN + "".join(why)


def _row(mutant: Mutant, kill: Kill) -> str:
    told = f"| `{mutant.id}` | {', '.join(mutant.clauses)} | {_cell(mutant.wrong)} | "
    return f"{told}`{kill.vector}` | {kill.status} | {kill.vectors} |\n"


def _testee_row(one: Wrapped) -> str:
    told = f"| `{one.id}` | {', '.join(one.clauses)} | {_cell(one.wrong)} | "
    return f"{told}`{one.vector}` | {one.status}, `{one.detail}` |\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*")
