"""Tests of how definitions are read."""

from typing import Any

import pytest

from conformance.corpus.definitions import clause_order, laid_over, read_area
from conformance.corpus.spelling import DefinitionError


def area(**group: Any) -> dict[str, Any]:
    shared = {"operation": "rng.words", "clauses": ["SIM-10.3", "SIM-7.2"], "catches": "c", "effect": "e"}
    return {"area": "a", "groups": {"g": shared | group}}


def test_a_case_has_what_its_group_shares_and_what_is_its_own() -> None:
    cases = {
        2: {"input": {"n": {"$repeat": [["x", 3]]}}, "also": ["ENC-1"], "catches": "d", "cost": 100},
        1: {},
        3: {"refused": "bad_value /n"},
    }
    first, second, third = read_area(area(input={"m": [1]}, cases=cases))
    assert [first.id, second.id, third.id] == ["a.g.0001", "a.g.0002", "a.g.0003"]
    assert first.given == {"m": [1]} and second.given == {"m": [1], "n": "xxx"}
    assert first.clauses == ("SIM-7.2", "SIM-10.3") and second.clauses == ("ENC-1", "SIM-7.2", "SIM-10.3")
    assert (first.catches, second.catches, second.effect) == ("c", "d", "e")
    assert (first.cost, second.cost) == (10, 100)
    assert (first.twin, third.twin) == ("", "a.g.0002"), "the twin is the first case told that is not refused"


@pytest.mark.parametrize(
    ("told", "twin"), [({"twin": 1}, "a.g.0001"), ({"twin": "b.h.0007"}, "b.h.0007"), ({}, "a.g.0001")]
)
def test_a_twin_is_named_by_its_number_or_its_id(told: dict[str, Any], twin: str) -> None:
    _, case = read_area(area(cases={1: {}, 2: {"refused": "x"} | told}))
    assert case.twin == twin


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cases": {1: {"why": "x"}}}, "has no"),
        ({"cases": {1: {}}, "color": 1}, "has no"),
        ({"cases": {1: {"refused": "x"}}}, "twin"),
        ({"cases": {1: {"input": {"x": {"$none": 1}}}}}, "no macro"),
        ({"cases": {1: {"input": {"x": {"$scenario": "w"}}}}}, "KeyError"),
    ],
)
def test_what_a_definition_can_not_say(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        read_area(area(**changes))


def test_a_case_without_a_reason_is_none() -> None:
    with pytest.raises(DefinitionError, match="effect"):
        read_area({"area": "a", "groups": {"g": {"operation": "o", "clauses": [], "catches": "c", "cases": {1: {}}}}})


def test_inputs_are_laid_over_member_by_member() -> None:
    assert laid_over({"a": {"b": 1, "c": [1]}}, {"a": {"c": [2], "d": 3}}) == {"a": {"b": 1, "c": [2], "d": 3}}
    assert laid_over({"$run": {"a": 1}}, {"$run": {"b": 2}}) == {"$run": {"a": 1, "b": 2}}
    assert laid_over({"$run": {"a": 1}}, {"$json": "x"}) == {"$json": "x"}
    assert laid_over({"$run": {"a": 1}}, {}) == {"$run": {"a": 1}}


def test_clauses_are_sorted_by_their_numbers() -> None:
    assert sorted(["SIM-4.10", "SIM-4.2", "ENC-1", "SIM-4"], key=clause_order) == [
        "ENC-1",
        "SIM-4",
        "SIM-4.2",
        "SIM-4.10",
    ]
