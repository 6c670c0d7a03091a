"""Faults of meaning: values that are well shaped but contradict each other (ENC-5).

A check lists every fault it sees; the one told is the first in document order, whatever order the checks ran in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.errors import DocumentError
from simulator.shape import step_into

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One contradiction: the path of the member that is named for it, a code and a message."""

    path: Path
    code: str
    message: str


def refuse_first(document: Any, faults: Iterable[Fault]) -> None:
    """Raises the first fault in document order, if there is any (ENC-5.2).

    Raises:
        DocumentError: stage "meaning".
    """
    found = list(faults)
    if not found:
        return
    first = min(found, key=lambda fault: _rank(document, fault.path))
    pointer = ""
    for key in first.path:
        pointer = step_into(pointer, key)
    raise DocumentError("meaning", first.code, first.message, pointer)


def _rank(document: Any, path: Path) -> list[int]:
    """Where a path stands in the document: one index per level."""
    out = []
    for key in path:
        out.append(key if isinstance(key, int) else list(document).index(key))
        document = document[key]
    return out


def order_faults(path: Path, keys: Sequence[Any], names: Path = ()) -> list[Fault]:
    """Faults of a list that must rise strictly: `not_sorted`, `repeated`; `names` leads from an item to its key."""
    out = []
    for index in range(1, len(keys)):
        if keys[index] <= keys[index - 1]:
            same = keys[index] in keys[:index]
            code, why = (
                ("repeated", "it stands twice") if same else ("not_sorted", "the list is not in canonical order")
            )
            out.append(Fault((*path, index, *names), code, why))
            break
    return out
