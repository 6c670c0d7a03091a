"""Where two answers part: the first member that differs, and for runs and fires the step, cell and draw (CNF-7.7).

An operation with steps answers with a digest for each; a report counts as one step. The first digest that differs names
the step; `trace` then asks the testee and the product for its document, and their first difference is told.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from conformance.operations.inputs import document
from simulator import scenario, shape
from simulator.fire import FireProcess

ABSENT = object()
"""Stands for a member that is not there."""

TRACED = {"fire.world": ("steps", 0), "simulator.run": ("steps", 1), "simulator.observe": ("observations", 0)}
"""The operations with steps: the member that lists the digests, and the number of its first step."""

WHOLE = {"simulator.run": "initial_state", "score.report": "digest"}
"""The operations that answer with one document's digest in this member: it is step 0."""

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """A JSON pointer and the two values there, ABSENT where one lacks it."""

    pointer: str
    expected: Any
    found: Any


def first_difference(expected: Any, found: Any, pointer: str = "") -> Difference | None:
    """The first place where two plain JSON values differ, keys in code-point order; None where they are equal.

    1, true and 1.0 are three values.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = sorted({*expected, *found})
        pairs = [(key, expected.get(key, ABSENT), found.get(key, ABSENT)) for key in keys]
    elif isinstance(expected, list) and isinstance(found, list):
        pairs = [(index, *both) for index, both in enumerate(zip_longest(expected, found, fillvalue=ABSENT))]
    elif type(expected) is type(found) and expected == found:
        return None
    else:
        return Difference(pointer, expected, found)
    for key, *both in pairs:
        difference = first_difference(both[0], both[1], shape.step_into(pointer, key))
        if difference:
            return difference
    return None


def describe(difference: Difference) -> str:
    """A difference in words."""
    where = difference.pointer[:_SHOWN] or "the whole"
    return f"{where}: expected {_shown(difference.expected)}, found {_shown(difference.found)}"


def step_to_trace(operation: str, expected: Mapping[str, Any], found: Mapping[str, Any]) -> int | None:
    """The first step whose digests differ; None where the operation has no steps, or they agree."""
    whole = WHOLE.get(operation)
    if whole and expected.get(whole) != found.get(whole):
        return 0
    if operation not in TRACED:
        return None
    member, first = TRACED[operation]
    lists = expected.get(member), found.get(member)
    if not all(isinstance(digests, list) for digests in lists):
        return None
    difference = first_difference(*lists)
    return first + int(difference.pointer.split("/")[1]) if difference else None


def describe_step(given: Mapping[str, Any], step: int, expected: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    """The first difference of two traced documents, in words.

    Args:
        given: the case's input.
        step: which step.
        expected: the product's output of the trace, `{"text": …}`.
        found: the testee's.
    """
    try:
        ours, theirs = json.loads(expected["text"]), json.loads(found["text"])
    except (KeyError, TypeError, ValueError, RecursionError):
        return f"step {step}: the testee's trace holds no JSON text"
    difference = first_difference(ours, theirs)
    if difference is None:
        return f"step {step}: the traced documents agree, so the digests must be of other bytes"
    words = f"step {step}, {describe(difference)}"
    if difference.pointer.startswith("/ignitions") and isinstance(theirs, dict):
        words += _draws(given, step, ours["ignitions"], theirs.get("ignitions"))
    return words


def _draws(given: Mapping[str, Any], step: int, ours: list[Any], theirs: Any) -> str:
    """The first cell, row-major, that burns for one side only, and the draws that decide on it (SIM-6.6, SIM-6.8)."""
    cells = [cell for cell in theirs if _is_cell(cell)] if isinstance(theirs, list) else []
    parted = sorted([*(cell for cell in ours if cell not in cells), *(cell for cell in cells if cell not in ours)])
    if not parted:
        return "; the same cells in another order"
    row, col = parted[0]
    side = "is expected to ignite and doesn't" if parted[0] in ours else "ignites and is not expected to"
    words = f"; the first such cell is [{row}, {col}], which {side}"
    world = scenario.parse(document(dict(given["scenario"])))
    fire = FireProcess(world, given["seed"])
    before = sum(fire.advance().draws for _ in range(step - 1))
    cell = world.grid.cell(row, col) if world.grid.contains(row, col) else -1
    if not step or cell not in fire.edges:
        return f"{words}; it is no candidate of this step"
    first = sum(count for candidate, count in fire.edges.items() if candidate < cell) + 1
    last = first + fire.edges[cell] - 1
    if not fire.advance().draws:
        return f"{words}; nothing is drawn in this step"
    return f"{words}; draws {first} to {last} of this step decide on it, {before} were taken before"


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def _shown(value: Any) -> str:
    if value is ABSENT:
        return "nothing"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"
