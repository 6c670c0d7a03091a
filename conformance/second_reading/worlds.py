"""Small random worlds and crowds for the agreement tests, from SplitMix64 streams; a number names a world."""

import json
from collections.abc import Callable
from typing import Any

from conformance.second_reading.metrics import distances_to_exits
from conformance.second_reading.movement import DIRECTIONS, destination
from conformance.second_reading.rng import index_below, start_of_stream
from conformance.second_reading.scenario import Cell, Document, exit_ids, open_cells
from conformance.second_reading.simulate import Snapshot, active_positions

PROBABILITIES = ["0", "1", "0.35", "0.1", "0.5", "0.75", "1e-9", "0.9999999999999999"]


class Choices:
    """Indices from one stream, one after another."""

    def __init__(self, number: int, label: str) -> None:
        self.state = start_of_stream(number, "second-reading/" + label)

    def below(self, n: int) -> int:
        """An index below n."""
        self.state, index = index_below(self.state, n)
        return index

    def some(self, cells: list[Cell], count: int) -> list[Cell]:
        """Takes up to `count` cells out of a list."""
        return [cells.pop(self.below(len(cells))) for _ in range(min(count, len(cells)))]


def named(letter: str, cells: list[Cell]) -> list[dict[str, Any]]:
    """People or exits whose IDs sort otherwise than their numbers."""
    entries = [{"id": f"{letter}{i * 7 % 11 + 1}", "position": list(cell)} for i, cell in enumerate(cells)]
    return sorted(entries, key=lambda entry: str(entry["id"]))


def fire_of(choices: Choices, ignition: list[Cell], flammable: bool) -> dict[str, Any]:
    """A fire of either model."""
    cells = [list(cell) for cell in sorted(ignition)]
    fire: dict[str, Any] = {"model": "deterministic", "ignition": cells, "exits_flammable": flammable}
    fire["spread_interval"] = choices.below(4) + 1
    if choices.below(10) < 7:
        probability = json.loads(PROBABILITIES[choices.below(len(PROBABILITIES))])
        fire |= {"model": "stochastic", "spread_probability": probability}
    return fire


Plan = dict[str, list[Cell]]


def scattered(choices: Choices) -> tuple[int, int, Plan]:
    """Up to 6 x 8 cells with walls, people and fire anywhere; the horizon is short or long."""
    rows, cols = choices.below(6) + 1, choices.below(7) + 2
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    exits = choices.some(cells, min(choices.below(3) + 1, len(cells) - 1))
    people = choices.some(cells, choices.below(10) + 1)
    walls = choices.some(cells, choices.below(len(cells) // 3 + 1))
    return rows, cols, {"E": exits, "P": people, "#": walls, "*": choices.some(cells, choices.below(3))}


def rooms(choices: Choices) -> tuple[int, int, Plan]:
    """A crowd behind a wall with one or two doors, exits on the other side, some with a second wall between."""
    rows, cols = choices.below(4) + 2, choices.below(4) + 7
    lines = [choices.below(2) + 2, 5][: choices.below(2) + 1]
    walls = [(r, c) for c in lines for r in range(rows)]
    for line in lines:
        for _ in range(choices.below(2) + 1):
            door = (choices.below(rows), line)
            walls = [cell for cell in walls if cell != door]
    crowded = [(r, c) for r in range(rows) for c in range(lines[0])]
    beyond = [(r, c) for r in range(rows) for c in range(lines[-1] + 1, cols)]
    exits = choices.some(beyond, choices.below(4) + 1) + choices.some(crowded, choices.below(5) // 4)
    people = choices.some(crowded, choices.below(8) + 2) + choices.some(beyond, choices.below(2))
    fire = choices.some(beyond, choices.below(2)) + choices.some(crowded, choices.below(3) // 2)
    return rows, cols, {"E": exits, "P": people, "#": walls, "*": fire}


def random_world(number: int) -> Document:
    """World `number`: scattered cells, or rooms and doors; at least one exit and one person."""
    choices = Choices(number, "world")
    rows, cols, plan = (scattered if number % 2 else rooms)(choices)
    flammable = choices.below(3) > 0
    ignition = plan["*"]
    if flammable and len(plan["E"]) > 1:
        row, col = plan["E"][0]
        taken = plan["E"] + plan["P"] + plan["#"] + ignition
        beside = [(row, col), (row - 1, col), (row, col - 1), (row, col + 1)]
        free = [cell for cell in beside[1:] if cell not in taken and 0 <= cell[0] < rows and 0 <= cell[1] < cols]
        ignition += choices.some((beside[:1] + free)[-2:], choices.below(2))
    return {
        "schema_version": "1.0",
        "scenario_id": f"world-{number}",
        "map": {"rows": rows, "cols": cols, "walls": [list(cell) for cell in sorted(plan["#"])]},
        "exits": named("E", plan["E"]),
        "people": named("P", plan["P"]),
        "fire": fire_of(choices, ignition, flammable),
        "movement": {"enter_fire": ["blocked", "casualty"][choices.below(2)]},
        "termination": {"max_steps": choices.below(16) + (1 if number % 2 else 9)},
    }


def seed_of(number: int) -> int:
    """The seed of world `number`."""
    return Choices(number, "seed").below(2**53)


def crowd(document: Document, number: int, care: int) -> Callable[[Snapshot], dict[str, str]]:
    """A policy: in `care` of 10 choices people step towards an exit, fire or not, otherwise anywhere."""
    choices = Choices(number, f"crowd-{care}")
    distances = distances_to_exits(document, set(exit_ids(document)), open_cells(document))

    def direction(cell: Cell) -> str:
        if choices.below(10) >= care or cell not in distances:
            return DIRECTIONS[choices.below(5)]
        closer = [d for d in DIRECTIONS if distances.get(destination(cell, d), 10**6) < distances[cell]]
        return closer[choices.below(len(closer))]

    return lambda snapshot: {person: direction(cell) for person, cell in sorted(active_positions(snapshot).items())}
