"""Every order of people in a drawn collision: a shape is told once, and has a vector for each way to hand out its IDs.

Which of several people wins a cell hangs on their IDs alone (SIM-5.2), so every order is tried; orders that give each
person the same intent are one.
"""

from itertools import permutations
from typing import Any

from conformance.corpus import runs
from conformance.corpus.spelling import DefinitionError
from conformance.corpus.worlds import document

# In the order of code points, which is not that of the numbers.
NAMES = ("P1", "P10", "P2", "P9")
_STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}

Intent = tuple[str, ...]
Document = dict[str, Any]


def permuted(cases: dict[int, Document]) -> dict[int, Document]:
    """The cases of a family, `{map, do}` each: shape N with its K-th order is number 100 · N + K.

    Raises:
        DefinitionError: a shape that is told with anything else.
    """
    out: dict[int, Document] = {}
    for number, shape in cases.items():
        if set(shape) != {"map", "do"}:
            raise DefinitionError(f"shape {number} is a map and what is done in it")
        for place, order in enumerate(orders(shape["map"], shape["do"]), 1):
            names = {f"P{index}": name for index, name in enumerate(order, 1)}
            do = ", ".join(f"{names[one]} {letter}" for one, letter in _words(shape["do"]))
            out[100 * number + place] = {"input": {"$move": {"map": shape["map"], "do": do, "names": names}}}
    return out


def orders(drawn: str, do: str) -> list[tuple[str, ...]]:
    """The orders of IDs that give different intents, the first of each."""
    count = len(_words(do))
    found: dict[Intent, tuple[str, ...]] = {}
    for order in permutations(NAMES[:count]):
        found.setdefault(intent(drawn, do, order), order)
    return list(found.values())


def _words(do: str) -> list[list[str]]:
    return [part.split() for part in do.split(",")]


def intent(drawn: str, do: str, order: tuple[str, ...]) -> Intent:
    """What each person wants, by ID: to stand, the cell of another, or an empty cell by when it is first wanted."""
    people = document({"map": drawn})["people"]
    names = {person["id"]: name for person, name in zip(sorted(people, key=_by_number), order, strict=True)}
    cells = {names[person["id"]]: tuple(person["position"]) for person in people}
    holders = {cell: name for name, cell in cells.items()}
    wants = {names[person]: direction for person, direction in runs.actions(do).items()}
    empty: dict[tuple[int, ...], str] = {}
    out = []
    for name in sorted(cells):
        if wants[name] == "stay":
            out.append("stands")
        else:
            goal = tuple(a + b for a, b in zip(cells[name], _STEPS[wants[name]], strict=True))
            out.append(holders.get(goal) or empty.setdefault(goal, f"empty {len(empty)}"))
    return tuple(out)


def _by_number(person: Document) -> int:
    return int(person["id"][1:])
