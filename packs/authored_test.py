"""A suite written in YAML compiles to the suite that is frozen, and errors name their file (PCK-8.8)."""

from pathlib import Path

import pytest

from packs import authored, suite
from simulator.errors import InputError

ROOM = """scenario_id: {name}
map: |
  #####
  #P.E#
  #*..#
  #####
fire: {{model: deterministic, spread_interval: 2, exits_flammable: true}}
movement: {{enter_fire: blocked}}
termination: {{max_steps: 9}}
"""
LISTING = """suite_id: rooms
suite_version: "2"
scenarios:
  - {file: b.yaml, primary_family: room, families: [small, room]}
  - {file: a.yaml, primary_family: room, families: [room]}
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "suite.yaml").write_text(LISTING, encoding="utf-8")
    for name in ("a", "b"):
        (tmp_path / "scenarios" / f"{name}.yaml").write_text(ROOM.format(name=name), encoding="utf-8")
    return tmp_path


def test_a_suite(sources: Path) -> None:
    files = authored.compile_suite(sources)
    found = suite.read_manifest(files.pop("manifest.json"))
    assert (found.suite_id, found.suite_version, found.families) == ("rooms", "2", {"b": "room", "a": "room"})
    suite.check_files(found, files)
    worlds = [suite.check_scenario(found, place, files[name]) for place, name in enumerate(sorted(files))]
    assert [world.scenario_id for world in worlds] == ["b", "a"]
    assert [entry["families"] for entry in found.document["scenarios"]] == [["room", "small"], ["room"]]
    assert authored.read_listing(sources).get("seeds") is None


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("suite.yaml", "suite_id: rooms\n", "", "missing_key"),
        ("suite.yaml", "b.yaml", "../b.yaml", "bad_value"),
        ("suite.yaml", "[room]", "[other]", "not_a_family"),
        ("suite.yaml", "scenarios:", "scenarios: &a", "yaml_anchor"),
        ("scenarios/a.yaml", "#P.E#", "#P.X#", "map_symbol"),
        ("scenarios/a.yaml", "scenario_id: a", "scenario_id: b", "repeated"),
    ],
)
def test_faults_name_their_file(sources: Path, file: str, old: str, new: str, code: str) -> None:
    path = sources / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        authored.compile_suite(sources)
    assert caught.value.code == code
    assert caught.value.source == str(path if code != "repeated" else sources / "suite.yaml")


def test_a_source_that_is_not_there(sources: Path) -> None:
    (sources / "scenarios" / "a.yaml").unlink()
    with pytest.raises(InputError, match=r"a\.yaml: no_such_file"):
        authored.compile_suite(sources)
