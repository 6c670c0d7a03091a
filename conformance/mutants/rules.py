"""Which rules of the contract a mutant breaks: every clause that has a vector, but for those with a stated reason.

A mutant breaks the clauses that it names, and what these are part of: one that breaks SIM-5.1 breaks SIM-5. It counts
where the vector that it dies of cites that clause, so that a clause is not broken by name alone. A reason of
unbroken.json is for a clause and all below it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from conformance.corpus.traceability import Coverage
from conformance.mutants.mutant import Mutant

UNBROKEN = Path(__file__).parent.joinpath("unbroken.json")

Reasons = Mapping[str, str]


def reasons() -> Reasons:
    """Why a clause with vectors has no mutant, by clause."""
    found: Reasons = json.loads(UNBROKEN.read_bytes())
    return found


def faults(
    found: Sequence[Coverage], mutants: Iterable[Mutant], cited: Mapping[str, Sequence[str]], excused: Reasons
) -> list[str]:
    """Clauses with vectors and neither a mutant nor a reason, reasons that are not needed, clauses that don't exist.

    Args:
        found: every clause with its vectors.
        mutants: the mutants.
        cited: by mutant, what the vector cites that it dies of.
        excused: why a clause needs no mutant.
    """
    named = {mutant.id: mutant.clauses for mutant in mutants}
    known = {one.clause for one in found}
    broken = {above for name, clauses in named.items() for above in _all_upwards(clauses) & _all_upwards(cited[name])}
    tried = {one.clause for one in found if any(one.vectors.values())}
    wrong = [
        f"{one.clause} has vectors, and no mutant that breaks it dies of one"
        for one in found
        if one.clause in tried - broken and excused.keys().isdisjoint(_upwards(one.clause))
    ]
    wrong += [f"{clause} is excused, and has no vector" for clause in excused if clause not in tried]
    wrong += [f"{clause} is excused, and a mutant breaks it" for clause in excused if clause in broken]
    return wrong + [
        f"{name} breaks {clause}, which does not exist"
        for name, clauses in named.items()
        for clause in clauses
        if clause not in known
    ]


def _all_upwards(clauses: Iterable[str]) -> set[str]:
    return {above for clause in clauses for above in _upwards(clause)}


def _upwards(clause: str) -> list[str]:
    """A clause and those that it is part of."""
    parts = clause.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]
