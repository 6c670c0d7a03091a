"""The second reading against the product, on random worlds.

EMBER_OPT_AGREEMENT=N asks for N worlds instead of the first few; EMBER_OPT_AGREEMENT_FROM=M begins at world M.
"""

import os
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from conformance.second_reading import metrics as reading_metrics
from conformance.second_reading import score as reading_score
from conformance.second_reading.aggregate import CAUSES
from conformance.second_reading.bounds import CapacityExceeded, q_cut, q_exit
from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.contradictions import contradiction
from conformance.second_reading.fire import fire_world
from conformance.second_reading.observe import observation
from conformance.second_reading.references import joint_bound, references, tables, world_of
from conformance.second_reading.scenario import read_scenario, start_cells
from conformance.second_reading.simulate import run, snapshots
from conformance.second_reading.worlds import crowd, random_world, seed_of
from scoring.attribution import gather
from scoring.attribution import references as product_references
from scoring.episode import FAILURES, score_episode
from scoring.references.exit_bound import exit_bound
from scoring.references.joint import joint_bound as product_joint_bound
from simulator import canonical as product_canonical
from simulator import fire, metrics, record, scenario
from simulator.observation import observe

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "8"))
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))


def worlds(*more: int) -> Iterator[tuple[int, dict[str, Any], int]]:
    """World numbers with scenario and seed; `more` are worlds that a mutation of either side was first seen in."""
    for number in [*range(FIRST, FIRST + COUNT), *more]:
        yield number, random_world(number), seed_of(number)


def test_scenarios_and_fire_worlds() -> None:
    for number, document, seed in worlds():
        product = scenario.parse(canonical(document))
        assert read_scenario(canonical(document)) == document, number
        assert product.digest == digest(document), number
        assert fire.fire_world(product, seed).document() == fire_world(document, seed), number


def test_runs_metrics_and_observations() -> None:
    for number, document, seed in worlds():
        product = scenario.parse(canonical(document))
        for care in (3, 9):
            mine = run(document, seed, crowd(document, number, care))
            actions = iter([entry["actions"] for entry in mine["steps"]])
            theirs = record.run(product, seed, lambda seen, given=actions: next(given))  # type: ignore[misc]
            assert theirs.encode() == canonical(mine), number
            assert product_canonical.encode(theirs.document()) == canonical(mine), number
            assert metrics.episode_metrics(theirs) == reading_metrics.metrics(document, mine), number
            for before, after in zip(snapshots(mine), theirs.snapshots(), strict=True):
                assert observe(product, after) == observation(document, before), number


def test_references() -> None:
    for number, document, seed in worlds():
        product = fire.fire_world(scenario.parse(canonical(document)), seed)
        known, mine = product_references(product).optimum, references(document, seed)
        people = [person.id for person in product.scenario.people]
        assert dict(zip(people, known.earliest, strict=True)) == mine["L"], number
        assert dict(zip(people, known.moves, strict=True)) == mine["m"], number
        assert dict(zip(people, known.danger, strict=True)) == mine["D"], number
        assert known.max_evacuated == mine["max_evacuated"], number
        world = world_of(document, seed)
        earliest = tables(world)[0]
        assert product_joint_bound(product, known) == joint_bound(world, earliest), number
        for row, col in world.free - world.exits:
            for t in range(world.last + 1):
                theirs = known.earliest_from(product.scenario.grid.cell(row, col), t)
                assert theirs == earliest.get(((row, col), t)), (number, row, col, t)


def subsets(people: list[str]) -> list[list[str]]:
    """Everybody, and some of them."""
    return [people, people[::2], people[1::2], people[: len(people) // 2], people[1:]]


def test_bounds() -> None:
    for number, document, seed in worlds(204, 538, 896, 1064, 1094, 1170, 1272):
        product = fire.fire_world(scenario.parse(canonical(document)), seed)
        known, world = product_references(product), world_of(document, seed)
        earliest, starts = tables(world)[0], start_cells(document)
        ids = [person.id for person in product.scenario.people]
        for people in subsets([person for person in ids if (starts[person], 0) in earliest]):
            indices = [ids.index(person) for person in people]
            try:
                mine = q_exit(world, [earliest[(starts[one], 0)] for one in people]), q_cut(world, people, earliest)
            except CapacityExceeded:
                continue  # as no run has these evacuees
            assert (exit_bound(product, known.optimum, indices), known.cuts.bound(indices)) == mine, number


def plain(scored: dict[str, Any]) -> dict[str, Any]:
    """A score of the second reading in the product's arrangement."""
    names = ["evacuation", "casualty", "stranding", *reading_score.QUALITY]
    rest = ["status", "safety", "quality", "quality_without_replanning", "severity", "severe", "ceiling", "score"]
    return {"components": {name: scored[name] for name in names}} | {name: scored[name] for name in rest}


def test_scores_and_evidence() -> None:
    for number, document, seed in worlds():
        product = scenario.parse(canonical(document))
        known = product_references(fire.fire_world(product, seed))
        for care in (3, 9, 10):
            mine = run(document, seed, crowd(document, number, care))
            actions = iter([entry["actions"] for entry in mine["steps"]])
            theirs = record.run(product, seed, lambda seen, given=actions: next(given))  # type: ignore[misc]
            evidence = gather(theirs, known)
            found = reading_score.score_episode(document, seed, mine)
            assert evidence.document() == found["evidence"], number
            assert evidence.inputs().document() == found["inputs"], number
            scored = score_episode(evidence.inputs()).document()
            assert {key: scored[key] for key in plain(found)} == plain(found), number
            assert contradiction(found["inputs"]) is None, number
            assert found["score"] is None or 0 <= Fraction(found["score"]) <= Fraction(found["ceiling"]), number


def test_kinds_of_failure() -> None:
    assert list(FAILURES) == CAUSES[1:5]
