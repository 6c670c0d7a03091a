"""The shape stage: a tree of tokens against a shape, in the order of the text (ENC-2.3 to ENC-2.6, ENC-5.2, ENC-5.5).

A shape is a tuple whose first item names its kind:

    ("integer", least, most)            ("probability",)            ("boolean",)            ("null",)
    ("string", least, most, pattern)    ("choice", (text, ...))     ("null_or", shape)
    ("list", least, most, shape)        ("entries", shape of the keys, shape)      ("tuple", shape, ...)
    ("object", {key: shape}, {optional keys})
    ("variant", function from the node to a shape)
"""

import json
import re
from typing import Any

from conformance.second_reading.jsonsyntax import Fault, Node

Shape = tuple[Any, ...]

LARGEST = 2**53 - 1
MANY = 2**53
IDENTIFIER: Shape = ("string", 1, 64, "[A-Za-z0-9._-]*")
HEX_DIGEST: Shape = ("string", 64, 64, "[0-9a-f]{64}")
WORD: Shape = ("string", 16, 16, "[0-9a-f]{16}")
SHORT_TEXT: Shape = ("string", 1, 32, None)
COUNT: Shape = ("integer", 0, LARGEST)
SEED: Shape = ("integer", 0, LARGEST)
POSITION: Shape = ("list", 2, 2, COUNT)
CELLS: Shape = ("list", 0, MANY, POSITION)

KINDS = {
    "list": "array",
    "tuple": "array",
    "object": "object",
    "entries": "object",
    "string": "string",
    "choice": "string",
}
KINDS |= {"integer": "number", "probability": "number", "null": "null"}


def shape_fault(code: str, pointer: str) -> Fault:
    """A fault of the shape stage (ENC-5.5)."""
    return Fault("shape", code, pointer)


def pointer_to(pointer: str, key: str | int) -> str:
    """The RFC 6901 pointer of a member or element (ENC-5.3)."""
    return pointer + "/" + str(key).replace("~", "~0").replace("/", "~1")


def has_lone_surrogate(text: str) -> bool:
    """Whether a text holds half of a surrogate pair (ENC-2.6)."""
    return any(0xD800 <= ord(character) <= 0xDFFF for character in text)


def check(node: Node, shape: Shape, pointer: str = "") -> Any:
    """The value of a node that has a shape; raises the first Fault in the order of the text (ENC-5.2)."""
    if node.kind == "string" and has_lone_surrogate(node.value):
        raise shape_fault("lone_surrogate", pointer)
    kind = shape[0]
    if kind == "null_or":
        return None if node.kind == "null" else check(node, shape[1], pointer)
    if kind == "variant":
        return check(node, shape[1](node), pointer)
    if kind == "boolean":
        if node.kind not in ("true", "false"):
            raise shape_fault("wrong_type", pointer)
        return node.kind == "true"
    if node.kind != KINDS[kind]:
        raise shape_fault("wrong_type", pointer)
    if kind == "null":
        return None
    if kind == "integer":
        return check_integer(node.value, shape[1], shape[2], pointer)
    if kind == "probability":
        return check_probability(node.value, pointer)
    if kind in ("string", "choice"):
        return check_string(node.value, shape, pointer)
    if kind == "list":
        return check_list(node, shape[1], shape[2], [shape[3]], pointer)
    if kind == "tuple":
        return check_list(node, len(shape) - 1, len(shape) - 1, list(shape[1:]), pointer)
    return check_object(node, shape, pointer)


def check_integer(token: str, least: int, most: int, pointer: str) -> int:
    """The integer of a number token (ENC-2.3)."""
    if "." in token or "e" in token or "E" in token:
        raise shape_fault("not_an_integer", pointer)
    if token == "-0":
        raise shape_fault("negative_zero", pointer)
    if len(token.lstrip("-")) > 16 or abs(int(token)) > LARGEST:
        raise shape_fault("integer_range", pointer)
    if not least <= int(token) <= most:
        raise shape_fault("out_of_range", pointer)
    return int(token)


def check_probability(token: str, pointer: str) -> float:
    """The double of a probability token (ENC-2.3.1)."""
    if len(token) > 32:
        raise shape_fault("number_too_long", pointer)
    nearest: float = json.loads(token)  # the nearest double, or an integer, which is compared and written alike
    if token.startswith("-"):
        raise shape_fault("negative_zero" if nearest == 0 else "out_of_range", pointer)
    if repr(nearest) == "inf":
        raise shape_fault("number_overflow", pointer)
    if nearest > 1:
        raise shape_fault("out_of_range", pointer)
    return nearest


def check_string(text: str, shape: Shape, pointer: str) -> str:
    """A text of the right length and pattern, or one of the choices (ENC-2.5)."""
    if shape[0] == "choice":
        if text not in shape[1]:
            raise shape_fault("bad_value", pointer)
        return text
    _, least, most, pattern = shape
    if len(text) < least:
        raise shape_fault("too_short", pointer)
    if len(text) > most:
        raise shape_fault("too_long", pointer)
    if pattern is not None and re.fullmatch(pattern, text) is None:
        raise shape_fault("bad_value", pointer)
    return text


def check_list(node: Node, least: int, most: int, inner: list[Shape], pointer: str) -> list[Any]:
    """A list; one element too many is a fault where it begins, too few where the list ends (ENC-5.2)."""
    values: list[Any] = []
    for index, element in enumerate(node.value):
        if index >= most:
            raise shape_fault("too_long", pointer)
        values.append(check(element, inner[index % len(inner)], pointer_to(pointer, index)))
    if len(values) < least:
        raise shape_fault("too_short", pointer)
    return values


def check_object(node: Node, shape: Shape, pointer: str) -> dict[str, Any]:
    """An object: keys as they come, then what is absent, by key (ENC-2.4, ENC-5.2)."""
    values: dict[str, Any] = {}
    for key, _, child in node.value:
        if has_lone_surrogate(key):
            raise shape_fault("lone_surrogate", pointer)
        if shape[0] == "entries":
            check_string(key, shape[1], pointer_to(pointer, key))
        if key in values:
            raise shape_fault("duplicate_key", pointer_to(pointer, key))
        if shape[0] == "object" and key not in shape[1]:
            raise shape_fault("unknown_key", pointer_to(pointer, key))
        inner = shape[1][key] if shape[0] == "object" else shape[2]
        values[key] = check(child, inner, pointer_to(pointer, key))
    if shape[0] == "object":
        for key in sorted(shape[1]):
            if key not in values and key not in shape[2]:
                raise shape_fault("missing_key", pointer_to(pointer, key))
    return values


def offset_of(node: Node, pointer: str) -> int:
    """Where in the text the value of a pointer begins, each key once (ENC-5.2)."""
    for step in pointer.split("/")[1:]:
        if node.kind == "array":
            node = node.value[int(step)]
        else:
            key = step.replace("~1", "/").replace("~0", "~")
            node = [child for name, _, child in node.value if name == key][0]
    return node.start


def first_meaning_fault(tree: Node, faults: list[tuple[str, str]], codes: list[str]) -> Fault | None:
    """Of (pointer, code) pairs the one whose value begins first; of one value, the code listed first (ENC-5.2)."""
    ordered = sorted(faults, key=lambda fault: (offset_of(tree, fault[0]), codes.index(fault[1])))
    return Fault("meaning", ordered[0][1], ordered[0][0]) if ordered else None
