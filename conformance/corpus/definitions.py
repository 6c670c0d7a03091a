"""Case definitions: what an area's YAML says, made into cases with IDs, inputs and reasons.

    area: fire
    worlds: {hall: {map: …, fire: …}}
    groups:
      spread:
        operation: fire.world
        clauses: [SIM-6.6]
        catches: …            # the bug that these cases catch
        effect: …             # what it would do
        input: {seed: 0}      # what all cases share; a case's own input is laid over it
        cases:
          1: {input: {scenario: {$scenario: hall}}}
          2: {input: …, refused: out_of_range /seed, twin: 1}

The number of a case is the last part of its ID and never given to another one. `refused` says the code and the pointer
that the author expects of a refusal; `differs` the pointer of a replay that differs.
"""

from dataclasses import dataclass, field
from typing import Any

from conformance.corpus import shapes
from conformance.corpus.macros import Worlds, expand
from conformance.corpus.spelling import DefinitionError

_AREA_KEYS = {"area", "worlds", "groups", "about"}
_SHARED = ("operation", "clauses", "also", "catches", "effect", "cost", "twin")
_GROUP_KEYS = {*_SHARED, "input", "cases", "permute"}
_CASE_KEYS = {*_SHARED, "input", "refused", "differs"}

COSTS = {"score.report": 100, "score.compare": 100, "score.order": 100, "bootstrap.interval": 100, "pack.verify": 100}
"""Milliseconds, by operation, where it is another class than that of the rest."""
USUAL_COST = 10

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One case: everything of its vector but what the readings answer.

    `refused` is the expected code and pointer, `differs` the expected field of a replay; empty where neither is.
    """

    id: str
    operation: str
    given: Document = field(repr=False)
    clauses: tuple[str, ...]
    catches: str
    effect: str
    twin: str
    refused: str
    differs: str
    cost: int


def read_area(document: Document) -> list[Case]:
    """The cases of one area's definition, in the order of their IDs.

    Raises:
        DefinitionError: the definition breaks the form.
    """
    _known(document, _AREA_KEYS, "an area")
    worlds = document.get("worlds", {})
    cases: list[Case] = []
    for name, group in document["groups"].items():
        _known(group, _GROUP_KEYS, f"group {name}")
        cases += _group(f"{document['area']}.{name}", group, worlds)
    return sorted(cases, key=lambda case: case.id)


def _known(document: Document, keys: set[str], what: str) -> None:
    if set(document) - keys:
        raise DefinitionError(f"{what} has no {sorted(set(document) - keys)}")


def _group(prefix: str, group: Document, worlds: Worlds) -> list[Case]:
    told = shapes.permuted(group["cases"]) if group.get("permute") else group["cases"]
    first = next((number for number, case in told.items() if "refused" not in case), None)
    out = []
    for number, case in told.items():
        _known(case, _CASE_KEYS, f"{prefix}.{number}")
        try:
            out.append(_case(prefix, number, {name: group[name] for name in _SHARED if name in group} | case, group))
        except (DefinitionError, KeyError) as error:
            raise DefinitionError(f"{prefix}.{number:04}: {error}") from error
    twin = "" if first is None else f"{prefix}.{first:04}"
    return [_finished(case, twin, prefix, worlds) for case in out]


def _case(prefix: str, number: int, told: Document, group: Document) -> Case:
    clauses = tuple(sorted({*told.get("clauses", []), *told.get("also", [])}, key=clause_order))
    return Case(
        id=f"{prefix}.{number:04}",
        operation=told["operation"],
        given=laid_over(group.get("input", {}), told.get("input", {})),
        clauses=clauses,
        catches=told["catches"],
        effect=told["effect"],
        twin=str(told.get("twin", "")),
        refused=told.get("refused", ""),
        differs=told.get("differs", ""),
        cost=told.get("cost", COSTS.get(told["operation"], USUAL_COST)),
    )


def _finished(case: Case, twin: str, prefix: str, worlds: Worlds) -> Case:
    """The case with its input expanded and its twin named whole."""
    try:
        given = expand(case.given, worlds)
    except Exception as error:
        raise DefinitionError(f"{case.id}: {type(error).__name__}: {error}") from error
    own = f"{prefix}.{int(case.twin):04}" if case.twin.isdigit() else case.twin
    if case.refused and not (own or twin):
        raise DefinitionError(f"{case.id}: a refused case needs a valid twin")
    values = {name: getattr(case, name) for name in Case.__slots__}
    return Case(**values | {"given": given, "twin": (own or twin) if case.refused else ""})


def laid_over(below: Any, above: Any) -> Any:
    """Two inputs, the second laid over the first: mappings member by member, another macro or anything else whole."""
    if isinstance(below, dict) and isinstance(above, dict) and (not above or _macro(below) == _macro(above)):
        return below | {key: laid_over(below[key], item) if key in below else item for key, item in above.items()}
    return above


def _macro(value: Document) -> str:
    name = str(next(iter(value), ""))
    return name if name.startswith("$") else ""


def clause_order(clause: str) -> tuple[str, list[int]]:
    """Sorts SIM-4.2 before SIM-4.10."""
    prefix, _, numbers = clause.partition("-")
    return prefix, [int(part) for part in numbers.split(".")]
