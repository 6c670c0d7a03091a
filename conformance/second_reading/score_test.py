"""The example's figures, the table of single failures, and the small worlds of SCO-14 (SCO-4, SCO-15)."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from conformance.second_reading.canonical import decimal_text
from conformance.second_reading.contradictions import contradiction
from conformance.second_reading.drawing import drawn, scripted
from conformance.second_reading.scenario import read_scenario
from conformance.second_reading.score import score_episode, score_of_inputs

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"


def inputs(most: int = 100, c: int = 0, s: int = 0, lost: int = 0, **changes: int) -> dict[str, Any]:
    """Inputs of a run that is perfect but for what is named."""
    left = most - c - s
    ids = [f"P{i:04d}" for i in range(most + lost)]
    people = {"people": most + lost, "max_evacuated": most, "evacuated": left}
    lists = {"avoidable_casualty_ids": ids[:c], "avoidable_stranded_ids": ids[c : c + s]}
    lists |= {"unavoidable_casualty_ids": [], "unavoidable_stranded_ids": ids[most:]}
    sums = {"sum_l": 10 * left, "q_exit": 10 * left, "q_cut": 10 * left, "sum_steps": 10 * left}
    sums |= {"danger_ref": 0, "danger": 0, "moves_ref": 10 * left, "moves": 10 * left}
    return people | lists | sums | {"events": 0, "recoverable": 0, "recovery_ref": 0, "recovery": 0} | changes


def replanning(bound: int, actual: int) -> dict[str, int]:
    return {"events": 1, "recoverable": 1, "recovery_ref": bound, "recovery": actual}


TABLE = [
    (inputs(), "100.000000000"),
    (inputs(c=1), "56.488808964"),
    (inputs(c=2), "39.421623439"),
    (inputs(c=3), "29.986992177"),
    (inputs(c=5), "19.627768776"),
    (inputs(c=10), "9.077880839"),
    (inputs(c=25), "1.612801454"),
    (inputs(4, c=1), "10.678710938"),
    (inputs(s=1), "76.847680800"),
    (inputs(s=10), "30.319111809"),
    (inputs(c=1, lost=1), "56.488808964"),
    (inputs(c=50), "0.000000000"),
    (inputs(q_cut=900), "96.192043704"),
    (inputs(q_cut=800), "92.106510115"),
    (inputs(q_cut=500), "77.459666924"),
    (inputs(q_cut=400), "45.661053408"),
    (inputs(q_cut=250), "24.000000000"),
    (inputs(q_cut=100), "6.849158011"),
    (inputs(danger=100), "97.444971875"),
    (inputs(danger=300), "68.402864964"),
    (inputs(moves_ref=600), "93.918435777"),
    (inputs(moves_ref=400), "57.187611500"),
    (inputs(**replanning(8, 10)), "95.972136641"),
    (inputs(**replanning(3, 10)), "38.450795219"),
    (inputs(q_cut=500, danger=250, moves_ref=500, **replanning(5, 10)), "64.653873658"),
    (inputs(20, c=3), "13.577382562"),
    (inputs(q_cut=600), "82.8"),
    (inputs(q_cut=600, **replanning(1, 1)), "86.8"),
]


@pytest.mark.parametrize(("one", "text"), TABLE)
def test_single_failures(one: dict[str, Any], text: str) -> None:
    scored = score_of_inputs(one)["score"]
    assert scored == text or decimal_text(Fraction(scored), 1) == text


def test_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    record = json.loads((EXAMPLE / "record.json").read_text())
    expected = json.loads((EXAMPLE / "score.json").read_text())
    scored = score_episode(document, 3, record)
    renamed = {"E": "evacuation", "P_casualty": "casualty", "P_stranding": "stranding"}
    found = scored | scored["inputs"]
    assert {key: found[renamed.get(key, key)] for key in expected if key != "references"} == {
        key: value for key, value in expected.items() if key != "references"
    }
    assert contradiction(scored["inputs"]) is None


SOME_WORLDS = [
    ("P E P # E", {}, [{"P1": "east"}, {"P2": "west"}], "86.1"),
    ("P E P *", {}, [{"P2": "west"}, {"P1": "east"}], "64.4"),
    ("P E P\n. * .", {}, [{"P1": "east"}], "0.0"),
    ("P E # P E # P E", {"max_steps": 20}, [{"P1": "east", "P2": "east"}], "15.8"),
    ("P E # P E # P E", {"max_steps": 20}, [{"P1": "east", "P2": "east"}] + [{}] * 18 + [{"P3": "east"}], "10.5"),
    (
        "# P # E\nP E P #\n# P # E\n# # # E",
        {},
        [{"P1": "south"}, {"P2": "east"}, {"P3": "west"}, {"P4": "north"}],
        "45.7",
    ),
]


@pytest.mark.parametrize(("text", "changes", "script", "points"), SOME_WORLDS)
def test_small_worlds(text: str, changes: dict[str, Any], script: list[dict[str, str]], points: str) -> None:
    document = drawn(text, **changes)
    scored = score_episode(document, 0, scripted(document, 0, script))
    assert decimal_text(Fraction(scored["score"]), 1) == points
    assert contradiction(scored["inputs"]) is None


def test_the_event_of_one_who_turns_back() -> None:
    document = drawn("* E P . . E")
    scored = score_episode(document, 0, scripted(document, 0, [{}] + [{"P1": "east"}] * 3))
    events = {"people": ["P1"], "snapshots": [1], "earliest": [4], "resolved": [4]}
    assert scored["evidence"]["events"] == events
    assert (scored["inputs"]["recovery_ref"], scored["inputs"]["recovery"]) == (3, 3)
    assert (scored["time"], scored["replanning"], scored["status"]) == ("0.250000000000", "1.000000000000", "scored")
    assert scored["severe"] == ["time", "hazard", "path"]


def test_the_event_of_one_who_is_lost() -> None:
    document = drawn("* E P . . E")
    scored = score_episode(document, 0, scripted(document, 0, []))
    assert scored["evidence"]["events"]["resolved"] == [8]
    assert (scored["inputs"]["recovery_ref"], scored["inputs"]["recovery"]) == (3, 7)
    assert (scored["status"], scored["quality"], scored["severe"]) == ("catastrophic", "0.428571428571", ["replanning"])


def test_an_event_without_escape_is_counted_only() -> None:
    document = drawn("* . E . P . . E", max_steps=3)
    scored = score_episode(document, 0, scripted(document, 0, []))
    assert scored["evidence"]["events"] == {"people": ["P1"], "snapshots": [2], "earliest": [None], "resolved": [3]}
    assert (scored["inputs"]["events"], scored["inputs"]["recoverable"], scored["replanning"]) == (1, 0, None)


def test_nobody_can_be_saved() -> None:
    document = drawn("P # E")
    scored = score_episode(document, 0, scripted(document, 0, []))
    assert (scored["status"], scored["score"], scored["safety"]) == ("not_applicable", None, None)
    assert scored["inputs"]["unavoidable_stranded_ids"] == ["P1"]


def test_a_catastrophe_is_reported_as_computed() -> None:
    document = drawn("P E # P E")
    scored = score_episode(document, 0, scripted(document, 0, [{"P1": "east"}]))
    assert (scored["status"], scored["safety"], scored["ceiling"], scored["score"]) == (
        "catastrophic",
        "0.000000000000",
        "0.000000000",
        "0.000000000",
    )
    assert (scored["time"], scored["quality"], scored["evacuation"]) == ("1.000000000000",) * 2 + ("0.250000000000",)
