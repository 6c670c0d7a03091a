"""Every rule that the corpus tries is broken by a mutant, or has a reason why not."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from conformance.corpus.traceability import Coverage, coverage, normative
from conformance.mutants import matrix, rules
from conformance.mutants.catalogue import MUTANTS
from conformance.mutants.mutant import Mutant

ROOT = Path(__file__).parents[2]


def corpus() -> dict[str, Mapping[str, Any]]:
    """The committed vectors, by ID."""
    files = sorted(ROOT.joinpath("conformance", "corpus", "vectors").glob("*.json"))
    return {one["id"]: one for file in files for one in json.loads(file.read_bytes())["vectors"]}


def test_every_rule_with_a_vector_has_a_mutant_or_a_reason() -> None:
    pages = [path.read_text(encoding="utf-8") for path in sorted(ROOT.joinpath("docs", "contract").glob("*.md"))]
    vectors = corpus()
    found = coverage(normative(pages), map(dict, vectors.values()))
    assert len(found) > 300 and sum(any(one.vectors.values()) for one in found) > 290
    killed_by = matrix.decode(matrix.KILLED_BY.read_bytes())
    cited = {name: vectors[kill.vector]["clauses"] for name, kill in killed_by.items()}
    assert rules.faults(found, MUTANTS.values(), cited, rules.reasons()) == []


def test_reasons_are_few_and_said() -> None:
    assert len(rules.reasons()) <= 12
    assert all(len(reason) > 20 and reason.endswith(".") for reason in rules.reasons().values())


def mutant(name: str, *clauses: str) -> Mutant:
    return Mutant(name, clauses, "", "m", "a", "b")


ONE, TWO = mutant("x", "SIM-1.1"), mutant("y", "SIM-2.1")
LACKS = "has vectors, and no mutant that breaks it dies of one"
CITED = {"x": ["SIM-1.1"], "y": ["SIM-2.1"], "z": ["SIM-2", "SIM-9"]}


@pytest.mark.parametrize(
    ("mutants", "excused", "expected"),
    [
        ([ONE], {"SIM-2": "no"}, []),
        ([ONE], {}, [f"SIM-2 {LACKS}", f"SIM-2.1 {LACKS}"]),
        ([ONE, mutant("z", "SIM-2")], {}, [f"SIM-2.1 {LACKS}"]),
        ([ONE, mutant("z", "SIM-2")], {"SIM-2.1": "no"}, []),
        ([ONE, TWO], {"SIM-2": "no"}, ["SIM-2 is excused, and a mutant breaks it"]),
        ([ONE, TWO], {"SIM-3": "no"}, ["SIM-3 is excused, and has no vector"]),
        ([ONE, TWO, mutant("z", "SIM-9")], {}, ["z breaks SIM-9, which does not exist"]),
        ([ONE, mutant("z", "SIM-2.1")], {}, [f"SIM-2.1 {LACKS}"]),
        (
            [ONE, mutant("x", "SIM-2.1")],
            {},
            [f"SIM-1 {LACKS}", f"SIM-1.1 {LACKS}", f"SIM-2 {LACKS}", f"SIM-2.1 {LACKS}"],
        ),
    ],
)
def test_faults(mutants: list[Mutant], excused: dict[str, str], expected: list[str]) -> None:
    tried = ["SIM-1", "SIM-1.1", "SIM-2", "SIM-2.1"]
    found = [Coverage(clause, {"positive": [], "negative": ["a.b.0001"]}) for clause in tried]
    found += [Coverage("SIM-3", {"positive": [], "negative": []}), Coverage("SIM-4", {"positive": [], "negative": []})]
    assert rules.faults(found, mutants, CITED, excused) == expected
