"""Tests of the orders of people in a collision."""

from itertools import combinations, permutations, product
from pathlib import Path

import pytest
import yaml

from conformance.corpus.runs import WORDS
from conformance.corpus.shapes import NAMES, orders, permuted
from conformance.corpus.spelling import DefinitionError

DEFINITION = Path(__file__).parent.joinpath("definitions", "movement.yaml")
STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1), ".": (0, 0)}


def test_an_order_that_changes_nothing_is_left_out() -> None:
    assert orders("PP", "P1 ., P2 .") == [("P1", "P10")]
    assert orders("PP.", "P1 ., P2 e") == [("P1", "P10"), ("P10", "P1")]
    assert orders("P.P", "P1 e, P2 w") == [("P1", "P10")]
    assert len(orders("PPP", "P1 ., P2 w, P3 w")) == 6


def test_numbers_and_inputs() -> None:
    found = permuted({7: {"map": "PP.", "do": "P1 ., P2 e"}})
    assert list(found) == [701, 702]
    assert found[702]["input"]["$move"] == {"map": "PP.", "do": "P10 ., P1 e", "names": {"P1": "P10", "P2": "P1"}}


def test_a_shape_is_a_map_and_what_is_done() -> None:
    with pytest.raises(DefinitionError):
        permuted({1: {"map": "P"}})


def test_the_names_are_in_the_order_of_code_points() -> None:
    assert sorted(NAMES) == list(NAMES)


def _shape(cells: tuple[tuple[int, ...], ...], letters: tuple[str, ...]) -> tuple[str, ...]:
    """A collision without names: the least of its descriptions over all ways to number the people."""
    goals = [
        tuple(a + b for a, b in zip(cell, STEPS[letter], strict=True))
        for cell, letter in zip(cells, letters, strict=True)
    ]
    described = []
    for order in permutations(range(len(cells))):
        number = {cells[person]: place for place, person in enumerate(order)}
        empty: dict[tuple[int, ...], int] = {}
        words = []
        for person in order:
            goal = goals[person]
            if letters[person] == ".":
                words.append("stands")
            elif goal in number:
                words.append(f"person {number[goal]}")
            else:
                words.append(f"empty {empty.setdefault(goal, len(empty))}")
        described.append(tuple(words))
    return min(described)


def _told() -> list[tuple[str, str]]:
    shapes = yaml.safe_load(DEFINITION.read_bytes())["groups"]["shapes"]["cases"]
    return [(shape["map"], shape["do"]) for shape in shapes.values()]


def _drawn(area: str, do: str) -> tuple[str, ...]:
    cells = tuple((r, c) for r, row in enumerate(area.split()) for c, mark in enumerate(row) if mark == "P")
    return _shape(cells, tuple(part.split()[1] for part in do.split(",")))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_shape_is_told_once(count: int) -> None:
    """All that people can want on a grid on which each could reach all the others' cells."""
    cells = list(product(range(3), repeat=2))
    possible = {
        _shape(places, letters) for places in combinations(cells, count) for letters in product(WORDS, repeat=count)
    }
    told = [shape for shape in (_drawn(*one) for one in _told()) if len(shape) == count]
    assert sorted(told) == sorted(possible)


def test_every_shape_of_four_that_grows_from_three_is_told() -> None:
    told = [shape for shape in (_drawn(*one) for one in _told()) if len(shape) == 4]
    assert len(told) == len(set(told)) == 58
