"""Small packs for tests, and what a forger does to them: edit the record, or edit a file and list it anew."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from packs import pack, suite
from packs.source import Files
from packs.suite import make_manifest
from simulator import canonical, scenario
from simulator.random_worlds import random_world

Edit = Callable[[dict[str, Any]], object]


def random_suite(numbers: Sequence[int]) -> tuple[bytes, Files]:
    """A suite of random worlds: its manifest, and its scenario files by name. Every other file is not canonical."""
    entries, data = [], []
    for place, number in enumerate(numbers):
        document = random_world(number).scenario.document | {"scenario_id": f"world-{place}-{number}"}
        families = [f"family-{number % 3}", "random"]
        entries.append((scenario.from_value(document), families[0], families))
        data.append(canonical.encode(document) if place % 2 else json.dumps(document, indent=1).encode())
    manifest = make_manifest("random", "1.0", entries)
    return json.dumps(manifest, indent=2).encode(), {suite.file_name(place): text for place, text in enumerate(data)}


def small_pack(numbers: Sequence[int] = (4, 7), seeds: Sequence[int] = (0, 5), pack_id: str = "small") -> Files:
    """The files of a pack of random worlds."""
    return pack.build(pack_id, *random_suite(numbers), seeds)


def edited(files: Files, path: str, edit: Edit) -> Files:
    """The files with one document changed, and nothing else: the record still lists what was there."""
    document = json.loads(files[path])
    edit(document)
    return files | {path: canonical.encode(document)}


def relisted(files: Files) -> Files:
    """The files with a record that lists them as they are, and has the manifest's hash as it is."""

    def edit(record: dict[str, Any]) -> None:
        record["files"] = sorted(
            [path, canonical.sha256_hex(data)] for path, data in files.items() if path != "pack.json"
        )
        if pack.MANIFEST in files:
            record["evaluation_manifest_hash"] = canonical.sha256_hex(files[pack.MANIFEST])

    return edited(files, pack.RECORD, edit)
