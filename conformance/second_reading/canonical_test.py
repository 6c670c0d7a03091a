"""Canonical JSON against the published examples (ENC-1, ENC-3)."""

from fractions import Fraction

import pytest

from conformance.second_reading.canonical import NotCanonical, canonical, decimal_text, digest, fraction_text

DOUBLES = [
    ("0", "0"),
    ("-0.0", "0"),
    ("5e-324", "5e-324"),
    ("-5e-324", "-5e-324"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("9007199254740992", "9007199254740992"),
    ("295147905179352825856", "295147905179352830000"),
    ("9.999999999999997e22", "9.999999999999997e+22"),
    ("1e23", "1e+23"),
    ("1.0000000000000001e23", "1.0000000000000001e+23"),
    ("999999999999999700000", "999999999999999700000"),
    ("999999999999999900000", "999999999999999900000"),
    ("1e21", "1e+21"),
    ("9.999999999999997e-7", "9.999999999999997e-7"),
    ("0.000001", "0.000001"),
    ("333333333.3333332", "333333333.3333332"),
    ("1424953923781206.2", "1424953923781206.2"),
    ("0.35", "0.35"),
    ("1e-7", "1e-7"),
    ("1.0", "1"),
    ("123e-9", "1.23e-7"),
]


@pytest.mark.parametrize(("token", "text"), DOUBLES)
def test_doubles_as_ecmascript_writes_them(token: str, text: str) -> None:
    assert canonical(float(token)) == text.encode()


def test_strings_and_order_of_keys() -> None:
    value = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "\u00f6": 7}
    expected = '{"\\r":2,"1":4,"\x80":6,"\u00f6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}'
    assert canonical(value) == expected.encode()
    assert canonical('"\\\b\t\n\f\r\x0b\x1f/\x7f') == b'"\\"\\\\\\b\\t\\n\\f\\r\\u000b\\u001f/\x7f"'


@pytest.mark.parametrize("value", [2**53, -(2**53), float("nan"), float("inf"), "\ud800", {"\udc00": 1}, {1: 2}, b""])
def test_what_has_no_canonical_form(value: object) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_fractions_decimals_and_digest() -> None:
    assert [fraction_text(Fraction(6, 16)), fraction_text(0), fraction_text(Fraction(-1, 2))] == ["3/8", "0/1", "-1/2"]
    assert decimal_text(Fraction(5, 1000), 2) == "0.00"
    assert decimal_text(Fraction(15, 1000), 2) == "0.02"
    assert decimal_text(Fraction(-1, 1000), 2) == "0.00"
    assert decimal_text(Fraction(-3, 2), 1) == "-1.5"
    assert decimal_text(100, 9) == "100.000000000"
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
