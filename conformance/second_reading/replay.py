"""Replay of a record, and its first divergence (SIM-11)."""

from typing import Any

from conformance.second_reading.canonical import canonical
from conformance.second_reading.jsonshape import pointer_to
from conformance.second_reading.scenario import Document
from conformance.second_reading.simulate import InvalidAction, first_snapshot, header, take_step

HEADER_ORDER = ["simulator_version", "observation_version", "schema_version", "scenario_id", "scenario_hash", "seed"]
STEP_ORDER = ["step", "actions", "movements", "ignitions", "evacuations", "casualties", "state"]
SNAPSHOT_ORDER = ["step", "people", "burning", "trapped", "rng_state", "terminated", "termination_reason"]
SMALL_ORDERS = [
    ["id", "position", "status"],
    ["outcome", "position"],
    ["person", "exit"],
    ["person", "cause"],
    ["fire"],
]
PACK_ORDERS = [
    [
        "environment_pack_version",
        "pack_id",
        "source",
        "versions",
        "suite",
        "evaluation_manifest_hash",
        "episodes",
        "files",
    ],
    ["suite_id", "suite_version", "suite_hash", "scenarios"],
    ["scenario_id", "content_hash", "primary_family"],
    ["index", "scenario_id", "scenario_hash", "seed"],
]
ORDERS = [*PACK_ORDERS, HEADER_ORDER, STEP_ORDER, SNAPSHOT_ORDER, *SMALL_ORDERS]

Divergence = tuple[int | None, str]


def expected_order(replayed: dict[str, Any]) -> list[str]:
    """The order of an object's members: a fixed one, or by ID (SIM-11.2)."""
    for order in ORDERS:
        if set(order) == set(replayed):
            return order
    return sorted(replayed)


def first_difference(recorded: Any, replayed: Any, pointer: str) -> str | None:
    """The pointer of the first value that differs, or None; what only the record has comes last (SIM-11.2)."""
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        keys = expected_order(replayed)
        keys = keys + sorted(set(recorded) - set(keys))
        for key in keys:
            if key not in recorded or key not in replayed:
                return pointer_to(pointer, key)
            found = first_difference(recorded[key], replayed[key], pointer_to(pointer, key))
            if found is not None:
                return found
        return None
    if isinstance(recorded, list) and isinstance(replayed, list):
        for index in range(max(len(recorded), len(replayed))):
            if index >= len(recorded) or index >= len(replayed):
                return pointer_to(pointer, index)
            found = first_difference(recorded[index], replayed[index], pointer_to(pointer, index))
            if found is not None:
                return found
        return None
    return None if canonical(recorded) == canonical(replayed) else pointer


def replay_step(document: Document, snapshot: Any, entry: Any, index: int) -> tuple[Any, Divergence | None]:
    """The replayed entry of one step, or where it diverges (SIM-11.2, SIM-11.3)."""
    place = f"/steps/{index}"
    try:
        replayed = take_step(document, snapshot, entry["actions"])
    except InvalidAction as refused:
        return None, (index + 1, place + refused.pointer)
    difference = first_difference(entry, replayed, place)
    return replayed, None if difference is None else (index + 1, difference)


def first_divergence(document: Document, record: dict[str, Any]) -> Divergence | None:
    """(step, pointer) of the first divergence, the step None for the header; None where there is none (SIM-11)."""
    seed = record["header"]["seed"]
    difference = first_difference(record["header"], header(document, seed), "/header")
    if difference is not None:
        return None, difference
    snapshot = first_snapshot(document, seed)
    difference = first_difference(record["initial_state"], snapshot, "/initial_state")
    if difference is not None:
        return 0, difference
    for index, entry in enumerate(record["steps"]):
        if snapshot["terminated"]:
            return index + 1, f"/steps/{index}"
        replayed, divergence = replay_step(document, snapshot, entry, index)
        if divergence is not None:
            return divergence
        snapshot = replayed["state"]
    return None if snapshot["terminated"] else (len(record["steps"]), "/steps")
