"""The metrics of the example, and of small crowds (MET)."""

import json
from fractions import Fraction
from pathlib import Path

from conformance.second_reading.drawing import drawn, scripted
from conformance.second_reading.metrics import metrics, pooled
from conformance.second_reading.scenario import read_scenario

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"
OF_THE_EXAMPLE = {
    "people": 3,
    "evacuated": 2,
    "casualties": {"entered_fire": 0, "fire_spread": 1},
    "stranded": 0,
    "steps": 4,
    "evacuation_steps": 7,
    "danger_states": 6,
    "least_fire_distance": 1,
    "cells_moved": 7,
    "static_shortest_paths": 7,
    "trapped_states": 0,
    "exit_evacuations": {"E1": 2},
    "crowd": {
        "attempts": 8,
        "blocked": 0,
        "contested": 0,
        "hotspots": 0,
        "peak": 0,
        "exit_evacuations": 2,
        "exit_steps": 2,
    },
}
OTHER_OUTCOMES = ["stayed", "blocked_boundary", "blocked_wall", "blocked_fire"]
OTHER_OUTCOMES += ["blocked_occupied", "blocked_conflict", "blocked_cycle"]


def test_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    record = json.loads((EXAMPLE / "record.json").read_text())
    assert metrics(document, record) == OF_THE_EXAMPLE | {"movements": {"moved": 8} | dict.fromkeys(OTHER_OUTCOMES, 0)}


def test_a_queue() -> None:
    document = drawn("P E P\n. . .\n. . P")
    script = [{"P1": "east", "P2": "west"}, {"P2": "west"}, {"P3": "north"}, {"P3": "north"}, {"P3": "west"}]
    found = metrics(document, scripted(document, 0, script))
    assert found["evacuation_steps"] == 1 + 2 + 5
    assert found["least_fire_distance"] is None
    assert found["cells_moved"] == found["static_shortest_paths"] == 5
    assert found["crowd"] == {
        "attempts": 6,
        "blocked": 1,
        "contested": 1,
        "hotspots": 1,
        "peak": 1,
        "exit_evacuations": 3,
        "exit_steps": 5,
    }
    together = pooled([found["crowd"], found["crowd"]])
    assert (together["block_rate"], together["exit_throughput"]) == (Fraction(1, 6), Fraction(3, 5))


def test_trapped_people_are_counted_in_every_snapshot() -> None:
    document = drawn("P # E", max_steps=2)
    assert metrics(document, scripted(document, 0, []))["trapped_states"] == 3
