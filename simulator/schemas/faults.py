"""Documents with one wrong value each, for the tests of the schemas (ENC-6.2).

`shape_faults` makes them along the shape of a document, so that every rule of the shape is broken once; `ODD_VALUES`
are for a test that puts anything anywhere.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from simulator import shape
from simulator.errors import DocumentError
from simulator.grid import STAY
from simulator.shape import Shape

Path = tuple[str | int, ...]

# A value of each JSON type; the fraction is one where an integer belongs.
STRANGERS = json.loads('[null, true, false, 0, 1.5, "1", [], {}]')
ODD_VALUES = [
    *STRANGERS,
    *(-1, 1, 2, 7, 1024, 1025, 100_000, 2**53 - 1, 2**53, *json.loads("[0.5, -0.5]")),
    *("", "1.0", "P1", "P1\n", "a b", "stay", "blocked", "stochastic", "deterministic", "active", "timeout"),
    *("0" * 16, "0" * 64, "A" * 64, "x" * 65, "x" * 4097, "\U0001f525" * 64, "scenario-000.json", ".json"),
    *([0], [0, 0], [0, 0, 0], [[0, 0]], {"P1": STAY}, {"a b": STAY}, {"id": "P1", "position": [0, 0]}),
]
NO_IDENTIFIERS = ("", "a b", "P1\n", "\nP1", "é", "x" * 65)
_LONGEST = 10_000
_TYPES: dict[type, tuple[type, ...]] = {
    shape.Boolean: (bool,),
    shape.Choice: (str,),
    shape.Integer: (int,),
    shape.ListOf: (list,),
    shape.MapOf: (dict,),
    shape.Probability: (int, float),
    shape.Record: (dict,),
    shape.Text: (str,),
    shape.Tuple: (list,),
}


def passes(form: Shape, value: Any) -> bool:
    """Whether the bytes of a value are a document of this shape."""
    try:
        shape.read(json.dumps(value).encode(), form)
    except DocumentError as error:
        return error.stage not in ("syntax", "shape")
    return True


def shape_faults(form: Shape, examples: Iterable[Any], but: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every fault at every place that the examples reach: the place's name and the faulty document.

    Places whose names start with one of `but` are left out.
    """
    for name, (node, value) in reached(form, examples).items():
        for bad in () if name.startswith(but) else _faults(node.form, node.value):
            yield name, replaced(value, node.path, bad)


def reached(form: Shape, examples: Iterable[Any]) -> dict[str, tuple["Node", Any]]:
    """The places where the examples have a value, each with one of them; null only where there is no other."""
    found: dict[str, tuple[Node, Any]] = {}
    for value in examples:
        for node in _nodes(form, value):
            if node.value is not None or node.name not in found:
                found[node.name] = node, value
    return found


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a document: its path, its shape, and the name of its place (`/people/*/id`)."""

    name: str
    path: Path
    form: Shape
    value: Any


def _nodes(form: Shape, value: Any, name: str = "", path: Path = ()) -> Iterator[Node]:
    """The values of a document; of a list the first and the last, of a map the first."""
    if isinstance(form, shape.OneOf):
        variant = form.select(value)
        name, form = f"{name}[{variant}]", form.variants[variant]
    yield Node(name, path, form, value)
    for label, inner in _parts(form):
        for key in _keys(label, value):
            yield from _nodes(inner, value[key], f"{name}/{label}", (*path, key))


def names(form: Shape, name: str = "") -> Iterator[str]:
    """The names of all places that documents of this shape have."""
    if isinstance(form, shape.OneOf):
        for variant, record in form.variants.items():
            yield from names(record, f"{name}[{variant}]")
        return
    yield name
    for label, inner in _parts(form):
        yield from names(inner, f"{name}/{label}")


def _parts(form: Shape) -> list[tuple[str, Shape]]:
    """The shapes within a shape, each with its key; `*` stands for any."""
    match form:
        case shape.Record():
            return list(form.shapes.items())
        case shape.MapOf():
            return [("*", form.value)]
        case shape.ListOf():
            return [("*", form.item)]
        case shape.Tuple():
            return [(str(index), item) for index, item in enumerate(form.items)]
        case shape.Nullable():
            return _parts(form.shape)
    return []


def _keys(label: str, value: Any) -> list[Any]:
    """Where a part stands in a value."""
    if isinstance(value, list):
        return sorted({0, len(value) - 1} if value else {}) if label == "*" else [int(label)]
    if isinstance(value, dict):
        return list(value)[:1] if label == "*" else [label] if label in value else []
    return []


def _faults(form: Shape, value: Any) -> Iterator[Any]:
    """What a valid value can be replaced by so that its shape is wrong there."""
    yield from (stranger for stranger in STRANGERS if type(stranger) not in _types(form))
    match form:
        case shape.Integer():
            yield from (form.low - 1, form.high + 1)
        case shape.Probability():
            yield from (-1, 2)
        case shape.Text():
            yield from _texts(form, value)
        case shape.Choice():
            yield from ("", value + "x", value + "\n", " " + value)
        case shape.Record() | shape.MapOf():
            yield from _objects(form, value)
        case shape.ListOf() | shape.Tuple():
            yield from _lists(form, value)
        case shape.Nullable() if value is not None:
            yield from (bad for bad in _faults(form.shape, value) if bad is not None)


def _types(form: Shape) -> tuple[type, ...]:
    """The types of a shape's values."""
    if isinstance(form, shape.Nullable):
        return (type(None), *_types(form.shape))
    return _TYPES.get(type(form), (type(None),))


def _texts(form: shape.Text, value: str) -> Iterator[str]:
    yield "0" * (form.high + 1)
    if form.low:
        yield value[: form.low - 1]
    if form.pattern:
        yield from (value + "\n", value[:-1] + "\n", "\n" + value[1:], " " + value[1:], value[:-1] + "é")


def _objects(form: shape.Record | shape.MapOf, value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if isinstance(form, shape.Record):
        yield value | {"extra": 0}
        yield from ({key: item for key, item in value.items() if key != gone} for gone in form.required)
    elif value:
        some = next(iter(value.values()))
        yield from (value | {key: some} for key in NO_IDENTIFIERS)


def _lists(form: shape.ListOf | shape.Tuple, value: list[Any]) -> Iterator[list[Any]]:
    low, high = (form.low, form.high) if isinstance(form, shape.ListOf) else (len(form.items),) * 2
    if low:
        yield value[: low - 1]
    # A list longer than the widest limits would take minutes; that number is in the schema for all to see.
    if high is not None and high <= _LONGEST:
        yield value + value[-1:] * (high + 1 - len(value))


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all values in a document."""
    yield path
    keys = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
    for key in keys:
        yield from places(value[key], (*path, key))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """The document with another value in one place."""
    if not path:
        return new
    out = value.copy()
    out[path[0]] = replaced(value[path[0]], path[1:], new)
    return out
