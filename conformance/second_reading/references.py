"""Privileged references by backward induction over (cell, step), as tables over the whole grid (SCO-3)."""

from dataclasses import dataclass
from typing import Any

from conformance.second_reading.fire import burning_sets, fire_world
from conformance.second_reading.metrics import in_danger
from conformance.second_reading.scenario import (
    Cell,
    Document,
    exit_ids,
    horizon,
    neighbours,
    open_cells,
    start_cells,
)

Table = dict[tuple[Cell, int], int]


@dataclass(frozen=True, slots=True)
class World:
    """A scenario with its fire: the cells, the neighbours, B_0 ... B_H and H."""

    document: Document
    free: set[Cell]
    exits: set[Cell]
    burning: list[set[Cell]]
    last: int


def world_of(document: Document, seed: int) -> World:
    """The world of a scenario and a seed (SCO-3)."""
    burning = burning_sets(fire_world(document, seed))
    return World(document, open_cells(document), set(exit_ids(document)), burning, horizon(document))


def choices(world: World, cell: Cell, t: int) -> list[tuple[Cell, bool]]:
    """Where a person at (cell, t) can be in step t + 1, and whether that evacuates it (SCO-3.2)."""
    if t >= world.last or cell in world.burning[t]:
        return []
    found: list[tuple[Cell, bool]] = []
    for y in [cell, *neighbours(world.document, cell)]:
        if y not in world.free or y in world.burning[t]:
            continue
        if y in world.exits:
            found.append((y, True))
        elif y not in world.burning[t + 1]:
            found.append((y, False))
    return found


def tables(world: World) -> tuple[Table, Table, Table]:
    """L(x, t), fewest changes of cell, fewest danger-zone snapshots from (x, t), where an escape exists (SCO-3.1)."""
    earliest: Table = {}
    moves: Table = {}
    danger: Table = {}
    for t in reversed(range(world.last)):
        for cell in world.free:
            here = 1 if in_danger(cell, world.burning[t]) else 0
            options: list[tuple[int, int, int]] = []
            for y, evacuated in choices(world, cell, t):
                step = 0 if y == cell else 1
                if evacuated:
                    options.append((t + 1, step, here))
                elif (y, t + 1) in earliest:
                    key = (y, t + 1)
                    options.append((earliest[key], step + moves[key], here + danger[key]))
            if options:
                earliest[(cell, t)] = min(option[0] for option in options)
                moves[(cell, t)] = min(option[1] for option in options)
                danger[(cell, t)] = min(option[2] for option in options)
    return earliest, moves, danger


def references(document: Document, seed: int) -> dict[str, Any]:
    """L, m* and D* per person (None where there is no escape), and M* (SCO-3.1)."""
    earliest, moves, danger = tables(world_of(document, seed))
    starts = start_cells(document)
    by_person = {
        name: {person: table.get((starts[person], 0)) for person in sorted(starts)}
        for name, table in (("L", earliest), ("m", moves), ("D", danger))
    }
    savable = [person for person in starts if by_person["L"][person] is not None]
    return by_person | {"max_evacuated": len(savable)}


def joint_bound(world: World, earliest: Table) -> int:
    """How many can leave together at most, by augmenting paths one after another (SCO-3.4)."""
    flow: dict[Any, dict[Any, int]] = {}

    def edge(a: Any, b: Any) -> None:
        flow.setdefault(a, {})[b] = 1
        flow.setdefault(b, {}).setdefault(a, 0)

    for cell, t in earliest:
        if cell in world.exits:
            continue
        edge(("in", cell, t), ("out", cell, t))
        for y, evacuated in choices(world, cell, t):
            if evacuated:
                edge(("out", cell, t), ("exit in", y, t + 1))
                edge(("exit in", y, t + 1), ("exit out", y, t + 1))
                edge(("exit out", y, t + 1), "sink")
            elif (y, t + 1) in earliest:
                edge(("out", cell, t), ("in", y, t + 1))
    for start in start_cells(world.document).values():
        if (start, 0) in earliest:
            edge("source", ("in", start, 0))
    total = 0
    while augment(flow):
        total += 1
    return total


def augment(flow: dict[Any, dict[Any, int]]) -> bool:
    """Turns one path from source to sink with free capacity around; whether there was one."""
    came_from: dict[Any, Any] = {"source": None}
    waiting = ["source"]
    while waiting and "sink" not in came_from:
        node = waiting.pop(0)
        for following, capacity in flow.get(node, {}).items():
            if capacity > 0 and following not in came_from:
                came_from[following] = node
                waiting.append(following)
    if "sink" not in came_from:
        return False
    node = "sink"
    while came_from[node] is not None:
        flow[came_from[node]][node] -= 1
        flow[node][came_from[node]] += 1
        node = came_from[node]
    return True
