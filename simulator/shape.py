"""Shapes: what a document may hold, said once (ENC-2.5, ENC-5).

A shape reads a value, checks it alone (types, keys, ranges, choices, lengths), and also writes the JSON Schema
fragment that says the same; so the published schemas can't drift from the parser. Faults come in document order:
members as they stand there, absent ones after them by key.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from simulator import strict
from simulator.canonical import MAX_INTEGER
from simulator.errors import DocumentError
from simulator.strict import Members, Number

IDENTIFIER = r"[A-Za-z0-9._-]{1,64}"
IDENTIFIER_PATTERN = re.compile(IDENTIFIER)
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_MAX_TOKEN = 32
_LONG = 10**_MAX_TOKEN


class Shape(Protocol):
    """What a value must look like."""

    def read(self, node: Any, pointer: str) -> Any:
        """The plain value of a node of `strict.parse` or of a plain JSON value.

        Raises:
            DocumentError: stage "shape", with the JSON pointer of the first fault in document order.
        """

    def schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) fragment that accepts the same values."""


def read(data: bytes, shape: Shape) -> Any:
    """A document's plain value; objects keep document order (ENC-2).

    Bytes that are the plain encoding of their own value can hide no token fault, so the interpreter's fast parser
    may read them; whatever it can't vouch for is read by tokens, which also words every error.

    Raises:
        DocumentError: of stage "syntax" or "shape".
    """
    if len(data) <= strict.MAX_BYTES:
        try:
            value = json.loads(data)
            if json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8") == data:
                return shape.read(value, "")
        except (ValueError, RecursionError, DocumentError):
            pass
    return shape.read(strict.parse(data), "")


def fault(code: str, message: str, pointer: str) -> DocumentError:
    """A fault of one value against its shape (ENC-5)."""
    return DocumentError("shape", code, message, pointer)


def step_into(pointer: str, key: str | int) -> str:
    """The JSON pointer (RFC 6901) of a member or item."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _kind(node: Any) -> str:
    if node is None:
        return "null"
    if isinstance(node, bool):
        return "a boolean"
    if isinstance(node, (Number, int, float)):
        return "a number"
    if isinstance(node, str):
        return "a string"
    return "an array" if isinstance(node, list) else "an object"


def _wrong(node: Any, wanted: str, pointer: str) -> DocumentError:
    if isinstance(node, str) and _has_lone_surrogate(node):
        return _lone("string", pointer)
    return fault("wrong_type", f"{wanted} belongs here, not {_kind(node)}", pointer)


def _has_lone_surrogate(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)


def _lone(what: str, pointer: str) -> DocumentError:
    """A lone surrogate. A key with one has no pointer that could be written, so its object is named (ENC-5.5)."""
    return fault("lone_surrogate", f"a {what} holds half of a surrogate pair", pointer)


class Integer:
    """An integer token in `low … high` (ENC-2.3)."""

    def __init__(self, low: int = -MAX_INTEGER, high: int = MAX_INTEGER) -> None:
        self.low, self.high = low, high

    def read(self, node: Any, pointer: str) -> int:
        value = node if type(node) is int else self._token(node, pointer)
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise fault("integer_range", "the integer is outside ±(2^53−1)", pointer)
        if not self.low <= value <= self.high:
            raise fault("out_of_range", f"{value} is not in {self.low} … {self.high}", pointer)
        return value

    def _token(self, node: Any, pointer: str) -> int:
        if not isinstance(node, (Number, float)):
            raise _wrong(node, "an integer", pointer)
        token = repr(node) if isinstance(node, float) else node.token
        if token == "-0":
            raise fault("negative_zero", "a negative zero", pointer)
        if not token.lstrip("-").isdigit():
            raise fault("not_an_integer", f"{token[:_MAX_TOKEN]} is not written as an integer", pointer)
        if not _INTEGER.fullmatch(token):
            raise fault("integer_range", "the integer is outside ±(2^53−1)", pointer)
        return int(token)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Probability:
    """Any number token of at most 32 characters without a sign, with a value in [0, 1]; underflow is 0 (ENC-2.3.1)."""

    def read(self, node: Any, pointer: str) -> float:
        if type(node) is int:
            # What is longer is at fault for its length, and `repr` refuses thousands of digits.
            return self._value(repr(max(-_LONG, min(node, _LONG))), pointer)
        if type(node) is float:
            return self._value(repr(node), pointer)
        if not isinstance(node, Number):
            raise _wrong(node, "a number", pointer)
        return self._value(node.token, pointer)

    def _value(self, token: str, pointer: str) -> float:
        if len(token) > _MAX_TOKEN:
            raise fault("number_too_long", f"the number has more than {_MAX_TOKEN} characters", pointer)
        value = float(token)
        if token.startswith("-"):
            if value == 0:
                raise fault("negative_zero", "a negative zero", pointer)
            raise fault("out_of_range", f"{token} is not in 0 … 1", pointer)
        if value == float("inf"):
            raise fault("number_overflow", f"{token} is too large for a double", pointer)
        if not 0 <= value <= 1:
            raise fault("out_of_range", f"{token} is not in 0 … 1", pointer)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": 0, "maximum": 1}


class Text:
    """A string without lone surrogates, of `low … high` characters, matching `pattern` as a whole."""

    def __init__(self, high: int, low: int = 0, pattern: str | None = None, what: str = "") -> None:
        self.low, self.high = low, high
        self.pattern = re.compile(pattern) if pattern else None
        self.what = what

    def read(self, node: Any, pointer: str) -> str:
        if not isinstance(node, str):
            raise _wrong(node, "a string", pointer)
        if _has_lone_surrogate(node):
            raise _lone("string", pointer)
        if len(node) > self.high:
            raise fault("too_long", f"the string has more than {self.high} characters", pointer)
        if len(node) < self.low:
            raise fault("too_short", f"the string has fewer than {self.low} characters", pointer)
        if self.pattern and not self.pattern.fullmatch(node):
            raise fault("bad_value", f"{node[:80]!r} is not {self.what}", pointer)
        return node

    def schema(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "string", "minLength": self.low, "maxLength": self.high}
        return out | ({"pattern": f"^(?:{self.pattern.pattern})$"} if self.pattern else {})


def identifier() -> Text:
    """An ID: 1–64 characters of A–Z a–z 0–9 . _ - (ENC-3.4)."""
    return Text(64, 1, IDENTIFIER, "an ID of the characters A–Z a–z 0–9 . _ -")


def word() -> Text:
    """A 64-bit word as 16 lowercase hex digits (ENC-3.3)."""
    return Text(16, 16, "[0-9a-f]{16}", "16 lowercase hex digits")


def hash_hex() -> Text:
    """A SHA-256 as 64 lowercase hex digits (ENC-3.1)."""
    return Text(64, 64, "[0-9a-f]{64}", "64 lowercase hex digits")


class Choice:
    """One of some strings."""

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def read(self, node: Any, pointer: str) -> str:
        if not isinstance(node, str):
            raise _wrong(node, "a string", pointer)
        if node not in self.choices:
            if _has_lone_surrogate(node):
                raise _lone("string", pointer)
            raise fault("bad_value", f"{node[:80]!r} is none of {', '.join(self.choices)}", pointer)
        return node

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}


class Boolean:
    """true or false."""

    def read(self, node: Any, pointer: str) -> bool:
        if not isinstance(node, bool):
            raise _wrong(node, "true or false", pointer)
        return node

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Null:
    """null alone."""

    def read(self, node: Any, pointer: str) -> None:
        if node is not None:
            raise _wrong(node, "null", pointer)

    def schema(self) -> dict[str, Any]:
        return {"type": "null"}


class Nullable:
    """null, or another shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def read(self, node: Any, pointer: str) -> Any:
        return None if node is None else self.shape.read(node, pointer)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "null"}, self.shape.schema()]}


class ListOf:
    """An array of `low … high` items of one shape."""

    def __init__(self, item: Shape, low: int = 0, high: int | None = None) -> None:
        self.item, self.low, self.high = item, low, high

    def read(self, node: Any, pointer: str) -> list[Any]:
        if not isinstance(node, list):
            raise _wrong(node, "an array", pointer)
        out = []
        for index, item in enumerate(node):
            if index == self.high:
                raise fault("too_long", f"the array has more than {self.high} items", pointer)
            out.append(self.item.read(item, f"{pointer}/{index}"))
        if len(out) < self.low:
            raise fault("too_short", f"the array has fewer than {self.low} items", pointer)
        return out

    def schema(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "array", "items": self.item.schema(), "minItems": self.low}
        return out | ({} if self.high is None else {"maxItems": self.high})


class Tuple:
    """An array with one shape for each of its items."""

    def __init__(self, *items: Shape) -> None:
        self.items = items

    def read(self, node: Any, pointer: str) -> list[Any]:
        if not isinstance(node, list):
            raise _wrong(node, "an array", pointer)
        out = [
            shape.read(item, f"{pointer}/{i}") for i, (shape, item) in enumerate(zip(self.items, node, strict=False))
        ]
        if len(node) != len(self.items):
            code = "too_long" if len(node) > len(self.items) else "too_short"
            raise fault(code, f"the array has {len(node)} items, not {len(self.items)}", pointer)
        return out

    def schema(self) -> dict[str, Any]:
        count = len(self.items)
        parts = [item.schema() for item in self.items]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": count, "maxItems": count}


def position() -> Tuple:
    """[row, col], before the grid is known (SIM-1.1)."""
    return Tuple(Integer(0), Integer(0))


def _members(node: Any, pointer: str) -> Iterable[tuple[str, Any]]:
    if isinstance(node, Members):
        return node.pairs
    if isinstance(node, dict):
        return node.items()
    raise _wrong(node, "an object", pointer)


class Record:
    """An object with exactly these keys; those of `optional` may be absent (ENC-2.4)."""

    def __init__(self, required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> None:
        self.required = dict(required)
        self.shapes = self.required | dict(optional or {})

    def read(self, node: Any, pointer: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in _members(node, pointer):
            where = step_into(pointer, key)
            if key in out:
                raise fault("duplicate_key", "the key stands twice", where)
            if key not in self.shapes:
                if _has_lone_surrogate(key):
                    raise _lone("key", pointer)
                raise fault("unknown_key", f"the key does not belong here; known are {', '.join(self.shapes)}", where)
            out[key] = self.shapes[key].read(value, where)
        for key in sorted(self.required):
            if key not in out:
                raise fault("missing_key", "the key is missing", step_into(pointer, key))
        return out

    def schema(self) -> dict[str, Any]:
        parts = {key: shape.schema() for key, shape in self.shapes.items()}
        required = list(self.required)
        return {"type": "object", "properties": parts, "required": required, "additionalProperties": False}


class MapOf:
    """An object with any keys of one shape and values of another (ENC-2.4)."""

    def __init__(self, key: Text, value: Shape) -> None:
        self.key, self.value = key, value

    def read(self, node: Any, pointer: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in _members(node, pointer):
            if _has_lone_surrogate(key):
                raise _lone("key", pointer)
            where = step_into(pointer, key)
            self.key.read(key, where)
            if key in out:
                raise fault("duplicate_key", "the key stands twice", where)
            out[key] = self.value.read(value, where)
        return out

    def schema(self) -> dict[str, Any]:
        names = self.key.schema()
        return {"type": "object", "propertyNames": names, "additionalProperties": self.value.schema()}


class OneOf:
    """An object whose shape hangs on which of its members tells it: `select` looks at the keys and values.

    Where it can't tell, the `fallback` reads the object, so that the first fault in document order is the one told.
    """

    def __init__(
        self, variants: Mapping[str, Record], select: Callable[[dict[str, Any]], str], fallback: Record
    ) -> None:
        self.variants, self.select, self.fallback = dict(variants), select, fallback

    def read(self, node: Any, pointer: str) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in _members(node, pointer):
            seen.setdefault(key, value)
        return self.variants.get(self.select(seen), self.fallback).read(node, pointer)

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [variant.schema() for variant in self.variants.values()]}
