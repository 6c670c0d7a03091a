"""The verification of a small pack, and what each fault is called (PCK-3, PCK-8)."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.pack import PACK, SCHEDULE, Files, verify_pack
from conformance.second_reading.packing import pack_files, tiny

SUITE = "suite/manifest.json"


def verdict(files: Files, expected: str | None = None) -> tuple[str, str, str]:
    with pytest.raises(Fault) as caught:
        verify_pack(files, expected)
    return caught.value.code, caught.value.pointer, caught.value.source


def edited(files: Files, path: str, change: Callable[[Any], Any]) -> Files:
    """The files with one document changed, and listed under its new hash."""
    document = json.loads(files[path])
    change(document)
    files = files | {path: canonical(document)}
    return files if path == PACK else listed(files)


def listed(files: Files) -> Files:
    record = json.loads(files[PACK])
    record["files"] = [[path, hashlib.sha256(files[path]).hexdigest()] for path in sorted(files) if path != PACK]
    return files | {PACK: canonical(record)}


def put(*path: Any) -> Callable[[Any], None]:
    *way, last, value = path

    def change(document: Any) -> None:
        for step in way:
            document = document[step]
        document[last] = value

    return change


def test_a_good_pack() -> None:
    files = pack_files(tiny(), [0, 7])
    found = verify_pack(files)
    assert found["digest"] == hashlib.sha256(files[PACK]).hexdigest()
    assert verify_pack(files, found["digest"]) == found
    assert verdict(files, "0" * 64) == ("unexpected_digest", "", PACK)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda f: {p: b for p, b in f.items() if p != PACK}, ("no_pack_record", "", "")),
        (lambda f: f | {"Suite/x": b""}, ("unsafe_path", "", "Suite/x")),
        (lambda f: f | {"a/../b": b""}, ("unsafe_path", "", "a/../b")),
        (lambda f: f | {"a/" * 8 + "b": b""}, ("unsafe_path", "", "a/" * 8 + "b")),
        (lambda f: f | {"extra": b""}, ("unlisted_file", "", "extra")),
        (lambda f: {p: b for p, b in f.items() if p != SUITE}, ("missing_file", "/files/1", PACK)),
        (lambda f: listed({p: b for p, b in f.items() if p != SUITE}), ("missing_file", "", SUITE)),
        (lambda f: listed(f | {"extra": b""}), ("foreign_file", "/files/1", PACK)),
        (lambda f: f | {SUITE: f[SUITE] + b" "}, ("file_hash", "/files/1", PACK)),
        (lambda f: f | {PACK: f[PACK] + b"\n"}, ("not_canonical", "", PACK)),
        (
            lambda f: f | {PACK: b'{"environment_pack_version":"2.0"}'},
            ("version_differs", "/environment_pack_version", PACK),
        ),
        (lambda f: edited(f, PACK, put("files", 0, 0, "a/../b")), ("unsafe_path", "/files/0/0", PACK)),
        (lambda f: edited(f, PACK, put("files", 1, 0, "a")), ("not_sorted", "/files/1/0", PACK)),
        (lambda f: f | {PACK: b"{}"}, ("missing_key", "/environment_pack_version", PACK)),
        (
            lambda f: edited(f, PACK, put("versions", "simulator", "0.3.0")),
            ("version_differs", "/versions/simulator", PACK),
        ),
        (
            lambda f: edited(f, PACK, put("episodes", 1, "fire_world", "0" * 64)),
            ("fire_world_differs", "/episodes/1/fire_world", PACK),
        ),
        (lambda f: edited(f, PACK, put("suite", "suite_id", "other")), ("record_differs", "/suite/suite_id", PACK)),
    ],
)
def test_faults_of_files_and_record(change: Callable[[Files], Files], expected: tuple[str, str, str]) -> None:
    assert verdict(change(pack_files(tiny(), [0, 7]))) == expected


@pytest.mark.parametrize(
    ("path", "change", "expected"),
    [
        (SUITE, put("scenarios", 1, "file", "scenario-000.json"), ("repeated", "/scenarios/1/file")),
        (SUITE, put("scenarios", 1, "scenario_id", "one"), ("repeated", "/scenarios/1/scenario_id")),
        (SUITE, put("scenarios", 0, "families", ["small", "narrow"]), ("not_sorted", "/scenarios/0/families/1")),
        (SUITE, put("scenarios", 0, "primary_family", "wide"), ("not_a_family", "/scenarios/0/primary_family")),
        (SUITE, put("scenarios", 0, "file", "other.json"), ("bad_file_name", "/scenarios/0/file")),
        (SUITE, put("scenarios", 0, "content_hash", "0" * 64), ("content_hash", "/scenarios/0/content_hash")),
        (SUITE, put("scenarios", 0, "scenario_id", "uno"), ("scenario_id", "/scenarios/0/scenario_id")),
        (SUITE, put("suite_version", "2"), ("wrong_suite", "/suite_version")),
        (SCHEDULE, put("suite_hash", "0" * 64), ("wrong_suite", "/suite_hash")),
        (SCHEDULE, put("episodes", 1, "index", 2), ("not_sorted", "/episodes/1/index")),
        (SCHEDULE, put("episodes", 1, "seed", 0), ("repeated", "/episodes/1/seed")),
        (SCHEDULE, put("episodes", 1, "scenario_id", "three"), ("wrong_scenario", "/episodes/1/scenario_hash")),
        (SCHEDULE, put("episodes", 1, "scenario_hash", "0" * 64), ("wrong_scenario", "/episodes/1/scenario_hash")),
        (SCHEDULE, put("episodes", 1, "seed", 8), ("record_differs", "/evaluation_manifest_hash")),
        (SCHEDULE, put("episodes", []), ("too_short", "/episodes")),
    ],
)
def test_faults_of_the_manifests(path: str, change: Callable[[Any], None], expected: tuple[str, str]) -> None:
    assert verdict(edited(pack_files(tiny(), [0, 7]), path, change))[:2] == expected


def test_stored_bytes() -> None:
    files = pack_files(tiny(), [0, 7])
    assert verdict(listed(files | {SCHEDULE: files[SCHEDULE] + b"\n"})) == ("not_canonical", "", SCHEDULE)
    more = listed(files | {"suite/scenario-002.json": b"{}"})
    assert verdict(more) == ("suite_files", "", SUITE)
    spaced = listed(files | {"suite/scenario-000.json": files["suite/scenario-000.json"] + b"\n\n"})
    assert verify_pack(spaced)["digest"] == digest(json.loads(spaced[PACK]))
