"""Canonical JSON (RFC 8785) and digests (ENC-1, ENC-3).

Equal values have equal bytes: keys sorted by UTF-16 code units, no white space, shortest escapes, numbers as
ECMAScript writes them. Hashed documents hold integers within ±(2^53−1); `fire.spread_probability` is the only float.
"""

import hashlib
import re
from typing import Any

from simulator.errors import EmberError

MAX_INTEGER = (1 << 53) - 1

_ESCAPED = re.compile(r'[\x00-\x1f"\\]')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def encode(value: Any) -> bytes:
    """The canonical bytes of a plain JSON value (ENC-1).

    Raises:
        EmberError: `not_canonical`, where the value has no canonical form: an integer out of range, a float that is
            not finite, a lone surrogate, a key that is not a string, or a type that JSON does not have.
    """
    try:
        return "".join(_pieces(value)).encode("utf-8")
    except UnicodeEncodeError:
        raise EmberError("not_canonical", "a string holds a lone surrogate") from None


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical bytes, 64 lowercase hex digits (ENC-3.1)."""
    return sha256_hex(encode(value))


def sha256_hex(data: bytes | memoryview) -> str:
    """SHA-256 of bytes, 64 lowercase hex digits (ENC-3.1)."""
    return hashlib.sha256(data).hexdigest()


def _pieces(value: Any) -> list[str]:
    """The text of one value, in pieces."""
    kind = type(value)
    if kind is str:
        return [string(value)]
    if kind is int:
        return [_integer(value)]
    if kind is dict:
        return _object(value)
    if kind is list or kind is tuple:
        return _array(value)
    if value is None or kind is bool:
        return [{None: "null", True: "true", False: "false"}[value]]
    if kind is float:
        return [number(value)]
    raise EmberError("not_canonical", f"JSON has no {kind.__name__}")


def _object(value: dict[str, Any]) -> list[str]:
    if any(type(key) is not str for key in value):
        raise EmberError("not_canonical", "a key is not a string")
    out = ["{"]
    for key in sorted(value, key=_utf16):
        out.append(string(key) + ":" if len(out) == 1 else "," + string(key) + ":")
        out += _pieces(value[key])
    out.append("}")
    return out


def _array(value: list[Any] | tuple[Any, ...]) -> list[str]:
    out = ["["]
    for item in value:
        if len(out) > 1:
            out.append(",")
        out += _pieces(item)
    out.append("]")
    return out


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def string(text: str) -> str:
    """A JSON string in its canonical form (ENC-1.2)."""
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    return _SHORT.get(char) or f"\\u{ord(char):04x}"


def _integer(value: int) -> str:
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise EmberError("not_canonical", "an integer is outside ±(2^53−1)")
    return str(value)


def number(value: float) -> str:
    """A finite double as ECMAScript's Number::toString writes it (ENC-1.3).

    `repr` gives the shortest digits that read back; only the layout differs.
    """
    sign, digits, exponent = _decimal_digits(value)
    count = len(digits)
    if count <= exponent <= 21:
        body = digits + "0" * (exponent - count)
    elif 0 < exponent <= 21:
        body = digits[:exponent] + "." + digits[exponent:]
    elif -6 < exponent <= 0:
        body = "0." + "0" * -exponent + digits
    else:
        power = f"e{exponent - 1:+d}"
        body = (digits[0] + "." + digits[1:] if count > 1 else digits) + power
    return sign + body


def _decimal_digits(value: float) -> tuple[str, str, int]:
    """Sign, shortest digits and exponent n, so that |value| = 0.DIGITS × 10^n."""
    if value == 0:
        return "", "0", 1
    text = repr(value)
    match = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?", text)
    if not match:
        raise EmberError("not_canonical", f"{text} is not finite")
    sign, whole, fraction, power = match.groups(default="")
    digits = (whole + fraction).lstrip("0")
    exponent = len(whole) + int(power or "0") - (len(whole + fraction) - len(digits))
    return sign, digits.rstrip("0"), exponent
