"""vectors.py: what a corpus may hold, and every way in which it may not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance import vectors
from conformance.vectors import Vector
from simulator import canonical
from simulator.errors import DocumentError

REFUSED = {"status": "rejected", "stage": "shape", "code": "bad_value", "pointer": "/a"}
GOOD: dict[str, Any] = {
    "id": "rng.words.0001",
    "operation": "rng.words",
    "input": {"state": "00", "count": 1},
    "expected": {"status": "ok", "output": {"words": []}},
    "clauses": ["SIM-7.1"],
    "why": {"catches": "a", "effect": "b"},
    "profile": "rng",
    "cost": 10,
}
BAD = GOOD | {"id": "rng.words.0002", "expected": REFUSED, "twin": "rng.words.0001"}


def file(*found: dict[str, Any], area: str = "rng") -> bytes:
    return canonical.encode({"corpus_format": "1.0", "area": area, "vectors": list(found)})


def test_members() -> None:
    first, second = vectors.parse({"rng.json": file(GOOD, BAD)})
    assert first == Vector(
        id="rng.words.0001",
        operation="rng.words",
        input={"state": "00", "count": 1},
        expected={"status": "ok", "output": {"words": []}},
        clauses=("SIM-7.1",),
        catches="a",
        effect="b",
        profile="rng",
        cost=10,
    )
    assert (first.is_negative, second.is_negative, second.twin, first.area) == (False, True, "rng.words.0001", "rng")


def test_files_of_a_folder_by_id(tmp_path: Path) -> None:
    tmp_path.joinpath("rng.json").write_bytes(file(GOOD, BAD))
    tmp_path.joinpath("fire.json").write_bytes(file(GOOD | {"id": "fire.words.0009"}, area="fire"))
    tmp_path.joinpath("notes.txt").write_text("no vectors")
    assert [one.id for one in vectors.load(tmp_path)] == ["fire.words.0009", "rng.words.0001", "rng.words.0002"]


def test_a_twin_may_stand_in_another_file() -> None:
    other = BAD | {"id": "words.bad.0001"}
    assert len(vectors.parse({"rng.json": file(GOOD), "words.json": file(other, area="words")})) == 2


@pytest.mark.parametrize(
    ("found", "code", "pointer"),
    [
        ([GOOD | {"id": "rng.words.1"}], "bad_value", "/vectors/0/id"),
        ([GOOD | {"id": "fire.words.0001"}], "wrong_area", "/vectors/0/id"),
        ([BAD, GOOD], "ids_not_ascending", "/vectors/1/id"),
        ([GOOD, GOOD], "ids_not_ascending", "/vectors/1/id"),
        ([GOOD | {"operation": "rng.dice"}], "unknown_operation", "/vectors/0/operation"),
        ([GOOD | {"profile": "fire"}], "wrong_profile", "/vectors/0/profile"),
        ([GOOD | {"operation": "document.read", "profile": "simulator"}], "unknown_operation", "/vectors/0/operation"),
        ([GOOD | {"cost": 11}], "bad_value", "/vectors/0/cost"),
        ([GOOD | {"clauses": []}], "too_short", "/vectors/0/clauses"),
        ([GOOD | {"why": {"catches": "", "effect": "b"}}], "too_short", "/vectors/0/why/catches"),
        ([GOOD | {"input": {"p": 0.5}}], "not_an_integer", "/vectors/0/input/p"),
        ([GOOD | {"expected": {"status": "error"}}], "bad_value", "/vectors/0/expected/status"),
        ([GOOD | {"expected": REFUSED | {"offset": 3}}], "unknown_key", "/vectors/0/expected/offset"),
        ([GOOD | {"note": ""}], "unknown_key", "/vectors/0/note"),
        ([GOOD, {key: BAD[key] for key in BAD if key != "twin"}], "missing_twin", "/vectors/1/twin"),
        ([GOOD | {"twin": "rng.words.0001"}], "unneeded_twin", "/vectors/0/twin"),
        ([BAD], "unknown_twin", "/vectors/0/twin"),
        ([GOOD, BAD | {"twin": "rng.words.0002"}], "bad_twin", "/vectors/1/twin"),
        ([GOOD | {"operation": "rng.stream"}, BAD], "bad_twin", "/vectors/1/twin"),
        ([], "too_short", "/vectors"),
    ],
)
def test_faults(found: list[dict[str, Any]], code: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as caught:
        vectors.parse({"rng.json": file(*found)})
    assert (caught.value.code, caught.value.pointer, caught.value.source) == (code, pointer, "rng.json")
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("data", [file(GOOD) + b"\n", file(GOOD).replace(b",", b", ", 1)])
def test_bytes_are_canonical(data: bytes) -> None:
    with pytest.raises(DocumentError, match="not_canonical"):
        vectors.parse({"rng.json": data})


def test_the_name_of_a_file_is_its_area() -> None:
    with pytest.raises(DocumentError, match="wrong_area"):
        vectors.parse({"fire.json": file(GOOD)})


def test_no_files(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="empty_corpus"):
        vectors.load(tmp_path)
    with pytest.raises(DocumentError, match="empty_corpus"):
        vectors.load(tmp_path / "absent")


def test_a_vector_is_a_value() -> None:
    (one,) = vectors.parse({"rng.json": file(GOOD)})
    assert replace(one, cost=1) != one
