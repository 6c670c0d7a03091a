"""Tests of what is admitted into the corpus."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.corpus.build import admit, area_file, bad_names, inexact
from conformance.corpus.definitions import Case

Document = dict[str, Any]
OK: Document = {"status": "ok", "output": {"words": ["1"]}}
REFUSED: Document = {"status": "rejected", "stage": "shape", "code": "bad_value", "pointer": "/a"}
DIFFERS: Document = {"status": "ok", "output": {"verdict": "differs", "step": 1, "field": "/steps"}}


def case(number: int = 1, **changes: Any) -> Case:
    values: Document = {
        "id": f"a.g.{number:04}",
        "operation": "rng.words",
        "given": {"state": "0", "count": 1},
        "clauses": ("SIM-7.1",),
        "catches": "c",
        "effect": "e",
        "twin": "",
        "refused": "",
        "differs": "",
        "cost": 10,
    }
    return Case(**values | changes)


def reading(*outcomes: Document) -> Callable[[str, Document], Document]:
    left = list(outcomes)
    return lambda operation, given: left.pop(0)


def wrong(cases: list[Case], ours: list[Document], theirs: list[Document], excused: Any = ()) -> list[str]:
    return admit(cases, reading(*ours), reading(*theirs), dict.fromkeys(excused, "")).wrong


def test_what_both_readings_and_the_author_agree_on_is_admitted() -> None:
    twin = case(2, refused="bad_value /a", twin="a.g.0001")
    assert wrong([case(), twin], [OK, REFUSED], [OK, REFUSED]) == []
    assert wrong([case(differs="/steps")], [DIFFERS], [DIFFERS]) == []


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, REFUSED),
        ({"refused": "bad_value /b", "twin": "x"}, REFUSED),
        ({"refused": "bad_value", "twin": "x"}, REFUSED),
        ({"refused": "bad_value /a", "twin": "x"}, OK),
        ({}, DIFFERS),
        ({"differs": "/step"}, DIFFERS),
        ({"differs": "/steps"}, OK),
        ({}, {"status": "error", "message": "KeyError"}),
    ],
)
def test_what_the_author_did_not_expect_is_not(told: Document, found: Document) -> None:
    assert "it should be" in wrong([case(**told)], [found], [found])[0]


def test_readings_that_differ_admit_nothing() -> None:
    other = {"status": "ok", "output": {"words": ["2"]}}
    assert "the readings differ" in wrong([case()], [OK], [other])[0]
    assert "the readings differ" in wrong([case()], [OK], [REFUSED])[0]


def test_an_operation_that_is_read_once_needs_a_reason() -> None:
    missing = {"status": "unsupported"}
    assert "no second reading" in wrong([case()], [OK], [missing])[0]
    found = admit([case()], reading(OK), reading(missing), {"rng.words": "it is new"})
    assert (found.wrong, found.single) == ([], {"rng.words": 1})


@pytest.mark.parametrize("twin", ["a.g.0009", "a.g.0001"])
def test_a_twin_is_a_valid_case(twin: str) -> None:
    cases = [case(1, refused="bad_value /a", twin="a.g.0001"), case(2, refused="bad_value /a", twin=twin)]
    assert f"a.g.0002: its twin {twin} is no valid case" in wrong(cases, [REFUSED] * 2, [REFUSED] * 2)


def test_a_reading_can_not_change_the_input_of_the_other() -> None:
    def spoils(operation: str, given: Document) -> Document:
        given["count"] += 1
        return {"status": "ok", "output": {"count": given["count"]}}

    one = case()
    assert admit([one], spoils, spoils, {}).wrong == []
    assert one.given["count"] == 1


def test_a_file_of_vectors() -> None:
    negative = case(2, refused="bad_value /a", twin="a.g.0001")
    data = area_file("a", [case(), negative], {"a.g.0001": OK, "a.g.0002": REFUSED})
    first, second = json.loads(data)["vectors"]
    assert first["why"] == {"catches": "c", "effect": "e"} and first["profile"] == "rng"
    assert "twin" not in first and second["twin"] == "a.g.0001"
    assert json.loads(data)["corpus_format"] == "1.0"


def test_names() -> None:
    assert bad_names(["a.g.0001", "a.g.0002"], ["a.g.0003"], {"a.g.0000": "a.g.0001"}) == []
    assert bad_names(["a", "a"], [], {}) == ["a: stands twice"]
    assert bad_names(["a"], ["a"], {}) == ["a: was removed, and an ID is never used again"]
    assert bad_names(["a"], [], {"a": "a"}) == ["a: is an alias as well"]
    assert bad_names(["a"], [], {"b": "c"}) == ["b: its new name c is no case"]


def test_inexact_numbers() -> None:
    value = {"a": [1, True, None, "0.5"], "b": [0.5, {"c": 1 << 53}], "d": -(1 << 53) + 1}
    assert inexact(value) == ["/b/0", "/b/1/c"]
