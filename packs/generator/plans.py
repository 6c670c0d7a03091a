"""Floor plans: walls and exits, drawn from a family's parameters (PCK-11.5).

A plan has a wall all round, and its exits stand in that wall, in front of an open cell. The parameters `rows` and
`cols` bound the size; a plan made of rooms or desks is cut down to whole ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packs.generator.draw import Draw
from simulator.grid import Position

Parameters = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """A floor plan before anybody is in it: its size, its walls without those that exits stand in, its exits."""

    rows: int
    cols: int
    walls: frozenset[Position]
    exits: tuple[Position, ...]

    def floor(self) -> list[Position]:
        """The open cells that are no exits, row-major."""
        return [at for at in _cells(self.rows, self.cols) if at not in self.walls and at not in self.exits]


def open_hall(draw: Draw, parameters: Parameters) -> Plan:
    """One room without anything in it."""
    rows, cols = draw.between(parameters["rows"]), draw.between(parameters["cols"])
    return _with_exits(draw, parameters, rows, cols, _border(rows, cols))


def pillared_hall(draw: Draw, parameters: Parameters) -> Plan:
    """One room with pillars on `pillars` per cent of its cells."""
    rows, cols = draw.between(parameters["rows"]), draw.between(parameters["cols"])
    border = _border(rows, cols)
    inside = [at for at in _cells(rows, cols) if at not in border]
    pillars = draw.sample(inside, len(inside) * draw.between(parameters["pillars"]) // 100)
    return _with_exits(draw, parameters, rows, cols, border | set(pillars))


def corridor(draw: Draw, parameters: Parameters) -> Plan:
    """A corridor one cell wide in the middle, rooms `room` cells wide on both sides, exits at the corridor's ends."""
    depth = (draw.between(parameters["rows"]) - 3) // 2
    width = draw.between(parameters["room"])
    count = max(1, (draw.between(parameters["cols"]) - 1) // (width + 1))
    rows, cols, middle = 2 * depth + 3, count * (width + 1) + 1, depth + 1
    walls = _border(rows, cols)
    walls |= {(row, col) for row in (middle - 1, middle + 1) for col in range(cols)}
    walls |= {(row, col) for row in range(rows) if row != middle for col in range(0, cols, width + 1)}
    for row in (middle - 1, middle + 1):
        walls -= {(row, first + draw.below(width)) for first in range(1, cols - 1, width + 1)}
    ends = [(middle, 0), (middle, cols - 1)]
    exits = draw.sample(ends, draw.between(parameters["exits"]))
    return Plan(rows, cols, frozenset(walls.difference(exits)), tuple(sorted(exits)))


def rooms(draw: Draw, parameters: Parameters) -> Plan:
    """A block of rooms: single doors join all of them, and one further wall in four has a door as well."""
    height, width = draw.between(parameters["room"]), draw.between(parameters["room"])
    down = max(1, (draw.between(parameters["rows"]) - 1) // (height + 1))
    across = max(1, (draw.between(parameters["cols"]) - 1) // (width + 1))
    rows, cols = down * (height + 1) + 1, across * (width + 1) + 1
    walls = {at for at in _cells(rows, cols) if at[0] % (height + 1) == 0 or at[1] % (width + 1) == 0}
    for (row, col), (next_row, _) in _doorways(draw, down, across):
        top, left = row * (height + 1), col * (width + 1)
        if next_row > row:
            walls.remove((top + height + 1, left + 1 + draw.below(width)))
        else:
            walls.remove((top + 1 + draw.below(height), left + width + 1))
    return _with_exits(draw, parameters, rows, cols, walls)


def _doorways(draw: Draw, down: int, across: int) -> Iterator[tuple[Position, Position]]:
    """Pairs of neighbouring rooms with a door between them; a door that joins two parts is never left out."""
    joined = {room: room for room in _cells(down, across)}
    pairs = [((row, col), (row + 1, col)) for row, col in joined if row + 1 < down]
    pairs += [((row, col), (row, col + 1)) for row, col in joined if col + 1 < across]
    for one, other in draw.sample(pairs, len(pairs)):
        first, second = _part(joined, one), _part(joined, other)
        joined[first] = second
        if first != second or draw.below(4) == 0:
            yield one, other


def _part(joined: dict[Position, Position], room: Position) -> Position:
    """The room that stands for all that are joined to one; the way to it is halved for the next who asks."""
    while joined[room] != room:
        joined[room] = joined[joined[room]]
        room = joined[room]
    return room


def office(draw: Draw, parameters: Parameters) -> Plan:
    """Blocks of desks, `block` cells a side, with aisles one cell wide between and around them."""
    high, wide = draw.between(parameters["block"]), draw.between(parameters["block"])
    down = max(1, (draw.between(parameters["rows"]) - 3) // (high + 1))
    across = max(1, (draw.between(parameters["cols"]) - 3) // (wide + 1))
    rows, cols = down * (high + 1) + 3, across * (wide + 1) + 3
    border = _border(rows, cols)
    desks = {(r, c) for r, c in _cells(rows, cols) if (r - 1) % (high + 1) and (c - 1) % (wide + 1)}
    return _with_exits(draw, parameters, rows, cols, border | desks)


def _with_exits(draw: Draw, parameters: Parameters, rows: int, cols: int, walls: set[Position]) -> Plan:
    """Exits in the outer wall: one on each of the sides, in the order drawn, then a second one on each, and so on."""
    sides = draw.sample([_side(rows, cols, number, walls) for number in range(4)], 4)
    exits: list[Position] = []
    for number in range(draw.between(parameters["exits"])):
        free = [at for at in sides[number % 4] if at not in exits]
        exits += draw.sample(free, 1)
    return Plan(rows, cols, frozenset(walls.difference(exits)), tuple(sorted(exits)))


def _side(rows: int, cols: int, number: int, walls: set[Position]) -> list[Position]:
    """The cells of the north, south, west or east wall with an open cell in front of them."""
    if number < 2:
        line, step = [((rows - 1) * number, col) for col in range(1, cols - 1)], (1 - 2 * number, 0)
    else:
        line, step = [(row, (cols - 1) * (number - 2)) for row in range(1, rows - 1)], (0, 5 - 2 * number)
    return [(row, col) for row, col in line if (row + step[0], col + step[1]) not in walls]


def _border(rows: int, cols: int) -> set[Position]:
    return {(row, col) for row, col in _cells(rows, cols) if row in (0, rows - 1) or col in (0, cols - 1)}


def _cells(rows: int, cols: int) -> Iterable[Position]:
    return ((row, col) for row in range(rows) for col in range(cols))
