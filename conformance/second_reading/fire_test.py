"""The fire of the example, and what must hold of every fire (SIM-6)."""

import json
from pathlib import Path

import pytest

from conformance.second_reading.drawing import drawn
from conformance.second_reading.fire import burning_sets, fire_world, fire_world_digest, frontier
from conformance.second_reading.scenario import read_scenario

EXAMPLE = Path(__file__).parent.parent.parent / "testdata" / "example-run"


def test_the_fire_world_of_the_example() -> None:
    document = read_scenario((EXAMPLE / "scenario.json").read_bytes())
    assert fire_world(document, 3) == json.loads((EXAMPLE / "fire-world.json").read_text())
    assert fire_world_digest(document, 3) == json.loads((EXAMPLE / "digests.json").read_text())["fire_world"]


ROOM = "P . . . #\n. * . # E\n. . . . ."


@pytest.mark.parametrize("seed", range(5))
def test_certain_and_impossible_fires(seed: int) -> None:
    certain = fire_world(drawn(ROOM), seed)
    one = fire_world(drawn(ROOM, model="stochastic", spread_probability=1), seed)
    none = fire_world(drawn(ROOM, model="stochastic", spread_probability=0), seed)
    assert one["ignitions"] == certain["ignitions"]
    assert set(certain["draws"]) == {0}
    assert none["draws"] == [4] * 8
    assert none["ignitions"][1:] == [[]] * 8


def test_walls_exits_and_intervals() -> None:
    world = fire_world(drawn("P . E * # . E", exits_flammable=False, spread_interval=3), 0)
    assert burning_sets(world)[8] == {(0, 3)}
    world = fire_world(drawn("P . E * # . E", spread_interval=3), 0)
    assert [len(cells) for cells in world["ignitions"]] == [1, 0, 0, 1, 0, 0, 1, 0, 0]


def test_edges_are_visited_row_major() -> None:
    document = drawn(". * .\n* . *\nP * E")
    burning = {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert frontier(document, burning)[1] == ((0, 2), [(0, 1), (1, 2)])
    assert frontier(document, burning)[2] == ((1, 1), [(0, 1), (1, 0), (1, 2), (2, 1)])
