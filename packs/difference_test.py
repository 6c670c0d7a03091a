"""What differs is said in words, and equal packs differ in nothing (PCK-3.8, PCK-6.6)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import pack, suite, verify
from packs.cases import random_suite, small_pack
from packs.difference import differences, first_difference, scenario_changes
from packs.pack import Pack
from packs.source import Files, Memory
from simulator import canonical, scenario

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["a", "b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "/"]), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, VALUES)
@settings(max_examples=300, deadline=None, database=None)
def test_a_difference_is_found_exactly_where_there_is_one(found: Any, expected: Any) -> None:
    pointer = first_difference(found, expected)
    assert (pointer is None) == (canonical.encode(found) == canonical.encode(expected))
    if pointer is not None:
        assert canonical.encode(at(found, pointer)) != canonical.encode(at(expected, pointer))


def at(value: Any, pointer: str) -> Any:
    """What a pointer leads to, in a list of one; an empty list where nothing is there."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            if int(key) >= len(value):
                return []
            value = value[int(key)]
        elif key in value:
            value = value[key]
        else:
            return []
    return [value]


def told(one: Files, two: Files) -> list[str]:
    sides = [verify.load(Memory(files)) for files in (one, two)]
    return [f"{item.about}: {item.text}" for item in differences(*sides)]


def test_equal_packs() -> None:
    assert told(small_pack(), small_pack()) == []


def test_ids_seeds_and_scenarios() -> None:
    one = small_pack((4, 7), (0, 5), "one")
    assert told(one, small_pack((4, 7), (0, 5), "two")) == ["pack ID: one → two"]
    assert told(one, small_pack((4, 7), (5, 9), "one")) == [
        "seeds: only in the first: 0",
        "seeds: only in the second: 9",
    ]
    assert told(one, small_pack((4, 7), (5, 0), "one")) == ["episodes: those in both stand in another order"]
    assert told(one, small_pack((4, 7, 2), (0, 5), "one")) == ["scenarios: only in the second: world-2-2"]
    many = told(one, small_pack(range(100, 120), (0,), "one"))
    assert many[1].startswith("scenarios: only in the second: world-0-100") and many[1].endswith(" and 12 more")


def packed(edit: Any = None, text: Any = canonical.encode, primary: str = "family-1") -> Pack:
    """A pack of one random world, edited."""
    document = json.loads(random_suite([4])[1]["scenario-000.json"])
    if edit:
        edit(document)
    entries = [(scenario.from_value(document), primary, ["family-1", "family-2"])]
    manifest = canonical.encode(suite.make_manifest("s", "1.0", entries))
    return verify.load(Memory(pack.build("p", manifest, {"scenario-000.json": text(document)}, [0])))


def test_one_scenario() -> None:
    name = "world-0-4"
    one = packed()
    assert [str(item.text) for item in differences(one, packed(primary="family-2"))] == ["family-1 → family-2"]
    indented = packed(text=lambda document: json.dumps(document, indent=1).encode())
    assert [item.about for item in differences(one, indented)] == ["file suite/scenario-000.json"]
    manifest = canonical.encode(one.suite.document) + b"\n"
    again = pack.build("p", manifest, {"scenario-000.json": one.scenario_bytes(0)}, [0])
    assert [item.about for item in differences(one, verify.load(Memory(again)))] == ["file suite/manifest.json"]
    longer = packed(lambda document: document["termination"].update(max_steps=99))
    before = one.scenario(name).max_steps
    assert [(item.about, item.text) for item in differences(one, longer)] == [
        (f"scenario {name}", f"max_steps {before} → 99")
    ]


def room(**change: Any) -> scenario.Scenario:
    document: dict[str, Any] = {
        "schema_version": "1.0",
        "scenario_id": "room",
        "map": {"rows": 3, "cols": 4, "walls": [[0, 0], [0, 1]]},
        "exits": [{"id": "E1", "position": [1, 3]}],
        "people": [{"id": "P1", "position": [1, 0]}, {"id": "P2", "position": [1, 1]}],
        "fire": {"model": "deterministic", "ignition": [[2, 0]], "spread_interval": 2, "exits_flammable": True},
        "movement": {"enter_fire": "blocked"},
        "termination": {"max_steps": 9},
    }
    return scenario.from_value(document | change)


@pytest.mark.parametrize(
    ("change", "texts"),
    [
        ({}, []),
        ({"map": {"rows": 4, "cols": 4, "walls": [[0, 0], [0, 2], [0, 3]]}},
         ["map 3 × 4 → 4 × 4", "2 walls added", "1 wall removed"]),
        ({"exits": [{"id": "E1", "position": [2, 3]}, {"id": "E2", "position": [1, 3]}]},
         ["exit added: E2", "exit moved: E1"]),
        ({"people": [{"id": "P1", "position": [1, 2]}]}, ["person removed: P2", "person moved: P1"]),
        ({"movement": {"enter_fire": "casualty"}}, ["enter_fire blocked → casualty"]),
        ({"metadata": {"title": "Hall"}}, ["title none → Hall"]),
        (
            {"fire": {"model": "stochastic", "ignition": [], "spread_interval": 2, "spread_probability": 0.5,
                      "exits_flammable": True}},
            ["1 ignition cell removed", "model deterministic → stochastic", "spread_probability none → 0.5"],
        ),
    ],
)  # fmt: skip
def test_scenario_changes(change: dict[str, Any], texts: list[str]) -> None:
    assert list(scenario_changes(room(), room(**change))) == texts
