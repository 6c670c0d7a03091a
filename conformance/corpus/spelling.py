"""How a definition writes documents: values with tokens of their own, edits by pointer or by text (ENC-2, ENC-5.3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simulator import canonical


class DefinitionError(Exception):
    """A definition of the corpus is wrong; the message says where."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token that is written as it stands: a number that is no plain integer (ENC-2.3)."""

    text: str


def spell(value: Any) -> str:
    """The JSON text of a value, its members in their own order; tokens as they are (ENC-1.1)."""
    if isinstance(value, Token):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{canonical.string(key)}:{spell(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(spell, value)) + "]"
    return canonical.encode(value).decode()


def edited(value: Any, edits: Iterable[Any]) -> Any:
    """A value after edits: `[pointer, new]` sets, `[pointer]` removes, `/-` appends, `/+N` inserts (ENC-5.3).

    Raises:
        DefinitionError: a pointer that leads nowhere.
    """
    for edit in edits:
        if edit[0] == "":
            value = edit[1]
        else:
            value = _edited(value, [_unescape(part) for part in edit[0].split("/")[1:]], edit)
    return value


def _unescape(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


def _edited(value: Any, path: list[str], edit: list[Any]) -> Any:
    if isinstance(value, dict):
        return _member(dict(value), path, edit)
    if isinstance(value, list):
        return _element(list(value), path, edit)
    raise DefinitionError(f"{edit[0]} leads nowhere")


def _member(out: dict[str, Any], path: list[str], edit: list[Any]) -> dict[str, Any]:
    key = path[0]
    if len(path) > 1:
        if key not in out:
            raise DefinitionError(f"{edit[0]} leads nowhere")
        out[key] = _edited(out[key], path[1:], edit)
    elif len(edit) > 1:
        out[key] = edit[1]
    else:
        del out[key]
    return out


def _element(out: list[Any], path: list[str], edit: list[Any]) -> list[Any]:
    key = path[0]
    if key == "-":
        return [*out, edit[1]]
    if key.startswith("+"):
        return [*out[: int(key)], edit[1], *out[int(key) :]]
    at = int(key)
    if not 0 <= at < len(out):
        raise DefinitionError(f"{edit[0]} leads nowhere")
    if len(path) > 1:
        out[at] = _edited(out[at], path[1:], edit)
    elif len(edit) > 1:
        out[at] = edit[1]
    else:
        del out[at]
    return out


def replaced(text: str, changes: Iterable[list[str]]) -> str:
    """A text after replacements `[old, new]`, each at the first place where the old text stands.

    Raises:
        DefinitionError: an old text that does not occur.
    """
    for old, new in changes:
        if old not in text:
            raise DefinitionError(f"{old!r} does not occur")
        text = text.replace(old, new, 1)
    return text
