"""Generated suites: valid, reproducible, and different from batch to batch (PCK-11.3, PCK-11.4, PCK-11.6)."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import suite
from packs.generator import config as configs
from packs.generator.config import Config, preset
from packs.generator.facts import escapes, gather, queued
from packs.generator.families import FAMILIES
from packs.generator.generate import Generated, generate, generation, solvable, stream, suite_manifest
from simulator import canonical, scenario
from simulator.errors import InputError
from simulator.rng import MAX_SEED, Stream

quick = settings(max_examples=3, deadline=None, database=None)
batches = st.integers(0, MAX_SEED)
ALL = preset(list(FAMILIES), 2)


def altered(base: Config, family: int, **members: Any) -> Config:
    """A configuration with other parameters in one of its families."""
    document = json.loads(canonical.encode(base.document))
    document["families"][family]["parameters"] |= members
    return configs.from_value(document)


@quick
@given(batches)
def test_every_scenario_is_valid_and_within_the_parameters(batch: int) -> None:
    made = list(generate(ALL, batch))
    assert len(made) == 2 * len(FAMILIES)
    for item, (place, number) in zip(made, ALL.scenarios, strict=True):
        entry = ALL.document["families"][place]
        again = scenario.parse(item.data)
        assert again.digest == item.scenario.digest == item.listed["content_hash"] == canonical.sha256_hex(item.data)
        assert again.scenario_id == f"gen-{entry['family']}-{number:03d}"
        assert item.pinned["family"] == entry["family"] and item.pinned["number"] == number
        check_parameters(again.document, entry["parameters"])
        facts = gather(again)
        assert FAMILIES[entry["family"]].rule(facts)
        assert 3 * min(escapes(facts), queued(facts)) >= 2 * len(again.people)


def check_parameters(document: dict[str, Any], parameters: dict[str, Any]) -> None:
    fire, people = document["fire"], document["people"]
    counts = {
        "people": len(people),
        "exits": len(document["exits"]),
        "spread_interval": fire["spread_interval"],
        "ignitions": len(fire["ignition"]),
    }
    assert all(parameters[name][0] <= count <= parameters[name][1] for name, count in counts.items())
    assert document["map"]["rows"] <= parameters["rows"][1] and document["map"]["cols"] <= parameters["cols"][1]
    assert fire["model"] in parameters["models"] and fire["exits_flammable"] in parameters["exits_flammable"]
    assert ("spread_probability" in fire) == (fire["model"] == "stochastic")
    assert document["movement"]["enter_fire"] in parameters["enter_fire"]
    if fire["model"] == "stochastic":
        assert str(fire["spread_probability"]) in parameters["spread_probability"]
    longest = max(gather(scenario.from_value(document)).lengths)
    low, high = parameters["slack"]
    assert low <= document["termination"]["max_steps"] - longest - len(people) <= high


def test_every_choice_comes_up() -> None:
    found: dict[str, set[Any]] = {"model": set(), "exits_flammable": set(), "enter_fire": set(), "p": set()}
    for item in generate(preset(["several_exits"], 70), 8):
        fire = item.scenario.document["fire"]
        found["model"].add(fire["model"])
        found["exits_flammable"].add(fire["exits_flammable"])
        found["enter_fire"].add(item.scenario.enter_fire)
        found["p"].add(item.scenario.fire.spread_probability)
    assert [len(values) for values in found.values()] == [2, 2, 2, 6]


def parts(items: list[Generated]) -> list[Any]:
    return [(item.data, item.listed, item.pinned) for item in items]


@quick
@given(batches, batches)
def test_same_inputs_same_bytes_and_other_inputs_others(batch: int, other: int) -> None:
    made = parts(list(generate(ALL, batch)))
    assert parts(list(generate(ALL, batch))) == made
    if other != batch:
        assert not {data for data, _, _ in made} & {item.data for item in generate(ALL, other)}
    slack = altered(ALL, 0, slack=[5, 17])
    assert slack.digest != ALL.digest
    assert not {data for data, _, _ in made} & {item.data for item in generate(slack, batch)}


def test_the_stream() -> None:
    assert stream(ALL, 7, "open_hall", 12).state == Stream(7, f"generator/{ALL.digest}/open_hall/12").state


def test_the_two_manifests() -> None:
    made = list(generate(ALL, 9))
    manifest = suite_manifest(ALL, 9, (item.listed for item in made))
    loaded = suite.read_manifest(canonical.encode(manifest))
    assert (loaded.suite_id, loaded.suite_version) == ("generated-9", "1.0")
    suite.check_files(loaded, [item.path.removeprefix("suite/") for item in made])
    for place, item in enumerate(made):
        assert suite.check_scenario(loaded, place, item.data).digest == item.scenario.digest
        assert loaded.families[item.scenario.scenario_id] == item.pinned["family"]
    record = generation(ALL, 9, (item.pinned for item in made))
    assert record["config"] == ALL.document and record["batch"] == 9
    assert [entry["scenario_id"] for entry in record["scenarios"]] == list(loaded.files)
    longest = altered(ALL, 0).document | {"suite_id": "s" * 47}
    name = suite_manifest(configs.from_value(longest), MAX_SEED, [])["suite_id"]
    assert len(name) == 64


@pytest.mark.parametrize(
    ("family", "members"),
    [
        ("burnable_exits", {"exits_flammable": [False]}),
        ("open_hall", {"rows": [5, 5], "cols": [5, 5], "people": [30, 40]}),
        ("narrow_corridor", {"exits": [3, 3]}),
        ("rooms_with_doors", {"rows": [5, 5], "room": [9, 9]}),
    ],
)
def test_parameters_that_leave_nothing(family: str, members: dict[str, Any]) -> None:
    tight = altered(preset([family], 1), 0, **members)
    with pytest.raises(InputError) as caught:
        list(generate(tight, 1))
    assert (caught.value.code, caught.value.pointer) == ("no_such_scenario", "/families/0/parameters")
    assert caught.value.exit_code == 3


def test_solvable_wants_two_in_three() -> None:
    """A fire in front of the only exit, and one that leaves no time for the queue, are refused."""
    hall = next(generate(preset(["single_exit_high_density"], 1), 1)).scenario
    assert solvable(gather(hall))
    assert not solvable(gather(replace(hall, max_steps=len(hall.people) // 2)))
    front = next(
        cell
        for cell in hall.grid.cells()
        if hall.exits[0].cell - cell in hall.grid.offsets and not hall.grid.terrain[cell]
    )
    assert not solvable(gather(replace(hall, fire=replace(hall.fire, ignition=(front,), spread_interval=1))))


@pytest.mark.parametrize(("ignition", "found"), [([0, 5], (0, 3, False)), ([0, 0], (3, 3, True))])
def test_solvable_wants_both(ignition: list[int], found: tuple[int, int, bool]) -> None:
    """A fire that only stands in the way leaves the exit open to a queue, but nobody gets to it."""
    people = [{"id": f"P{at}", "position": [0, at]} for at in (1, 2, 3)]
    fire = {"model": "deterministic", "ignition": [ignition], "spread_interval": 99, "exits_flammable": False}
    facts = gather(
        scenario.from_value(
            {
                "schema_version": "1.0",
                "scenario_id": "row",
                "map": {"rows": 1, "cols": 9, "walls": []},
                "exits": [{"id": "E1", "position": [0, 8]}],
                "people": people,
                "fire": fire,
                "movement": {"enter_fire": "blocked"},
                "termination": {"max_steps": 20},
            }
        )
    )
    assert (escapes(facts), queued(facts), solvable(facts)) == found
