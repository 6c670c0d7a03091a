"""The corpus: its vectors, and reading them strictly (docs/protocol).

A vector is a case with the answer that belongs to it. `corpus/vectors/AREA.json` holds those of an area, as canonical
JSON, by ascending ID. A *negative* is a vector whose answer is a refusal; its `twin` is a valid vector of the same
operation and profile, so that a testee that refuses everything doesn't pass.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from conformance import profiles
from conformance.protocol import MAX_POINTER, OK, REJECTED, STAGES, Value
from packs import resources
from simulator import canonical, shape
from simulator.errors import DocumentError
from simulator.shape import Choice, Integer, ListOf, MapOf, OneOf, Record, Text

CORPUS_FORMAT = "1.0"
CORPUS = "conformance/corpus/vectors"
"""The folder of this repository's corpus, from the root."""
COSTS = (1, 10, 100, 1_000, 10_000)
"""The classes of `cost`: milliseconds that the reference takes at most."""

_T = TypeVar("_T")
_MAX_TEXT = 16 << 20
_ID = re.compile(r"([a-z][a-z0-9_-]*)\.[a-z][a-z0-9_-]*\.[0-9]{4}")
_NAME = Text(64, 1, "[a-z][a-z0-9._-]*", "a name of a–z 0–9 . _ -")
_VECTOR_ID = Text(64, 1, _ID.pattern, "a vector's ID, AREA.GROUP.NUMBER with four digits")
_OBJECT = MapOf(Text(_MAX_TEXT), Value())
_REJECTED = Record(
    {
        "status": Choice(REJECTED),
        "stage": Choice(*STAGES),
        "code": Text(64, 1, "[a-z][a-z0-9_]*", "a code"),
        "pointer": Text(MAX_POINTER),
    }
)
_EXPECTED = OneOf(
    {OK: Record({"status": Choice(OK), "output": _OBJECT}), REJECTED: _REJECTED},
    lambda members: str(members.get("status")),
    Record({"status": Choice(OK, REJECTED)}),
)


class _Cost(Integer):
    """One of COSTS."""

    def read(self, node: Any, pointer: str) -> int:
        value = super().read(node, pointer)
        if value not in COSTS:
            raise shape.fault("bad_value", f"{value} is none of the classes {', '.join(map(str, COSTS))}", pointer)
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(COSTS)}


SHAPE = Record(
    {
        "id": _VECTOR_ID,
        "operation": _NAME,
        "input": _OBJECT,
        "expected": _EXPECTED,
        "clauses": ListOf(Text(32, 1, r"[A-Z]{3}-[0-9]+(?:\.[0-9]+)*", "a clause"), 1),
        "why": Record({"catches": Text(1000, 1), "effect": Text(1000, 1)}),
        "profile": Choice(*profiles.OWN),
        "cost": _Cost(),
    },
    {"twin": _VECTOR_ID},
)
"""A vector."""

FILE = Record({"corpus_format": Choice(CORPUS_FORMAT), "area": _NAME, "vectors": ListOf(SHAPE, 1)})
"""A file of the corpus."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A case and its answer; the members are those of the document, `twin` is "" where there is none.

    `clauses` are those of the contract that it exercises; `catches` and `effect` tell the bug that it finds and what
    that bug would do; `cost` is one of COSTS, in milliseconds.
    """

    id: str
    operation: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any]
    clauses: tuple[str, ...]
    catches: str
    effect: str
    profile: str
    cost: int
    twin: str = ""

    @property
    def area(self) -> str:
        """The first part of the ID."""
        return self.id.partition(".")[0]

    @property
    def is_negative(self) -> bool:
        """Whether the answer is a refusal."""
        return bool(self.expected["status"] == REJECTED)


def files(folder: Path | None = None) -> dict[str, bytes]:
    """The files of a corpus by name: those of a folder, or this repository's own."""
    if folder is None:
        return {name: data for name, data in resources.files(CORPUS).items() if name.endswith(".json")}
    return {file.name: file.read_bytes() for file in sorted(folder.glob("*.json"))}


def load(folder: Path | None = None) -> tuple[Vector, ...]:
    """All vectors of the files of a folder, or of this repository's corpus, by ID.

    Raises:
        DocumentError: a file breaks a rule; `source` names it. The codes of stage "meaning" are `not_canonical`,
            `wrong_area`, `ids_not_ascending`, `unknown_operation`, `wrong_profile`, `missing_twin`, `unneeded_twin`,
            `unknown_twin`, `bad_twin`, `empty_corpus`.
    """
    return parse(files(folder))


def parse(files: Mapping[str, bytes]) -> tuple[Vector, ...]:
    """All vectors of these files, given by name, by ID. Errors are those of `load`."""
    if not files:
        raise _fault("empty_corpus", "there are no vectors", "")
    read = {name: _told(name, _read, data, name.removesuffix(".json")) for name, data in files.items()}
    known = {vector.id: vector for vectors in read.values() for vector in vectors}
    for name, vectors in read.items():
        _told(name, _check_twins, vectors, known)
    return tuple(known[vector_id] for vector_id in sorted(known))


def _told(name: str, work: Callable[..., _T], *arguments: Any) -> _T:
    """What work gives; an error gets the file's name."""
    try:
        return work(*arguments)
    except DocumentError as error:
        error.source = name
        raise


def _fault(code: str, message: str, pointer: str) -> DocumentError:
    return DocumentError("meaning", code, message, pointer)


def _read(data: bytes, area: str) -> tuple[Vector, ...]:
    document = shape.read(data, FILE)
    if canonical.encode(document) != data:
        raise _fault("not_canonical", "these are not the canonical bytes of the document", "")
    if document["area"] != area:
        raise _fault("wrong_area", f"the file is that of {area}", "/area")
    vectors = tuple(_vector(told) for told in document["vectors"])
    before = ""
    for index, vector in enumerate(vectors):
        where = f"/vectors/{index}"
        if vector.area != area:
            raise _fault("wrong_area", f"{vector.id} does not belong to {area}", f"{where}/id")
        if vector.id <= before:
            raise _fault("ids_not_ascending", f"{vector.id} stands after {before}", f"{where}/id")
        _check_profile(vector, where)
        before = vector.id
    return vectors


def _vector(told: Mapping[str, Any]) -> Vector:
    plain = {key: value for key, value in told.items() if key not in ("clauses", "why")}
    return Vector(**plain, **told["why"], clauses=tuple(told["clauses"]))


def _check_profile(vector: Vector, where: str) -> None:
    try:
        profile = profiles.profile_of(vector.operation, vector.input)
    except KeyError:
        raise _fault("unknown_operation", f"no profile has {vector.operation}", f"{where}/operation") from None
    if vector.profile != profile:
        raise _fault("wrong_profile", f"the case belongs to {profile}", f"{where}/profile")


def _check_twins(vectors: Iterable[Vector], known: Mapping[str, Vector]) -> None:
    for index, vector in enumerate(vectors):
        where = f"/vectors/{index}/twin"
        if vector.is_negative != bool(vector.twin):
            code = "missing_twin" if vector.is_negative else "unneeded_twin"
            raise _fault(code, "a negative has a twin, and no other vector has one", where)
        twin = known.get(vector.twin)
        if vector.twin and twin is None:
            raise _fault("unknown_twin", f"there is no vector {vector.twin}", where)
        if twin and (twin.is_negative or (twin.operation, twin.profile) != (vector.operation, vector.profile)):
            raise _fault("bad_twin", f"{twin.id} is no valid vector of the same operation and profile", where)
