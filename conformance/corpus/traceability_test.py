"""Tests of the coverage of clauses."""

from typing import Any

from conformance.corpus.traceability import counts, coverage, faults, kind, normative, page

PAGES = ["# Page\n\n**SIM-2** Two.\n\n**SIM-2.10** Ten, see **SIM-9**.\n", "**SIM-2.9** Nine.\n**CNF-1** Ours.\n"]
CLAUSES = ["SIM-2", "SIM-2.9", "SIM-2.10"]


def vector(name: str, *clauses: str, negative: bool = False) -> dict[str, Any]:
    expected: dict[str, Any] = {"status": "rejected"} if negative else {"status": "ok", "output": {}}
    return {"id": name, "clauses": list(clauses), "expected": expected}


def test_normative_clauses_begin_a_line() -> None:
    assert normative(PAGES) == CLAUSES


def test_kinds() -> None:
    assert kind(vector("a")) == "positive"
    assert kind(vector("a", negative=True)) == "negative"
    assert kind({"expected": {"status": "ok", "output": {"verdict": "differs"}}}) == "negative"
    assert kind({"expected": {"status": "ok", "output": {"verdict": "replays"}}}) == "positive"


def test_a_clause_has_the_vectors_of_those_below_it() -> None:
    found = coverage(CLAUSES, [vector("a", "SIM-2.9"), vector("b", "SIM-2", "SIM-2.9", negative=True)])
    assert [dict(one.vectors) for one in found] == [
        {"positive": ["a"], "negative": ["b"]},
        {"positive": ["a"], "negative": ["b"]},
        {"positive": [], "negative": []},
    ]
    assert counts(found) == {"positive": 2, "negative": 2, "both": 2, "clauses": 3}


def test_faults() -> None:
    found = coverage(CLAUSES, [vector("a", "SIM-2.9")])
    reasons = {"SIM-2": {"negative": "r"}, "SIM-2.9": {"positive": "r", "negative": "r"}, "SIM-3": {"negative": "r"}}
    assert faults(found, reasons, ["SIM-2.9", "SIM-7"]) == [
        "SIM-7 is cited and does not exist",
        "SIM-3 is excused and does not exist",
        "SIM-2.9 is excused, and has a positive vector",
        "SIM-2.10 has no positive vector and no reason",
        "SIM-2.10 has no negative vector and no reason",
    ]


def test_a_reason_is_for_those_below_that_it_names() -> None:
    found = coverage(CLAUSES, [vector("a", "SIM-2.9")])
    below = {"negative": "r", "below": ["SIM-2.9", "SIM-2.10"]}
    assert faults(found, {"SIM-2": below}, []) == ["SIM-2.10 has no positive vector and no reason"]
    assert faults(found, {"SIM-2": below, "SIM-2.10": {"positive": "s"}}, []) == []
    assert faults(found, {"SIM-2": below | {"below": ["SIM-2.9"]}, "SIM-2.10": {"positive": "s"}}, []) == [
        "SIM-2.10 has no negative vector and no reason"
    ]
    assert faults(found, {"SIM-2": below | {"below": ["SIM-2.8", "SIM-2.9"]}, "SIM-2.10": below}, []) == [
        "SIM-2.8 is excused and does not exist",
        "SIM-2.10 has no positive vector and no reason",
    ]
    shown = page(found, {"SIM-2": below, "SIM-2.10": {"negative": "s"}}, 1).splitlines()
    assert shown[-2:] == ["| § SIM-2.9 | `a` | — r |", "| § SIM-2.10 | — missing | — s |"]


def test_the_page() -> None:
    found = coverage(CLAUSES, [vector(f"v{number}", "SIM-2.9") for number in range(5)])
    lines = page(found, {"SIM-2": {"negative": "because"}}, 5).splitlines()
    assert "| § SIM-2 | `v0`, `v1`, `v2` and 2 more | — because |" in lines
    assert "5 vectors; 3 clauses: 2 with a positive vector, 0 with a negative one, 0 with both." in lines
