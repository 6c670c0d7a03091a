"""What counts as an answer in a provider's document, and whose fault it is when there is none (PCK-17.6, PCK-17.7)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.evaluation.adapters import completion
from packs.evaluation.adapters.testdata import scripted
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, ModelFailure, Usage

GOOD = '{"actions":{"P1":"east"}}'


def fault(received: bytes, fenced: bool = False) -> str:
    with pytest.raises(ModelFailure) as caught:
        completion.action_output(received, fenced)
    assert caught.value.received == received
    return caught.value.code


def output(content: str, fenced: bool = False) -> bytes:
    return completion.action_output(scripted.completion(content), fenced)


def test_recorded_completions() -> None:
    assert completion.action_output(scripted.LLAMA_200, False) == GOOD.encode()
    assert completion.read(scripted.LLAMA_200).usage == Usage(29, 48)
    large = scripted.completion(GOOD)
    assert completion.action_output(large, False) == GOOD.encode()
    assert completion.read(large).usage == Usage(1117, 46)


def test_without_fences_the_content_is_the_output_as_it_is() -> None:
    for content in (f" {GOOD}\n", "", "no", "```json\n{}\n```", "é😀\0"):
        assert output(content) == content.encode()


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{GOOD}\n```",
        f"```json\n{GOOD}\n```\n",
        f"I think.\n\n```json\n{GOOD}\n```\nSo there.",
        f"```json  \r\n{GOOD}\n```\t\r",
        f"```json\n{GOOD}\n```\n`x` and ` ```json ` are no fences, nor is\n ```json",
        GOOD,
    ],
)
def test_a_fenced_block_is_taken_out(content: str) -> None:
    assert output(content, fenced=True) == GOOD.encode()


def test_every_byte_between_the_fences_counts() -> None:
    assert output("```json\n\n{\r\n } \n\n```", fenced=True) == b"\n{\r\n } \n"
    assert output("```json\n```", fenced=True) == b""


@pytest.mark.parametrize(
    "content",
    [
        f"```json\n{GOOD}",
        f"```json\n{GOOD}\n```\n```json\n{GOOD}\n```",
        f"```json\n{GOOD}\n```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"```JSON\n{GOOD}\n```",
        f"```json5\n{GOOD}\n```",
        f"````json\n{GOOD}\n````",
        f"```json {GOOD}\n```",
        f"```json\n{GOOD}\n``` done",
        f"```json\n{GOOD}\n```\n```",
        "```",
    ],
)
def test_other_fences_are_none(content: str) -> None:
    assert fault(scripted.completion(content), fenced=True) == INVALID_OUTPUT


@pytest.mark.parametrize(
    "members",
    [
        {"content": None},
        {"content": None, "refusal": "I can't help with that."},
        {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f"}}]},
        {"content": GOOD, "tool_calls": [{}]},
        {"content": GOOD, "function_call": {"name": "f", "arguments": "{}"}},
        {"content": GOOD, "finish_reason": "length"},
        {"content": GOOD, "finish_reason": "content_filter"},
        {"content": GOOD, "finish_reason": "tool_calls"},
        {"content": "\ud800"},
    ],
)
def test_a_model_without_an_answer_is_at_fault_itself(members: dict[str, Any]) -> None:
    assert fault(scripted.completion(**members)) == INVALID_OUTPUT


@pytest.mark.parametrize(
    "members",
    [
        {"tool_calls": []},
        {"tool_calls": None},
        {"function_call": None},
        {"finish_reason": None},
        {"finish_reason": "eos"},
        {"usage": None},
        {"reasoning_content": "so …", "cost": 1.5e-7, "provider": {"deep": [[{}]]}},
    ],
)
def test_what_providers_add_or_leave_out_is_fine(members: dict[str, Any]) -> None:
    assert completion.action_output(scripted.completion(GOOD, **members), False) == GOOD.encode()


def test_absent_content_is_null() -> None:
    assert fault(b'{"choices":[{"message":{"role":"assistant"}}]}') == INVALID_OUTPUT


@pytest.mark.parametrize(
    "received",
    [
        b"",
        b"<html>",
        b"null",
        b"[]",
        b"{}",
        b'{"choices":null}',
        b'{"choices":[]}',
        b'{"choices":{"0":{}}}',
        b'{"choices":[null]}',
        b'{"choices":[{}]}',
        b'{"choices":[{"message":"x"}]}',
        b'{"choices":[{"message":{"content":"{}"}},{"message":{"content":"{}"}}]}',
        b'{"choices":[{"message":{"content":1}}]}',
        b'{"choices":[{"message":{"content":[{"type":"text","text":"{}"}]}}]}',
        b'{"choices":[{"message":{"content":"{}","tool_calls":"x"}}]}',
        b'{"choices":[{"message":{"content":"{}"},"finish_reason":0}]}',
        b'{"choices":[{"message":{"content":"{}"}}]} x',
        b'\xef\xbb\xbf{"choices":[{"message":{"content":"{}"}}]}',
        b'{"choices":[{"message":{"content":"\xff"}}]}',
        b'{"choices":[{"message":{"content":"{}"}}],"x":NaN}',
        b'{"choices":[{"message":{"content":"{}","content":"{}"}}]}',
        b'{"choices":[{"message":{"content":"{}","c\\u006fntent":"x"}}]}',
        b'{"choices":[{"message":{"content":"{}"}}],"x":[{"a":1,"a":1}]}',
        scripted.error("Provider returned error", code=502),
        b"[" * 100_000,
    ],
)
def test_a_broken_envelope_is_the_providers_fault(received: bytes) -> None:
    assert fault(received) == fault(received, fenced=True) == MODEL_ERROR


@pytest.mark.parametrize(
    ("usage", "counts"),
    [
        ("null", (0, 0)),
        ("3", (0, 0)),
        ("{}", (0, 0)),
        ('{"prompt_tokens":7}', (7, 0)),
        ('{"prompt_tokens":-7,"completion_tokens":1.5}', (0, 0)),
        ('{"prompt_tokens":"7","completion_tokens":true}', (0, 0)),
        ('{"prompt_tokens":9999999999999999,"completion_tokens":12345678901234567}', (9007199254740991, 0)),
    ],
)
def test_usage_is_what_can_be_counted(usage: str, counts: tuple[int, int]) -> None:
    received = b'{"choices":[{"message":{"content":"{}"}}],"usage":' + usage.encode() + b"}"
    assert completion.read(received).usage == Usage(*counts)


TEXTS = st.text(st.sampled_from(list("`json{}\n\r \tx😀")), max_size=24)


def by_hand(content: str) -> str | None:
    """The rule of PCK-17.7, character by character."""
    lines, line = [], ""
    for char in content:
        if char == "\n":
            lines.append(line)
            line = ""
        else:
            line += char
    lines.append(line)
    fences = [number for number in range(len(lines)) if lines[number][:3] == "```"]
    if len(fences) == 0:
        return content
    if len(fences) != 2 or lines[fences[0]].rstrip(" \t\r") != "```json" or lines[fences[1]].rstrip(" \t\r") != "```":
        return None
    return "\n".join(lines[fences[0] + 1 : fences[1]])


@settings(max_examples=80, deadline=None, database=None)
@given(TEXTS | TEXTS.map(lambda text: f"{text}\n```json\n{text}\n```"))
def test_fences_as_by_hand(content: str) -> None:
    wanted = by_hand(content)
    if wanted is None:
        assert fault(scripted.completion(content), fenced=True) == INVALID_OUTPUT
    else:
        assert output(content, fenced=True) == wanted.encode()


@settings(max_examples=30, deadline=None, database=None)
@given(st.binary(max_size=60), st.integers(0, 400))
def test_any_bytes_give_an_output_or_a_failure(noise: bytes, at: int) -> None:
    received = scripted.LLAMA_200[:at] + noise + scripted.LLAMA_200[at:]
    try:
        first: object = completion.action_output(received, True)
    except ModelFailure as failure:
        first = failure.code
        assert first in (INVALID_OUTPUT, MODEL_ERROR)
    else:
        assert json.loads(received)


def test_a_large_body_is_read_in_time_that_grows_with_it() -> None:
    received = scripted.completion("x" * (completion.MAX_BODY - 2000))
    assert len(output("x" * 10)) == 10 and len(completion.action_output(received, True)) == completion.MAX_BODY - 2000
