"""What the inputs and outputs of operations are made of, and reading the documents that travel in them.

A document travels as base64 of its bytes where they may be no JSON at all, and as text where they are. So the one
number that is no integer, a fire's spread probability, never is a number of a message (ENC-2.3.1).
"""

import base64
import binascii
from typing import Any

from conformance.operations.operation import BadInput, Plain
from simulator import canonical, scenario, shape
from simulator.grid import DIRECTIONS, Grid
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario
from simulator.shape import Choice, Integer, ListOf, MapOf, OneOf, Record, Text

MAX_TEXT = 16 << 20

_BASE64 = Text(MAX_TEXT, 0, "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", "base64 with padding")
BYTES = Record({"base64": _BASE64})
TEXT = Record({"text": Text(MAX_TEXT)})
DOCUMENT = OneOf({"text": TEXT, "base64": BYTES}, lambda members: "text" if "text" in members else "base64", BYTES)
SEED = Integer(0, MAX_SEED)
WORD = shape.word()
DIGEST = shape.hash_hex()
CELLS = ListOf(shape.position())
ACTIONS = ListOf(MapOf(shape.identifier(), Text(64)))
IDS = ListOf(shape.identifier())
COUNT = Integer(0)
NUMBER = Text(400, 1, r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", "a JSON number")
FRACTION = Text(1 << 16, 3, "-?(?:0|[1-9][0-9]*)/[1-9][0-9]*", "a fraction")
DECIMAL = Text(1 << 16, 1, r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?", "a decimal")
DIRECTION = Choice(*DIRECTIONS)


def document(value: Plain) -> bytes:
    """The bytes of a document that travels as `{"text": …}` or `{"base64": …}`."""
    if "text" in value:
        text: str = value["text"]
        return text.encode("utf-8")
    return decoded(value["base64"])


def decoded(text: str) -> bytes:
    """The bytes of a base64 text (RFC 4648, padded).

    Raises:
        BadInput: it is none.
    """
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise BadInput("bad_input", "this is no base64") from None


def text(value: Any) -> Plain:
    """A document as it travels in an output: its canonical text (ENC-1)."""
    return {"text": canonical.encode(value).decode("utf-8")}


def world(given: Plain) -> tuple[Scenario, int]:
    """The scenario and the seed of an input.

    Raises:
        DocumentError: the scenario is refused.
    """
    return scenario.parse(document(given["scenario"])), given["seed"]


def cell(grid: Grid, at: list[int]) -> int:
    """The cell at a position of an input.

    Raises:
        BadInput: it is not on the grid.
    """
    if not grid.contains(*at):
        raise BadInput("bad_input", f"{at} is not on the grid")
    return grid.cell(*at)
