"""Which vector is named for a mutant."""

from typing import Any

import pytest

from conformance.mutants import matrix
from conformance.mutants.matrix import Kill
from conformance.mutants.mutant import Mutant
from conformance.mutants.wrapped import Wrapped
from conformance.vectors import Vector

RIGHT: dict[str, Any] = {"status": "ok", "output": {"n": 1}}
WRONG: dict[str, Any] = {"status": "ok", "output": {"n": 2}}
ERROR: dict[str, Any] = {"status": "error", "message": "oh"}
MUTANTS = {name: Mutant(name, ("SIM-6.8",), "It's wrong | so *there*.", "m", "a", "b") for name in ("x.one", "x.two")}


def vector(number: int, *clauses: str, given: str = "") -> Vector:
    return Vector(f"x.y.{number:04}", "rng.words", {"n": given}, RIGHT, clauses, "", "", "rng", 1)


def named(vectors: list[Vector], first: dict[str, Any], second: dict[str, Any]) -> str:
    """The vector named for x.one, by the outcomes of both mutants."""
    known = {one.id: one for one in vectors}
    outcomes = [{f"x.y.{number}": outcome for number, outcome in found.items()} for found in (first, second)]
    return matrix.choose(dict(zip(MUTANTS, outcomes, strict=True)), MUTANTS, known)["x.one"].vector


@pytest.mark.parametrize(
    ("vectors", "first", "second", "expected"),
    [
        ([vector(1, "SIM-7"), vector(2, "SIM-6.8.1")], {"0001": WRONG, "0002": WRONG}, {}, "x.y.0002"),
        ([vector(1, "SIM-6." + "80"), vector(2, "SIM-6.8")], {"0001": WRONG, "0002": WRONG}, {}, "x.y.0002"),
        ([vector(1, "SIM-6.8"), vector(2, "SIM-7")], {"0001": ERROR, "0002": WRONG}, {}, "x.y.0002"),
        ([vector(1, "SIM-6.8"), vector(2, "SIM-6.8")], {"0001": WRONG, "0002": WRONG}, {"0001": WRONG}, "x.y.0002"),
        ([vector(1, "SIM-6.8", "SIM-1"), vector(2, "SIM-6.8")], {"0001": WRONG, "0002": WRONG}, {}, "x.y.0002"),
        ([vector(1, "SIM-6.8", given="long"), vector(2, "SIM-6.8")], {"0001": WRONG, "0002": WRONG}, {}, "x.y.0002"),
        ([vector(1, "SIM-6.8"), vector(2, "SIM-6.8")], {"0002": WRONG, "0001": WRONG}, {}, "x.y.0001"),
    ],
)
def test_the_most_specific_vector(
    vectors: list[Vector], first: dict[str, Any], second: dict[str, Any], expected: str
) -> None:
    assert named(vectors, first, second) == expected


def test_survivors_have_no_kill() -> None:
    found = {"x.one": {"x.y.0001": WRONG}, "x.two": {}}
    assert matrix.survivors(found) == ["x.two"]
    known = {"x.y.0001": vector(1, "SIM-6.8")}
    assert matrix.choose(found, MUTANTS, known) == {"x.one": Kill("x.y.0001", "mismatch", 1)}


def test_file_and_page() -> None:
    kills = {"x.two": Kill("x.y.0001", "mismatch", 3), "x.one": Kill("x.y.0002", "error", 1)}
    assert matrix.decode(matrix.encode(kills)) == kills
    assert matrix.encode(kills) == matrix.encode(dict(reversed(kills.items())))
    assert matrix.encode(kills).count(b"\n") == 4
    testee = Wrapped("testee.z", ("CNF-1",), "It is.", "challenge", "crash", "signal_9")
    text = matrix.page(kills, MUTANTS, [testee], {"SIM-9": "It asks nothing."})
    assert "| `x.two` | SIM-6.8 | It's wrong \\| so \\*there\\*. | `x.y.0001` | mismatch | 3 |\n" in text
    assert "| `testee.z` | CNF-1 | It is. | `challenge` | crash, `signal_9` |\n" in text
    assert "2 of 2 mutants die of a named vector; they break 1 clauses.\n" in text
    assert text.endswith("\n| SIM-9 | It asks nothing. |\n")
    assert "1 of 2 mutants die" in matrix.page({"x.one": kills["x.one"]}, MUTANTS, [testee], {})
