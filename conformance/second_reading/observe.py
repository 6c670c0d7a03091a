"""Observations and action outputs (SIM-9)."""

from typing import Any

from conformance.second_reading.jsonshape import IDENTIFIER, Shape, check, pointer_to
from conformance.second_reading.jsonsyntax import ACTION_LIMIT, Fault, read_tree
from conformance.second_reading.movement import DIRECTIONS
from conformance.second_reading.scenario import Document
from conformance.second_reading.simulate import Snapshot

ACTION_OUTPUT: Shape = ("object", {"actions": ("entries", IDENTIFIER, ("choice", tuple(DIRECTIONS)))}, set())


def observation(document: Document, snapshot: Snapshot) -> dict[str, Any]:
    """The observation of a snapshot (SIM-9.1)."""
    fire = document["fire"]
    return {
        "observation_version": "1.0",
        "step": snapshot["step"],
        "map": {key: document["map"][key] for key in ("rows", "cols", "walls")},
        "exits": [{"id": one["id"], "position": one["position"]} for one in document["exits"]],
        "rules": {
            "max_steps": document["termination"]["max_steps"],
            "enter_fire": document["movement"]["enter_fire"],
            "fire": {
                "model": fire["model"],
                "spread_interval": fire["spread_interval"],
                "spread_probability": fire.get("spread_probability"),
                "exits_flammable": fire["exits_flammable"],
            },
        },
        "people": snapshot["people"],
        "burning": snapshot["burning"],
        "allowed_actions": ["stay", "north", "south", "west", "east"],
    }


def read_actions(data: bytes, active: list[str]) -> dict[str, str]:
    """The actions of an action output; raises Fault, with the stage `action` for people (SIM-9.3, SIM-9.4)."""
    actions: dict[str, str] = check(read_tree(data, ACTION_LIMIT), ACTION_OUTPUT)["actions"]
    for person in sorted(actions):
        if person not in active:
            raise Fault("meaning", "unexpected_action", pointer_to("/actions", person))
    for person in sorted(active):
        if person not in actions:
            raise Fault("meaning", "missing_action", pointer_to("/actions", person))
    return actions
