"""Runs that definitions tell in words: actions of each step, records of them (SIM-4.2, SIM-10)."""

from collections.abc import Callable
from typing import Any

from conformance.corpus.spelling import DefinitionError
from conformance.corpus.worlds import World, compiled
from simulator import record
from simulator.policies import registry
from simulator.record import RunRecord

WORDS = {"n": "north", "s": "south", "w": "west", "e": "east", ".": "stay"}

Act = Callable[[dict[str, Any]], dict[str, str]]


def actions(text: str) -> dict[str, str]:
    """`P1 e, P2 .` as actions (SIM-1.2).

    Raises:
        DefinitionError: it is something else.
    """
    out = {}
    for part in filter(None, map(str.strip, text.split(","))):
        person, _, letter = part.partition(" ")
        if letter not in WORDS or person in out:
            raise DefinitionError(f"no actions: {text!r}")
        out[person] = WORDS[letter]
    return out


def play(world: World, seed: int, moves: list[str], policy: str = "") -> RunRecord:
    """A run to its end: the moves of each step, where whoever is not named stays; or a baseline's (SIM-4)."""
    return record.run(compiled(world), seed, registry.make(policy, 0).act if policy else _follow(moves))


def _follow(moves: list[str]) -> Act:
    def act(observation: dict[str, Any]) -> dict[str, str]:
        step = observation["step"]
        wanted = actions(moves[step]) if step < len(moves) else {}
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        strange = set(wanted) - set(active)
        if strange:
            raise DefinitionError(f"step {step + 1}: {sorted(strange)} can't act")
        return {person: wanted.get(person, "stay") for person in active}

    return act


def played(run: RunRecord) -> list[dict[str, str]]:
    """The actions of every step of a run (SIM-10.3)."""
    return [dict(step.actions) for step in run.steps]
