"""The collision rules on small crowds (SIM-5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.second_reading.drawing import drawn
from conformance.second_reading.movement import DIRECTIONS, resolve
from conformance.second_reading.scenario import Cell, neighbours

HALL = drawn(". . . . E\n. . # . .\n. . . . P")


def outcomes(people: dict[str, tuple[Cell, str]], burning: set[Cell] | None = None) -> dict[str, str]:
    positions = {person: place for person, (place, _) in people.items()}
    actions = {person: action for person, (_, action) in people.items()}
    return resolve(HALL, positions, actions, burning or set())[0]


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ({"a": ((0, 0), "north"), "b": ((1, 1), "east")}, ["blocked_boundary", "blocked_wall"]),
        ({"a": ((0, 0), "east"), "b": ((0, 1), "stay")}, ["blocked_occupied", "stayed"]),
        ({"a": ((0, 0), "east"), "b": ((0, 2), "west")}, ["moved", "blocked_conflict"]),
        ({"P2": ((0, 0), "east"), "P10": ((0, 2), "west")}, ["moved", "blocked_conflict"]),
        ({"a": ((0, 0), "east"), "b": ((0, 1), "east")}, ["moved", "moved"]),
        ({"a": ((0, 0), "east"), "b": ((0, 1), "west")}, ["blocked_cycle", "blocked_cycle"]),
        (
            {"a": ((0, 0), "east"), "b": ((0, 1), "south"), "c": ((1, 1), "west"), "d": ((1, 0), "north")},
            ["blocked_cycle"] * 4,
        ),
        (
            {"a": ((0, 2), "west"), "b": ((0, 1), "south"), "c": ((1, 1), "north"), "d": ((1, 0), "stay")},
            ["blocked_occupied", "blocked_occupied", "blocked_conflict", "stayed"],
        ),
        (
            {"a": ((0, 0), "east"), "b": ((0, 1), "south"), "c": ((1, 1), "south"), "d": ((2, 1), "stay")},
            ["blocked_occupied", "blocked_occupied", "blocked_occupied", "stayed"],
        ),
    ],
)
def test_rules(people: dict[str, tuple[Cell, str]], expected: list[str]) -> None:
    found = outcomes(people)
    assert [found[person] for person in sorted(people)] == expected


def test_fire() -> None:
    assert outcomes({"a": ((0, 0), "east")}, {(0, 1)}) == {"a": "blocked_fire"}
    fatal = drawn(". . E\n* . P", enter_fire="casualty")
    assert resolve(fatal, {"a": (0, 0)}, {"a": "south"}, {(1, 0)})[0] == {"a": "moved"}


@settings(max_examples=100, deadline=None, database=None)
@given(st.permutations([(r, c) for r in range(3) for c in range(5) if (r, c) != (1, 2)]), st.data())
def test_the_scrub_changes_no_position(cells: list[Cell], data: st.DataObject) -> None:
    positions = {chr(97 + i): cell for i, cell in enumerate(cells[:8])}
    actions = {person: data.draw(st.sampled_from(DIRECTIONS)) for person in positions}
    found, targets = resolve(HALL, positions, actions, set())
    after = {p: targets[p] if found[p] == "moved" else positions[p] for p in positions}
    assert len(set(after.values())) == len(after)
    assert all(after[p] == positions[p] or after[p] in neighbours(HALL, positions[p]) for p in positions)
    congested = ("blocked_occupied", "blocked_conflict", "blocked_cycle")
    scrubbed = {p: "stay" if found[p] in congested else actions[p] for p in positions}
    again, targets = resolve(HALL, positions, scrubbed, set())
    assert {p: targets[p] if again[p] == "moved" else positions[p] for p in positions} == after
