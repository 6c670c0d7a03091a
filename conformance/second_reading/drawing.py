"""Scenarios from drawings, for tests: the symbols of PCK-10.2, blanks between them allowed."""

from typing import Any

from conformance.second_reading.scenario import Document
from conformance.second_reading.simulate import active_positions, run

SYMBOLS = "#.EP*"


def places(rows: list[str], symbol: str) -> list[list[int]]:
    """The positions of a symbol, row-major."""
    return [[r, c] for r in range(len(rows)) for c in range(len(rows[r])) if rows[r][c] == symbol]


def named(letter: str, positions: list[list[int]]) -> list[dict[str, Any]]:
    """Exits or people, numbered row-major, in the order of their IDs (PCK-10.3)."""
    entries = [{"id": letter + str(i + 1), "position": position} for i, position in enumerate(positions)]
    return sorted(entries, key=lambda entry: str(entry["id"]))


def drawn(text: str, **changes: Any) -> Document:
    """The scenario of a drawing; `changes` are members of `fire`, `enter_fire` and `max_steps` (PCK-10)."""
    rows = ["".join(symbol for symbol in line if symbol in SYMBOLS) for line in text.split("\n") if line.strip()]
    fire = {"model": "deterministic", "ignition": places(rows, "*"), "spread_interval": 1, "exits_flammable": True}
    fire |= {key: changes[key] for key in changes if key not in ("enter_fire", "max_steps", "scenario_id")}
    return {
        "schema_version": "1.0",
        "scenario_id": changes.get("scenario_id", "drawn"),
        "map": {"rows": len(rows), "cols": len(rows[0]), "walls": places(rows, "#")},
        "exits": named("E", places(rows, "E")),
        "people": named("P", places(rows, "P")),
        "fire": fire,
        "movement": {"enter_fire": changes.get("enter_fire", "blocked")},
        "termination": {"max_steps": changes.get("max_steps", 8)},
    }


def scripted(document: Document, seed: int, script: list[dict[str, str]]) -> dict[str, Any]:
    """The run in which people do what a script says for each step, and stay where it says nothing."""

    def policy(snapshot: dict[str, Any]) -> dict[str, str]:
        entries = script[snapshot["step"]] if snapshot["step"] < len(script) else {}
        return {person: entries.get(person, "stay") for person in active_positions(snapshot)}

    return run(document, seed, policy)
