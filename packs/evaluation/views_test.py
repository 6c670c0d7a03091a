"""Both views hold the whole observation and nothing else: it is rebuilt from the text (PCK-17.2)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.evaluation import views
from packs.evaluation.views import JSON, MAP, VIEWS
from simulator import canonical, observation, random_worlds
from simulator.errors import UsageError
from simulator.phases import Simulator
from simulator.random_worlds import RandomWorld

STATUSES = ("active", "evacuated", "casualty")
NAMES = st.text("ABab019._-", min_size=1, max_size=4)


@st.composite
def observations(draw: st.DrawFn) -> dict[str, Any]:
    """Any observation with its lists in canonical order, also ones that no run leads to."""
    rows, cols = draw(st.integers(1, 11)), draw(st.integers(1, 11))
    cells = [[row, col] for row in range(rows) for col in range(cols)]
    kinds = draw(st.lists(st.sampled_from("#..*EX"), min_size=len(cells), max_size=len(cells)))
    exits = [cell for cell, kind in zip(cells, kinds, strict=True) if kind in "EX"]
    names = sorted(draw(st.lists(NAMES, min_size=len(exits), max_size=len(exits), unique=True)))
    people = sorted(draw(st.lists(NAMES, min_size=1, max_size=6, unique=True)))
    stochastic = draw(st.booleans())
    probability = draw(st.floats(0, 1) | st.sampled_from([0, 1])) if stochastic else None
    return {
        "observation_version": "1.0",
        "step": draw(st.integers(0, 99)),
        "map": {
            "rows": rows,
            "cols": cols,
            "walls": [cell for cell, kind in zip(cells, kinds, strict=True) if kind == "#"],
        },
        "exits": [
            {"id": name, "position": cell} for name, cell in zip(names, draw(st.permutations(exits)), strict=True)
        ],
        "rules": {
            "max_steps": draw(st.integers(100, 1000)),
            "enter_fire": draw(st.sampled_from(["blocked", "casualty"])),
            "fire": {
                "model": "stochastic" if stochastic else "deterministic",
                "spread_interval": draw(st.integers(1, (1 << 53) - 1)) if draw(st.booleans()) else 2,
                "spread_probability": probability,
                "exits_flammable": draw(st.booleans()),
            },
        },
        "people": [
            {"id": name, "position": draw(st.sampled_from(cells)), "status": draw(st.sampled_from(STATUSES))}
            for name in people
        ],
        "burning": [cell for cell, kind in zip(cells, kinds, strict=True) if kind in "*X"],
        "allowed_actions": ["stay", "north", "south", "west", "east"],
    }


def rebuilt(text: str) -> dict[str, Any]:
    """The observation from its map view, read line by line and literally."""
    lines = text.split("\n")
    word = [line.split(" ") for line in lines]
    model, interval, probability, flammable = (part.split(" ")[-1] for part in lines[3].split(", "))
    rows, cols = int(word[5][1]), int(word[5][3])
    first = 7 + len(str(cols - 1))
    drawing = [line[len(str(rows - 1)) + 2 :] for line in lines[first : first + rows]]
    assert [len(line) for line in drawing] == [cols] * rows
    cells = {(row, col): drawing[row][col] for row in range(rows) for col in range(cols)}
    middle = lines.index("people: id row col status")
    assert lines[first + rows] == "exits: id row col"
    exits = [{"id": w[0], "position": [int(w[1]), int(w[2])]} for w in word[first + rows + 1 : middle]]
    people = [{"id": w[0], "position": [int(w[1]), int(w[2])], "status": w[3]} for w in word[middle + 1 :]]
    active = {tuple(item["position"]) for item in people if item["status"] == "active"}
    assert active == {cell for cell in active if cells[cell] != "."}
    assert active >= {cell for cell, kind in cells.items() if kind == "P"}
    assert {tuple(item["position"]) for item in exits} == {cell for cell, kind in cells.items() if kind in "EX"}
    return {
        "observation_version": word[0][1],
        "step": int(word[1][1]),
        "map": {"rows": rows, "cols": cols, "walls": [list(cell) for cell, kind in cells.items() if kind == "#"]},
        "exits": exits,
        "rules": {
            "max_steps": int(word[1][3]),
            "enter_fire": word[2][1],
            "fire": {
                "model": model,
                "spread_interval": int(interval),
                "spread_probability": json.loads(probability),
                "exits_flammable": json.loads(flammable),
            },
        },
        "people": people,
        "burning": [list(cell) for cell, kind in cells.items() if kind in "*X"],
        "allowed_actions": word[4][1:],
    }


@settings(max_examples=40, deadline=None, database=None)
@given(observations())
def test_map_view_is_the_observation(document: dict[str, Any]) -> None:
    data = canonical.encode(document)
    assert canonical.encode(rebuilt(views.show(data, MAP))) == data


@settings(max_examples=15, deadline=None, database=None)
@given(observations(), observations())
def test_different_observations_look_different(one: dict[str, Any], other: dict[str, Any]) -> None:
    same = canonical.encode(one) == canonical.encode(other)
    for view in VIEWS:
        assert (views.show(canonical.encode(one), view) == views.show(canonical.encode(other), view)) == same


@settings(max_examples=8, deadline=None, database=None)
@given(observations())
def test_json_view_is_the_observation(document: dict[str, Any]) -> None:
    data = canonical.encode(document)
    assert views.show(data, JSON).encode() == data


def seen(world: RandomWorld) -> list[bytes]:
    """Every observation of a run with a wandering policy."""
    simulator, wander = Simulator(world.scenario, world.seed), world.wander("views")
    out = []
    while not simulator.snapshot.terminated:
        document = observation.observe(world.scenario, simulator.snapshot)
        out.append(canonical.encode(document))
        simulator.step(wander(document))
    return out


def test_real_runs_are_shown_whole_and_within_the_bound() -> None:
    def law(world: RandomWorld) -> int:
        shown = seen(world)
        for view in VIEWS:
            texts = [views.show(data, view) for data in shown]
            views.check_size(shown[0], view, views._largest(shown[0], view))
            assert max(map(len, texts)) <= views._largest(shown[0], view)
        assert [canonical.encode(rebuilt(views.show(data, MAP))) for data in shown] == shown
        return len(shown)

    random_worlds.hold(law, 40)


EXAMPLE = {
    "observation_version": "1.0",
    "step": 3,
    "map": {"rows": 3, "cols": 11, "walls": [[0, 2], [2, 10]]},
    "exits": [{"id": "E1", "position": [1, 10]}, {"id": "E2", "position": [0, 0]}],
    "rules": {
        "max_steps": 8,
        "enter_fire": "blocked",
        "fire": {
            "model": "stochastic",
            "spread_interval": 1,
            "spread_probability": 0.25,
            "exits_flammable": True,
        },
    },
    "people": [
        {"id": "P1", "position": [1, 0], "status": "active"},
        {"id": "P10", "position": [2, 0], "status": "casualty"},
        {"id": "P2", "position": [1, 10], "status": "evacuated"},
    ],
    "burning": [[0, 0], [2, 0]],
    "allowed_actions": ["stay", "north", "south", "west", "east"],
}

EXAMPLE_TEXT = """\
observation 1.0
step 3 of 8
enter_fire blocked
fire stochastic, spread_interval 1, spread_probability 0.25, exits_flammable true
allowed_actions stay north south west east
map 3 rows, 11 columns
legend: # wall, . floor, P floor with an active person, * burning floor, E exit, X burning exit
   00000000001
   01234567890
0  X.#........
1  P.........E
2  *.........#
exits: id row col
E1 1 10
E2 0 0
people: id row col status
P1 1 0 active
P10 2 0 casualty
P2 1 10 evacuated"""


def test_the_map_view_looks_like_this() -> None:
    assert views.show(canonical.encode(EXAMPLE), MAP) == EXAMPLE_TEXT


def test_the_bound_of_the_json_view_covers_a_fire_everywhere() -> None:
    data = canonical.encode(EXAMPLE)
    walls, rows, cols = EXAMPLE["map"]["walls"], 3, 11  # type: ignore[index]
    everywhere = [[row, col] for row in range(rows) for col in range(cols) if [row, col] not in walls]
    people = [{**person, "position": [2, 10], "status": "evacuated"} for person in EXAMPLE["people"]]  # type: ignore[attr-defined]
    worst = canonical.encode({**EXAMPLE, "burning": everywhere, "people": people, "step": 7})
    assert len(worst) <= views._largest(data, JSON) <= len(worst) + 40


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_too_large_is_refused_with_its_number(view: str) -> None:
    data = canonical.encode(EXAMPLE)
    size = views._largest(data, view)
    views.check_size(data, view, size)
    with pytest.raises(UsageError, match=rf"may take {size} characters, and the limit is {size - 1}$") as caught:
        views.check_size(data, view, size - 1)
    assert caught.value.code == "view_too_large"
