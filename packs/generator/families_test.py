"""The rule of every family, read off the documents of its scenarios (PCK-11.5)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.generator.config import preset
from packs.generator.facts import Facts, gather
from packs.generator.families import FAMILIES
from packs.generator.generate import generate
from simulator import scenario

quick = settings(max_examples=4, deadline=None, database=None)
Cell = tuple[int, int]


class Seen:
    """What a document says, in plain sets, and the cells that the worst fire burns within the horizon."""

    def __init__(self, document: dict[str, Any]) -> None:
        area, fire = document["map"], document["fire"]
        self.rows: int = area["rows"]
        self.cols: int = area["cols"]
        self.fire = fire
        self.walls = {tuple(at) for at in area["walls"]}
        self.open = {(r, c) for r in range(self.rows) for c in range(self.cols)} - self.walls
        self.exits = {tuple(item["position"]) for item in document["exits"]}
        self.people = {tuple(item["position"]) for item in document["people"]}
        self.ignition = {(row, col) for row, col in fire["ignition"]}
        self.burnt = set(self.ignition)
        for _ in range(document["termination"]["max_steps"] // fire["spread_interval"]):
            fuel = self.open if fire["exits_flammable"] else self.open - self.exits
            self.burnt |= {at for cell in self.burnt for at in near(cell)} & fuel

    def ways(self, cell: Cell) -> dict[Cell, int]:
        """Steps from a cell to each exit."""
        out: dict[Cell, int] = {}
        reached, steps = {cell}, 0
        while len(out) < len(self.exits):
            out |= {exit_: steps for exit_ in self.exits & reached if exit_ not in out}
            reached |= {at for other in reached for at in near(other)} & self.open
            steps += 1
        return out

    def nearest(self, cell: Cell) -> int:
        return min(self.ways(cell).values())


def near(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def sits_around(seen: Seen, cell: Cell) -> bool:
    """In the middle quarter of the map; pillars may stand in the very middle."""
    down, along = abs(2 * cell[0] - seen.rows + 1), abs(2 * cell[1] - seen.cols + 1)
    return bool(2 * down <= seen.rows and 2 * along <= seen.cols)


def corridor(seen: Seen) -> bool:
    middle = seen.rows // 2
    inside = {(middle, col) for col in range(1, seen.cols - 1)}
    return inside.issubset(seen.open) and seen.exits <= {(middle, 0), (middle, seen.cols - 1)}


def partitioned(seen: Seen) -> bool:
    """Some inner row and some inner column are wall for the greater part; doors are what is open."""
    rows = [sum((row, col) in seen.walls for col in range(seen.cols)) for row in range(1, seen.rows - 1)]
    cols = [sum((row, col) in seen.walls for row in range(seen.rows)) for col in range(1, seen.cols - 1)]
    return 2 * max(rows) > seen.cols and 2 * max(cols) > seen.rows


RULES: dict[str, Callable[[Seen], bool]] = {
    "burnable_exits": lambda s: len(s.exits) >= 2 and bool(s.exits & s.burnt) and not s.exits & s.ignition,
    "central_ignition": lambda s: (
        len(s.exits) >= 2 and all(sits_around(s, cell) for cell in s.ignition) and bool(s.people & s.burnt)
    ),
    "far_ignition": lambda s: all(
        4 * s.nearest(cell) >= 3 * max(s.nearest(other) for other in s.open) for cell in s.ignition
    ),
    "fireproof_exits": lambda s: (
        len(s.exits) >= 2 and not s.exits & s.burnt and any(set(near(exit_)) & s.open <= s.burnt for exit_ in s.exits)
    ),
    "narrow_corridor": corridor,
    "office_grid": lambda s: len(s.exits) >= 2,
    "open_hall": lambda s: len(s.exits) >= 2 and len(s.open) == (s.rows - 2) * (s.cols - 2) + len(s.exits),
    "rooms_with_doors": partitioned,
    "several_exits": lambda s: len(s.exits) >= 2,
    "single_exit_high_density": lambda s: len(s.exits) == 1 and len(s.people) * 5 >= len(s.open),
    "single_exit_low_density": lambda s: len(s.exits) == 1 and len(s.people) * 10 <= len(s.open),
}


def documents(family: str, batch: int, count: int) -> Iterator[dict[str, Any]]:
    return (item.scenario.document for item in generate(preset([family], count), batch))


def test_every_family_has_a_rule_here() -> None:
    assert set(RULES) == set(FAMILIES) and len(FAMILIES) >= 10


@pytest.mark.parametrize("family", FAMILIES)
@quick
@given(batch=st.integers(0, 1 << 50))
def test_rules(family: str, batch: int) -> None:
    for document in documents(family, batch, 3):
        assert RULES[family](Seen(document))
        for cell in Seen(document).ignition:
            assert Seen(document).nearest(cell) >= 1


@pytest.mark.parametrize("family", ["burnable_exits", "central_ignition", "fireproof_exits", "single_exit_low_density"])
def test_a_rule_refuses_a_neighbour(family: str) -> None:
    """One change that breaks each rule is seen by the family's own rule."""
    document = next(documents(family, 4, 1))
    broken = document | {
        "exits": document["exits"][: 1 if family != "single_exit_low_density" else 0] or two_exits(document),
    }
    assert FAMILIES[family].rule(gather(scenario.from_value(document)))
    assert not FAMILIES[family].rule(gather(scenario.from_value(broken)))


def two_exits(document: dict[str, Any]) -> list[dict[str, Any]]:
    taken = [item["position"] for item in document["people"]] + document["fire"]["ignition"] + document["map"]["walls"]
    area = document["map"]
    free = [[r, c] for r in range(area["rows"]) for c in range(area["cols"]) if [r, c] not in taken]
    return [{"id": f"E{number}", "position": at} for number, at in enumerate(free[:2], 1)]


def row(people: int, cells: int) -> Facts:
    """A row of cells, the last of them an exit."""
    placed = [{"id": f"P{at:02d}", "position": [0, at]} for at in range(people)]
    return gather(
        scenario.from_value(
            {
                "schema_version": "1.0",
                "scenario_id": "row",
                "map": {"rows": 1, "cols": cells, "walls": []},
                "exits": [{"id": "E1", "position": [0, cells - 1]}],
                "people": placed,
                "fire": {"model": "deterministic", "ignition": [], "spread_interval": 1, "exits_flammable": False},
                "movement": {"enter_fire": "blocked"},
                "termination": {"max_steps": 30},
            }
        )
    )


def test_densities_at_their_limits() -> None:
    low, high = FAMILIES["single_exit_low_density"].rule, FAMILIES["single_exit_high_density"].rule
    assert low(row(2, 20)) and not low(row(2, 19))
    assert high(row(4, 20)) and not high(row(4, 21))


def test_a_rule_looks_at_the_fire() -> None:
    document = next(documents("burnable_exits", 4, 1))
    fireproof = document | {"fire": document["fire"] | {"exits_flammable": False}}
    assert not FAMILIES["burnable_exits"].rule(gather(scenario.from_value(fireproof)))
    cut_off = next(documents("fireproof_exits", 4, 1))
    burnable = cut_off | {"fire": cut_off["fire"] | {"exits_flammable": True}}
    slow = cut_off | {"fire": cut_off["fire"] | {"spread_interval": 1000}}
    for changed in (burnable, slow):
        assert not FAMILIES["fireproof_exits"].rule(gather(scenario.from_value(changed)))
    dense = next(documents("single_exit_high_density", 4, 1))
    few = dense | {"people": dense["people"][:2]}
    assert not FAMILIES["single_exit_high_density"].rule(gather(scenario.from_value(few)))
    central = next(documents("central_ignition", 4, 1))
    still = central | {"fire": central["fire"] | {"spread_interval": 1000}}
    assert not FAMILIES["central_ignition"].rule(gather(scenario.from_value(still)))
