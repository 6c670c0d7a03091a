"""The nine phases, snapshots and run records (SIM-3, SIM-4, SIM-8, SIM-10)."""

from collections.abc import Callable
from typing import Any

from conformance.second_reading.canonical import word_text
from conformance.second_reading.fire import ignition_cells, spread
from conformance.second_reading.movement import DIRECTIONS, resolve
from conformance.second_reading.rng import start_of_stream
from conformance.second_reading.scenario import (
    Cell,
    Document,
    exit_ids,
    horizon,
    neighbours,
    open_cells,
    scenario_hash,
    start_cells,
)

Snapshot = dict[str, Any]

VERSIONS = {"simulator_version": "0.2.0", "observation_version": "1.0", "schema_version": "1.0"}


class InvalidAction(Exception):
    """A refused mapping of actions (SIM-4.2, SIM-9.4)."""

    def __init__(self, code: str, pointer: str) -> None:
        super().__init__(code + " " + pointer)
        self.code = code
        self.pointer = pointer


class Ended(Exception):
    """A step was asked of an ended run (SIM-4.9)."""


def as_cells(positions: list[list[int]]) -> set[Cell]:
    """Listed positions as a set of cells."""
    return {(one[0], one[1]) for one in positions}


def as_list(cells: set[Cell]) -> list[list[int]]:
    """A set of cells as listed positions, row-major (SIM-1.4)."""
    return [list(cell) for cell in sorted(cells)]


def can_leave(document: Document, cell: Cell, burning: set[Cell]) -> bool:
    """Whether a path leads to an exit that does not burn, over open cells that do not burn (SIM-8.1)."""
    free = open_cells(document) - burning
    reached = {cell} & free
    while True:
        wider = reached | {n for c in reached for n in neighbours(document, c) if n in free}
        if wider == reached:
            return any(exit_cell in reached for exit_cell in exit_ids(document))
        reached = wider


def active_positions(snapshot: Snapshot) -> dict[str, Cell]:
    """The cells of the active people."""
    return {p["id"]: (p["position"][0], p["position"][1]) for p in snapshot["people"] if p["status"] == "active"}


def trapped(document: Document, people: list[dict[str, Any]], burning: set[Cell]) -> list[str]:
    """The IDs of the trapped people (SIM-8.1)."""
    positions = active_positions({"people": people})
    return [person for person in sorted(positions) if not can_leave(document, positions[person], burning)]


def first_snapshot(document: Document, seed: int) -> Snapshot:
    """Snapshot 0 (SIM-3.7)."""
    starts = start_cells(document)
    people = [{"id": one, "position": list(starts[one]), "status": "active"} for one in sorted(starts)]
    burning = set(ignition_cells(document))
    return {
        "step": 0,
        "people": people,
        "burning": as_list(burning),
        "trapped": trapped(document, people, burning),
        "rng_state": {"fire": word_text(start_of_stream(seed, "fire"))},
        "terminated": False,
        "termination_reason": None,
    }


def check_actions(active: list[str], actions: dict[str, Any]) -> None:
    """Phase 2: exactly one direction per active person; raises InvalidAction (SIM-4.2, SIM-9.4)."""
    for person in sorted(actions):
        if person not in active:
            raise InvalidAction("unexpected_action", "/actions/" + person)
    for person in sorted(active):
        if person not in actions:
            raise InvalidAction("missing_action", "/actions/" + person)
        if actions[person] not in DIRECTIONS:
            raise InvalidAction("unknown_direction", "/actions/" + person)


def finish(document: Document, people: list[dict[str, Any]], step: int) -> tuple[bool, str | None]:
    """Phase 9: whether the run ends, and why (SIM-4.9)."""
    if all(person["status"] != "active" for person in people):
        return True, "all_resolved"
    if step >= horizon(document):
        return True, "max_steps"
    return False, None


def evacuate(document: Document, people: list[dict[str, Any]], burning: set[Cell]) -> list[dict[str, str]]:
    """Phase 6, in place: active people on an exit that did not burn at the start (SIM-4.6)."""
    exits = exit_ids(document)
    events: list[dict[str, str]] = []
    for person in people:
        cell = (person["position"][0], person["position"][1])
        if person["status"] == "active" and cell in exits and cell not in burning:
            person["status"] = "evacuated"
            events.append({"person": person["id"], "exit": exits[cell]})
    return events


def burn(people: list[dict[str, Any]], before: set[Cell], after: set[Cell]) -> list[dict[str, str]]:
    """The first half of phase 8, in place: active people on burning cells (SIM-4.8)."""
    events: list[dict[str, str]] = []
    for person in people:
        cell = (person["position"][0], person["position"][1])
        if person["status"] == "active" and cell in after:
            person["status"] = "casualty"
            events.append({"person": person["id"], "cause": "entered_fire" if cell in before else "fire_spread"})
    return events


def take_step(document: Document, snapshot: Snapshot, actions: dict[str, Any]) -> dict[str, Any]:
    """One step: the step's entry of the run record; raises Ended or InvalidAction (SIM-4, SIM-10.3)."""
    if snapshot["terminated"]:
        raise Ended()
    step = snapshot["step"] + 1
    positions = active_positions(snapshot)
    check_actions(list(positions), actions)
    before = as_cells(snapshot["burning"])
    outcomes, targets = resolve(document, positions, actions, before)
    people = [dict(person) for person in snapshot["people"]]
    for person in people:
        if outcomes.get(person["id"]) == "moved":
            person["position"] = list(targets[person["id"]])
    movements = {
        p["id"]: {"outcome": outcomes[p["id"]], "position": p["position"]} for p in people if p["id"] in outcomes
    }
    evacuations = evacuate(document, people, before)
    ignited, _, state = spread(document, before, step, int(snapshot["rng_state"]["fire"], 16))
    after = before | set(ignited)
    casualties = burn(people, before, after)
    terminated, reason = finish(document, people, step)
    return {
        "step": step,
        "actions": dict(actions),
        "movements": movements,
        "ignitions": as_list(set(ignited)),
        "evacuations": evacuations,
        "casualties": casualties,
        "state": {
            "step": step,
            "people": people,
            "burning": as_list(after),
            "trapped": trapped(document, people, after),
            "rng_state": {"fire": word_text(state)},
            "terminated": terminated,
            "termination_reason": reason,
        },
    }


def header(document: Document, seed: int) -> dict[str, Any]:
    """The header of a run record (SIM-10.2)."""
    identity = {"scenario_id": document["scenario_id"], "scenario_hash": scenario_hash(document), "seed": seed}
    return VERSIONS | {"schema_version": document["schema_version"]} | identity


def run(document: Document, seed: int, policy: Callable[[Snapshot], dict[str, str]]) -> dict[str, Any]:
    """A whole run under a function from snapshots to actions, as a run record (SIM-10)."""
    snapshot = first_snapshot(document, seed)
    record: dict[str, Any] = {"header": header(document, seed), "initial_state": snapshot, "steps": []}
    while not snapshot["terminated"]:
        entry = take_step(document, snapshot, policy(snapshot))
        record["steps"].append(entry)
        snapshot = entry["state"]
    return record


def snapshots(record: dict[str, Any]) -> list[Snapshot]:
    """Snapshots 0 ... n of a record."""
    return [record["initial_state"]] + [entry["state"] for entry in record["steps"]]
