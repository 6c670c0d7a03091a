"""Drawn worlds: a map and its rules, as definitions write them, made into scenario documents (PCK-10.2, SIM-2).

map: |
  P.#
  *.E
fire: {every: 2, p: "0.25", exits: safe}     # without p the fire is deterministic; exits burn unless safe
enter: casualty                              # blocked unless it says so
steps: 8
ignition: [[1, 2]]                           # burning exits, added to the `*`
names: {P1: Zoe}                             # other IDs than those of PCK-10.3
"""

from typing import Any

from conformance.corpus.spelling import DefinitionError, Token, edited, spell
from simulator import scenario
from simulator.scenario import Scenario

WALL, EXIT, PERSON, IGNITION = "#EP*"
_KEYS = {"map", "fire", "enter", "steps", "ignition", "names", "metadata", "id", "edits"}
_MARKS = {"p", "every", "exits"}

World = dict[str, Any]
Document = dict[str, Any]


def document(world: World) -> Document:
    """The scenario document of a drawn world; its probability is a token (SIM-2).

    Raises:
        DefinitionError: a key or a symbol that the form does not have.
    """
    if set(world) - _KEYS:
        raise DefinitionError(f"a world has no {sorted(set(world) - _KEYS)}")
    rows = world["map"].split()
    names = world.get("names", {})
    out: Document = {"schema_version": "1.0", "scenario_id": world.get("id", "w")}
    if "metadata" in world:
        out["metadata"] = world["metadata"]
    out |= {
        "map": {"rows": len(rows), "cols": len(rows[0]), "walls": _find(rows, WALL)},
        "exits": _named(_find(rows, EXIT), "E", names),
        "people": _named(_find(rows, PERSON), "P", names),
        "fire": _fire(world.get("fire", {}), sorted(_find(rows, IGNITION) + world.get("ignition", []))),
        "movement": {"enter_fire": world.get("enter", "blocked")},
        "termination": {"max_steps": world.get("steps", 8)},
    }
    return dict(edited(out, world.get("edits", [])))


def text(world: World) -> str:
    """The scenario of a world as JSON text (SIM-2)."""
    return spell(document(world))


def compiled(world: World) -> Scenario:
    """The scenario of a world, checked (SIM-2)."""
    return scenario.parse(text(world).encode())


def _find(rows: list[str], symbol: str) -> list[list[int]]:
    if any(set(row) - set("#.EP*") or len(row) != len(rows[0]) for row in rows):
        raise DefinitionError(f"no map: {rows}")
    return [[r, c] for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == symbol]


def _named(positions: list[list[int]], prefix: str, names: dict[str, str]) -> list[Document]:
    """People or exits by ID; P1, P2, … row-major unless they are named."""
    ids = [f"{prefix}{number}" for number in range(1, len(positions) + 1)]
    placed = [{"id": names.get(one, one), "position": at} for one, at in zip(ids, positions, strict=True)]
    return sorted(placed, key=lambda item: str(item["id"]))


def _fire(rules: Document, ignition: list[list[int]]) -> Document:
    if set(rules) - _MARKS:
        raise DefinitionError(f"a fire has no {sorted(set(rules) - _MARKS)}")
    out: Document = {
        "model": "stochastic" if "p" in rules else "deterministic",
        "ignition": ignition,
        "spread_interval": rules.get("every", 1),
    }
    if "p" in rules:
        out["spread_probability"] = Token(str(rules["p"]))
    return out | {"exits_flammable": {"burn": True, "safe": False}[rules.get("exits", "burn")]}
