"""Canonical JSON against RFC 8785's own rules and samples (ENC-1, ENC-3)."""

import hashlib
import json
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import canonical
from simulator.errors import EmberError

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-canonical.MAX_INTEGER, canonical.MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


class Level(IntEnum):
    ONE = 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.0, "-1"),
        (0.35, "0.35"),
        (0.5, "0.5"),
        (10.5, "10.5"),
        (100.0, "100"),
        (4.5, "4.5"),
        (2e-3, "0.002"),
        (1e-6, "0.000001"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (1e-27, "1e-27"),
        (1e16, "10000000000000000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1e23, "1e+23"),
        (1e30, "1e+30"),
        (123456789012345680000.0, "123456789012345680000"),
        (333333333.33333329, "333333333.3333333"),
        (9007199254740992.0, "9007199254740992"),
        (295147905179352830000.0, "295147905179352830000"),
        (5e-324, "5e-324"),
        (-5e-324, "-5e-324"),
        (2.2250738585072014e-308, "2.2250738585072014e-308"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9.999999999999997e22, "9.999999999999997e+22"),
        (0.000001, "0.000001"),
        (999999999999999900000.0, "999999999999999900000"),
        (0.9999999999999999, "0.9999999999999999"),
    ],
)
def test_number_layout_of_ecmascript(value: float, text: str) -> None:
    assert canonical.number(value) == text
    assert canonical.encode([value]) == f"[{text}]".encode()


@settings(max_examples=100, deadline=None, database=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_number_reads_back(value: float) -> None:
    text = canonical.number(value)
    assert float(text) == value
    assert "E" not in text and not text.endswith(".0") and "e+0" not in text and "e-0" not in text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_number_refuses_what_is_not_finite(value: float) -> None:
    with pytest.raises(EmberError) as caught:
        canonical.encode({"a": value})
    assert caught.value.code == "not_canonical"


def test_keys_stand_in_order_of_utf16_units() -> None:
    """RFC 8785 §3.2.3: U+1F600 (d83d de00) stands before U+FB33, though its code point is larger."""
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert sorted(keys) != order
    assert list(json.loads(canonical.encode(dict.fromkeys(keys, 0)))) == order


def test_keys_of_nested_objects_are_sorted() -> None:
    value = {"b": [{"d": 1, "c": 2}], "a": {"": None, "A": True, "aa": False, "a": ""}}
    assert canonical.encode(value) == b'{"a":{"":null,"A":true,"a":"","aa":false},"b":[{"c":2,"d":1}]}'


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("", '""'),
        ('"\\/', '"\\"\\\\/"'),
        ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'),
        ("\x00\x0b\x1f", '"\\u0000\\u000b\\u001f"'),
        ("\x7f\x80", '"\x7f\x80"'),
        ("\u2028\u20ac\U0001f600", '"\u2028\u20ac\U0001f600"'),
        ('\u20ac$\x0f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'),
    ],
)
def test_string_has_the_shortest_escapes(text: str, encoded: str) -> None:
    assert canonical.string(text) == encoded
    assert canonical.encode({text: text}) == f"{{{encoded}:{encoded}}}".encode()


@pytest.mark.parametrize(
    "value",
    [
        canonical.MAX_INTEGER + 1,
        -canonical.MAX_INTEGER - 1,
        "\ud800",
        "\udc00\ud800",
        {"\udfff": 0},
        {1: 0},
        {None: 0},
        {"a": {1}},
        b"a",
        object(),
        Level.ONE,
        [[1, [2 + 0j]]],
    ],
)
def test_encode_refuses_what_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(EmberError) as caught:
        canonical.encode(value)
    assert caught.value.code == "not_canonical"


def test_integers_at_the_limits() -> None:
    assert canonical.encode([canonical.MAX_INTEGER, -canonical.MAX_INTEGER, 0]) == (
        b"[9007199254740991,-9007199254740991,0]"
    )


def test_words_and_empty_values() -> None:
    assert canonical.encode([None, True, False, [], {}, ""]) == b'[null,true,false,[],{},""]'
    assert canonical.encode((1, (2,))) == b"[1,[2]]"


@settings(max_examples=30, deadline=None, database=None)
@given(JSON_VALUES)
def test_encoding_is_a_fixed_point(value: Any) -> None:
    data = canonical.encode(value)
    # An integral double of 2^53 or more reads back as an integer that has no canonical form of its own.
    again = json.loads(data, parse_int=_int_or_double)
    assert again == value
    assert canonical.encode(again) == data


def _int_or_double(token: str) -> int | float:
    value = int(token)
    return value if abs(value) <= canonical.MAX_INTEGER else float(token)


def test_digest_is_of_the_canonical_bytes() -> None:
    assert canonical.digest({"b": 0.0, "a": 1}) == canonical.digest({"a": 1, "b": 0})
    assert canonical.digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()
    assert canonical.sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
