"""The generator once more, read off PCK-11 alone, with sets and loops: it makes the same scenarios."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from packs.generator.config import Config, preset
from packs.generator.families import FAMILIES
from packs.generator.generate import generate

MASK = 2**64 - 1
Cell = tuple[int, int]
Drawn = tuple[int, int, set[Cell], list[Cell]]
Parameters = dict[str, Any]


class Words:
    """PCK-11.3, on the words of SIM-7."""

    def __init__(self, config: Config, batch: int, family: str, number: int) -> None:
        label = f"emberbench/v1/{batch}/generator/{config.digest}/{family}/{number}"
        self.state = int(hashlib.sha256(label.encode()).hexdigest()[:16], 16)

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = ((self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        while True:
            word = self.word()
            if word < 2**64 - 2**64 % n:
                return word % n

    def range(self, bounds: list[int]) -> int:
        return bounds[0] + self.below(bounds[1] - bounds[0] + 1)

    def choice(self, values: list[Any]) -> Any:
        return values[self.below(len(values))]

    def sample(self, k: int, items: list[Any]) -> list[Any]:
        items, taken = list(items), []
        for _ in range(k):
            if items:
                i = self.below(len(items))
                taken.append(items[i])
                items[i] = items[-1]
                del items[-1]
        return taken


def whole(rows: int, cols: int) -> list[Cell]:
    return [(r, c) for r in range(rows) for c in range(cols)]


def inside(rows: int, cols: int) -> list[Cell]:
    return [(r, c) for r, c in whole(rows, cols) if 0 < r < rows - 1 and 0 < c < cols - 1]


def open_hall(w: Words, p: Parameters) -> Drawn:
    rows, cols = w.range(p["rows"]), w.range(p["cols"])
    return with_exits(w, p, rows, cols, set(inside(rows, cols)))


def pillared_hall(w: Words, p: Parameters) -> Drawn:
    rows, cols = w.range(p["rows"]), w.range(p["cols"])
    cells = inside(rows, cols)
    pillars = w.sample(w.range(p["pillars"]) * len(cells) // 100, cells)
    return with_exits(w, p, rows, cols, set(cells) - set(pillars))


def corridor(w: Words, p: Parameters) -> Drawn:
    d = (w.range(p["rows"]) - 3) // 2
    width = w.range(p["room"])
    n = max(1, (w.range(p["cols"]) - 1) // (width + 1))
    rows, cols = 2 * d + 3, n * (width + 1) + 1
    floor = {(r, c) for r, c in inside(rows, cols) if r == d + 1 or (r not in (d, d + 2) and c % (width + 1))}
    for row in (d, d + 2):
        for room in range(n):
            floor.add((row, room * (width + 1) + 1 + w.below(width)))
    count = w.range(p["exits"])
    return rows, cols, floor, w.sample(count, [(d + 1, 0), (d + 1, cols - 1)])


def rooms(w: Words, p: Parameters) -> Drawn:
    h, width = w.range(p["room"]), w.range(p["room"])
    down = max(1, (w.range(p["rows"]) - 1) // (h + 1))
    across = max(1, (w.range(p["cols"]) - 1) // (width + 1))
    rows, cols = down * (h + 1) + 1, across * (width + 1) + 1
    floor = {(r, c) for r, c in whole(rows, cols) if r % (h + 1) and c % (width + 1)}
    pairs = [((r, c), (r + 1, c)) for r, c in whole(down - 1, across)]
    pairs += [((r, c), (r, c + 1)) for r, c in whole(down, across - 1)]
    parts = [{room} for room in whole(down, across)]
    for one, other in w.sample(len(pairs), pairs):
        joined = [part for part in parts if one in part or other in part]
        if len(joined) == 1 and w.below(4):
            continue
        parts = [part for part in parts if part not in joined] + [set().union(*joined)]
        top, left = one[0] * (h + 1), one[1] * (width + 1)
        if one[1] == other[1]:
            floor.add((top + h + 1, left + 1 + w.below(width)))
        else:
            floor.add((top + 1 + w.below(h), left + width + 1))
    return with_exits(w, p, rows, cols, floor)


def office(w: Words, p: Parameters) -> Drawn:
    h, width = w.range(p["block"]), w.range(p["block"])
    down = max(1, (w.range(p["rows"]) - 3) // (h + 1))
    across = max(1, (w.range(p["cols"]) - 3) // (width + 1))
    rows, cols = down * (h + 1) + 3, across * (width + 1) + 3
    floor = {(r, c) for r, c in inside(rows, cols) if r % (h + 1) == 1 % (h + 1) or c % (width + 1) == 1 % (width + 1)}
    return with_exits(w, p, rows, cols, floor)


def with_exits(w: Words, p: Parameters, rows: int, cols: int, floor: set[Cell]) -> Drawn:
    fronts: list[Callable[[int], tuple[Cell, Cell]]] = [
        lambda at: ((0, at), (1, at)),
        lambda at: ((rows - 1, at), (rows - 2, at)),
        lambda at: ((at, 0), (at, 1)),
        lambda at: ((at, cols - 1), (at, cols - 2)),
    ]
    sides = w.sample(4, fronts)
    exits: list[Cell] = []
    for number in range(w.range(p["exits"])):
        pairs = [sides[number % 4](at) for at in range(max(rows, cols))]
        exits += w.sample(1, [cell for cell, front in pairs if front in floor and cell not in exits])
    return rows, cols, floor, exits


def near(cell: Cell) -> set[Cell]:
    return {(cell[0] + r, cell[1] + c) for r, c in ((-1, 0), (1, 0), (0, -1), (0, 1))}


def ways(exit_: Cell, cells: set[Cell]) -> dict[Cell, int]:
    """Steps to an exit."""
    out, steps = {exit_: 0}, 0
    while set(out) != (reached := set(out) | {at for cell in out for at in near(cell) & cells}):
        steps += 1
        out |= dict.fromkeys(reached - set(out), steps)
    return out


Steps = dict[Cell, list[int]]


def anywhere(w: Words, steps: Steps) -> list[Cell]:
    return [cell for cell in steps if all(way >= 3 for way in steps[cell])]


def centre(w: Words, steps: Steps) -> list[Cell]:
    middle = [min(at[k] for at in steps) + max(at[k] for at in steps) for k in (0, 1)]
    twice = {cell: abs(2 * cell[0] - middle[0]) + abs(2 * cell[1] - middle[1]) for cell in steps}
    least = min(twice.values())
    return [cell for cell in steps if twice[cell] <= least + 2]


def far(w: Words, steps: Steps) -> list[Cell]:
    return [cell for cell in steps if 4 * min(steps[cell]) >= 3 * max(min(other) for other in steps.values())]


def near_one_exit(w: Words, steps: Steps) -> list[Cell]:
    one = w.below(len(steps[min(steps)]))
    return [
        cell
        for cell, to in steps.items()
        if 2 <= to[one] <= 4 and all(way > 4 for number, way in enumerate(to) if number != one)
    ]


class Draft:
    """PCK-11.4: a draft under the worst fire."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.h = document["termination"]["max_steps"]
        walls, area, fire = document["map"]["walls"], document["map"], document["fire"]
        self.open = {(r, c) for r, c in whole(area["rows"], area["cols"]) if [r, c] not in walls}
        self.exits: list[Cell] = [tuple(item["position"]) for item in document["exits"]]
        self.people: list[Cell] = [tuple(item["position"]) for item in document["people"]]
        self.steps = [ways(exit_, self.open) for exit_ in self.exits]
        fuel = self.open - (set() if fire["exits_flammable"] else set(self.exits))
        self.fire = [{(r, c) for r, c in fire["ignition"]}]
        for step in range(1, self.h + 1):
            burning = self.fire[-1]
            spread = step % fire["spread_interval"] == 0
            self.fire.append(burning | (fuel & {at for cell in burning for at in near(cell)}) if spread else burning)
        self.flammable = fire["exits_flammable"]

    def closing(self, exit_: Cell) -> int:
        fronts = near(exit_) & self.open
        good = [t for t in range(1, self.h + 1) if exit_ not in self.fire[t - 1] and fronts - self.fire[t - 1]]
        return max(good, default=0)

    def escapes(self, person: Cell) -> bool:
        standing = {person}
        for t in range(1, self.h + 1):
            standing = (standing | {at for cell in standing for at in near(cell) & self.open}) - self.fire[t - 1]
            if standing & set(self.exits):
                return True
            standing -= self.fire[t]
        return False

    def queued(self) -> int:
        order = sorted(range(len(self.people)), key=lambda i: (min(to[self.people[i]] for to in self.steps), i))
        gave, count = [0] * len(self.exits), 0
        for i in order:
            offers = [(max(to[self.people[i]], gave[e] + 1), e) for e, to in enumerate(self.steps)]
            offers = [(step, e) for step, e in offers if step <= self.closing(self.exits[e])]
            if offers:
                step, e = min(offers)
                gave[e] = step
                count += 1
        return count

    def usable(self, family: str) -> bool:
        enough = (2 * len(self.people) + 2) // 3
        return RULES[family](self) and sum(map(self.escapes, self.people)) >= enough and self.queued() >= enough


def several(draft: Draft) -> bool:
    return len(draft.exits) > 1


def true(draft: Draft) -> bool:
    return True


RULES: dict[str, Callable[[Draft], bool]] = {
    "burnable_exits": lambda d: several(d) and bool(d.fire[-1] & set(d.exits)),
    "central_ignition": lambda d: several(d) and bool(d.fire[-1] & set(d.people)),
    "far_ignition": true,
    "fireproof_exits": lambda d: (
        several(d) and not d.flammable and any(near(at) & d.open <= d.fire[-1] for at in d.exits)
    ),
    "narrow_corridor": true,
    "office_grid": several,
    "open_hall": several,
    "rooms_with_doors": true,
    "several_exits": several,
    "single_exit_high_density": lambda d: not several(d) and 5 * len(d.people) >= len(d.open),
    "single_exit_low_density": lambda d: not several(d) and 10 * len(d.people) <= len(d.open),
}
MADE_OF: dict[str, tuple[Callable[[Words, Parameters], Drawn], Callable[[Words, Steps], list[Cell]]]] = {
    "burnable_exits": (pillared_hall, near_one_exit),
    "central_ignition": (pillared_hall, centre),
    "far_ignition": (office, far),
    "fireproof_exits": (pillared_hall, near_one_exit),
    "narrow_corridor": (corridor, anywhere),
    "office_grid": (office, anywhere),
    "open_hall": (open_hall, anywhere),
    "rooms_with_doors": (rooms, anywhere),
    "several_exits": (pillared_hall, anywhere),
    "single_exit_high_density": (open_hall, far),
    "single_exit_low_density": (pillared_hall, anywhere),
}


def draft(w: Words, family: str, p: Parameters) -> dict[str, Any] | None:
    plan, place = MADE_OF[family]
    rows, cols, floor, exits = plan(w, p)
    exits = sorted(exits)
    count = w.range(p["people"])
    tables = [ways(exit_, floor | set(exits)) for exit_ in exits]
    sizes = rows > p["rows"][1] or cols > p["cols"][1] or not p["exits"][0] <= len(exits) <= p["exits"][1]
    if sizes or len(floor) <= count or any(not floor <= set(table) for table in tables):
        return None
    steps = {cell: [table[cell] for table in tables] for cell in sorted(floor)}
    places = place(w, steps)
    burning = w.sample(w.range(p["ignitions"]), places)
    starts = w.sample(count, [cell for cell in steps if cell not in burning])
    if not burning or len(starts) < count:
        return None
    fire = {"model": w.choice(p["models"])}
    probability = w.choice(p["spread_probability"])
    fire |= {"spread_interval": w.range(p["spread_interval"]), "exits_flammable": w.choice(p["exits_flammable"])}
    if fire["model"] == "stochastic":
        fire["spread_probability"] = float(probability)
    return {
        "schema_version": "1.0",
        "map": {"rows": rows, "cols": cols, "walls": listed(set(whole(rows, cols)) - floor - set(exits))},
        "exits": named("E", exits),
        "people": named("P", starts),
        "fire": fire | {"ignition": listed(set(burning))},
        "movement": {"enter_fire": w.choice(p["enter_fire"])},
        "termination": {"max_steps": w.range(p["slack"]) + count + max(min(steps[cell]) for cell in starts)},
    }


def listed(cells: set[Cell]) -> list[list[int]]:
    return sorted(list(cell) for cell in cells)


def named(letter: str, cells: list[Cell]) -> list[dict[str, Any]]:
    width = len(str(len(cells)))
    return [{"id": letter + str(i + 1).zfill(width), "position": list(cell)} for i, cell in enumerate(cells)]


def reading(config: Config, batch: int) -> Iterator[dict[str, Any]]:
    for entry in config.document["families"]:
        for number in range(entry["count"]):
            words, found = Words(config, batch, entry["family"], number), None
            while found is None or not Draft(found).usable(entry["family"]):
                found = draft(words, entry["family"], entry["parameters"])
            yield found | {"scenario_id": f"gen-{entry['family']}-{number:03d}"}


@pytest.mark.parametrize("batch", [0, 2**53 - 1])
@pytest.mark.parametrize("family", FAMILIES)
def test_both_readings_agree(family: str, batch: int) -> None:
    config = preset([family], 2)
    made = [item.scenario.document for item in generate(config, batch)]
    assert list(reading(config, batch)) == made
