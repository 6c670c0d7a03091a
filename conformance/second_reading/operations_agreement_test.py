"""Every operation: the second reading against the product, on inputs drawn at random.

EMBER_OPT_AGREEMENT=N asks for 10 N inputs of every kind; EMBER_OPT_AGREEMENT_FROM=M begins at input M.
"""

import os
from collections.abc import Callable
from copy import deepcopy

import pytest

from conformance import profiles
from conformance.challenge_draw import Draw
from conformance.challenge_inputs import INPUTS, reading
from conformance.operations import registry
from conformance.second_reading.asking import Case, agree
from conformance.second_reading.operations import OPERATIONS, TRACES
from scoring.report.reported import reported, schedule_with
from simulator import canonical, observation, scenario
from simulator.phases import Simulator
from simulator.random_worlds import random_world

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "1")) * 10
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))
KINDS = sorted({kind for kinds in profiles.KINDS.values() for kind in kinds})
MAKERS: dict[str, tuple[str, Callable[[Draw], Case]]] = {name: (name, make) for name, make in INPUTS.items()}
MAKERS |= {f"document.read-{kind}": ("document.read", reading(kind)) for kind in KINDS}


def test_names() -> None:
    assert set(OPERATIONS) == set(registry.OPERATIONS)
    assert set(TRACES) == {name for name, operation in registry.OPERATIONS.items() if operation.trace is not None}


@pytest.mark.parametrize("maker", sorted(MAKERS))
def test_drawn_inputs(maker: str) -> None:
    operation, make = MAKERS[maker]
    accepted = 0
    for number in range(FIRST, FIRST + COUNT):
        case = make(Draw(f"second-reading/{maker}/{number}"))
        if agree(operation, case)["status"] == "ok":
            accepted += 1
            if operation in TRACES:
                agree(operation, case, 0)
    assert accepted > 0


def read(kind: str, text: str) -> Case:
    """What both make of a document."""
    return agree("document.read", {"kind": kind, "document": {"text": text}})


@pytest.mark.parametrize(
    ("place", "name", "is_lost"),
    [(0, "record_digest", True), (0, "crowd", True), (0, "evidence", True)]
    + [(1, name, False) for name in ("record_digest", "crowd", "evidence")],
)
def test_what_only_a_record_has(place: int, name: str, is_lost: bool) -> None:
    report = reported(schedule_with())
    found = report["episodes"][0]["trials"][0][name]
    changed = deepcopy(report)
    changed["episodes"][place]["trials"][1][name] = None if is_lost else found
    assert read("report", canonical.encode(report).decode())["status"] == "ok"
    refused = read("report", canonical.encode(changed).decode())
    assert refused["status"] == ("ok" if (is_lost, name) == (True, "evidence") else "rejected")


def test_the_length_of_an_action_output() -> None:
    longest = '{"actions":{}}'.ljust(observation.MAX_ANSWER_BYTES)
    assert read("action_output", longest)["status"] == "ok"
    assert read("action_output", longest + " ")["code"] == "too_large"


def test_half_a_pair_where_null_belongs() -> None:
    world = next(one for one in map(random_world, range(99)) if one.scenario.fire.model == scenario.DETERMINISTIC)
    seen = observation.observe(world.scenario, Simulator(world.scenario, 0).snapshot)
    text = canonical.encode(seen).decode()
    assert text.count(":null") == 1
    assert read("observation", text.replace(":null", ':"\\ud800"'))["code"] == "lone_surrogate"
