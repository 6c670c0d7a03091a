"""The operations on fires, movement, runs, replays and references."""

from collections.abc import Callable
from typing import Any

from conformance.second_reading.asked import Case, as_text, data_of
from conformance.second_reading.bounds import q_cut, q_exit
from conformance.second_reading.canonical import digest, word_text
from conformance.second_reading.fire import fire_world, ignition_cells, spread
from conformance.second_reading.jsonshape import check
from conformance.second_reading.jsonsyntax import Fault, read_tree
from conformance.second_reading.metrics import metrics
from conformance.second_reading.movement import resolve
from conformance.second_reading.observe import observation, read_actions
from conformance.second_reading.records import RECORD
from conformance.second_reading.references import joint_bound, references, tables, world_of
from conformance.second_reading.refusal import Refusal, refusing
from conformance.second_reading.replay import first_divergence
from conformance.second_reading.rng import start_of_stream
from conformance.second_reading.scenario import Cell, Document, horizon, read_scenario, start_cells
from conformance.second_reading.simulate import (
    active_positions,
    as_cells,
    as_list,
    first_snapshot,
    header,
    snapshots,
    take_step,
)


def scenario_of(case: Case) -> Document:
    """The scenario of a case."""
    with refusing():
        return read_scenario(data_of(case["scenario"]))


def fire_steps(document: Document, seed: int) -> list[dict[str, Any]]:
    """What happens to the fire in the steps 0 ... H."""
    state = start_of_stream(seed, "fire")
    ignited = ignition_cells(document)
    burning: set[Cell] = set()
    steps: list[dict[str, Any]] = []
    draws = 0
    for step in range(horizon(document) + 1):
        if step > 0:
            ignited, draws, state = spread(document, burning, step, state)
        burning = burning | set(ignited)
        steps.append({"ignitions": as_list(set(ignited)), "draws": draws, "rng_state": word_text(state)})
    return steps


def fire_world_of(case: Case) -> Case:
    """`fire.world`."""
    document = scenario_of(case)
    world = fire_world(document, case["seed"])
    return {
        "digest": digest(world),
        "steps": [digest(step) for step in fire_steps(document, case["seed"])],
        "draws": world["draws"],
        "final_rng_state": world["final_rng_state"],
    }


def fire_traced(case: Case, step: int) -> Case:
    """`fire.world`, traced."""
    return as_text(fire_steps(scenario_of(case), case["seed"])[step])


def movement_resolve(case: Case) -> Case:
    """`movement.resolve`."""
    document = {
        "map": {name: case[name] for name in ("rows", "cols", "walls")},
        "movement": {"enter_fire": case["enter_fire"]},
    }
    standing = {person["id"]: (person["position"][0], person["position"][1]) for person in case["people"]}
    outcomes, targets = resolve(document, standing, case["actions"], as_cells(case["burning"]))
    found = {}
    for person in standing:
        cell = targets[person] if outcomes[person] == "moved" else standing[person]
        found[person] = {"outcome": outcomes[person], "position": list(cell)}
    return {"movements": found}


def begun(document: Document, case: Case) -> dict[str, Any]:
    """The record of the steps whose actions a case gives, whole or not."""
    snapshot = first_snapshot(document, case["seed"])
    record: dict[str, Any] = {"header": header(document, case["seed"]), "initial_state": snapshot, "steps": []}
    for index, actions in enumerate(case["actions"]):
        with refusing(f"/actions/{index}"):
            record["steps"].append(take_step(document, snapshot, actions))
        snapshot = record["steps"][-1]["state"]
    return record


def whole(document: Document, case: Case) -> dict[str, Any]:
    """The run of a case: where its actions end, everybody stays."""
    record = begun(document, case)
    while not snapshots(record)[-1]["terminated"]:
        last = snapshots(record)[-1]
        record["steps"].append(take_step(document, last, dict.fromkeys(active_positions(last), "stay")))
    return record


def simulator_run(case: Case) -> Case:
    """`simulator.run`."""
    document = scenario_of(case)
    record = whole(document, case)
    return {
        "record_digest": digest(record),
        "initial_state": digest(record["initial_state"]),
        "steps": [digest(step) for step in record["steps"]],
        "metrics": metrics(document, record),
    }


def run_traced(case: Case, step: int) -> Case:
    """`simulator.run`, traced."""
    record = whole(scenario_of(case), case)
    return as_text([record["initial_state"], *record["steps"]][step])


def observations(case: Case) -> list[dict[str, Any]]:
    """What a model is shown in the run of a case."""
    document = scenario_of(case)
    return [observation(document, snapshot) for snapshot in snapshots(whole(document, case))[:-1]]


def simulator_observe(case: Case) -> Case:
    """`simulator.observe`."""
    return {"observations": [digest(one) for one in observations(case)]}


def observe_traced(case: Case, step: int) -> Case:
    """`simulator.observe`, traced."""
    return as_text(observations(case)[step])


def simulator_act(case: Case) -> Case:
    """`simulator.act`."""
    document = scenario_of(case)
    last = snapshots(begun(document, case))[-1]
    try:
        return {"actions": read_actions(data_of(case["answer"]), list(active_positions(last)))}
    except Fault as fault:
        raise Refusal("action", fault.code, fault.pointer) from None


def replay_check(case: Case) -> Case:
    """`replay.check`."""
    with refusing():
        record = check(read_tree(data_of(case["record"])), RECORD)
    divergence = first_divergence(scenario_of(case), record)
    if divergence is None:
        return {"verdict": "replays", "digest": digest(record)}
    return {"verdict": "differs", "step": divergence[0], "field": divergence[1]}


def references_people(case: Case) -> Case:
    """`references.people`."""
    known = references(scenario_of(case), case["seed"])
    people = [
        {"id": one, "earliest": known["L"][one], "moves": known["m"][one], "danger": known["D"][one]}
        for one in sorted(known["L"])
    ]
    return {"max_evacuated": known["max_evacuated"], "people": people}


def references_table(case: Case) -> Case:
    """`references.table`."""
    earliest = tables(world_of(scenario_of(case), case["seed"]))[0]
    return {"earliest": [earliest.get(((row, col), t)) for row, col, t in case["at"]]}


def references_bounds(case: Case) -> Case:
    """`references.bounds`."""
    document = scenario_of(case)
    world, starts = world_of(document, case["seed"]), start_cells(document)
    earliest = tables(world)[0]
    releases = [earliest.get((starts[person], 0)) for person in case["evacuees"]]
    savable = [release for release in releases if release is not None]
    if len(savable) < len(releases):
        raise Refusal("score", "evacuee_not_savable")
    with refusing():
        bound = q_exit(world, savable)
        return {"sum_l": sum(savable), "q_exit": bound, "q_cut": q_cut(world, case["evacuees"], earliest)}


def references_joint(case: Case) -> Case:
    """`references.joint`."""
    world = world_of(scenario_of(case), case["seed"])
    return {"joint_bound": joint_bound(world, tables(world)[0])}


WORLD_OPERATIONS: dict[str, Callable[[Case], Case]] = {
    "fire.world": fire_world_of,
    "movement.resolve": movement_resolve,
    "simulator.run": simulator_run,
    "simulator.observe": simulator_observe,
    "simulator.act": simulator_act,
    "replay.check": replay_check,
    "references.people": references_people,
    "references.table": references_table,
    "references.bounds": references_bounds,
    "references.joint": references_joint,
}
WORLD_TRACES: dict[str, Callable[[Case, int], Case]] = {
    "fire.world": fire_traced,
    "simulator.run": run_traced,
    "simulator.observe": observe_traced,
}
