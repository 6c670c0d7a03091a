"""The shapes of snapshots, run records and metrics (SIM-3, SIM-10, MET-1)."""

from conformance.second_reading.jsonshape import (
    CELLS,
    COUNT,
    HEX_DIGEST,
    IDENTIFIER,
    MANY,
    POSITION,
    SEED,
    SHORT_TEXT,
    WORD,
    Shape,
)
from conformance.second_reading.movement import DIRECTIONS, OUTCOMES

STEP_NUMBER: Shape = ("integer", 0, 100000)
PERSON: Shape = (
    "object",
    {"id": IDENTIFIER, "position": POSITION, "status": ("choice", ("active", "evacuated", "casualty"))},
    set(),
)
SNAPSHOT: Shape = (
    "object",
    {
        "step": STEP_NUMBER,
        "people": ("list", 1, 100000, PERSON),
        "burning": CELLS,
        "trapped": ("list", 0, MANY, IDENTIFIER),
        "rng_state": ("object", {"fire": WORD}, set()),
        "terminated": ("boolean",),
        "termination_reason": ("null_or", ("choice", ("all_resolved", "max_steps"))),
    },
    set(),
)
MOVEMENT: Shape = ("object", {"outcome": SHORT_TEXT, "position": POSITION}, set())
EVACUATION: Shape = ("object", {"person": IDENTIFIER, "exit": IDENTIFIER}, set())
CAUSE: Shape = ("choice", ("fire_spread", "entered_fire"))
CASUALTY: Shape = ("object", {"person": IDENTIFIER, "cause": CAUSE}, set())
STEP: Shape = (
    "object",
    {
        "step": ("integer", 1, 100000),
        "actions": ("entries", IDENTIFIER, ("choice", tuple(DIRECTIONS))),
        "movements": ("entries", IDENTIFIER, MOVEMENT),
        "ignitions": CELLS,
        "evacuations": ("list", 0, MANY, EVACUATION),
        "casualties": ("list", 0, MANY, CASUALTY),
        "state": SNAPSHOT,
    },
    set(),
)
RECORD_HEADER: dict[str, Shape] = dict.fromkeys(
    ["simulator_version", "observation_version", "schema_version"], SHORT_TEXT
)
RECORD_HEADER |= {"scenario_id": IDENTIFIER, "scenario_hash": HEX_DIGEST, "seed": SEED}
RECORD: Shape = (
    "object",
    {"header": ("object", RECORD_HEADER, set()), "initial_state": SNAPSHOT, "steps": ("list", 0, 100000, STEP)},
    set(),
)
CROWD_KEYS = ["attempts", "blocked", "contested", "hotspots", "peak", "exit_evacuations", "exit_steps"]
PLAIN_METRICS = ["people", "evacuated", "stranded", "steps", "evacuation_steps", "danger_states", "cells_moved"]
PLAIN_METRICS += ["static_shortest_paths", "trapped_states"]
METRICS: Shape = (
    "object",
    dict.fromkeys(PLAIN_METRICS, COUNT)
    | {
        "casualties": ("object", {"entered_fire": COUNT, "fire_spread": COUNT}, set()),
        "movements": ("object", dict.fromkeys(OUTCOMES, COUNT), set()),
        "least_fire_distance": ("null_or", COUNT),
        "exit_evacuations": ("entries", IDENTIFIER, COUNT),
        "crowd": ("object", dict.fromkeys(CROWD_KEYS, COUNT), set()),
    },
    set(),
)
