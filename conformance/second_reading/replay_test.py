"""First divergences (SIM-11)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.second_reading.replay import Divergence, first_divergence
from conformance.second_reading.scenario import read_scenario

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"
DOCUMENT = read_scenario((EXAMPLE / "scenario.json").read_bytes())
TEXT = (EXAMPLE / "record.json").read_text()


def test_the_example_replays() -> None:
    assert first_divergence(DOCUMENT, json.loads(TEXT)) is None


def put(path: list[str | int], value: Any) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        for step in path[:-1]:
            record = record[step]
        record[path[-1]] = value

    return change


def refused_and_misnumbered(record: Any) -> None:
    record["steps"][2]["step"] = 4
    record["steps"][2]["actions"]["P1"] = "stay"


def both(record: Any) -> None:
    record["steps"][1]["ignitions"] = [[0, 0]]
    record["steps"][1]["movements"]["P2"]["outcome"] = "stayed"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put(["header", "simulator_version"], "0.1.0"), (None, "/header/simulator_version")),
        (put(["header", "scenario_hash"], "0" * 64), (None, "/header/scenario_hash")),
        (put(["header", "seed"], 4), (0, "/initial_state/rng_state/fire")),
        (put(["initial_state", "people", 1, "position"], [1, 1]), (0, "/initial_state/people/1/position/1")),
        (put(["initial_state", "terminated"], True), (0, "/initial_state/terminated")),
        (put(["steps", 2, "step"], 4), (3, "/steps/2/step")),
        (put(["steps", 2, "actions", "P1"], "stay"), (3, "/steps/2/actions/P1")),
        (put(["steps", 2, "actions"], {"P2": "east"}), (3, "/steps/2/actions/P10")),
        (put(["steps", 3, "actions", "P10"], "stay"), (4, "/steps/3/movements/P10/outcome")),
        (put(["steps", 3, "evacuations"], []), (4, "/steps/3/evacuations/0")),
        (refused_and_misnumbered, (3, "/steps/2/actions/P1")),
        (both, (2, "/steps/1/movements/P2/outcome")),
        (lambda record: record["steps"].pop(), (3, "/steps")),
        (lambda record: record["steps"].append(record["steps"][0]), (5, "/steps/4")),
    ],
)
def test_first_divergences(change: Callable[[Any], None], expected: Divergence) -> None:
    record = json.loads(TEXT)
    change(record)
    assert first_divergence(DOCUMENT, record) == expected
