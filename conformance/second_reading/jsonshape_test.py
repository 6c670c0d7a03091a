"""The shape stage: codes, pointers and precedence (ENC-2.3 to ENC-2.6, ENC-5.2, ENC-5.5)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.second_reading.jsonshape import COUNT, IDENTIFIER, POSITION, SEED, Shape, check
from conformance.second_reading.jsonsyntax import Fault, read_tree

OBJECT: Shape = ("object", {"a": SEED, "b": POSITION, "c~/": ("boolean",), "d": IDENTIFIER}, {"c~/", "d"})


def verdict(text: str, shape: Shape) -> tuple[str, str]:
    with pytest.raises(Fault) as caught:
        check(read_tree(text.encode()), shape)
    assert caught.value.stage == "shape"
    return caught.value.code, caught.value.pointer


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("1.0", "not_an_integer"),
        ("1e3", "not_an_integer"),
        ("-0.0", "not_an_integer"),
        ("-0", "negative_zero"),
        ("true", "wrong_type"),
        ("null", "wrong_type"),
        ('"1"', "wrong_type"),
        ('"\\ud800"', "lone_surrogate"),
        ("9007199254740992", "integer_range"),
        ("12345678901234567", "integer_range"),
        ("-9007199254740992", "integer_range"),
        ("-1", "out_of_range"),
    ],
)
def test_integers(token: str, code: str) -> None:
    assert verdict(token, COUNT) == (code, "")


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("0." + "1" * 31, "number_too_long"),
        ("-0", "negative_zero"),
        ("-0.0e5", "negative_zero"),
        ("-1e-999", "negative_zero"),
        ("-0.5", "out_of_range"),
        ("-1e999", "out_of_range"),
        ("1e999", "number_overflow"),
        ("1.5", "out_of_range"),
        ('"0.5"', "wrong_type"),
    ],
)
def test_probabilities(token: str, code: str) -> None:
    assert verdict(token, ("probability",)) == (code, "")


def double_below_one(exact: Fraction) -> Fraction:
    """The double nearest to a fraction in [0, 1], ties to even, in integers alone."""
    exponent = max(-1074, exact.numerator.bit_length() - exact.denominator.bit_length() - 55)
    while exact / Fraction(2) ** exponent >= 2**53:
        exponent += 1
    unit = Fraction(2) ** exponent
    return round(exact / unit) * unit


@settings(max_examples=200, deadline=None, database=None)
@given(st.integers(0, 10**16), st.integers(-340, -16))
def test_a_probability_is_the_nearest_double(digits: int, exponent: int) -> None:
    token = f"{digits}e{exponent}"
    got = check(read_tree(token.encode()), ("probability",))
    assert Fraction(got) == double_below_one(Fraction(digits) * Fraction(10) ** exponent)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", ("wrong_type", "")),
        ("{}", ("missing_key", "/a")),
        ('{"b": [1.0, 2, 3]}', ("not_an_integer", "/b/0")),
        ('{"b": [1, 2, 3.0]}', ("too_long", "/b")),
        ('{"b": [1]}', ("too_short", "/b")),
        ('{"x/~": 1, "a": 1.0}', ("unknown_key", "/x~1~0")),
        ('{"a": 1, "\\u0061": 2}', ("duplicate_key", "/a")),
        ('{"a": 1, "\\ud800": 2}', ("lone_surrogate", "")),
        ('{"c~/": 1}', ("wrong_type", "/c~0~1")),
        ('{"d": ""}', ("too_short", "/d")),
        ('{"d": "é"}', ("bad_value", "/d")),
        ('{"d": "' + "é" * 65 + '"}', ("too_long", "/d")),
        ('{"d": "a\\n"}', ("bad_value", "/d")),
        ('{"a": 1, "d": "x"}', ("missing_key", "/b")),
    ],
)
def test_objects_and_lists_in_the_order_of_the_text(text: str, expected: tuple[str, str]) -> None:
    assert verdict(text, OBJECT) == expected


def test_a_good_value() -> None:
    assert check(read_tree(b'{"d": "A.b_c-9", "b": [0, 7], "a": 5}'), OBJECT) == {"d": "A.b_c-9", "b": [0, 7], "a": 5}
    assert check(read_tree(b"null"), ("null_or", COUNT)) is None
    assert check(read_tree(b'{"x": 1}'), ("entries", IDENTIFIER, COUNT)) == {"x": 1}
    assert verdict('{"x y": 1.0}', ("entries", IDENTIFIER, COUNT)) == ("bad_value", "/x y")
