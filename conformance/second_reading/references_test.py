"""References of the example and of the small worlds of SCO-14 (SCO-3)."""

import json
from pathlib import Path

from conformance.second_reading.drawing import drawn
from conformance.second_reading.references import joint_bound, references, tables, world_of
from conformance.second_reading.scenario import Document, read_scenario

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"


def joint(document: Document) -> int:
    world = world_of(document, 0)
    return joint_bound(world, tables(world)[0])


def test_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    assert references(document, 3) == json.loads((EXAMPLE / "score.json").read_text())["references"]


def test_both_savable_and_one_saved() -> None:
    document = drawn("P E P\n. * .")
    assert references(document, 0)["L"] == {"P1": 1, "P2": 1}
    assert joint(document) == 1
    assert joint(drawn("P E P # E")) == 2
    assert joint(drawn("P P P E", max_steps=2)) == 2
    assert joint(drawn("P P P E", max_steps=3)) == 3


def test_no_escape() -> None:
    found = references(drawn("P # E\nP . *"), 0)
    assert found == {"L": {"P1": None, "P2": None}, "m": {"P1": None, "P2": None}, "D": {"P1": None, "P2": None}} | {
        "max_evacuated": 0
    }


def test_least_danger_may_be_another_way_than_the_earliest() -> None:
    way_round = "P . . . . E\n. # # * # .\n. . . . . ."
    found = references(drawn(way_round, spread_interval=99, max_steps=20), 0)
    assert (found["L"]["P1"], found["m"]["P1"]) == (5, 5)
    assert found["D"]["P1"] == 3


def test_waiting_never_pays_in_moves() -> None:
    found = references(drawn("P . . E\n. * . ."), 0)
    assert found["m"] == found["L"]
