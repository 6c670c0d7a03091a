"""The privileged references of one fire world (SCO-3, SCO-4.2.2, SCO-4.2.3)."""

from conformance.operations.inputs import COUNT, DOCUMENT, IDS, SEED, cell, world
from conformance.operations.operation import STAGES, BadInput, Operation, Plain
from scoring.attribution import joint, references
from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import earliest_steps, exit_bound
from scoring.references.optimum import optimum
from simulator import shape
from simulator.fire import FireWorld, fire_world
from simulator.shape import Integer, ListOf, Nullable, Record, Shape, Tuple


def _world(given: Plain) -> FireWorld:
    return fire_world(*world(given))


def _people(given: Plain) -> Plain:
    found = _world(given)
    best = optimum(found)
    rows = zip(found.scenario.people, best.earliest, best.moves, best.danger, strict=True)
    return {
        "max_evacuated": best.max_evacuated,
        "people": [
            {"id": person.id, "earliest": earliest, "moves": moves, "danger": danger}
            for person, earliest, moves, danger in rows
        ],
    }


def _table(given: Plain) -> Plain:
    found = _world(given)
    best = optimum(found)
    grid, last = found.scenario.grid, found.scenario.max_steps
    if any(snapshot > last for _, _, snapshot in given["at"]):
        raise BadInput("bad_input", f"the last snapshot is {last}")
    return {"earliest": [best.earliest_from(cell(grid, [row, col]), snapshot) for row, col, snapshot in given["at"]]}


def _bounds(given: Plain) -> Plain:
    found = _world(given)
    best = optimum(found)
    place = {person.id: index for index, person in enumerate(found.scenario.people)}
    if len(set(given["evacuees"])) < len(given["evacuees"]) or not place.keys() >= set(given["evacuees"]):
        raise BadInput("bad_input", "the evacuees are people of the scenario, each once")
    evacuees = [place[person] for person in given["evacuees"]]
    return {
        "sum_l": sum(earliest_steps(best, evacuees)),
        "q_exit": exit_bound(found, best, evacuees),
        "q_cut": CutBound(found, best).bound(evacuees),
    }


def _joint(given: Plain) -> Plain:
    return {"joint_bound": joint(references(_world(given)), ())}


_GIVEN: dict[str, Shape] = {"scenario": DOCUMENT, "seed": SEED}
_MAYBE = Nullable(COUNT)
_PERSON = Record({"id": shape.identifier(), "earliest": _MAYBE, "moves": _MAYBE, "danger": _MAYBE})

OPERATIONS = (
    Operation(
        "references.people",
        "M*, and for each person by ID L, m* and D*.",
        ("SCO-3.1", "SCO-3.2", "SCO-3.5"),
        Record(_GIVEN),
        Record({"max_evacuated": COUNT, "people": ListOf(_PERSON, 1)}),
        _people,
        STAGES,
    ),
    Operation(
        "references.table",
        "L(x, t) for cells and snapshots given as [row, column, t].",
        ("SCO-3.1", "SCO-3.2"),
        Record({**_GIVEN, "at": ListOf(Tuple(Integer(0), Integer(0), Integer(0)), 1, 1 << 16)}),
        Record({"earliest": ListOf(_MAYBE, 1)}),
        _table,
        STAGES,
        rules=("Every cell is on the grid and every snapshot 0 … H. Without an escape the answer is null.",),
    ),
    Operation(
        "references.bounds",
        "sum(L_i), Q_exit and Q_cut of some evacuees.",
        ("SCO-4.2.1", "SCO-4.2.2", "SCO-4.2.3"),
        Record({**_GIVEN, "evacuees": IDS}),
        Record({"sum_l": COUNT, "q_exit": COUNT, "q_cut": COUNT}),
        _bounds,
        (*STAGES, "score"),
        rules=(
            "The evacuees are people of the scenario, each once, in any order. Refused are, in this order, one who is"
            " not savable (`evacuee_not_savable`), and more than exits, and then cuts, let through"
            " (`capacity_exceeded`); the pointer is that of the whole document.",
        ),
    ),
    Operation(
        "references.joint",
        "How many people can leave together at most.",
        ("SCO-3.4",),
        Record(_GIVEN),
        Record({"joint_bound": COUNT}),
        _joint,
        (*STAGES, "score"),
        rules=("No case is so large that a program may refuse it (SCO-3.4).",),
    ),
)
