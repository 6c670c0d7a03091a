"""The conversation between runner and testee: its messages, lines and limits (docs/protocol).

One JSON object a line, UTF-8, ended by 0A; numbers are integers within ±(2^53−1). The runner writes `hello`, `case` and
`bye`; the testee answers `ready` and `result`. A testee ignores members that it doesn't know; a runner takes none.

| side | reads a line with |
|---|---|
| runner | `answer(decode(line))` |
| testee | `request(decode(line))` |
"""

from typing import Any, Literal

from simulator import canonical, shape
from simulator.errors import DocumentError, EmberError
from simulator.shape import Choice, Integer, ListOf, MapOf, OneOf, Record, Shape, Text
from simulator.strict import MAX_DEPTH, Members, Number

PROTOCOL_VERSION = "1.0"
MAX_LINE = 16 << 20
"""Bytes of a line, its 0A included."""
MAX_MESSAGE = 4096
"""Characters of an error's message."""
MAX_POINTER = 4096
"""Characters of a rejection's pointer."""
MAX_VERSION = 64
"""Characters of a version."""

OK, REJECTED, UNSUPPORTED, ERROR = STATUSES = ("ok", "rejected", "unsupported", "error")
STAGES = ("syntax", "shape", "meaning", "action", "pack", "result", "score")
"""What refuses: a document by its syntax, shape or meaning, an action, a pack, a result, or the scorer."""

Message = dict[str, Any]
Code = Literal[
    "line_too_long",
    "unfinished_line",
    "not_utf8",
    "noise",
    "not_json",
    "unknown_type",
    "unknown_field",
    "bad_message",
]
CODES: tuple[Code, ...] = (
    "line_too_long",
    "unfinished_line",
    "not_utf8",
    "noise",
    "not_json",
    "unknown_type",
    "unknown_field",
    "bad_message",
)


class ProtocolError(EmberError):
    """A line that is no message. The codes are those of CODES; `pointer` leads into the message where it applies."""

    code: Code


class Value:
    """Any JSON value whose numbers are integers within ±(2^53−1), at most MAX_DEPTH deep."""

    def read(self, node: Any, pointer: str) -> Any:
        """The plain value, as `shape.Shape` has it."""
        return self._read(node, pointer, MAX_DEPTH)

    def _read(self, node: Any, pointer: str, depth: int) -> Any:
        if node is None or isinstance(node, bool):
            return node
        if isinstance(node, str):
            return _TEXT.read(node, pointer)
        if isinstance(node, (Number, int, float)):
            return _INTEGER.read(node, pointer)
        if not depth:
            raise shape.fault("too_deep", f"more than {MAX_DEPTH} nested arrays and objects", pointer)
        if isinstance(node, list):
            return [self._read(item, f"{pointer}/{index}", depth - 1) for index, item in enumerate(node)]
        return self._members(node, pointer, depth)

    def _members(self, node: Any, pointer: str, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, value in node.pairs if isinstance(node, Members) else node.items():
            _TEXT.read(key, pointer)
            where = shape.step_into(pointer, key)
            if key in out:
                raise shape.fault("duplicate_key", "the key stands twice", where)
            out[key] = self._read(value, where, depth - 1)
        return out

    def schema(self) -> dict[str, Any]:
        """Nothing is asked of it: JSON Schema can't tell 1 from 1.0."""
        return {}


_TEXT = Text(MAX_LINE)
_INTEGER = Integer()
_NAME = Text(64, 1, "[a-z][a-z0-9._-]*", "a name of a–z 0–9 . _ -")
_NONCE = Text(32, 32, "[0-9a-f]{32}", "32 lowercase hex digits")
_VERSION = Text(MAX_VERSION, 1)
_OBJECT = MapOf(Text(MAX_LINE), Value())

HELLO = Record({"type": Choice("hello"), "protocol": _VERSION, "run": _NONCE})
CASE = Record(
    {"type": Choice("case"), "id": shape.identifier(), "operation": _NAME, "input": _OBJECT},
    {"trace": Integer(0)},
)
BYE = Record({"type": Choice("bye")})
READY = Record(
    {
        "type": Choice("ready"),
        "protocol": _VERSION,
        "run": _NONCE,
        "name": shape.identifier(),
        "version": _VERSION,
        "profiles": ListOf(_NAME, 1, 64),
        "components": MapOf(_NAME, _VERSION),
    }
)


OUTCOMES: dict[str, dict[str, Shape]] = {
    OK: {"output": _OBJECT},
    REJECTED: {
        "stage": Choice(*STAGES),
        "code": Text(64, 1, "[a-z][a-z0-9_]*", "a code"),
        "pointer": Text(MAX_POINTER),
    },
    UNSUPPORTED: {},
    ERROR: {"message": Text(MAX_MESSAGE)},
}
"""What a result holds besides its type, id and status, by its status."""


def _result(*statuses: str) -> dict[str, Shape]:
    return {"type": Choice("result"), "id": shape.identifier(), "status": Choice(*statuses)}


RESULT = OneOf(
    {status: Record(_result(status) | members) for status, members in OUTCOMES.items()},
    lambda members: str(members.get("status")),
    Record(_result(*STATUSES), {name: member for members in OUTCOMES.values() for name, member in members.items()}),
)

REQUESTS: dict[str, Record] = {"hello": HELLO, "case": CASE, "bye": BYE}
ANSWERS: dict[str, Shape] = {"ready": READY, "result": RESULT}


def encode(message: Message) -> bytes:
    """The line of a message: its canonical bytes and 0A.

    Raises:
        ProtocolError: `line_too_long`; `bad_message`, where the message has no canonical form or holds a float.
    """
    try:
        value = Value().read(message, "")
        line = canonical.encode(value) + b"\n"
    except EmberError as error:
        raise ProtocolError("bad_message", error.message, pointer=error.pointer) from None
    if len(line) > MAX_LINE:
        raise ProtocolError("line_too_long", f"the line has {len(line)} bytes, at most {MAX_LINE} are allowed")
    return line


def decode(line: bytes) -> Message:
    """The object on a line, with its 0A; nothing is known of its members yet.

    Raises:
        ProtocolError: the first of `line_too_long`, `unfinished_line`, `not_utf8`, `noise` (the line does not begin
            with a brace), `not_json` (it is no JSON object, or one with a number that is no integer, or a key twice).
    """
    if len(line) > MAX_LINE:
        raise ProtocolError("line_too_long", f"the line has more than {MAX_LINE} bytes")
    if not line.endswith(b"\n"):
        raise ProtocolError("unfinished_line", "the stream ends in the middle of a line")
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        raise ProtocolError("not_utf8", "the line is not UTF-8") from None
    if not line.startswith(b"{"):
        raise ProtocolError("noise", "the line does not begin with {")
    try:
        message: Message = shape.read(line[:-1], Value())
    except DocumentError as error:
        raise ProtocolError("not_json", str(error), pointer=error.pointer) from None
    return message


def answer(message: Message) -> Message:
    """A message of the testee, as the runner takes it: a `ready` or a `result` with its members and no other.

    Raises:
        ProtocolError: `unknown_type`, `unknown_field`, `bad_message`.
    """
    return _checked(message, ANSWERS)


def request(message: Message) -> Message:
    """A message of the runner, as the testee takes it: a `hello`, `case` or `bye` without the members it doesn't know.

    Raises:
        ProtocolError: `unknown_type`, `bad_message`.
    """
    known = REQUESTS.get(str(message.get("type")))
    return _checked({key: message[key] for key in message if known is None or key in known.shapes}, REQUESTS)


def _checked(message: Message, shapes: dict[str, Any]) -> Message:
    wanted = shapes.get(str(message.get("type")))
    if wanted is None:
        raise ProtocolError("unknown_type", f"the type is none of {', '.join(shapes)}", pointer="/type")
    try:
        found: Message = wanted.read(message, "")
    except DocumentError as error:
        code: Code = "unknown_field" if error.code == "unknown_key" else "bad_message"
        raise ProtocolError(code, error.message, pointer=error.pointer) from None
    return found


def hello(run: str) -> Message:
    """The runner's first message; `run` is the nonce of this process, 32 lowercase hex digits."""
    return {"type": "hello", "protocol": PROTOCOL_VERSION, "run": run}


def case(case_id: str, operation: str, given: Message, trace: int | None = None) -> Message:
    """A case; with `trace` it asks for the document of that step."""
    message = {"type": "case", "id": case_id, "operation": operation, "input": given}
    return message if trace is None else message | {"trace": trace}


def bye() -> Message:
    """The runner's last message."""
    return {"type": "bye"}


def result(case_id: str, outcome: Message) -> Message:
    """The answer to a case; `outcome` has the status and what belongs to it."""
    return {"type": "result", "id": case_id, **outcome}
