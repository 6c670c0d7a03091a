"""The challenge of a certification run: cases that nobody could know before it (CNF-8.2).

A seed from the system's secure source, drawn for one run and recorded with it, gives small worlds and documents for
every operation of the profile; the answers are worked out by the product. Some cases, fresh and published ones, are
asked again under another ID. So neither a table of the published answers passes, nor a testee that remembers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance import challenge_inputs, profiles
from conformance.challenge_draw import Draw
from conformance.challenge_inputs import Make
from conformance.operations import registry
from conformance.protocol import OK, REJECTED
from conformance.vectors import Vector
from simulator.errors import EmberError

CASES = 8
"""Fresh cases of each operation, and of each kind of document."""
TRIES = 64
"""Draws after which there must have been one that is accepted."""
AREA = "challenge"
SEED_BYTES = 32

_COST = 100
_CATCHES = "an answer that was looked up, or that hangs on what was asked before"
_EFFECT = "the published cases pass, and others would not"


def cases(profile: str, seed: str, published: Sequence[Vector]) -> tuple[Vector, ...]:
    """The challenge of a profile: a function of seed, product and published vectors (CNF-8.2).

    Args:
        profile: what is certified.
        seed: 64 hex digits.
        published: the corpus; one case of each operation is asked again.

    Raises:
        EmberError: `challenge_failed`, the product has no answer to one of its own cases.
    """
    fresh: dict[str, list[Vector]] = {}
    for place, (name, make) in enumerate(_makers(profile)):
        fresh.setdefault(name, []).extend(_drawn(name, make, f"challenge/{seed}/{place}"))
    numbered = {
        name: [_numbered(vector, at, found) for at, vector in enumerate(found)] for name, found in fresh.items()
    }
    again = list(_again(numbered, published, Draw(f"challenge/{seed}/again")))
    repeats = (replace(vector, id=f"{AREA}.again.{at:04}") for at, vector in enumerate(again, 1))
    return (*(vector for found in numbered.values() for vector in found), *repeats)


def _makers(profile: str) -> Iterator[tuple[str, Make]]:
    """Each operation of a profile and how its inputs are drawn; reading comes once for each kind of document."""
    for name in sorted(profiles.operations(profile) - {profiles.READ}):
        yield name, challenge_inputs.INPUTS[name]
    for part in sorted(profiles.parts(profile)):
        for kind in profiles.KINDS.get(part, ()):
            yield profiles.READ, challenge_inputs.reading(kind)


def _drawn(name: str, make: Make, label: str) -> list[Vector]:
    """The cases of one maker: the first ones drawn, and among them one at least that is accepted.

    A twin is told by its place in the list until the cases have their IDs.
    """
    out: list[Vector] = []
    for number in range(TRIES):
        vector = _answered(name, make(Draw(f"{label}/{number}")))
        if len(out) < CASES:
            out.append(vector)
        elif not vector.is_negative:
            out[-1] = vector
        if len(out) == CASES and not all(vector.is_negative for vector in out):
            return out
    raise EmberError("challenge_failed", f"none of {TRIES} draws of {name} is accepted")


def _answered(name: str, given: dict[str, object]) -> Vector:
    operation = registry.OPERATIONS[name]
    expected = registry.outcome(name, given)
    if expected["status"] not in (OK, REJECTED):
        raise EmberError("challenge_failed", f"{name} has no answer to a drawn case: {expected}")
    profile = profiles.profile_of(name, given)
    return Vector("", name, given, expected, operation.clauses, _CATCHES, _EFFECT, profile, _COST)


def _numbered(vector: Vector, at: int, found: Sequence[Vector]) -> Vector:
    """The case with its ID, and a negative with its twin: the first valid case of the same profile."""
    twins = (place for place, one in enumerate(found) if not one.is_negative and one.profile == vector.profile)
    twin = _name(vector.operation, next(twins)) if vector.is_negative else ""
    return replace(vector, id=_name(vector.operation, at), twin=twin)


def _name(operation: str, at: int) -> str:
    return f"{AREA}.{operation.replace('.', '_')}.{at + 1:04}"


def _again(fresh: dict[str, list[Vector]], published: Sequence[Vector], draw: Draw) -> Iterator[Vector]:
    """One fresh case and one published case of each operation."""
    for name, found in fresh.items():
        yield draw.one(found)
        known = [vector for vector in published if vector.operation == name]
        if known:
            yield draw.one(known)
