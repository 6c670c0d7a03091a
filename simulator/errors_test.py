"""Errors as text: one printable line, whatever the input held (ENC-5)."""

import pytest

from simulator import shape
from simulator.errors import (
    DocumentError,
    EmberError,
    IncompleteError,
    InputError,
    InvalidActionError,
    PackError,
    ScoringInputError,
    SimulationError,
    UsageError,
    printable,
)

HOSTILE = "a\nerror: b\r\x1b[31m\x9b31m\x00\x7f\u2028\u202e\ud800 \udc00\U000e0001"
KINDS = [EmberError, UsageError, InputError, PackError, ScoringInputError, SimulationError, IncompleteError]


@pytest.mark.parametrize("kind", [*KINDS, InvalidActionError])
def test_the_text_of_an_error_is_one_printable_line(kind: type[EmberError]) -> None:
    error = kind("code", HOSTILE, pointer="/" + HOSTILE)
    assert (error.message, error.pointer) == (HOSTILE, "/" + HOSTILE)
    check(str(error))


def test_the_text_of_a_document_error_is_one_printable_line() -> None:
    error = DocumentError("syntax", "code", HOSTILE, "/" + HOSTILE, 7)
    error.source = "file" + HOSTILE
    check(str(error))
    assert str(error).startswith("file") and str(error).endswith(" (byte 7)")


def check(text: str) -> None:
    text.encode("utf-8")
    assert text.isprintable() and len(text.splitlines()) == 1
    assert r"a\nerror: b\r\x1b[31m" in text and r"\ud800 \udc00" in text


def test_what_can_be_shown_stays_as_it_is() -> None:
    for text in ("", "plain", "tür/\u20ac \U0001f600", 'a "quoted" \\ text', "1 … 2^53−1"):
        assert printable(text) == text
        assert str(EmberError("code", text)) == f"code: {text}"


def test_each_kind_says_what_it_knows() -> None:
    error = DocumentError("shape", "wrong_type", "why", "/a~1b")
    assert str(error) == "wrong_type at /a~1b: why"
    error.source = "s.json"
    assert str(error) == "s.json: wrong_type at /a~1b: why"
    assert str(DocumentError("syntax", "bad_syntax", "why", "", 0)) == "bad_syntax: why (byte 0)"


@pytest.mark.parametrize(
    ("kind", "exit_code"),
    [(UsageError, 2), (InputError, 3), (InvalidActionError, 3), (IncompleteError, 4), (SimulationError, 70)],
)
def test_the_exit_code_says_whose_fault_it_is(kind: type[EmberError], exit_code: int) -> None:
    assert kind.exit_code == exit_code


def test_a_hostile_key_stays_on_its_line() -> None:
    with pytest.raises(DocumentError) as caught:
        shape.read(b'{"a\\nerror: all is well\\u001b[2J": 0}', shape.Record({}))
    assert caught.value.pointer == "/a\nerror: all is well\x1b[2J"
    assert str(caught.value).startswith(r"unknown_key at /a\nerror: all is well\x1b[2J: ")
