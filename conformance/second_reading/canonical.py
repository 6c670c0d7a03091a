"""Canonical JSON, digests, fractions and decimals, read literally from the clauses (ENC-1, ENC-3)."""

import hashlib
from fractions import Fraction
from typing import Any

LARGEST = 2**53 - 1

SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class NotCanonical(ValueError):
    """A value without a canonical form (ENC-1.4)."""


def text_of_string(text: str) -> str:
    """The JSON string token of a text; raises NotCanonical for half a surrogate pair (ENC-1.2, ENC-1.4)."""
    out = '"'
    for character in text:
        if 0xD800 <= ord(character) <= 0xDFFF:
            raise NotCanonical("a lone surrogate")
        if character in SHORT_ESCAPES:
            out += SHORT_ESCAPES[character]
        elif ord(character) < 0x20:
            out += "\\u00" + format(ord(character), "02x")
        else:
            out += character
    return out + '"'


def digits_and_point(number: float) -> tuple[str, int]:
    """The shortest digits of a positive double, and n with value = 0.digits * 10^n (ENC-1.3)."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    point = len(whole) + (int(exponent) if exponent else 0)
    while digits.startswith("0"):
        digits = digits[1:]
        point -= 1
    while digits.endswith("0"):
        digits = digits[:-1]
    return digits, point


def text_of_double(number: float) -> str:
    """ECMAScript's Number::toString of a double; raises NotCanonical where it is not finite (ENC-1.3, ENC-1.4)."""
    if repr(number) in ("nan", "inf", "-inf"):
        raise NotCanonical("not a finite number")
    if number == 0:
        return "0"
    if number < 0:
        return "-" + text_of_double(-number)
    digits, n = digits_and_point(number)
    k = len(digits)
    if k <= n <= 21:
        return digits + "0" * (n - k)
    if 0 < n <= 21:
        return digits[:n] + "." + digits[n:]
    if -6 < n <= 0:
        return "0." + "0" * -n + digits
    sign = "+" if n - 1 >= 0 else "-"
    tail = "." + digits[1:] if k > 1 else ""
    return digits[0] + tail + "e" + sign + str(abs(n - 1))


def utf16_units(key: str) -> list[int]:
    """The UTF-16 code units of a key, by which members are sorted (ENC-1.1)."""
    raw = key.encode("utf-16-be", "surrogatepass")
    return [raw[i] * 256 + raw[i + 1] for i in range(0, len(raw), 2)]


def text_of_value(value: Any) -> str:
    """The canonical text of a value; raises NotCanonical where there is none (ENC-1)."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return text_of_string(value)
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotCanonical("an integer outside the range")
        return str(value)
    if isinstance(value, float):
        return text_of_double(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(text_of_value(element) for element in value) + "]"
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise NotCanonical("a key that is not a string")
        keys = sorted(value, key=utf16_units)
        return "{" + ",".join(text_of_string(key) + ":" + text_of_value(value[key]) for key in keys) + "}"
    raise NotCanonical("no JSON value")


def canonical(value: Any) -> bytes:
    """The canonical bytes of a value; raises NotCanonical where there are none (ENC-1)."""
    return text_of_value(value).encode("utf-8")


def digest(value: Any) -> str:
    """SHA-256 of the canonical bytes, as 64 lowercase hex digits (ENC-3.1)."""
    return hashlib.sha256(canonical(value)).hexdigest()


def fraction_text(value: Fraction | int) -> str:
    """ "num/den" in lowest terms (ENC-3.2)."""
    exact = Fraction(value)
    return str(exact.numerator) + "/" + str(exact.denominator)


def half_even(value: Fraction) -> int:
    """The nearest integer, the even one where two are equally near (ENC-3.2)."""
    below = value.numerator // value.denominator
    rest = value - below
    if rest > Fraction(1, 2):
        return below + 1
    if rest < Fraction(1, 2):
        return below
    return below if below % 2 == 0 else below + 1


def decimal_text(value: Fraction | int, places: int) -> str:
    """A fraction as a decimal with all its places, rounded half to even once (ENC-3.2)."""
    scaled = half_even(Fraction(value) * 10**places)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    return sign + digits[:-places] + "." + digits[-places:]


def word_text(word: int) -> str:
    """A 64-bit word as 16 lowercase hex digits (ENC-3.3)."""
    return format(word, "016x")
