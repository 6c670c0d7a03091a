"""The scenario document: its shape, its meaning, its hash, and the cells it speaks of (SIM-1, SIM-2, ENC-5.6)."""

from typing import Any

from conformance.second_reading.canonical import digest
from conformance.second_reading.jsonshape import CELLS, IDENTIFIER, LARGEST, POSITION, Shape, check, first_meaning_fault
from conformance.second_reading.jsonsyntax import Node, read_tree

Cell = tuple[int, int]
Document = dict[str, Any]

CODES = ["repeated", "not_sorted", "off_grid", "on_wall", "occupied", "on_ignition", "exit_not_flammable", "too_much"]

FIRE_MEMBERS: dict[str, Shape] = {
    "model": ("choice", ("deterministic", "stochastic")),
    "ignition": CELLS,
    "spread_interval": ("integer", 1, LARGEST),
    "exits_flammable": ("boolean",),
}


def fire_shape(node: Node) -> Shape:
    """The shape of `fire`: of the variant that `model` tells, or of either where it tells none (ENC-2.4)."""
    with_probability = FIRE_MEMBERS | {"spread_probability": ("probability",)}
    models = [child for key, _, child in node.value if key == "model"] if node.kind == "object" else []
    if models and models[0].value == "deterministic":
        return ("object", FIRE_MEMBERS, set())
    if models and models[0].value == "stochastic":
        return ("object", with_probability, set())
    return ("object", with_probability, {"spread_probability"})


PLACED: Shape = ("object", {"id": IDENTIFIER, "position": POSITION}, set())
METADATA_TEXT: Shape = ("string", 0, 4096, None)
SCENARIO: Shape = (
    "object",
    {
        "schema_version": ("choice", ("1.0",)),
        "scenario_id": IDENTIFIER,
        "map": (
            "object",
            {"rows": ("integer", 1, 1024), "cols": ("integer", 1, 1024), "walls": CELLS},
            set(),
        ),
        "exits": ("list", 1, 2**53, PLACED),
        "people": ("list", 1, 100000, PLACED),
        "fire": ("variant", fire_shape),
        "movement": ("object", {"enter_fire": ("choice", ("blocked", "casualty"))}, set()),
        "termination": ("object", {"max_steps": ("integer", 1, 100000)}, set()),
        "metadata": ("object", {"title": METADATA_TEXT, "notes": METADATA_TEXT}, {"title", "notes"}),
    },
    {"metadata"},
)


def list_faults(values: list[Any], pointers: list[str]) -> list[tuple[str, str]]:
    """Repetition and order in a list of IDs or cells (SIM-2.18, SIM-2.19)."""
    faults: list[tuple[str, str]] = []
    for index in range(len(values)):
        if values[index] in values[:index]:
            faults.append((pointers[index], "repeated"))
        if index > 0 and values[index] < values[index - 1]:
            faults.append((pointers[index], "not_sorted"))
    return faults


def position_faults(document: Document) -> list[tuple[str, str]]:
    """Positions off the grid, or on a wall (SIM-2.16, SIM-2.17)."""
    rows, cols, walls = document["map"]["rows"], document["map"]["cols"], document["map"]["walls"]
    named = [(f"/map/walls/{i}", cell, False) for i, cell in enumerate(walls)]
    named += [(f"/fire/ignition/{i}", cell, True) for i, cell in enumerate(document["fire"]["ignition"])]
    for group in ("exits", "people"):
        named += [(f"/{group}/{i}/position", one["position"], True) for i, one in enumerate(document[group])]
    faults: list[tuple[str, str]] = []
    for pointer, cell, not_on_wall in named:
        if not (cell[0] < rows and cell[1] < cols):
            faults.append((pointer, "off_grid"))
        if not_on_wall and cell in walls:
            faults.append((pointer, "on_wall"))
    return faults


def sharing_faults(document: Document) -> list[tuple[str, str]]:
    """Exits and people on one cell, people and exits on ignition cells (SIM-2.20, SIM-2.21, SIM-2.22)."""
    exits = [one["position"] for one in document["exits"]]
    people = [one["position"] for one in document["people"]]
    ignition = document["fire"]["ignition"]
    faults: list[tuple[str, str]] = []
    for i in range(len(exits)):
        if exits[i] in exits[:i]:
            faults.append((f"/exits/{i}/position", "occupied"))
    for i in range(len(people)):
        if people[i] in exits or people[i] in people[:i]:
            faults.append((f"/people/{i}/position", "occupied"))
        if people[i] in ignition:
            faults.append((f"/people/{i}/position", "on_ignition"))
    for i in range(len(ignition)):
        if ignition[i] in exits and not document["fire"]["exits_flammable"]:
            faults.append((f"/fire/ignition/{i}", "exit_not_flammable"))
    return faults


def meaning_faults(document: Document) -> list[tuple[str, str]]:
    """All (pointer, code) pairs of the meaning stage, in no order (ENC-5.6)."""
    faults: list[tuple[str, str]] = []
    for group in ("exits", "people"):
        ids = [one["id"] for one in document[group]]
        faults += list_faults(ids, [f"/{group}/{i}/id" for i in range(len(ids))])
    walls, ignition = document["map"]["walls"], document["fire"]["ignition"]
    faults += list_faults(walls, [f"/map/walls/{i}" for i in range(len(walls))])
    faults += list_faults(ignition, [f"/fire/ignition/{i}" for i in range(len(ignition))])
    faults += position_faults(document) + sharing_faults(document)
    if document["map"]["rows"] * document["map"]["cols"] * (document["termination"]["max_steps"] + 1) > 2**27:
        faults.append(("/termination/max_steps", "too_much"))
    return faults


def read_scenario(data: bytes) -> Document:
    """The scenario document of its bytes; raises Fault (SIM-2, ENC-5)."""
    tree = read_tree(data)
    document: Document = check(tree, SCENARIO)
    fault = first_meaning_fault(tree, meaning_faults(document), CODES)
    if fault is not None:
        raise fault
    return document


def scenario_hash(document: Document) -> str:
    """The digest of the document (SIM-2.24)."""
    return digest(document)


def all_cells(document: Document) -> list[Cell]:
    """Every cell of the grid, row-major (SIM-1.4)."""
    return [(row, col) for row in range(document["map"]["rows"]) for col in range(document["map"]["cols"])]


def wall_cells(document: Document) -> set[Cell]:
    """The wall cells (SIM-2.5)."""
    return {(cell[0], cell[1]) for cell in document["map"]["walls"]}


def open_cells(document: Document) -> set[Cell]:
    """The cells that are no walls (SIM-2.5)."""
    return set(all_cells(document)) - wall_cells(document)


def exit_ids(document: Document) -> dict[Cell, str]:
    """The exit of each exit cell (SIM-2.6)."""
    return {(one["position"][0], one["position"][1]): one["id"] for one in document["exits"]}


def start_cells(document: Document) -> dict[str, Cell]:
    """The start cell of each person (SIM-2.7)."""
    return {one["id"]: (one["position"][0], one["position"][1]) for one in document["people"]}


def horizon(document: Document) -> int:
    """H (SIM-1.6)."""
    return int(document["termination"]["max_steps"])


def neighbours(document: Document, cell: Cell) -> list[Cell]:
    """The neighbours on the grid: north, west, east, south (SIM-1.3)."""
    row, col = cell
    around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    rows, cols = document["map"]["rows"], document["map"]["cols"]
    return [(r, c) for r, c in around if 0 <= r < rows and 0 <= c < cols]
