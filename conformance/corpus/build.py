"""Cases made into vectors: what the product answers, admitted only where the second reading answers the same.

Everything here is pure; reading definitions and writing files is `//tools:corpus`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.corpus.definitions import Case
from conformance.profiles import profile_of
from conformance.vectors import CORPUS_FORMAT
from simulator import canonical

Document = dict[str, Any]
Outcome = Callable[[str, Document], Document]
"""A reading: operation and input to `{"status": …}` and what belongs to it."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """What became of the cases: their expected outcomes by ID, what is wrong, and the operations that were read once.

    `wrong` has one line for each case that may not go into the corpus.
    """

    expected: dict[str, Document]
    wrong: list[str]
    single: dict[str, int]


def admit(cases: Sequence[Case], product: Outcome, second: Outcome, excused: Mapping[str, str]) -> Admitted:
    """Asks both readings, each on a copy of the input; `excused` are the operations that may be read once."""
    expected: dict[str, Document] = {}
    wrong: list[str] = []
    single: dict[str, int] = {}
    for case in cases:
        found = _asked(product, case)
        other = _asked(second, case)
        fault = _unexpected(case, found)
        if other["status"] == "unsupported":
            single[case.operation] = single.get(case.operation, 0) + 1
            fault = fault or ("" if case.operation in excused else f"there is no second reading of {case.operation}")
        elif other != found:
            fault = fault or f"the readings differ: {_short(found)} and {_short(other)}"
        expected[case.id] = found
        wrong += [f"{case.id}: {fault}"] if fault else []
    return Admitted(expected, wrong + _bad_twins(cases, expected), single)


def _asked(reading: Outcome, case: Case) -> Document:
    return reading(case.operation, json.loads(canonical.encode(case.given)))


def _short(outcome: Document) -> str:
    text = canonical.encode(outcome).decode()
    return text if len(text) <= 400 else text[:400] + "…"


def _unexpected(case: Case, found: Document) -> str:
    """How the outcome is not what the author of the case says; empty where it is."""
    told = f"{found.get('code', '')} {found.get('pointer', '')}".strip()
    field = found.get("output", {}).get("field", "")
    if found["status"] == "rejected" and told == case.refused:
        return ""
    if found["status"] == "ok" and not case.refused and field == case.differs:
        return ""
    wanted = case.refused and f"refused with {case.refused}" or case.differs and f"differs at {case.differs}" or "ok"
    return f"it should be {wanted}, and is {_short(found)}"


def _bad_twins(cases: Iterable[Case], expected: Mapping[str, Document]) -> list[str]:
    return [
        f"{case.id}: its twin {case.twin} is no valid case"
        for case in cases
        if case.twin and expected.get(case.twin, {}).get("status") != "ok"
    ]


def area_file(area: str, cases: Sequence[Case], expected: Mapping[str, Document]) -> bytes:
    """The bytes of an area's file of vectors (ENC-1)."""
    vectors = [vector(case, expected[case.id]) for case in cases]
    return canonical.encode({"corpus_format": CORPUS_FORMAT, "area": area, "vectors": vectors})


def vector(case: Case, expected: Document) -> Document:
    """One vector."""
    out: Document = {
        "id": case.id,
        "operation": case.operation,
        "input": case.given,
        "expected": expected,
        "clauses": list(case.clauses),
        "why": {"catches": case.catches, "effect": case.effect},
        "profile": profile_of(case.operation, case.given),
        "cost": case.cost,
    }
    return out | ({"twin": case.twin} if case.twin else {})


def bad_names(ids: Sequence[str], tombstones: Iterable[str], aliases: Mapping[str, str]) -> list[str]:
    """IDs that stand twice, rise again, or hide behind an alias; aliases that lead nowhere."""
    buried, known = set(tombstones), set(ids)
    wrong = [f"{one}: stands twice" for one in sorted(known) if ids.count(one) > 1]
    wrong += [f"{one}: was removed, and an ID is never used again" for one in sorted(known & buried)]
    wrong += [f"{one}: is an alias as well" for one in sorted(known & set(aliases))]
    return wrong + [f"{old}: its new name {new} is no case" for old, new in sorted(aliases.items()) if new not in known]


def inexact(value: Any, pointer: str = "") -> list[str]:
    """Pointers of the numbers in a value that are no integers within ±(2^53 − 1) (ENC-3)."""
    if isinstance(value, dict):
        return [one for key, inner in value.items() for one in inexact(inner, f"{pointer}/{key}")]
    if isinstance(value, list):
        return [one for place, inner in enumerate(value) for one in inexact(inner, f"{pointer}/{place}")]
    fine = value is None or isinstance(value, bool | str) or (type(value) is int and abs(value) < 1 << 53)
    return [] if fine else [pointer]
