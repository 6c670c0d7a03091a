"""The rules of movement, alone (SIM-5)."""

from conformance.operations.inputs import CELLS, DIRECTION, cell
from conformance.operations.operation import BadInput, Operation, Plain
from simulator import movement, shape
from simulator.grid import make_grid
from simulator.scenario import BLOCKED, CASUALTY
from simulator.shape import Choice, Integer, ListOf, MapOf, Record

_PERSON = Record({"id": shape.identifier(), "position": shape.position()})
_OUTCOME = Choice(
    movement.MOVED,
    movement.STAYED,
    movement.BLOCKED_BOUNDARY,
    movement.BLOCKED_WALL,
    movement.BLOCKED_FIRE,
    movement.BLOCKED_OCCUPIED,
    movement.BLOCKED_CONFLICT,
    movement.BLOCKED_CYCLE,
)


def _resolve(given: Plain) -> Plain:
    grid = make_grid(given["rows"], given["cols"], [])
    for at in given["walls"]:
        cell(grid, at)
    grid = make_grid(given["rows"], given["cols"], given["walls"])
    standing = {person["id"]: cell(grid, person["position"]) for person in given["people"]}
    if standing.keys() != given["actions"].keys():
        raise BadInput("bad_input", "there is one action for every person")
    burning = grid.mask(cell(grid, at) for at in given["burning"])
    found = movement.resolve(grid, standing, given["actions"], burning, given["enter_fire"])
    return {
        "movements": {
            person: {"outcome": outcome, "position": list(grid.position(found.cells[person]))}
            for person, outcome in found.outcomes.items()
        }
    }


OPERATIONS = (
    Operation(
        "movement.resolve",
        "What becomes of everybody's action, and where each stands after phase 5.",
        ("SIM-4.3", "SIM-4.4", "SIM-4.5", "SIM-5.1", "SIM-5.2", "SIM-5.3", "SIM-5.4", "SIM-5.5", "SIM-5.6", "SIM-5.8"),
        Record(
            {
                "rows": Integer(1, 1024),
                "cols": Integer(1, 1024),
                "walls": CELLS,
                "people": ListOf(_PERSON, 1, 1000),
                "actions": MapOf(shape.identifier(), DIRECTION),
                "burning": CELLS,
                "enter_fire": Choice(BLOCKED, CASUALTY),
            }
        ),
        Record({"movements": MapOf(shape.identifier(), Record({"outcome": _OUTCOME, "position": shape.position()}))}),
        _resolve,
        rules=(
            "The people are the active ones, each on an open cell of its own that does not burn, and each with one"
            " action. They, and the lists of cells, may come in any order.",
        ),
    ),
)
