"""Reading a provider's response body: the envelope, and the action output in it (PCK-17.6, PCK-17.7).

Both are pure functions of the bytes. A fault of the envelope is the provider's, `model_error`; where the envelope is
good and there is no action output in it, the fault is the model's, `invalid_output`.
"""

import re
from dataclasses import dataclass

from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, ModelFailure, Usage
from simulator import strict
from simulator.canonical import MAX_INTEGER
from simulator.errors import DocumentError
from simulator.strict import Members, Number

MAX_BODY = 4 << 20

UNFINISHED = ("length", "content_filter", "tool_calls", "function_call")

_COUNT = re.compile(r"0|[1-9][0-9]{0,15}")
_OPENING = re.compile(r"```json[ \t\r]*")
_CLOSING = re.compile(r"```[ \t\r]*")


@dataclass(frozen=True, slots=True)
class Completion:
    """What an envelope says.

    Attributes:
        content: the model's text; None where it is null or absent.
        finish_reason: as the provider names it, empty where it names none.
        calls: whether the model called a tool instead of, or besides, answering.
        usage: tokens.
    """

    content: str | None
    finish_reason: str
    calls: bool
    usage: Usage


def read(received: bytes) -> Completion:
    """The envelope of a chat completion (PCK-17.6).

    Raises:
        ModelFailure: `model_error`; this is no chat completion with one choice.
    """
    try:
        tree = strict.parse(received)
        _no_repetition(tree)
        return _completion(tree)
    except DocumentError as error:
        raise ModelFailure(MODEL_ERROR, f"this is no chat completion: {error}", received) from None


def action_output(received: bytes, fenced: bool) -> bytes:
    """The action output in a response body (PCK-17.7).

    Raises:
        ModelFailure: `invalid_output`, there is none; `model_error`, as `read`.
    """
    completion = read(received)
    if completion.calls:
        raise ModelFailure(INVALID_OUTPUT, "the model calls a tool", received)
    if completion.finish_reason in UNFINISHED:
        raise ModelFailure(INVALID_OUTPUT, f"the output is unfinished: {completion.finish_reason}", received)
    if completion.content is None:
        raise ModelFailure(INVALID_OUTPUT, "there is no content", received)
    text = _fenced_block(completion.content) if fenced else completion.content
    if text is None:
        raise ModelFailure(INVALID_OUTPUT, "this is not exactly one block of fenced JSON", received)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise ModelFailure(INVALID_OUTPUT, "the content holds half of a surrogate pair", received) from None


def _fenced_block(content: str) -> str | None:
    """The lines between the fences; all of a content without any; None where fences stand in another way."""
    lines = content.split("\n")
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    if not fences:
        return content
    if len(fences) != 2:
        return None
    start, end = fences
    if not _OPENING.fullmatch(lines[start]) or not _CLOSING.fullmatch(lines[end]):
        return None
    return "\n".join(lines[start + 1 : end])


def _fault(message: str, pointer: str) -> DocumentError:
    return DocumentError("shape", "wrong_type", message, pointer)


def _no_repetition(node: object) -> None:
    """No object has a key twice, however deep: two readers of such a document might see two answers."""
    if isinstance(node, Members):
        if len(node.pairs) != len({key for key, _ in node.pairs}):
            raise DocumentError("shape", "duplicate_key", "an object has a key twice")
        for _, value in node.pairs:
            _no_repetition(value)
    elif isinstance(node, list):
        for value in node:
            _no_repetition(value)


def _completion(tree: object) -> Completion:
    document = _object(tree, "")
    choices = document.get("choices")
    if not isinstance(choices, list) or len(choices) != 1:
        raise _fault("a list of one choice belongs here", "/choices")
    choice = _object(choices[0], "/choices/0")
    message = _object(choice.get("message"), "/choices/0/message")
    content = message.get("content")
    if content is not None and not isinstance(content, str):
        raise _fault("a string or null belongs here", "/choices/0/message/content")
    return Completion(content, _finish_reason(choice), _calls(message), _usage(document.get("usage")))


def _object(node: object, pointer: str) -> dict[str, object]:
    if not isinstance(node, Members):
        raise _fault("an object belongs here", pointer)
    return dict(node.pairs)


def _finish_reason(choice: dict[str, object]) -> str:
    reason = choice.get("finish_reason")
    if reason is not None and not isinstance(reason, str):
        raise _fault("a string or null belongs here", "/choices/0/finish_reason")
    return reason or ""


def _calls(message: dict[str, object]) -> bool:
    calls = message.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        raise _fault("a list or null belongs here", "/choices/0/message/tool_calls")
    return bool(calls) or message.get("function_call") is not None


def _usage(node: object) -> Usage:
    """Nothing but a bill depends on these numbers, so what is no count is taken for not said."""
    usage = dict(node.pairs) if isinstance(node, Members) else {}
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _count(node: object) -> int:
    if not isinstance(node, Number) or not _COUNT.fullmatch(node.token):
        return 0
    return min(int(node.token), MAX_INTEGER)
