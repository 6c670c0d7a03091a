"""The public suite's sources: each compiles, and together they have what PCK-8.7 asks of them."""

from pathlib import Path
from typing import Any

import pytest

from packs.authoring import compile_text, draw, read_yaml
from simulator.grid import distances
from simulator.scenario import Scenario, from_value

HERE = Path(__file__).parent
SUITE = read_yaml((HERE / "suite.yaml").read_text(encoding="utf-8"))
FILES = [entry["file"] for entry in SUITE["scenarios"]]


def source(file: str) -> str:
    return (HERE / "scenarios" / file).read_text(encoding="utf-8")


WORLDS: dict[str, Scenario] = {file: from_value(compile_text(source(file))) for file in FILES}


def test_the_suite() -> None:
    assert set(SUITE) == {"suite_id", "suite_version", "seeds", "scenarios"}
    assert (SUITE["suite_id"], SUITE["suite_version"], SUITE["seeds"]) == ("v1-public", "1.0", [0, 1, 2])
    assert len(FILES) == 10 and sorted(FILES) == FILES


def test_every_scenario_has_a_primary_family_of_its_own() -> None:
    entries: list[dict[str, Any]] = SUITE["scenarios"]
    primary = [entry["primary_family"] for entry in entries]
    assert len(set(primary)) == 10
    assert {"single_exit_low_density", "single_exit_high_density", "narrow_corridor_bottleneck"} <= set(primary)
    for entry in entries:
        assert entry["primary_family"] in entry["families"] and entry["families"] == sorted(set(entry["families"]))


def test_the_suite_covers_the_rules() -> None:
    worlds = WORLDS.values()
    assert {world.fire.model for world in worlds} == {"deterministic", "stochastic"}
    assert {world.enter_fire for world in worlds} == {"blocked", "casualty"}
    assert {world.fire.exits_flammable for world in worlds} == {True, False}
    assert "v1-pub-05-central-ignition" in {world.scenario_id for world in worlds}


@pytest.mark.parametrize("file", FILES)
def test_each_scenario(file: str) -> None:
    world = WORLDS[file]
    assert world.scenario_id == "v1-pub-" + file.removesuffix(".yaml")
    assert 8 <= len(world.people) <= 40 and 30 <= world.max_steps <= 120
    assert world.fire.ignition and set(world.document["metadata"]) == {"title", "notes"}


@pytest.mark.parametrize("file", FILES)
def test_every_person_and_every_exit_has_a_way(file: str) -> None:
    world = WORLDS[file]
    people = [person.cell for person in world.people]
    for each in world.exits:
        assert any(distances(world.grid, [each.cell], world.grid.terrain)[cell] > 0 for cell in people)
    ways = distances(world.grid, [each.cell for each in world.exits], world.grid.terrain)
    assert all(ways[cell] > 0 for cell in people)


@pytest.mark.parametrize("file", FILES)
def test_the_source_shows_the_map_that_is_played(file: str) -> None:
    indented = "".join("  " + row + "\n" for row in draw(WORLDS[file]).splitlines())
    assert "map: |\n" + indented in source(file)
