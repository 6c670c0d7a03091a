"""Strict parsing of the second reading against the product's, on documents spoilt at random (ENC-2, ENC-5).

EMBER_OPT_AGREEMENT=N asks for 20 N documents.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest

from conformance.second_reading.canonical import canonical, text_of_double
from conformance.second_reading.jsonshape import check
from conformance.second_reading.jsonsyntax import Fault, read_tree
from conformance.second_reading.mutations import bent, spoilt
from conformance.second_reading.observe import read_actions
from conformance.second_reading.records import RECORD
from conformance.second_reading.replay import first_divergence
from conformance.second_reading.rng import draw
from conformance.second_reading.scenario import read_scenario
from conformance.second_reading.simulate import active_positions, first_snapshot, run
from conformance.second_reading.worlds import crowd, random_world, seed_of
from simulator import canonical as product_canonical
from simulator import record, scenario
from simulator.errors import DocumentError, InvalidActionError
from simulator.observation import parse_actions
from simulator.phases import Simulator
from simulator.record import Divergence

Change = Callable[[Any, int], bytes]

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "4")) * 20
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))


def verdict(read: Callable[[], Any]) -> Any:
    """A value, or stage, code and pointer of what was refused."""
    try:
        return read()
    except (Fault, DocumentError) as fault:
        return fault.stage, fault.code, fault.pointer


@pytest.mark.parametrize("change", [spoilt, bent])
def test_scenarios(change: Change) -> None:
    for number in range(FIRST, FIRST + COUNT):
        data = change(random_world(number // 20), number)
        mine = verdict(lambda given=data: read_scenario(given))  # type: ignore[misc]
        theirs = verdict(lambda given=data: scenario.parse(given).document)  # type: ignore[misc]
        assert mine == theirs, (number, data)


def test_action_outputs() -> None:
    for number in range(FIRST, FIRST + COUNT):
        document = random_world(number // 20)
        product = Simulator(scenario.from_value(document), 0)
        first = first_snapshot(document, 0)
        data = spoilt({"actions": crowd(document, number, 5)(first)}, number)
        try:
            mine: Any = read_actions(data, list(active_positions(first)))
        except Fault as fault:
            mine = fault.code, fault.pointer
        try:
            theirs: Any = parse_actions(data, product.scenario, product.snapshot)
        except InvalidActionError as error:
            theirs = error.code, error.pointer
        assert mine == theirs, (number, data)


@pytest.mark.parametrize("change", [spoilt, bent])
def test_records_and_their_first_divergence(change: Change) -> None:
    for number in range(FIRST, FIRST + COUNT):
        world = number // 20
        document = random_world(world)
        data = change(run(document, seed_of(world), crowd(document, world, 7)), number)
        mine = verdict(lambda given=data: check(read_tree(given), RECORD))  # type: ignore[misc]
        theirs = verdict(lambda given=data: record.parse(given))  # type: ignore[misc]
        assert mine == theirs, (number, data)
        if isinstance(mine, dict):
            outcome = record.replay(theirs, scenario.from_value(document))
            found = (outcome.step, outcome.field) if isinstance(outcome, Divergence) else None
            assert first_divergence(document, mine) == found, (number, data)


@pytest.mark.parametrize("scale", range(-325, 310, 5))
def test_doubles(scale: int) -> None:
    state = scale % 2**64
    for _ in range(20):
        state, word = draw(state)
        value = float(f"{word % 10 ** (word % 17 + 1)}e{scale}")
        if repr(value) != "inf":
            assert canonical(value) == product_canonical.encode(value) == text_of_double(value).encode()
            assert float(text_of_double(value)) == value
