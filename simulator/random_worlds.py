"""Small random worlds for the tests of laws: a number names a world, on every platform.

A test looks at the first worlds of the sequence; the environment variable EMBER_OPT_DEEP=N asks for N of them, and
EMBER_OPT_WORLD=NUMBER for one alone, as a failure names it.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, TypeVar

from simulator import canonical, scenario
from simulator.grid import DIRECTIONS
from simulator.rng import MAX_SEED, Stream
from simulator.scenario import BLOCKED, CASUALTY, DETERMINISTIC, STOCHASTIC, Scenario

Cells = list[list[int]]
Document = dict[str, Any]
Item = TypeVar("Item")

_PROBABILITIES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


class Draw:
    """Choices from a stream of its own, which moves no fire."""

    def __init__(self, number: int, label: str) -> None:
        self._stream = Stream(number, f"random-worlds/{label}")

    def below(self, limit: int) -> int:
        """An integer from 0 to limit − 1."""
        return self._stream.next_u64() % limit

    def between(self, low: int, high: int) -> int:
        """An integer from low to high."""
        return low + self.below(high - low + 1)

    def shuffled(self, items: Mapping[str, Item]) -> dict[str, Item]:
        """The same mapping in any order."""
        out = list(items.items())
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return dict(out)

    def take(self, cells: Cells, count: int) -> Cells:
        """Takes some cells out of a list, as long as it has any."""
        return [cells.pop(self.below(len(cells))) for _ in range(min(count, len(cells)))]


@dataclass(frozen=True, slots=True)
class RandomWorld:
    """World `number` of the sequence: a scenario and the seed of its fire."""

    number: int
    scenario: Scenario
    seed: int

    def draw(self, label: str) -> Draw:
        """More choices that belong to this world."""
        return Draw(self.number, label)

    def with_fire(self, probability: float | None) -> Scenario:
        """The scenario with a stochastic fire of that probability, or None for the deterministic one."""
        fire = self.scenario.document["fire"]
        rules = _rules(fire["spread_interval"], probability, fire["exits_flammable"])
        return scenario.from_value(self.scenario.document | {"fire": {"ignition": fire["ignition"], **rules}})

    def wander(self, label: str) -> Callable[[Document], dict[str, str]]:
        """A policy that takes any direction, into walls, fire and people too."""
        draw = self.draw(label)
        return lambda observation: {
            person["id"]: DIRECTIONS[draw.below(len(DIRECTIONS))]
            for person in observation["people"]
            if person["status"] == "active"
        }


def hold(law: Callable[[RandomWorld], int], default: int, *more: int) -> None:
    """Checks a law on the first `default` worlds; it returns how often a world put it to the test.

    `more` names worlds further on in the sequence that a mutation of the code was first seen in.
    """
    alone = os.environ.get("EMBER_OPT_WORLD")
    first = range(int(os.environ.get("EMBER_OPT_DEEP", default)))
    tested = 0
    for number in chain(first, more) if alone is None else [int(alone)]:
        world = random_world(number)
        try:
            tested += law(world)
        except BaseException as error:  # what pytest.raises fails with is no Exception
            document = canonical.encode(world.scenario.document).decode()
            error.add_note(f"world {number} (again: EMBER_OPT_WORLD={number}), seed {world.seed}: {document}")
            raise
    assert tested or alone, "none of these worlds puts the law to the test"


def random_world(number: int) -> RandomWorld:
    """World `number`: scattered cells, or a crowded room behind doors."""
    draw = Draw(number, "world")
    document = _scattered(draw) if number % 2 else _room(draw)
    return RandomWorld(number, scenario.from_value(document), draw.below(MAX_SEED + 1))


def _scattered(draw: Draw) -> Document:
    """1 × 2 to 6 × 7 cells, up to 12 steps; walls, exits, people and fire anywhere."""
    rows = draw.between(1, 6)
    cols = draw.between(2 if rows == 1 else 1, 7)
    cells = [[r, c] for r, c in product(range(rows), range(cols))]
    exits = draw.take(cells, min(draw.between(1, 3), len(cells) - 1))
    people = draw.take(cells, draw.between(1, 8))
    walls = draw.take(cells, draw.between(0, rows * cols // 2))
    marked = {"#": walls, "E": exits, "P": people, "*": draw.take(cells, draw.below(4))}
    return _compose(draw, (rows, cols), marked, draw.between(1, 12))


def _room(draw: Draw) -> Document:
    """A crowd in a room with one or two doors, fire on both sides, exits beyond: the worlds in which people queue."""
    rows, cols = draw.between(3, 5), draw.between(6, 9)
    wall = draw.between(2, cols - 3)
    doors = {draw.below(rows) for _ in range(draw.between(1, 2))}
    room = [[r, c] for r, c in product(range(rows), range(wall))]
    outside = [[r, c] for r, c in product(range(rows), range(wall + 1, cols))]
    marked = {
        "#": [[r, wall] for r in range(rows) if r not in doors],
        "E": draw.take(outside, draw.between(1, 4)) + draw.take(room, draw.below(2)),
        "*": draw.take(outside, draw.below(2)) + draw.take(room, draw.below(2)),
        "P": draw.take(room, draw.between(3, 10)) + draw.take(outside, draw.below(3)),
    }
    return _compose(draw, (rows, cols), marked, draw.between(10, 25))


def _compose(draw: Draw, size: tuple[int, int], marked: dict[str, Cells], max_steps: int) -> Document:
    flammable = draw.below(3) > 0
    lit = marked["E"][:1] if flammable and draw.below(4) == 0 else []
    probability = _PROBABILITIES[draw.below(7)] if draw.below(4) else None
    return {
        "schema_version": "1.0",
        "scenario_id": "random",
        "map": {"rows": size[0], "cols": size[1], "walls": sorted(marked["#"])},
        "exits": _named("E", marked["E"]),
        "people": _named("P", marked["P"]),
        "fire": {"ignition": sorted(marked["*"] + lit), **_rules(draw.between(1, 4), probability, flammable)},
        "movement": {"enter_fire": (BLOCKED, CASUALTY)[draw.below(2)]},
        "termination": {"max_steps": max_steps},
    }


def _rules(interval: int, probability: float | None, flammable: bool) -> Document:
    rules: Document = {"model": DETERMINISTIC, "spread_interval": interval, "exits_flammable": flammable}
    return rules if probability is None else rules | {"model": STOCHASTIC, "spread_probability": probability}


def _named(prefix: str, positions: Cells) -> list[Document]:
    """IDs of different lengths, so that their order is neither that of the cells nor of the numbers."""
    items = [{"id": f"{prefix}{number}", "position": at} for number, at in enumerate(positions, 7)]
    return sorted(items, key=lambda item: str(item["id"]))
