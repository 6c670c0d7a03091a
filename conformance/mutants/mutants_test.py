"""Every mutant dies of the vector that is named for it, and the page says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance import vectors
from conformance.mutants import matrix, rules
from conformance.mutants.catalogue import AREAS, MUTANTS
from conformance.mutants.harness import CORPUS, Harness
from conformance.mutants.wrapped import TESTEES

PAGE = Path(__file__).parents[2] / "docs" / "conformance" / "kill-matrix.md"
KILLED_BY = matrix.decode(matrix.KILLED_BY.read_bytes())
KNOWN = {vector.id: vector for vector in vectors.load(CORPUS)}
HINT = f"; if that is meant, `{matrix.UPDATE}` names the vectors anew"


@pytest.fixture(scope="module")
def harness() -> Iterator[Harness]:
    with Harness() as running:
        yield running


def test_every_mutant_has_a_vector_and_no_other_has() -> None:
    assert len(MUTANTS) == sum(map(len, AREAS)) >= 80
    assert sorted(KILLED_BY) == sorted(MUTANTS), HINT
    assert [kill.vector for kill in KILLED_BY.values() if kill.vector not in KNOWN] == [], HINT


def test_the_product_passes_the_named_vectors(harness: Harness) -> None:
    assert harness.ask(None, sorted({kill.vector for kill in KILLED_BY.values()})) == {}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_mutant_dies_of_its_vector(harness: Harness, name: str) -> None:
    assert name in KILLED_BY, f"no vector is named for {name}: `{matrix.UPDATE}`"
    kill = KILLED_BY[name]
    found = harness.ask(name, [kill.vector])
    assert list(found) == [kill.vector], f"{name} survives {kill.vector}{HINT}"
    assert matrix.status(KNOWN[kill.vector], found[kill.vector]) == kill.status, HINT


def test_the_page_is_that_of_the_matrix() -> None:
    assert PAGE.read_text(encoding="utf-8") == matrix.page(KILLED_BY, MUTANTS, TESTEES, rules.reasons()), HINT
    assert matrix.encode(KILLED_BY) == matrix.KILLED_BY.read_bytes(), HINT
