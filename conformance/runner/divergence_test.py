"""divergence.py: the first difference, and for steps the step, the cell and the draws."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.operations import registry
from conformance.runner.divergence import ABSENT, Difference, describe, describe_step, first_difference, step_to_trace
from simulator import scenario
from simulator.fire import FireProcess

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "~/"]), inner, max_size=3),
    max_leaves=8,
)
WORLD = {
    "schema_version": "1.0",
    "scenario_id": "w",
    "map": {"rows": 4, "cols": 5, "walls": [[1, 1]]},
    "exits": [{"id": "E", "position": [0, 0]}],
    "people": [{"id": "P", "position": [0, 1]}],
    "fire": {
        "model": "stochastic",
        "ignition": [[2, 2], [3, 4]],
        "spread_interval": 1,
        "spread_probability": 0.5,
        "exits_flammable": True,
    },
    "movement": {"enter_fire": "blocked"},
    "termination": {"max_steps": 4},
    "metadata": {"title": "", "notes": ""},
}
FIRE = {"scenario": {"text": json.dumps(WORLD)}, "seed": 5}


@settings(max_examples=150, deadline=None, database=None)
@given(VALUES, VALUES)
def test_a_difference_is_found_where_there_is_one(one: Any, other: Any) -> None:
    """Their JSON texts, keys sorted, decide."""
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    found = first_difference(one, other)
    assert (found is None) == same
    if found:
        assert _at(one, found.pointer) == (found.expected,) and _at(other, found.pointer) == (found.found,)


def _at(value: Any, pointer: str) -> tuple[Any]:
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        index = int(key) if isinstance(value, list) else key
        try:
            value = value[index]
        except (KeyError, IndexError):
            return (ABSENT,)
    return (value,)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ({"b": 1, "a": 1}, {"a": 2, "b": 2}, Difference("/a", 1, 2)),
        ([1, 2], [1], Difference("/1", 2, ABSENT)),
        ({"a": 1}, {"a": True}, Difference("/a", 1, True)),
        (1, 1.0, Difference("", 1, 1.0)),
    ],
)
def test_the_first(one: Any, other: Any, wanted: Difference) -> None:
    assert first_difference(one, other) == wanted


def test_words_are_short() -> None:
    assert describe(Difference("", "x" * 10_000, ABSENT)).startswith('the whole: expected "xxx')
    assert len(describe(Difference("/" + "k" * 10_000, "x" * 10_000, [1] * 10_000))) < 1000


@pytest.mark.parametrize(
    ("operation", "found", "step"),
    [
        ("fire.world", {"steps": ["a", "b", "x"]}, 2),
        ("fire.world", {"steps": ["a", "b"]}, 2),
        ("fire.world", {"steps": ["a", "b", "c", "d"]}, 3),
        ("fire.world", {"steps": ["a", "b", "c"], "digest": "other"}, None),
        ("fire.world", {"steps": "abc"}, None),
        ("fire.world", {}, None),
        ("simulator.run", {"initial_state": "i", "steps": ["x"]}, 1),
        ("simulator.run", {"initial_state": "j", "steps": ["x"]}, 0),
        ("simulator.observe", {"observations": ["o", "x"]}, 1),
        ("score.report", {"digest": "x"}, 0),
        ("rng.words", {"words": []}, None),
    ],
)
def test_the_step_to_trace(operation: str, found: dict[str, Any], step: int | None) -> None:
    expected = {
        "steps": ["a", "b", "c"],
        "initial_state": "i",
        "observations": ["o", "p"],
        "digest": "x" if operation != "score.report" else "d",
        "words": ["w"],
    }
    assert step_to_trace(operation, expected, found) == step


def _ignitions_changed(step: int, cell: list[int]) -> str:
    ours = registry.outcome("fire.world", FIRE, step)["output"]
    theirs = json.loads(ours["text"])
    cells = theirs["ignitions"]
    theirs["ignitions"] = sorted([one for one in cells if one != cell] + ([] if cell in cells else [cell]))
    return describe_step(FIRE, step, ours, {"text": json.dumps(theirs)})


def test_the_cell_and_the_draws_that_decide_on_it() -> None:
    """Every candidate of every step, against a count of the edges before it."""
    fire = FireProcess(scenario.from_value(WORLD), 5)
    grid = scenario.from_value(WORLD).grid
    before = 0
    for step in range(1, 5):
        first = 1
        for cell, edges in sorted(fire.edges.items()):
            words = _ignitions_changed(step, list(grid.position(cell)))
            assert words.startswith(f"step {step}, /ignitions")
            assert f"the first such cell is {list(grid.position(cell))}" in words
            assert f"draws {first} to {first + edges - 1} of this step decide on it, {before} were taken" in words
            first += edges
        before += fire.advance().draws


def test_a_cell_that_is_no_candidate() -> None:
    assert "ignites and is not expected to; it is no candidate" in _ignitions_changed(1, [0, 0])
    assert "no candidate" in _ignitions_changed(1, [1, 1])
    assert "no candidate" in _ignitions_changed(1, [99, 99])
    assert "no candidate" in _ignitions_changed(0, [0, 0])


@pytest.mark.parametrize(
    "theirs", ["{", "[1]", '"x"', "null", '{"ignitions": 7}', '{"ignitions": [[1], "x", [0, true]]}']
)
def test_any_trace_is_told(theirs: str) -> None:
    ours = registry.outcome("fire.world", FIRE, 2)["output"]
    assert describe_step(FIRE, 2, ours, {"text": theirs}).startswith("step 2")
    assert describe_step(FIRE, 2, ours, {}).startswith("step 2")


def test_other_draws_and_equal_traces() -> None:
    ours = registry.outcome("fire.world", FIRE, 1)["output"]
    theirs = json.loads(ours["text"]) | {"draws": 77}
    assert ", found 77" in describe_step(FIRE, 1, ours, {"text": json.dumps(theirs)})
    assert "agree" in describe_step(FIRE, 1, ours, ours)
