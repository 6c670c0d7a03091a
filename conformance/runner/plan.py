"""What is asked, and in which order: selection, shards, shuffle, twins, repeats and wire IDs (CNF-7.1, CNF-7.2).

The order follows from the seed alone, on every interpreter: things stand in the order of a SHA-256 over the seed and
their ID. On the wire a case has an ID that tells nothing.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from conformance import profiles
from conformance.vectors import Vector
from simulator.errors import UsageError

REPEATED = 8
"""One case in so many is asked once more, and of any run at least one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question.

    `vector` is what is asked; its outcome is charged to the vector with the ID `owner`. `role` is "case"; "twin", for
    the valid case that follows a negative in the same process; or "repeat", for a case that was asked before.
    """

    vector: Vector
    owner: str
    role: str
    wire: str


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `index`, from 0, of `count` parts."""

    index: int = 0
    count: int = 1


def select(vectors: Iterable[Vector], profile: str, patterns: Sequence[str] = ()) -> tuple[Vector, ...]:
    """The vectors that a profile requires; with patterns those of them whose ID matches one.

    Raises:
        UsageError: `unknown_profile`; `nothing_matches`, a pattern matches no vector of the profile;
            `nothing_required`, the corpus has none for the profile.
    """
    if profile not in profiles.PROFILES:
        raise UsageError("unknown_profile", f"there is no profile {profile}, only {', '.join(profiles.PROFILES)}")
    parts = profiles.parts(profile)
    required = tuple(vector for vector in vectors if vector.profile in parts)
    if not required:
        raise UsageError("nothing_required", f"the corpus has no case of the profile {profile}")
    for pattern in patterns:
        if not any(fnmatchcase(vector.id, pattern) for vector in required):
            raise UsageError("nothing_matches", f"{pattern} matches no case of the profile {profile}")
    return tuple(vector for vector in required if not patterns or _matches(vector.id, patterns))


def _matches(vector_id: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(vector_id, pattern) for pattern in patterns)


def part(vectors: Sequence[Vector], shard: Shard) -> tuple[Vector, ...]:
    """A shard's vectors: every `count`-th in the order of their IDs' digests, so none is empty.

    Raises:
        UsageError: `bad_shard`, there is no such part, or there are more parts than vectors.
    """
    if not 0 <= shard.index < shard.count:
        raise UsageError("bad_shard", f"of {shard.count} shards the numbers are 1 to {shard.count}")
    if shard.count > len(vectors):
        raise UsageError("bad_shard", f"{len(vectors)} cases can't make {shard.count} shards")
    spread = sorted(vectors, key=lambda vector: _digest(vector.id))
    return tuple(sorted(spread[shard.index :: shard.count], key=lambda vector: vector.id))


def turns(chosen: Sequence[Vector], known: Mapping[str, Vector], seed: str) -> tuple[Turn, ...]:
    """All questions, in their order.

    Args:
        chosen: the cases of this run.
        known: every vector by ID; a twin need not be chosen.
        seed: any text.
    """
    slots = [(_digest(seed, "case", vector.id), vector) for vector in chosen]
    slots += [(_digest(seed, "again", vector.id), vector) for vector in _repeated(chosen, seed)]
    asked: set[str] = set()
    out: list[tuple[Vector, str, str]] = []
    for _, vector in sorted(slots, key=lambda slot: slot[0]):
        is_first = vector.id not in asked
        asked.add(vector.id)
        out.append((vector, vector.id, "case" if is_first else "repeat"))
        if is_first and vector.twin:
            out.append((known[vector.twin], vector.id, "twin"))
    return tuple(Turn(*told, wire_id(seed, number)) for number, told in enumerate(out))


def _repeated(chosen: Sequence[Vector], seed: str) -> list[Vector]:
    ranked = sorted(chosen, key=lambda vector: _digest(seed, "repeat", vector.id))
    return ranked[: -(-len(chosen) // REPEATED)]


def wire_id(seed: str, *where: object) -> str:
    """The ID of a question on the wire: 32 hex digits that no one without the seed can foretell."""
    return _digest(seed, "wire", *map(str, where))[:32]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
