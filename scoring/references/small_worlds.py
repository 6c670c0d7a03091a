"""Small random fire worlds for the tests of the references: an integer names a world, on every platform."""

import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from simulator.fire import FireWorld, fire_world
from simulator.record import RunRecord, run
from simulator.rng import Stream
from simulator.scenario import from_value

Document = dict[str, Any]


def world_count(default: int) -> int:
    """How many worlds a test looks at; the environment variable EMBER_OPT_DEEP asks for more."""
    return int(os.environ.get("EMBER_OPT_DEEP", default))


def worlds(label: str, default: int) -> Iterator[FireWorld]:
    """The first worlds of a test's own sequence."""
    for number in range(world_count(default)):
        yield random_world(number, label)


def random_world(number: int, label: str = "small-worlds") -> FireWorld:
    """World `number` of a sequence: 1×1 to 6×7 cells, up to 12 steps, any walls, exits, people and fire."""
    stream = Stream(number, label)
    return fire_world(from_value(_document(stream)), _below(stream, 1 << 20))


def halls(label: str, default: int, *more: int) -> Iterator[FireWorld]:
    """Crowded rooms behind doors, with fire near the way out: the worlds in which cuts matter.

    `more` names worlds further on in the sequence that a mutation of the code was first seen in.
    """
    for number in chain(range(world_count(default)), more):
        yield hall(number, label)


def hall(number: int, label: str) -> FireWorld:
    """Hall `number` of a sequence: a room, a wall with doors, and exits beyond it."""
    stream = Stream(number, label)
    rows, cols = 3 + _below(stream, 3), 6 + _below(stream, 4)
    wall = 2 + _below(stream, cols - 4)
    doors = {_below(stream, rows) for _ in range(1 + _below(stream, 2))}
    room = [[r, c] for r in range(rows) for c in range(wall)]
    outside = [[r, c] for r in range(rows) for c in range(wall + 1, cols)]
    marked = {
        "#": [[r, wall] for r in range(rows) if r not in doors],
        "E": _pick(stream, outside, 2 + _below(stream, 3)) + _pick(stream, room, _below(stream, 2)),
        "*": _pick(stream, outside, 1) + _pick(stream, room, _below(stream, 2)),
        "P": _pick(stream, room, 3 + _below(stream, 8)) + _pick(stream, outside, _below(stream, 3)),
    }
    rules = _rules(1 + _below(stream, 6), _PROBABILITIES[_below(stream, 6)], _below(stream, 3) > 0)
    document = _compose((rows, cols), {mark: sorted(cells) for mark, cells in marked.items()}, 25, rules)
    return fire_world(from_value(document), _below(stream, 1 << 20))


def drawn_world(rows: list[str], max_steps: int, **fire: Any) -> FireWorld:
    """A world drawn as in the authoring form: `#` wall, `.` floor, `E` exit, `P` person, `*` ignition (PCK-10)."""
    cells = {(r, c): mark for r, line in enumerate(rows) for c, mark in enumerate(line.replace(" ", ""))}
    marked = {mark: [[r, c] for (r, c), found in cells.items() if found == mark] for mark in "#EP*"}
    size = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    return fire_world(from_value(_compose(size, marked, max_steps, _rules(**fire))), 0)


LETTERS = {"n": "north", "s": "south", "w": "west", "e": "east", ".": "stay"}


def follow(world: FireWorld, plans: Mapping[str, str]) -> RunRecord:
    """A run in which each person follows its letters n, s, w, e and `.` (stay), then stays."""

    def act(observation: Document) -> dict[str, str]:
        step = observation["step"]
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        return {person: LETTERS[plans.get(person, "")[step : step + 1] or "."] for person in active}

    return run(world.scenario, world.seed, act, world)


def _rules(interval: int = 1, probability: float | None = None, flammable: bool = True) -> Document:
    rules: Document = {"model": "deterministic", "spread_interval": interval, "exits_flammable": flammable}
    if probability is not None:
        rules |= {"model": "stochastic", "spread_probability": probability}
    return rules


def _compose(size: tuple[int, int], marked: dict[str, list[list[int]]], max_steps: int, rules: Document) -> Document:
    return {
        "schema_version": "1.0",
        "scenario_id": "small",
        "map": {"rows": size[0], "cols": size[1], "walls": marked["#"]},
        "exits": _named("E", marked["E"]),
        "people": _named("P", marked["P"]),
        "fire": {"ignition": marked["*"], **rules},
        "movement": {"enter_fire": "blocked"},
        "termination": {"max_steps": max_steps},
    }


def _named(prefix: str, positions: list[list[int]]) -> list[Document]:
    return [{"id": f"{prefix}{number:02}", "position": position} for number, position in enumerate(positions)]


def _document(stream: Stream) -> Document:
    """A valid scenario: at least one exit and one person, so at least two cells."""
    rows = 1 + _below(stream, 6)
    cols = max(1 + _below(stream, 7), 3 - rows)
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    for last in range(len(cells) - 1, 0, -1):
        other = _below(stream, last + 1)
        cells[last], cells[other] = cells[other], cells[last]
    marked = {}
    flammable = _below(stream, 3) > 0
    for mark, most in (("E", 3), ("P", 8), ("*", 3), ("#", len(cells) // 2)):
        least = 1 if mark in "EP" else 0
        spare = len(cells) - (1 if mark == "E" else 0)
        count = min(spare, least + _below(stream, most))
        marked[mark], cells = sorted(cells[:count]), cells[count:]
    if flammable and _below(stream, 4) == 0:
        marked["*"] = sorted([*marked["*"], marked["E"][0]])
    rules = _rules(1 + _below(stream, 3), _PROBABILITIES[_below(stream, 6)], flammable)
    return _compose((rows, cols), marked, 1 + _below(stream, 12), rules)


_PROBABILITIES = (None, *(float(Fraction(quarters, 4)) for quarters in range(5)))


def _pick(stream: Stream, cells: list[list[int]], count: int) -> list[list[int]]:
    """Takes some cells out of a list, as long as it has any."""
    return [cells.pop(_below(stream, len(cells))) for _ in range(min(count, len(cells)))]


def _below(stream: Stream, limit: int) -> int:
    return stream.next_u64() % max(limit, 1)
