"""The generator's floor plans (PCK-11.5)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.second_reading.scenario import Cell
from conformance.second_reading.words import Words

Parameters = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """Size, walls and exits of a map; exits are no walls."""

    rows: int
    cols: int
    walls: set[Cell]
    exits: set[Cell]

    def open_cells(self) -> set[Cell]:
        """The cells that are no walls."""
        return {(r, c) for r in range(self.rows) for c in range(self.cols)} - self.walls

    def floor_cells(self) -> list[Cell]:
        """Open cells that are no exits, row-major."""
        return sorted(self.open_cells() - self.exits)


def border(rows: int, cols: int) -> set[Cell]:
    """The walls all round."""
    return {(r, c) for r in range(rows) for c in range(cols) if r in (0, rows - 1) or c in (0, cols - 1)}


def with_exits(rows: int, cols: int, walls: set[Cell], parameters: Parameters, words: Words) -> Plan:
    """A plan that gets its exits side by side (PCK-11.5)."""
    inside = {
        "north": [((0, c), (1, c)) for c in range(cols)],
        "south": [((rows - 1, c), (rows - 2, c)) for c in range(cols)],
        "west": [((r, 0), (r, 1)) for r in range(rows)],
        "east": [((r, cols - 1), (r, cols - 2)) for r in range(rows)],
    }
    order = words.sample(["north", "south", "west", "east"], 4)
    exits: set[Cell] = set()
    for i in range(words.from_range(parameters["exits"])):
        free = [cell for cell, front in inside[order[i % 4]] if front not in walls and cell not in exits]
        exits |= set(words.sample(free, 1))
    return Plan(rows, cols, walls - exits, exits)


def open_hall(parameters: Parameters, words: Words) -> Plan:
    """Nothing inside."""
    rows, cols = words.from_range(parameters["rows"]), words.from_range(parameters["cols"])
    return with_exits(rows, cols, border(rows, cols), parameters, words)


def pillared_hall(parameters: Parameters, words: Words) -> Plan:
    """Some per cent of the cells inside are walls."""
    rows, cols = words.from_range(parameters["rows"]), words.from_range(parameters["cols"])
    cells = [(r, c) for r in range(1, rows - 1) for c in range(1, cols - 1)]
    pillars = words.sample(cells, words.from_range(parameters["pillars"]) * len(cells) // 100)
    return with_exits(rows, cols, border(rows, cols) | set(pillars), parameters, words)


def corridor(parameters: Parameters, words: Words) -> Plan:
    """A corridor between two rows of rooms."""
    depth = (words.from_range(parameters["rows"]) - 3) // 2
    width = words.from_range(parameters["room"])
    count = max(1, (words.from_range(parameters["cols"]) - 1) // (width + 1))
    rows, cols, middle = 2 * depth + 3, count * (width + 1) + 1, depth + 1
    walls = border(rows, cols) | {(r, c) for r in (middle - 1, middle + 1) for c in range(cols)}
    walls |= {(r, c) for r in range(rows) for c in range(0, cols, width + 1) if r != middle}
    for row in (middle - 1, middle + 1):
        for room in range(count):
            walls.discard((row, room * (width + 1) + 1 + words.below(width)))
    ends = words.sample([(middle, 0), (middle, cols - 1)], words.from_range(parameters["exits"]))
    return Plan(rows, cols, walls - set(ends), set(ends))


def rooms(parameters: Parameters, words: Words) -> Plan:
    """Rooms in rows and columns, doors between neighbours."""
    height, width = words.from_range(parameters["room"]), words.from_range(parameters["room"])
    down = max(1, (words.from_range(parameters["rows"]) - 1) // (height + 1))
    across = max(1, (words.from_range(parameters["cols"]) - 1) // (width + 1))
    rows, cols = down * (height + 1) + 1, across * (width + 1) + 1
    walls = {(r, c) for r in range(rows) for c in range(cols) if r % (height + 1) == 0 or c % (width + 1) == 0}
    every = [(r, c) for r in range(down) for c in range(across)]
    pairs = [((r, c), (r + 1, c)) for r, c in every if r + 1 < down]
    pairs += [((r, c), (r, c + 1)) for r, c in every if c + 1 < across]
    joined = {room: {room} for room in every}
    for one, other in words.sample(pairs, len(pairs)):
        if other in joined[one] and words.below(4) != 0:
            continue
        r, c = one
        if other == (r + 1, c):
            walls.remove(((r + 1) * (height + 1), c * (width + 1) + 1 + words.below(width)))
        else:
            walls.remove((r * (height + 1) + 1 + words.below(height), (c + 1) * (width + 1)))
        together = joined[one] | joined[other]
        for room in together:
            joined[room] = together
    return with_exits(rows, cols, walls, parameters, words)


def office(parameters: Parameters, words: Words) -> Plan:
    """Blocks of desks with aisles around them."""
    height, width = words.from_range(parameters["block"]), words.from_range(parameters["block"])
    down = max(1, (words.from_range(parameters["rows"]) - 3) // (height + 1))
    across = max(1, (words.from_range(parameters["cols"]) - 3) // (width + 1))
    rows, cols = down * (height + 1) + 3, across * (width + 1) + 3
    walls = border(rows, cols)
    for r in range(2, rows - 1):
        for c in range(2, cols - 1):
            if (r - 2) % (height + 1) < height and (c - 2) % (width + 1) < width:
                walls.add((r, c))
    return with_exits(rows, cols, walls, parameters, words)


PLANS: dict[str, Callable[[Parameters, Words], Plan]] = {
    "open hall": open_hall,
    "pillared hall": pillared_hall,
    "corridor": corridor,
    "rooms": rooms,
    "office": office,
}
