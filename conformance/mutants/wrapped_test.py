"""Every testee of wrapped.py dies of what is named for it, and so does a mutant that runs as a testee."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from conformance import challenge, vectors
from conformance.mutants import matrix, wrapped
from conformance.mutants.harness import CORPUS, command
from conformance.mutants.wrapped import CHALLENGE, NEGATIVE, POSITIVE, TESTEES, Wrapped
from conformance.runner.execution import Outcome, execute
from conformance.runner.plan import turns
from conformance.runner.process import Limits
from conformance.runner.settings import Budgets, Settings
from conformance.vectors import Vector

CORPUS_BY_ID = {vector.id: vector for vector in vectors.load(CORPUS)}
PUBLISHED = [CORPUS_BY_ID[one] for one in sorted(CORPUS_BY_ID) if one.startswith("rng.")]
PATIENT = Budgets(start=60.0, finish=60.0, case=60.0)
HASTY = {"testee.hangs": replace(PATIENT, case=0.5), "testee.late": replace(PATIENT, case=0.5)}
HASTY["testee.hangs-at-start"] = replace(PATIENT, start=0.5)


def run(argv: list[str], asked: list[Vector], known: dict[str, Vector], budgets: Budgets = PATIENT) -> Outcome:
    settings = Settings(tuple(argv), "1", Fraction(1), budgets, Limits(linger=0.2))
    return execute(turns(asked, known, "1"), settings)


def wrapped_run(one: Wrapped, path: Path, asked: list[Vector], known: dict[str, Vector]) -> Outcome:
    argv = command(wrapped.__name__, one.id, str(path))
    return run(argv, asked, known, HASTY.get(one.id, PATIENT))


def verdicts(outcome: Outcome) -> dict[str, tuple[str, str]]:
    return {name: (result.verdict.status, result.verdict.detail) for name, result in outcome.results.items()}


@pytest.mark.parametrize("one", [one for one in TESTEES if one.vector != CHALLENGE], ids=lambda one: one.id)
def test_the_testee_dies(one: Wrapped, tmp_path: Path) -> None:
    asked = [CORPUS_BY_ID[one.vector]]
    if one.id == "testee.late":
        asked.append(CORPUS_BY_ID["rng.words.0002"])
    found = verdicts(wrapped_run(one, tmp_path / "kept", asked, CORPUS_BY_ID))
    assert (one.status, one.detail) in found.values()


def test_an_honest_testee_lives() -> None:
    asked = [CORPUS_BY_ID[POSITIVE], CORPUS_BY_ID[NEGATIVE]]
    found = verdicts(run(command("conformance.testee"), asked, CORPUS_BY_ID))
    assert set(found.values()) == {("pass", "")}


def test_a_table_passes_what_is_published_and_dies_of_the_challenge() -> None:
    (table,) = [one for one in TESTEES if one.vector == CHALLENGE]
    drawn = [one for one in challenge.cases("rng", "5" * 64, PUBLISHED) if one.operation.startswith("rng.")]
    known = CORPUS_BY_ID | {one.id: one for one in drawn}
    found = verdicts(wrapped_run(table, CORPUS, [*PUBLISHED, *drawn], known))
    assert {found[one.id] for one in PUBLISHED} == {("pass", "")}
    assert {found[one.id][0] for one in drawn} > {table.status}
    assert (table.status, table.detail) in {found[one.id] for one in drawn}


def test_a_mutant_as_a_testee() -> None:
    kill = matrix.decode(matrix.KILLED_BY.read_bytes())["rng.words.increment"]
    found = run(command("conformance.mutants.testee", "rng.words.increment"), [CORPUS_BY_ID[kill.vector]], CORPUS_BY_ID)
    assert verdicts(found)[kill.vector] == ("mismatch", "output")
    assert json.dumps(kill.vector) in matrix.KILLED_BY.read_text()


@pytest.mark.parametrize(
    ("mutant", "vector", "told"),
    [
        (
            "fire.draws.at-most",
            "fire.world.0032",
            "step 1, /ignitions/0: expected nothing, found [0, 1]; the first such cell is [0, 1], which ignites and is"
            " not expected to; draws 1 to 1 of this step decide on it, 0 were taken before",
        ),
        (
            "fire.order.column-major",
            "fire.world.0007",
            "step 4, /ignitions/0/0: expected 1, found 2; the first such cell is [1, 2], which ",
        ),
        (
            "phases.fire-before-evacuation",
            "run.phases.0003",
            'step 1, /casualties/0: expected nothing, found {"cause": "fire_spread", "person": "P1"}',
        ),
        ("observation.people.active-only", "run.observe.0001", 'step 1, /people/0/id: expected "P1", found "P10"'),
    ],
)
def test_the_trace_of_a_mutant_shows_where_it_leaves_the_path(mutant: str, vector: str, told: str) -> None:
    """The step, and of a fire the cell and the draws that decide on it (CNF-5.3, CNF-7.7)."""
    found = run(command("conformance.mutants.testee", mutant), [CORPUS_BY_ID[vector]], CORPUS_BY_ID)
    message = found.results[vector].verdict.message
    assert f"first divergence: {told}" in message
