"""Building is a pure function, and what was built is what is loaded (PCK-2, PCK-3)."""

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import archive, folder, pack, verify
from packs.cases import random_suite, small_pack
from packs.folder import Folder
from packs.generator.config import preset
from packs.generator.families import FAMILIES
from packs.generator.generate import generate, generation, suite_manifest
from packs.plan import Plan, build
from packs.source import Files, Memory
from packs.versions import PACK_VERSIONS
from simulator import canonical, scenario
from simulator.errors import DocumentError, PackError
from simulator.fire import fire_world
from simulator.rng import MAX_SEED


@given(
    st.lists(st.integers(0, 400), min_size=1, max_size=5, unique=True),
    st.lists(st.integers(0, MAX_SEED), min_size=1, max_size=4, unique=True),
)
@settings(max_examples=25, deadline=None, database=None)
def test_build_verify_load_gives_equal_scenarios(numbers: list[int], seeds: list[int]) -> None:
    manifest, files = random_suite(numbers)
    found = verify.load(Memory(pack.build("p", manifest, files, seeds)))
    verify.check_worlds(found)
    expected = [(scenario.parse(data), seed) for _, data in sorted(files.items()) for seed in seeds]
    episodes = [found.episode(index) for index in range(len(found))]
    assert [(episode.scenario.document, episode.seed) for episode in episodes] == [(x.document, s) for x, s in expected]
    assert found.fire_worlds == tuple(fire_world(*pair).digest() for pair in expected)
    assert [found.scenario_bytes(index) for index in range(len(found))] == [
        data for _, data in sorted(files.items()) for _ in seeds
    ]


def test_the_record() -> None:
    files = small_pack()
    record = json.loads(files["pack.json"])
    assert record["versions"] == PACK_VERSIONS and len(PACK_VERSIONS) == 10
    assert record["source"] == "suite"
    others = sorted(set(files) - {"pack.json"})
    assert record["files"] == [[path, canonical.sha256_hex(files[path])] for path in others]
    assert [entry["index"] for entry in record["episodes"]] == [0, 1, 2, 3]
    found = verify.load(Memory(files))
    assert found.digest == canonical.digest(record) == canonical.sha256_hex(files["pack.json"])
    assert found.size == sum(map(len, files.values()))
    assert found.suite.families == {"world-0-4": "family-1", "world-1-7": "family-1"}


def test_two_builds_are_identical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the folder, the time zone, the umask, the order of the files, and the clock."""
    manifest, files = random_suite(range(6))
    before = os.umask(0)
    archives = []
    try:
        for number, (zone, mask) in enumerate((("UTC", 0o077), ("Pacific/Apia", 0o000), ("America/Nome", 0o022))):
            monkeypatch.setenv("TZ", zone)
            monkeypatch.setenv("LC_ALL", ("C", "tr_TR.UTF-8", "de_DE.UTF-8")[number])
            time.tzset()
            os.umask(mask)
            root = tmp_path.joinpath(*["deep"] * number)
            root.mkdir(exist_ok=True)
            order = sorted(files.items(), reverse=bool(number % 2))
            folder.write(root / "suite", dict(order) | {"manifest.json": manifest})
            built = build(Plan("same", (3, 1)), Folder(root / "suite"))
            folder.write(root / "pack", dict(sorted(built.items(), reverse=not number)))
            archive.write(root / "pack.tar", built)
            again = Folder(root / "pack")
            assert {path: again.read(path) for path in again.paths()} == built
            archives.append((root / "pack.tar").read_bytes())
    finally:
        os.umask(before)
        monkeypatch.undo()
        time.tzset()
    assert len(set(archives)) == 1


BUILDS: list[tuple[str, list[int], str]] = [
    ("", [0], "too_short"),
    ("a b", [0], "bad_value"),
    ("x" * 65, [0], "too_long"),
]
BUILDS += [("p", [], "too_short"), ("p", [-1], "out_of_range"), ("p", [MAX_SEED + 1], "integer_range")]
BUILDS += [("p", [4, 4], "repeated")]


@pytest.mark.parametrize(("pack_id", "seeds", "code"), BUILDS)
def test_what_cannot_be_built(pack_id: str, seeds: list[int], code: str) -> None:
    with pytest.raises(Exception) as caught:
        pack.build(pack_id, *random_suite([1]), seeds)
    assert getattr(caught.value, "code", caught.value) == code


def test_a_suite_that_cannot_be_built() -> None:
    manifest, files = random_suite([1, 2])
    for change in ({}, {"scenario-001.json": b"{}"}, files | {"scenario-002.json": b"{}"}):
        with pytest.raises((PackError, DocumentError)):
            pack.build("p", manifest, change, [0])
    with pytest.raises(PackError, match="missing_file"):
        build(Plan("p", (0,)), Memory(files))


def generated_suite() -> Files:
    config = preset(sorted(FAMILIES)[:2], 1)
    made = list(generate(config, 7))
    return {
        "generation.json": canonical.encode(generation(config, 7, [item.pinned for item in made])),
        "suite/manifest.json": canonical.encode(suite_manifest(config, 7, [item.listed for item in made])),
    } | {item.path: item.data for item in made}


def test_a_pack_of_a_generated_suite() -> None:
    made = generated_suite()
    files = build(Plan("p", (0, 9)), Memory(made))
    assert {path.removeprefix("generated-suite/"): data for path, data in files.items() if "generated" in path} == made
    found = verify.load(Memory(files))
    verify.check_worlds(found)
    assert found.record["source"] == "generated_suite" and len(found) == 4
    assert found.scenario_bytes(2) == made["suite/scenario-001.json"]


def test_a_generated_suite_that_was_edited() -> None:
    made = generated_suite()
    path = "suite/scenario-001.json"
    with pytest.raises(PackError, match="generation_differs"):
        build(Plan("p", (0,)), Memory(made | {path: made[path] + b" "}))
    manifest = made.pop("suite/manifest.json")
    record = made.pop("generation.json").replace(b'"batch":7', b'"batch":8')
    files = {name.removeprefix("suite/"): data for name, data in made.items()}
    forged = pack.build("p", manifest, files, [0], record)
    with pytest.raises(PackError, match="generation_differs"):
        verify.load(Memory(forged))
