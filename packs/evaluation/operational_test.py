"""The operational record is exact, strict, and says when it does not know (PCK-12)."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from packs.evaluation.operational import SHAPE, OperationalRecord, of_document, parse
from simulator.canonical import encode
from simulator.errors import DocumentError

RECORD = OperationalRecord(
    model_id="model-2024-01-01",
    provider_id="provider",
    inference_digest="a" * 64,
    trials=3,
    episodes=30,
    latency_seconds="1234.5",
    input_tokens=9_000_000,
    output_tokens=45_000,
    cost=Fraction(617, 50),
    cost_unit="USD",
    retries=2,
    timeouts=1,
)
DOCUMENT: dict[str, Any] = {
    "model_id": "model-2024-01-01",
    "provider_id": "provider",
    "inference_digest": "a" * 64,
    "trials": 3,
    "episodes": 30,
    "latency_seconds": "1234.5",
    "input_tokens": 9_000_000,
    "output_tokens": 45_000,
    "cost": "617/50",
    "cost_unit": "USD",
    "retries": 2,
    "timeouts": 1,
}


def test_the_worked_record() -> None:
    assert RECORD.document() == DOCUMENT
    assert parse(encode(DOCUMENT)) == of_document(DOCUMENT) == RECORD
    assert RECORD.digest == "c9548a5110f850d7960e85c5675fe36a16b2f2f9e1e833b613abcfe8ba345a0d"


def test_the_digest_hangs_on_every_member() -> None:
    values: dict[str, Any] = {
        **dict.fromkeys(("model_id", "provider_id", "cost_unit"), "other"),
        **dict.fromkeys(("trials", "episodes", "input_tokens", "output_tokens", "retries", "timeouts"), 7),
        "inference_digest": "b" * 64,
        "latency_seconds": "1234.50",
        "cost": Fraction(1),
    }
    others = [replace(RECORD, **{name: value}) for name, value in values.items()]
    assert len({RECORD.digest, *(record.digest for record in others)}) == 1 + len(DOCUMENT)


def test_an_unknown_cost_and_a_cost_of_zero_are_two_things() -> None:
    unknown = of_document({**DOCUMENT, "cost": None, "cost_unit": None})
    free = of_document({**DOCUMENT, "cost": "0/1"})
    assert unknown.cost is None and free.cost == 0
    assert unknown.document()["cost"] is None and free.document()["cost"] == "0/1"


FAULTS: list[tuple[str, Any, str]] = [
    ("model_id", "", "too_short"),
    ("provider_id", "a\nscore 100", "bad_value"),
    ("provider_id", "<b>", "bad_value"),
    ("inference_digest", "A" * 64, "bad_value"),
    ("inference_digest", "a" * 63, "too_short"),
    ("inference_digest", None, "wrong_type"),
    ("trials", -1, "out_of_range"),
    ("episodes", True, "wrong_type"),
    ("latency_seconds", 1234, "wrong_type"),
    ("latency_seconds", "-1", "bad_value"),
    ("latency_seconds", "1e3", "bad_value"),
    ("latency_seconds", "NaN", "bad_value"),
    ("latency_seconds", "01.5", "bad_value"),
    ("latency_seconds", "1.", "bad_value"),
    ("input_tokens", "9", "wrong_type"),
    ("output_tokens", -1, "out_of_range"),
    ("cost", "12.34", "bad_value"),
    ("cost", "-1/2", "bad_value"),
    ("cost", "1/0", "bad_value"),
    ("cost_unit", "US dollars", "bad_value"),
    ("retries", -1, "out_of_range"),
    ("timeouts", None, "wrong_type"),
    ("score", 100, "unknown_key"),
]


@pytest.mark.parametrize(("name", "value", "code"), FAULTS)
def test_each_fault_of_shape(name: str, value: Any, code: str) -> None:
    document = {**DOCUMENT, name: value}
    with pytest.raises(DocumentError) as caught:
        parse(encode(document))
    assert (caught.value.stage, caught.value.code, caught.value.pointer) == ("shape", code, f"/{name}")
    assert not jsonschema.Draft202012Validator(SHAPE.schema()).is_valid(document)


def test_no_float_and_no_member_twice() -> None:
    text = json.dumps(DOCUMENT)
    for broken, code in (
        (text.replace("9000000", "9e6"), "not_an_integer"),
        (text.replace('"trials"', '"retries": 0, "trials"'), "duplicate_key"),
        (text[:-1], "bad_syntax"),
    ):
        with pytest.raises(DocumentError, match=code):
            parse(broken.encode())


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"cost": "2/4"}, "not_lowest_terms", "/cost"),
        ({"cost": "0/5"}, "not_lowest_terms", "/cost"),
        ({"cost": None}, "cost_without_unit", "/cost"),
        ({"cost_unit": None}, "cost_without_unit", "/cost_unit"),
    ],
)
def test_each_fault_of_meaning(changes: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as caught:
        of_document({**DOCUMENT, **changes})
    assert (caught.value.stage, caught.value.code, caught.value.pointer) == ("meaning", code, pointer)


@pytest.mark.parametrize("name", list(DOCUMENT))
def test_every_member_is_wanted(name: str) -> None:
    with pytest.raises(DocumentError) as caught:
        of_document({key: value for key, value in DOCUMENT.items() if key != name})
    assert (caught.value.code, caught.value.pointer) == ("missing_key", f"/{name}")
