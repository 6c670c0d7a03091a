"""What a language model is shown of an observation: its JSON, or a drawn map with lists (PCK-17.2).

Both are made from the observation document alone, and from both it can be made again: neither leaks, neither loses.
"""

import json
from typing import Any

from simulator import canonical
from simulator.errors import UsageError
from simulator.state import ACTIVE, EVACUATED

JSON, MAP = "json", "map"
VIEWS = (JSON, MAP)
VIEW_VERSION = "1.0"

WALL, FLOOR, BURNING_FLOOR, EXIT, BURNING_EXIT, PERSON = "#", ".", "*", "E", "X", "P"
_LEGEND = (
    f"legend: {WALL} wall, {FLOOR} floor, {PERSON} floor with an active person, {BURNING_FLOOR} burning floor, "
    f"{EXIT} exit, {BURNING_EXIT} burning exit"
)


def show(observation: bytes, view: str) -> str:
    """The text of an observation, given as its canonical bytes, in one of VIEWS (PCK-17.2)."""
    if view == JSON:
        return observation.decode("utf-8")
    return _map_view(json.loads(observation))


def check_size(observation: bytes, view: str, limit: int) -> None:
    """Looks whether the texts of an episode, from this observation to its end, stay within a number of characters.

    Raises:
        UsageError: `view_too_large`; the largest they may become is above `limit` (PCK-17.2.4).
    """
    size = _largest(observation, view)
    if size > limit:
        message = f"the {view} view of this scenario may take {size} characters, and the limit is {limit}"
        raise UsageError("view_too_large", message)


def _largest(observation: bytes, view: str) -> int:
    """Not less than the text of any later observation of the same episode takes."""
    document = json.loads(observation)
    rows, cols = document["map"]["rows"], document["map"]["cols"]
    digits = len(str(rows)) + len(str(cols))
    growth = len(str(document["rules"]["max_steps"]))
    growth += len(document["people"]) * (digits + len(EVACUATED) - len(ACTIVE))
    if view == JSON:
        closed = document["map"]["walls"] + document["burning"]
        growth += _cells_length(rows, cols) - sum(_cell_length(row, col) for row, col in closed)
    return len(show(observation, view)) + growth


def _cell_length(row: int, col: int) -> int:
    """Characters of `[row,col],`."""
    return len(str(row)) + len(str(col)) + 4


def _cells_length(rows: int, cols: int) -> int:
    """The sum of `_cell_length` over a whole grid."""
    down, across = sum(len(str(row)) for row in range(rows)), sum(len(str(col)) for col in range(cols))
    return down * cols + across * rows + 4 * rows * cols


def _map_view(document: dict[str, Any]) -> str:
    area, rules = document["map"], document["rules"]
    fire = rules["fire"]
    probability = fire["spread_probability"]
    lines = [
        f"observation {document['observation_version']}",
        f"step {document['step']} of {rules['max_steps']}",
        f"enter_fire {rules['enter_fire']}",
        f"fire {fire['model']}, spread_interval {fire['spread_interval']}, spread_probability "
        f"{'null' if probability is None else _number(probability)}, "
        f"exits_flammable {'true' if fire['exits_flammable'] else 'false'}",
        f"allowed_actions {' '.join(document['allowed_actions'])}",
        f"map {area['rows']} rows, {area['cols']} columns",
        _LEGEND,
        *_drawing(document),
        "exits: id row col",
        *(f"{item['id']} {item['position'][0]} {item['position'][1]}" for item in document["exits"]),
        "people: id row col status",
        *(f"{item['id']} {item['position'][0]} {item['position'][1]} {item['status']}" for item in document["people"]),
    ]
    return "\n".join(lines)


def _number(value: int | float) -> str:
    return canonical.encode(value).decode("ascii")


def _drawing(document: dict[str, Any]) -> list[str]:
    """Column numbers read downwards, then a line per row: its number, two spaces, its cells."""
    area = document["map"]
    cells = _cells(document)
    margin = len(str(area["rows"] - 1))
    height = len(str(area["cols"] - 1))
    columns = [str(col).rjust(height, "0") for col in range(area["cols"])]
    head = [" " * (margin + 2) + "".join(column[line] for column in columns) for line in range(height)]
    return head + [f"{row:{margin}}  {''.join(line)}" for row, line in enumerate(cells)]


def _cells(document: dict[str, Any]) -> list[list[str]]:
    """A person is drawn on floor that does not burn and nowhere else, so that no drawing hides what is below."""
    area = document["map"]
    cells = [[FLOOR] * area["cols"] for _ in range(area["rows"])]
    for row, col in area["walls"]:
        cells[row][col] = WALL
    for item in document["exits"]:
        row, col = item["position"]
        cells[row][col] = EXIT
    for row, col in document["burning"]:
        cells[row][col] = BURNING_EXIT if cells[row][col] == EXIT else BURNING_FLOOR
    for item in document["people"]:
        row, col = item["position"]
        if item["status"] == ACTIVE and cells[row][col] == FLOOR:
            cells[row][col] = PERSON
    return cells
