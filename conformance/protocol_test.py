"""Messages, lines and limits."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conformance import protocol
from conformance.protocol import MAX_LINE, ProtocolError, answer, decode, encode, request
from simulator.canonical import MAX_INTEGER

RUN = "0123456789abcdef" * 2
READY = {
    "type": "ready",
    "protocol": "1.0",
    "run": RUN,
    "name": "engine",
    "version": "3.1",
    "profiles": ["rng"],
    "components": {"simulator": "0.2.0"},
}
OUTCOMES: list[dict[str, Any]] = [
    {"status": "ok", "output": {"a": [1, None, True, "é"]}},
    {"status": "rejected", "stage": "shape", "code": "too_long", "pointer": "/a/0"},
    {"status": "unsupported"},
    {"status": "error", "message": "out of luck"},
]
ANSWERS = [READY, *(protocol.result("c-1", outcome) for outcome in OUTCOMES)]
REQUESTS = [
    protocol.hello(RUN),
    protocol.case("c-1", "rng.words", {"a": {"b": [1]}}),
    protocol.case("c-1", "rng.words", {}, 3),
    protocol.bye(),
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc\n\u2028é", max_size=3), inner, max_size=3),
    max_leaves=8,
)


def code(line: bytes) -> str:
    with pytest.raises(ProtocolError) as caught:
        answer(decode(line))
    assert caught.value.code in protocol.CODES
    return caught.value.code


@pytest.mark.parametrize("message", ANSWERS, ids=lambda message: str(message.get("status")))
def test_what_a_testee_writes_is_read_as_it_was(message: dict[str, Any]) -> None:
    assert answer(decode(encode(message))) == message
    with pytest.raises(ProtocolError) as caught:
        answer(message | {"extra": 1})
    assert (caught.value.code, caught.value.pointer) == ("unknown_field", "/extra")
    for name in message:
        lacking = {key: value for key, value in message.items() if key != name}
        with pytest.raises(ProtocolError):
            answer(lacking)


@pytest.mark.parametrize("message", REQUESTS, ids=lambda message: str(message["type"]))
def test_what_a_runner_writes_is_read_without_what_is_unknown(message: dict[str, Any]) -> None:
    assert request(decode(encode(message | {"extra": {"deep": [1]}}))) == message
    required = set(message) - {"trace"}
    for name in required:
        with pytest.raises(ProtocolError):
            request({key: value for key, value in message.items() if key != name})


@settings(max_examples=50, deadline=None, database=None)
@given(st.dictionaries(st.text("abc", max_size=3), VALUES, max_size=4))
def test_any_object_survives_its_line(value: dict[str, Any]) -> None:
    line = encode(value)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert decode(line) == value == json.loads(line)
    spaced = json.dumps(value, ensure_ascii=True, separators=(" , ", " : ")).encode() + b"\n"
    assert decode(spaced) == value


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("line_too_long", b"{" + b" " * (MAX_LINE - 2) + b"}\n"),
        ("unfinished_line", b'{"type":"bye"}'),
        ("unfinished_line", b""),
        ("not_utf8", b'{"a":"\xff"}\n'),
        ("not_utf8", b"\xff\n"),
        ("noise", b"starting up\n"),
        ("noise", b"\n"),
        ("noise", b' {"type":"bye"}\n'),
        ("noise", b"[1]\n"),
        ("not_json", b"{\n"),
        ("not_json", b'{"type":"ready"} x\n'),
        ("not_json", b'{"a":1}{"a":1}\n'),
        ("not_json", b'{"a":1,"a":1}\n'),
        ("not_json", b'{"a":1.0}\n'),
        ("not_json", b'{"a":1.5}\n'),
        ("not_json", b'{"a":1e2}\n'),
        ("not_json", b'{"a":-0}\n'),
        ("not_json", b'{"a":NaN}\n'),
        ("not_json", b'{"a":9007199254740992}\n'),
        ("not_json", b'{"a":"\\ud800"}\n'),
        ("not_json", b'{"a":' + b"[" * 64 + b"]" * 64 + b"}\n"),
        ("not_json", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"),
        ("unknown_type", b"{}\n"),
        ("unknown_type", b'{"type":"hello"}\n'),
        ("unknown_type", b'{"type":["ready"]}\n'),
        ("unknown_field", b'{"type":"result","id":"c","status":"unsupported","output":{}}\n'),
        ("bad_message", b'{"type":"result","id":"c","status":"fine"}\n'),
        ("bad_message", b'{"type":"result","id":"c","status":"ok","output":[]}\n'),
        ("bad_message", b'{"type":"result","id":1,"status":"unsupported"}\n'),
        ("bad_message", b'{"type":"result","id":"c","status":"rejected","stage":"luck","code":"a","pointer":""}\n'),
        ("bad_message", b'{"type":"result","id":"c","status":"error","message":"' + b"x" * 4097 + b'"}\n'),
    ],
)
def test_a_line_that_is_no_answer_has_a_code(wanted: str, line: bytes) -> None:
    assert code(line) == wanted


def test_the_longest_line_is_read() -> None:
    text = "x" * (MAX_LINE - len(encode({"a": ""})))
    assert decode(encode({"a": text})) == {"a": text}
    with pytest.raises(ProtocolError) as caught:
        encode({"a": text + "x"})
    assert caught.value.code == "line_too_long"


@pytest.mark.parametrize("value", [1.5, 1.0, MAX_INTEGER + 1, "\ud800", [[[{"a": float("nan")}]]]])
def test_what_no_line_can_hold_is_not_written(value: Any) -> None:
    with pytest.raises(ProtocolError) as caught:
        encode({"a": value})
    assert caught.value.code == "bad_message"


@settings(max_examples=200, deadline=None, database=None)
@given(st.binary(max_size=40) | st.text('{}[]":,0eE.-+truefalsn \\u\n', max_size=40).map(str.encode))
def test_noise_raises_nothing_else(data: bytes) -> None:
    for line in (data, data + b"\n", b"{" + data + b"\n"):
        for read in (answer, request):
            try:
                read(decode(line))
            except ProtocolError as error:
                assert error.code in protocol.CODES


def test_the_schemas_say_the_same() -> None:
    for message in ANSWERS:
        validator = Draft202012Validator(protocol.ANSWERS[message["type"]].schema())
        assert validator.is_valid(message) and not validator.is_valid(message | {"extra": 1})
    for message in REQUESTS:
        assert Draft202012Validator(protocol.REQUESTS[message["type"]].schema()).is_valid(message)
