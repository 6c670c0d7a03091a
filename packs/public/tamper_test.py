"""Nothing in the public pack can be changed unseen (PCK-2.6, PCK-3).

A sample of the bytes is flipped; with EMBER_OPT_DEEP=1 it is every byte of every file.
"""

import os

import pytest

from packs import verify
from packs.folder import Folder
from packs.pack import RECORD
from packs.public.pack import public_pack
from packs.source import Files, Memory
from simulator import canonical
from simulator.errors import DocumentError, PackError

DEEP = bool(os.environ.get("EMBER_OPT_DEEP"))
SAMPLE = 24


def _read() -> Files:
    found = Folder(public_pack())
    return {path: found.read(path) for path in found.paths()}


FILES = _read()
DIGEST = canonical.sha256_hex(FILES[RECORD])
RECORD_BYTES = FILES[RECORD]
PACK_ID = RECORD_BYTES.index(b'"pack_id":"') + len(b'"pack_id":"')
PACK_ID_BYTES = range(PACK_ID, RECORD_BYTES.index(b'"', PACK_ID))


def refused(files: Files, expected: str | None) -> bool:
    """Whether a pack is refused as an invalid pack, and not in any other way."""
    try:
        verify.check_worlds(verify.load(Memory(files), expected))
    except (PackError, DocumentError) as error:
        return error.exit_code == 3
    return False


def positions(path: str) -> list[int]:
    size = len(FILES[path])
    step = 1 if DEEP else max(1, size // SAMPLE)
    # The last byte, too: what reads a file in pieces may lose its end.
    return [*range(0, size - 1, step), size - 1]


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_flipped_byte_is_refused(path: str) -> None:
    for at in positions(path):
        data = FILES[path]
        # Each of the eight bits somewhere.
        flipped = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
        assert refused(FILES | {path: flipped}, DIGEST), at
        if path != RECORD or at not in PACK_ID_BYTES:
            assert refused(FILES | {path: flipped}, None), at


def test_only_the_packs_id_is_free_without_a_digest() -> None:
    for at in PACK_ID_BYTES:
        flipped = RECORD_BYTES[:at] + b"x" + RECORD_BYTES[at + 1 :]
        assert not refused(FILES | {RECORD: flipped}, None)
        assert refused(FILES | {RECORD: flipped}, DIGEST)


@pytest.mark.parametrize("path", sorted(FILES))
def test_a_deleted_file_is_refused(path: str) -> None:
    rest = {name: data for name, data in FILES.items() if name != path}
    assert refused(rest, DIGEST) and refused(rest, None)


@pytest.mark.parametrize("folder", ["", "suite/", "suite/a/", "generated-suite/", "generated-suite/suite/", "b/c/d/"])
@pytest.mark.parametrize("name", ["extra.json", "scenario-010.json", "pack.json", "-"])
def test_an_added_file_is_refused(folder: str, name: str) -> None:
    if folder + name != RECORD:
        more = FILES | {folder + name: b"{}"}
        assert refused(more, DIGEST) and refused(more, None)
