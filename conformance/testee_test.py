"""This repository's testee, line by line and as a process."""

import io
import json
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance import profiles, protocol, testee
from conformance.operations import registry
from conformance.operations.examples import SCENARIO, WORLD, examples
from conformance.operations.operation import Operation
from conformance.protocol import MAX_LINE, MAX_MESSAGE, answer, bye, case, decode, encode, hello
from simulator import canonical
from simulator.schemas.faults import places, replaced

RUN = "00ff" * 8
GOOD = case("good", "rng.words", {"state": "0" * 16, "count": 1})
WORDS = {"words": ["e220a8397b1dcdaf"], "end_state": "9e3779b97f4a7c15"}


def serve(data: bytes) -> tuple[list[dict[str, Any]], str]:
    out, log = io.BytesIO(), io.StringIO()
    testee.serve(io.BytesIO(data), out, log)
    return [answer(decode(line)) for line in out.getvalue().splitlines(keepends=True)], log.getvalue()


def ask(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    return serve(b"".join(map(encode, messages)))[0]


def test_hello_is_answered_with_the_same_nonce() -> None:
    (ready,) = ask(hello(RUN) | {"new": "field"})
    assert ready["run"] == RUN and ready["protocol"] == protocol.PROTOCOL_VERSION
    assert ready["profiles"] == list(profiles.PROFILES) and ready["components"] == dict(profiles.VERSIONS)


def test_cases_are_answered_in_turn_until_bye() -> None:
    unknown = case("2", "rng.dice", {})
    found = ask(hello(RUN), GOOD, unknown, GOOD | {"hint": 1}, bye(), GOOD)
    assert [message["type"] for message in found] == ["ready", "result", "result", "result"]
    assert found[1] == found[3] == protocol.result("good", {"status": "ok", "output": WORDS})
    assert found[2] == {"type": "result", "id": "2", "status": "unsupported"}


def test_a_trace_is_the_document_behind_the_digest() -> None:
    whole, traced, none, late = ask(
        case("1", "fire.world", WORLD),
        case("2", "fire.world", WORLD, 1),
        case("3", "rng.words", GOOD["input"], 0),
        case("4", "fire.world", WORLD, 9),
    )
    text = traced["output"]["text"].encode()
    assert canonical.sha256_hex(text) == whole["output"]["steps"][1]
    assert (none["status"], late["status"]) == ("error", "error")


@pytest.mark.parametrize(
    ("given_input", "pointer"),
    [({}, "/count"), ({"state": "0", "count": 1}, "/state"), (GOOD["input"] | {"x": 1}, "/x")],
)
def test_a_bad_input_is_an_error_and_no_verdict(given_input: dict[str, Any], pointer: str) -> None:
    (found,) = ask(case("1", "rng.words", given_input))
    assert found["status"] == "error" and found["message"].startswith(f"bad_input at {pointer}:")


@pytest.mark.parametrize("trouble", [ZeroDivisionError("x" * 9000), RecursionError("\x1b[2J\n"), MemoryError("\ud800")])
def test_the_products_own_fault_is_an_error_and_the_next_case_is_answered(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(given_input: dict[str, Any]) -> dict[str, Any]:
        raise trouble

    words = registry.OPERATIONS["rng.words"]
    broken = Operation("broken", "", (), words.given, words.gives, breaks)
    floats = Operation("floats", "", (), words.given, words.gives, lambda _: {"a": 0.5})
    monkeypatch.setattr(registry, "OPERATIONS", {**registry.OPERATIONS, "broken": broken, "floats": floats})
    first, second, third = ask(GOOD | {"operation": "broken"}, GOOD | {"operation": "floats"}, GOOD)
    assert first["status"] == second["status"] == "error" and third["status"] == "ok"
    assert len(first["message"]) <= MAX_MESSAGE and first["message"].isprintable()


def test_an_answer_longer_than_a_line_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    words = registry.OPERATIONS["rng.words"]
    long = Operation("long", "", (), words.given, words.gives, lambda _: {"a": "x" * MAX_LINE})
    monkeypatch.setattr(registry, "OPERATIONS", {**registry.OPERATIONS, "long": long})
    found, after = ask(GOOD | {"operation": "long"}, GOOD)
    assert found["status"] == "error" and after["status"] == "ok"


def test_what_is_no_message_is_passed_over() -> None:
    noise = [b"hello\n", b"\xff\n", b"{\n", b"[]\n", b'{"type":"case"}\n', b'{"type":"case","id":"no good"}\n']
    for line in noise:
        found, log = serve(line + encode(GOOD))
        assert [message["status"] for message in found] == ["ok"], line
        assert log.count("\n") == 1 and log.startswith("no message: ")
    found, _ = serve(b'{"type":"case","id":"1","operation":"rng.words","input":[]}\n' + encode(GOOD))
    assert [(message["id"], message["status"]) for message in found] == [("1", "error"), ("good", "ok")]


def test_a_line_that_is_too_long_is_passed_over_piece_by_piece() -> None:
    found, log = serve(b"x" * (MAX_LINE + (3 << 20)) + b"\n" + encode(GOOD))
    assert [message["status"] for message in found] == ["ok"] and "line_too_long" in log
    assert log.count("\n") == 1
    assert serve(b"x" * (MAX_LINE + 5))[0] == []


NAMES = st.sampled_from([*registry.OPERATIONS, "rng.dice"])
ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1 << 53) | st.sampled_from(["", "P1", SCENARIO, "0" * 16, "AA=="]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["scenario", "text", "base64", "seed", "actions", "files"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
MESSAGES = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["case", "hello", "bye?"]),
        "id": st.just("c") | ODD,
        "operation": NAMES | ODD,
        "input": ODD,
    },
    optional={"trace": st.integers(-1, 3) | ODD, "run": st.just(RUN)},
)


@settings(max_examples=150, deadline=None, database=None)
@given(st.lists(st.binary(max_size=30) | MESSAGES.map(lambda value: json.dumps(value).encode()), max_size=4))
def test_whatever_the_lines_hold_the_next_case_is_answered(lines: list[bytes]) -> None:
    found, _ = serve(b"".join(line + b"\n" for line in lines) + encode(GOOD))
    assert found[-1] == protocol.result("good", {"status": "ok", "output": WORDS})


@settings(max_examples=120, deadline=None, database=None)
@given(st.data())
def test_an_input_with_something_odd_in_it_is_answered(data: st.DataObject) -> None:
    example = data.draw(st.sampled_from([each for each in examples() if len(str(each.given)) < 5000]))
    value: Any = example.given
    for _ in range(data.draw(st.integers(1, 2))):
        value = replaced(value, data.draw(st.sampled_from(list(places(value)))), data.draw(ODD))
    found = registry.outcome(example.operation, value, example.trace)
    assert found["status"] in ("ok", "rejected", "error")
    assert found["status"] != "error" or found["message"].startswith(("bad_input", "no_trace")), (
        example.operation,
        value,
    )


def test_the_program_speaks_on_stdout_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    words = registry.OPERATIONS["rng.words"]
    chatty = replace(words, run=lambda given_input: print("so far so good") or words.run(given_input))
    monkeypatch.setattr(registry, "OPERATIONS", {**registry.OPERATIONS, "rng.words": chatty})
    given_lines = io.BytesIO(encode(hello(RUN)) + b"noise\n" + encode(GOOD) + encode(bye()))
    out, log = io.BytesIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given_lines))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    monkeypatch.setattr(sys, "stderr", log)
    assert testee.main() == 0
    found = [answer(decode(line)) for line in out.getvalue().splitlines(keepends=True)]
    assert [message["type"] for message in found] == ["ready", "result"]
    assert log.getvalue() == "no message: noise: the line does not begin with {\nso far so good\n"
