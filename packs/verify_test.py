"""Verification fails closed: each condition and each half of it has a pack that breaks it alone (PCK-3)."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packs import archive, folder, verify
from packs.cases import Edit, edited, relisted, small_pack
from packs.pack import MANIFEST, RECORD
from packs.source import Files, Memory
from packs.versions import PACK_VERSIONS
from simulator import canonical
from simulator.errors import DocumentError, PackError

GOOD = small_pack()
DIGEST = canonical.sha256_hex(GOOD[RECORD])
FIRST, LISTING = "suite/scenario-000.json", "suite/manifest.json"


def refusal(files: Files, expected: str | None = None) -> tuple[str, str]:
    """Code and pointer of the refusal of a pack, every fire world included."""
    with pytest.raises((PackError, DocumentError)) as caught:
        verify.check_worlds(verify.load(Memory(files), expected))
    assert caught.value.exit_code == 3
    return caught.value.code, caught.value.pointer


def record(edit: Edit) -> Files:
    return edited(GOOD, RECORD, edit)


def forged(path: str, edit: Edit) -> Files:
    """A document edited, and listed as it now is."""
    return relisted(edited(GOOD, path, edit))


def without(path: str) -> Files:
    return {name: data for name, data in GOOD.items() if name != path}


def test_a_good_pack() -> None:
    found = verify.load(Memory(GOOD), DIGEST)
    verify.check_worlds(found)
    assert (found.pack_id, found.digest, len(found)) == ("small", DIGEST, 4)


@pytest.mark.parametrize("key", json.loads(GOOD[RECORD]))
def test_a_missing_key(key: str) -> None:
    assert refusal(record(lambda document: document.pop(key))) == ("missing_key", f"/{key}")


def test_an_extra_key_anywhere() -> None:
    places: list[Callable[[dict[str, Any]], Any]] = [
        lambda document: document,
        lambda document: document["versions"],
        lambda document: document["suite"],
        lambda document: document["suite"]["scenarios"][1],
        lambda document: document["episodes"][3],
    ]
    for place in places:
        assert refusal(record(lambda document, at=place: at(document).update(zz=0)))[0] == "unknown_key"  # type: ignore[misc]


def test_no_record_and_no_json() -> None:
    assert refusal(without(RECORD)) == ("no_pack_record", "")
    assert refusal(GOOD | {RECORD: b"pack"}) == ("bad_syntax", "")
    assert refusal(GOOD | {RECORD: b"[]"}) == ("wrong_type", "")
    assert refusal(GOOD | {RECORD: GOOD[RECORD] + b"\n"}) == ("not_canonical", "")


@pytest.mark.parametrize("key", PACK_VERSIONS)
def test_each_version(key: str) -> None:
    files = record(lambda document: document["versions"].update({key: "9.9"}))
    assert refusal(files) == ("version_differs", f"/versions/{key}")
    with pytest.raises(PackError, match=f"version of {key} is '9.9'.* build a new pack"):
        verify.load(Memory(files))
    assert refusal(record(lambda document: document["versions"].pop(key))) == ("missing_key", f"/versions/{key}")


def test_the_packs_own_version_even_with_another_layout() -> None:
    place = "/environment_pack_version"
    files = record(lambda document: document.update(environment_pack_version="2.0"))
    assert refusal(files) == ("version_differs", place)
    files = record(lambda document: document.update(environment_pack_version="2.0", compression="none"))
    assert refusal(files) == ("version_differs", place)


@pytest.mark.parametrize("path", sorted(GOOD))
def test_every_file_is_needed_and_pinned(path: str) -> None:
    wanted = "no_pack_record" if path == RECORD else "missing_file"
    assert refusal(without(path))[0] == wanted
    if path != RECORD:
        assert refusal(GOOD | {path: GOOD[path] + b" "})[0] == "file_hash"


@pytest.mark.parametrize("where", ["", "suite/", "suite/deeper/", "other/", "generated-suite/"])
def test_a_file_that_is_not_listed(where: str) -> None:
    assert refusal(GOOD | {where + "extra.json": b"{}"})[0] == "unlisted_file"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("extra.json", "foreign_file"),
        ("other/extra.json", "foreign_file"),
        ("generated-suite/generation.json", "foreign_file"),
        ("suite/extra.json", "suite_files"),
        ("suite/deeper/scenario-000.json", "suite_files"),
    ],
)
def test_a_listed_file_without_a_place(path: str, code: str) -> None:
    assert refusal(relisted(GOOD | {path: b"{}"}))[0] == code


@pytest.mark.parametrize("path", [MANIFEST, LISTING, FIRST])
def test_a_needed_file_that_is_neither_there_nor_listed(path: str) -> None:
    wanted = "suite_files" if path == FIRST else "missing_file"
    assert refusal(relisted(without(path)))[0] == wanted


UNSAFE = [
    "../up.json",
    "suite/../up.json",
    "/etc/passwd",
    "suite\\x.json",
    "Suite/manifest.json",
    "suite/Scenario-000.json",
]
UNSAFE += [
    "suite//x.json",
    "./x.json",
    "x.json/",
    "suite/.hidden",
    "suite/x.",
    "suite/a\nb",
    "süite/x",
    "con:",
    "",
    "a" * 65,
]
UNSAFE += ["/".join("abcdefghi"), "suite/x\x00.json"]


@pytest.mark.parametrize("path", UNSAFE)
def test_unsafe_paths(path: str) -> None:
    assert refusal(GOOD | {path: b"{}"})[0] == "unsafe_path"
    files = record(lambda document: document["files"].insert(0, [path, "0" * 64]))
    assert refusal(files) == (("too_short", "/files/0/0") if not path else ("unsafe_path", "/files/0/0"))


def test_the_list_is_sorted_and_names_each_file_once() -> None:
    assert refusal(record(lambda document: document["files"].reverse())) == ("not_sorted", "/files/1/0")
    twice = record(lambda document: document["files"].insert(0, ["evaluation-manifest.json", "0" * 64]))
    assert refusal(twice) == ("repeated", "/files/1/0")


SUITES: dict[str, tuple[Edit, str]] = {
    "unknown key": (lambda document: document.update(more=1), "unknown_key"),
    "no scenario": (lambda document: document.update(scenarios=[]), "too_short"),
    "another hash": (lambda document: document["scenarios"][0].update(content_hash="0" * 64), "content_hash"),
    "another ID": (lambda document: document["scenarios"][0].update(scenario_id="other"), "scenario_id"),
    "a file name": (lambda document: document["scenarios"][0].update(file="a.json"), "bad_file_name"),
    "a repeated ID": (
        lambda document: document["scenarios"][1].update(scenario_id=document["scenarios"][0]["scenario_id"]),
        "repeated",
    ),
    "no such family": (lambda document: document["scenarios"][0].update(primary_family="x"), "not_a_family"),
    "unsorted families": (lambda document: document["scenarios"][0]["families"].reverse(), "not_sorted"),
    "another order": (lambda document: document["scenarios"].reverse(), "bad_file_name"),
    "fewer": (lambda document: document["scenarios"].pop(), "suite_files"),
    "another version": (lambda document: document.update(suite_version="2"), "wrong_suite"),
}


@pytest.mark.parametrize("name", SUITES)
def test_a_forged_suite(name: str) -> None:
    edit, code = SUITES[name]
    assert refusal(forged(LISTING, edit))[0] == code


def test_a_forged_scenario() -> None:
    assert refusal(forged(FIRST, lambda document: document.pop("exits"))) == ("missing_key", "/exits")
    longer = forged(FIRST, lambda document: document["termination"].update(max_steps=30))
    assert refusal(longer) == ("content_hash", "/scenarios/0/content_hash")


def test_a_reformatted_scenario_is_another_file() -> None:
    assert refusal(GOOD | {FIRST: canonical.encode(json.loads(GOOD[FIRST]))})[0] == "file_hash"


SCHEDULES: dict[str, tuple[Edit, str]] = {
    "another version": (lambda document: document.update(evaluation_manifest_version="2.0"), "bad_value"),
    "no episode": (lambda document: document.update(episodes=[]), "too_short"),
    "an index": (lambda document: document["episodes"][1].update(index=2), "not_sorted"),
    "a pair twice": (lambda document: document["episodes"][1].update(seed=0), "repeated"),
    "another suite ID": (lambda document: document.update(suite_id="other"), "wrong_suite"),
    "another suite version": (lambda document: document.update(suite_version="2"), "wrong_suite"),
    "another suite hash": (lambda document: document.update(suite_hash="0" * 64), "wrong_suite"),
    "another scenario": (lambda document: document["episodes"][2].update(scenario_id="other"), "wrong_scenario"),
    "another scenario hash": (
        lambda document: document["episodes"][2].update(scenario_hash="0" * 64),
        "wrong_scenario",
    ),
    "another seed": (lambda document: document["episodes"][2].update(seed=7), "record_differs"),
    "one fewer": (lambda document: document["episodes"].pop(), "record_differs"),
    "one more": (
        lambda document: document["episodes"].append(document["episodes"][0] | {"index": 4, "seed": 9}),
        "record_differs",
    ),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_forged_schedule(name: str) -> None:
    edit, code = SCHEDULES[name]
    assert refusal(forged(MANIFEST, edit))[0] == code


def test_a_schedule_that_is_not_canonical() -> None:
    assert refusal(relisted(GOOD | {MANIFEST: GOOD[MANIFEST] + b"\n"}))[0] == "not_canonical"


def test_the_manifest_of_another_pack() -> None:
    other = small_pack(numbers=(4, 9))
    assert refusal(relisted(GOOD | {MANIFEST: other[MANIFEST]})) == ("wrong_suite", "/suite_hash")


RECORDS: dict[str, tuple[Edit, str, str]] = {
    "source": (lambda document: document.update(source="generated_suite"), "foreign_file", "/files/1"),
    "suite ID": (lambda document: document["suite"].update(suite_id="x"), "record_differs", "/suite/suite_id"),
    "family": (
        lambda document: document["suite"]["scenarios"][1].update(primary_family="x"),
        "record_differs",
        "/suite/scenarios/1/primary_family",
    ),
    "fewer scenarios": (lambda document: document["suite"]["scenarios"].pop(), "record_differs", "/suite/scenarios/1"),
    "manifest hash": (
        lambda document: document.update(evaluation_manifest_hash="0" * 64),
        "record_differs",
        "/evaluation_manifest_hash",
    ),
    "seed": (lambda document: document["episodes"][1].update(seed=6), "record_differs", "/episodes/1/seed"),
    "fewer episodes": (lambda document: document["episodes"].pop(), "record_differs", "/episodes/3"),
    "fire world": (
        lambda document: document["episodes"][2].update(fire_world="0" * 64),
        "fire_world_differs",
        "/episodes/2/fire_world",
    ),
    "swapped fire worlds": (
        lambda document: document["episodes"][0].update(fire_world=document["episodes"][1]["fire_world"]),
        "fire_world_differs",
        "/episodes/0/fire_world",
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_forged_record(name: str) -> None:
    edit, code, pointer = RECORDS[name]
    assert refusal(record(edit)) == (code, pointer)


def test_the_expected_digest() -> None:
    assert refusal(GOOD, "0" * 64) == ("unexpected_digest", "")
    renamed = record(lambda document: document.update(pack_id="other"))
    verify.check_worlds(verify.load(Memory(renamed)))
    assert refusal(renamed, DIGEST) == ("unexpected_digest", "")


def test_another_digest_is_refused_before_any_other_file_is_read() -> None:
    class OnlyTheRecord(Memory):
        def read(self, path: str, limit: int = 0) -> bytes:
            assert path == RECORD
            return GOOD[RECORD]

    with pytest.raises(PackError, match="unexpected_digest"):
        verify.load(OnlyTheRecord(GOOD), "0" * 64)


def test_fire_worlds_are_checked_by_whoever_uses_them() -> None:
    found = verify.load(Memory(record(lambda document: document["episodes"][2].update(fire_world="0" * 64))))
    assert found.world(1).digest() == found.fire_worlds[1]
    with pytest.raises(PackError, match="fire_world_differs"):
        found.world(2)


@pytest.fixture(params=["folder", "tar", "tar.gz"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"pack.{request.param}"
    if request.param == "folder":
        folder.write(path, GOOD)
        return path
    plain = tmp_path / "plain.tar"
    archive.write(plain, GOOD)
    path.write_bytes(plain.read_bytes() if request.param == "tar" else gzip.compress(plain.read_bytes()))
    return path


def test_every_kind_of_source(stored: Path) -> None:
    told: list[int] = []
    found = verify.verify(stored, DIGEST, lambda done, total: told.append(done))
    assert told == [1, 2, 3, 4]
    assert found.scenario_bytes(0) == GOOD[FIRST]
    assert found.episode(3).scenario.digest == found.manifest["episodes"][3]["scenario_hash"]
    found.close()
    with pytest.raises(PackError, match="unreadable"):
        found.scenario_bytes(0)


def test_there_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no_pack"):
        verify.open_pack(tmp_path / "absent")
    with pytest.raises(PackError, match="no_pack_record"):
        verify.open_pack(tmp_path)


def test_a_file_that_changes_later_is_noticed(tmp_path: Path) -> None:
    folder.write(tmp_path / "pack", GOOD)
    found = verify.open_pack(tmp_path / "pack")
    (tmp_path / "pack" / FIRST).write_bytes(GOOD[FIRST].replace(b"world", b"WORLD"))
    assert found.episode(2).seed == 0
    with pytest.raises(PackError, match="file_hash at /files/2"):
        found.episode(0)
    (tmp_path / "pack" / FIRST).unlink()
    with pytest.raises(PackError, match="missing_file"):
        found.scenario_bytes(0)


@pytest.mark.parametrize("path", [RECORD, MANIFEST, LISTING])
def test_the_lists_are_bounded(path: str) -> None:
    padded = GOOD | {path: GOOD[path] + b" " * (8 << 20)}
    assert refusal(padded if path == RECORD else relisted(padded))[0] == "too_large"


def test_the_whole_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(len(data) for path, data in GOOD.items() if path != RECORD)
    monkeypatch.setattr(verify, "MAX_TOTAL", size)
    assert len(verify.load(Memory(GOOD))) == 4
    monkeypatch.setattr(verify, "MAX_TOTAL", size - 1)
    assert refusal(GOOD)[0] == "too_large"
