"""Verdicts on packs: the second reading against the product, on packs spoilt at random (PCK-3).

EMBER_OPT_AGREEMENT=N asks for 10 N packs.
"""

import hashlib
import json
import os
from typing import Any

from conformance.second_reading.canonical import canonical
from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.mutations import bent, spoilt
from conformance.second_reading.pack import PACK, SCHEDULE, Files, verify_pack
from conformance.second_reading.packing import pack_files, random_entries
from conformance.second_reading.worlds import Choices
from packs.source import Memory
from packs.verify import check_worlds, load
from simulator.errors import DocumentError, InputError

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "6")) * 10
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))
EXTRA = ["extra", "suite/extra.json", "a/b/c", "Suite/x", "suite/../x", "x.", "generated-suite/generation.json"]


def listed(files: Files) -> Files:
    """The files with a record that lists them as they are."""
    try:
        record = json.loads(files[PACK])
        record["files"] = [[path, hashlib.sha256(files[path]).hexdigest()] for path in sorted(files) if path != PACK]
        record["evaluation_manifest_hash"] = hashlib.sha256(files.get(SCHEDULE, b"")).hexdigest()
        return files | {PACK: canonical(record)}
    except (ValueError, KeyError, TypeError):
        return files


def canonical_again(data: bytes) -> bytes:
    """The canonical bytes of a document, if it has any."""
    try:
        return canonical(json.loads(data))
    except (ValueError, RecursionError):
        return data


def spoilt_pack(files: Files, number: int) -> Files:
    """The files after one or two changes, the record sometimes made to fit."""
    good = files
    choices = Choices(number, "spoilt-pack")
    for turn in range(choices.below(2) + 1):
        path = sorted(files)[choices.below(len(files))]
        what = choices.below(10)
        if what == 0:
            files = {name: data for name, data in files.items() if name != path}
        elif what == 1:
            files = files | {EXTRA[choices.below(len(EXTRA))]: b"{}"}
        elif what == 2:
            files = files | {path: files[path] + b" "}
        else:
            value = json.loads(good.get(path, b"[0]"))
            data = (bent if what < 8 else spoilt)(value, number * 2 + turn)
            files = files | {path: canonical_again(data) if choices.below(4) else data}
            if path == PACK:
                continue
        if choices.below(4):
            files = listed(files)
        if not files:
            break
    return files


def my_verdict(files: Files, expected: str | None) -> Any:
    try:
        return verify_pack(files, expected)["digest"]
    except Fault as fault:
        return fault.code, fault.pointer


def their_verdict(files: Files, expected: str | None) -> Any:
    try:
        pack = load(Memory(files), expected)
        check_worlds(pack)
        return pack.digest
    except DocumentError as fault:
        return fault.code, fault.pointer
    except InputError as error:
        return error.code, error.pointer


def test_spoilt_packs() -> None:
    for number in range(FIRST, FIRST + COUNT):
        good = pack_files(random_entries(number // 10), [3, 11])
        files = spoilt_pack(good, number) if number % 10 else good
        expected = [None, None, "0" * 64][number % 3] if number % 10 else hashlib.sha256(good[PACK]).hexdigest()
        mine, theirs = my_verdict(files, expected), their_verdict(files, expected)
        assert mine == theirs, number
