"""Facts and proxies against a second reading that plays the worst fire step by step (PCK-11.6)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.generator import facts as known
from packs.generator.config import preset
from packs.generator.facts import Facts
from packs.generator.families import FAMILIES
from packs.generator.generate import generate
from simulator import scenario
from simulator.fire import fire_world
from simulator.scenario import Scenario

quick = settings(max_examples=10, deadline=None, database=None)
Cell = tuple[int, int]


def near(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


class Reading:
    """A scenario read literally: sets of positions, and the set of burning cells of every snapshot."""

    def __init__(self, document: dict[str, Any], burning: list[set[Cell]] | None = None) -> None:
        area, self.horizon = document["map"], document["termination"]["max_steps"]
        walls = {tuple(at) for at in area["walls"]}
        self.open = {(r, c) for r in range(area["rows"]) for c in range(area["cols"])} - walls
        self.exits: list[Cell] = [tuple(item["position"]) for item in document["exits"]]
        self.people: list[Cell] = [tuple(item["position"]) for item in document["people"]]
        self.steps = {exit_: self.flood(exit_) for exit_ in self.exits}
        self.burning = burning or self.worst(document["fire"])

    def worst(self, fire: dict[str, Any]) -> list[set[Cell]]:
        flammable = self.open if fire["exits_flammable"] else self.open - set(self.exits)
        out = [{(row, col) for row, col in fire["ignition"]}]
        for step in range(1, self.horizon + 1):
            spread = step % fire["spread_interval"] == 0
            out.append(out[-1] | ({at for cell in out[-1] for at in near(cell)} & flammable if spread else set()))
        return out

    def leaves(self, person: Cell) -> bool:
        """Whether a person alone gets out: all cells where it can stand, snapshot by snapshot."""
        standing = {person}
        for step in range(1, self.horizon + 1):
            entered = (standing | {at for cell in standing for at in near(cell)}) & self.open - self.burning[step - 1]
            if entered & set(self.exits):
                return True
            standing = entered - self.burning[step]
        return False

    def way(self, person: Cell) -> int:
        """Steps to the nearest exit through open cells."""
        return min(self.steps[exit_][person] for exit_ in self.exits)

    def flood(self, exit_: Cell) -> dict[Cell, int]:
        """Steps to an exit, by widening a set one step at a time."""
        out, reached = {exit_: 0}, {exit_}
        while reached:
            reached = ({at for cell in reached for at in near(cell)} & self.open) - set(out)
            out |= dict.fromkeys(reached, max(out.values()) + 1)
        return out

    def lets_out(self, exit_: Cell) -> list[int]:
        """The steps in which an exit lets somebody out."""
        fronts = self.open & set(near(exit_))
        steps = range(1, self.horizon + 1)
        return [step for step in steps if exit_ not in self.burning[step - 1] and fronts - self.burning[step - 1]]

    def queued(self, order: list[Cell]) -> int:
        """The nearest first, each at the first free (step, exit)."""
        taken: dict[Cell, int] = dict.fromkeys(self.exits, 0)
        left = 0
        for person in order:
            ways = {exit_: self.steps[exit_][person] for exit_ in self.exits}
            free = [
                (step, exit_)
                for exit_ in self.exits
                for step in self.lets_out(exit_)
                if step >= ways[exit_] and step > taken[exit_]
            ]
            if free:
                step, exit_ = min(free)
                taken[exit_] = step
                left += 1
        return left


def some(batch: int, count: int = 1) -> Iterator[Scenario]:
    yield from (item.scenario for item in generate(preset(list(FAMILIES), count), batch))


def gathered(world: Scenario) -> tuple[Facts, Reading]:
    return known.gather(world), Reading(world.document)


@quick
@given(st.integers(0, 1 << 40), st.integers(0, len(FAMILIES) - 1))
def test_the_proxies(batch: int, family: int) -> None:
    facts, reading = gathered(next(islice(some(batch), family, None)))
    ways = sorted(reading.way(person) for person in reading.people)
    burns = [step for step, cells in enumerate(reading.burning) if cells & set(reading.exits)]
    found = known.proxies(facts)
    people, cells = (int(part) for part in found["density"].split("/"))
    assert people * len(reading.open) == cells * len(reading.people)
    assert all(people % k or cells % k for k in range(2, people + 1))
    assert found["shortest_path"] == {"min": ways[0], "median": lower_median(ways), "max": ways[-1]}
    assert found["exit_capacity"] == sum(len(reading.lets_out(exit_)) for exit_ in reading.exits)
    assert found["exit_fire_step"] == (burns[0] if burns else None)


def lower_median(values: list[int]) -> int:
    """The least value with at least half of all at or below it."""
    return min(value for value in values if 2 * sum(other <= value for other in values) >= len(values))


@quick
@given(st.integers(0, 1 << 40), st.integers(0, len(FAMILIES) - 1), st.integers(1, 3))
def test_escapes_and_queues(batch: int, family: int, interval: int) -> None:
    """Also with faster fires and shorter horizons than the families have, so that some people are lost."""
    document = next(islice(some(batch), family, None)).document
    fire = {key: value for key, value in document["fire"].items() if key != "spread_probability"}
    hard = document | {
        "fire": fire | {"model": "deterministic", "spread_interval": interval, "exits_flammable": True},
        "termination": {"max_steps": max(2, document["termination"]["max_steps"] // 3)},
    }
    facts, reading = gathered(scenario.from_value(hard))
    assert known.escapes(facts) == sum(reading.leaves(person) for person in reading.people)
    grid, people = facts.scenario.grid, facts.scenario.people
    order = sorted(people, key=lambda person: (reading.way(grid.position(person.cell)), person.id))
    assert known.queued(facts) == reading.queued([grid.position(person.cell) for person in order])


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_who_escapes_the_worst_fire_escapes_every_fire(seed: int) -> None:
    for world in some(5):
        grid, process = world.grid, fire_world(world, seed)
        burning = [
            {grid.position(cell) for cell in grid.cells() if process.burn_step[cell] <= step}
            for step in range(world.max_steps + 1)
        ]
        worst, real = Reading(world.document), Reading(world.document, burning)
        assert all(mild <= wild for mild, wild in zip(real.burning, worst.burning, strict=True))
        assert all(real.leaves(person) for person in worst.people if worst.leaves(person))


def test_facts_do_not_hang_on_probability() -> None:
    for world in some(6):
        slow = world.document["fire"] | {"model": "stochastic", "spread_probability": 0}
        other = replace(world, fire=scenario.from_value(world.document | {"fire": slow}).fire)
        assert known.proxies(known.gather(other)) == known.proxies(known.gather(world))
