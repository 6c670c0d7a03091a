"""A generated suite is what the generator makes, to the last byte, or it is refused (PCK-11.7)."""

import gc
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from packs.generator import loader
from packs.generator.config import preset
from packs.generator.generate import GENERATION, SUITE_MANIFEST, Generated, generate, generation, suite_manifest
from packs.generator.golden import small
from simulator import canonical
from simulator.errors import DocumentError, InputError, PackError
from simulator.scenario import Scenario

CONFIG = preset(["narrow_corridor", "single_exit_low_density"], 2)
Files = dict[str, bytes]


def made(batch: int = 3) -> Files:
    items = list(generate(CONFIG, batch))
    files = {item.path: item.data for item in items}
    files[SUITE_MANIFEST] = canonical.encode(suite_manifest(CONFIG, batch, [item.listed for item in items]))
    return files | {GENERATION: canonical.encode(generation(CONFIG, batch, [item.pinned for item in items]))}


FILES = made()


def refused(files: Files) -> InputError:
    with pytest.raises((PackError, DocumentError)) as caught:
        loader.load(files, files.__getitem__)
    return caught.value


def test_a_whole_suite() -> None:
    seen: list[tuple[int, int]] = []
    loaded = loader.load(list(FILES), FILES.__getitem__, lambda done, total: seen.append((done, total)))
    assert canonical.encode(loaded.document) == FILES[SUITE_MANIFEST]
    assert (loaded.suite_id, loaded.digest) == ("generated-3", canonical.sha256_hex(FILES[SUITE_MANIFEST]))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("path", [path for path in FILES if path != GENERATION])
def test_a_flipped_byte(path: str) -> None:
    data = FILES[path]
    for at in {0, len(data) // 3, len(data) - 1}:
        bad = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        error = refused(FILES | {path: bad})
        assert (
            error.code == "generation_differs" and f"{path} is not" in error.message and f"byte {at} " in error.message
        )
    for other in (data + b"\n", data[:-1], b""):
        assert refused(FILES | {path: other}).code == "generation_differs"


def test_every_flipped_byte_of_the_record() -> None:
    """Syntax, shape, versions or a difference: none passes. Only a few bytes can be flipped to a valid record."""
    data = FILES[GENERATION]
    codes = set()
    for at in range(0, len(data), 1 if os.environ.get("EMBER_OPT_DEEP") else 23):
        bad = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        codes.add(refused(FILES | {GENERATION: bad}).code)
    assert "generation_differs" in codes


def record(**members: Any) -> Files:
    return FILES | {GENERATION: canonical.encode(json.loads(FILES[GENERATION]) | members)}


def test_an_edited_record() -> None:
    pinned = json.loads(FILES[GENERATION])["scenarios"]
    assert refused(record(batch=4)).code == "generation_differs"
    assert refused(record(scenarios=pinned[::-1])).code == "generation_differs"
    pinned[2]["proxies"]["exit_capacity"] += 1
    error = refused(record(scenarios=pinned))
    assert error.code == "generation_differs" and GENERATION in error.message
    for key in loader.VERSIONS:
        error = refused(record(**{key: "9.9"}))
        assert (error.code, error.pointer) == ("version_differs", f"/{key}")


def test_an_invalid_record() -> None:
    error = refused(record(batch=-1))
    assert (error.code, error.pointer, error.source) == ("out_of_range", "/batch", GENERATION)
    config = json.loads(canonical.encode(CONFIG.document))
    config["families"][1]["parameters"]["rows"] = [9, 8]
    error = refused(record(config=config))
    assert (error.code, error.pointer) == ("out_of_range", "/config/families/1/parameters/rows/1")
    assert refused(FILES | {GENERATION: FILES[GENERATION] + b" "}).code == "generation_differs"
    assert refused(FILES | {GENERATION: b"{}"}).code == "missing_key"


def test_a_configuration_that_can_not_be_met() -> None:
    config = json.loads(canonical.encode(CONFIG.document))
    config["families"][0]["parameters"]["exits"] = [3, 3]
    error = refused(record(config=config))
    assert (error.code, error.pointer) == ("no_such_scenario", "/config/families/0/parameters")
    assert isinstance(error, PackError)


def test_missing_and_surplus_files() -> None:
    for path in FILES:
        left = {name: data for name, data in FILES.items() if name != path}
        error = refused(left)
        assert error.code == ("missing_file" if path == GENERATION else "generation_files") and path in error.message
    for path in ("suite/scenario-004.json", "suite/extra.json", "scenario-000.json", "other/scenario-000.json"):
        error = refused(FILES | {path: b"{}"})
        assert error.code == "generation_files" and path in error.message


def test_nothing_is_generated_for_the_wrong_files(monkeypatch: pytest.MonkeyPatch) -> None:
    config = json.loads(canonical.encode(CONFIG.document))
    config["families"][0]["count"] = 1000
    monkeypatch.setattr(loader, "generate", lambda *_: pytest.fail("generated"))
    assert refused(record(config=config)).code == "generation_files"


def test_one_scenario_is_held_at_a_time() -> None:
    held = []

    def read(path: str) -> bytes:
        gc.collect()
        held.append(sum(isinstance(item, Generated | Scenario) for item in gc.get_objects()))
        return FILES[path]

    gc.collect()
    before = sum(isinstance(item, Generated | Scenario) for item in gc.get_objects())
    loader.load(FILES, read)
    assert max(held) - before <= 2 * 2, "one Generated with its Scenario, and the one being made"


PROGRAM = """
import locale
locale.setlocale(locale.LC_ALL, "")
from packs.generator.golden import small
print(hash("ember"), small().decode())
"""


def test_hash_seeds_and_locales() -> None:
    hashes, outputs = set(), set()
    for seed, name, zone in (
        ("0", "C", "UTC"),
        ("1", "C.UTF-8", "Asia/Tokyo"),
        ("4242", "POSIX", "America/Lima"),
    ):
        environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": name, "TZ": zone}
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        command = [sys.executable, "-S", "-B", "-c", PROGRAM]
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        found, _, output = done.stdout.partition(" ")
        hashes.add(found)
        outputs.add(output)
    assert len(outputs) == 1 and json.loads(outputs.pop()) == json.loads(small())
    assert len(hashes) == 3
