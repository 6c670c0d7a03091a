"""The frozen public pack is what its sources give rise to, and it verifies (PCK-2, PCK-3)."""

from pathlib import Path

import pytest

from packs import folder, pack
from packs.public.freeze import freeze
from packs.public.pack import public_pack
from simulator.errors import PackError

UPDATE = "the public pack is not what its sources give: run `bazel run //packs/public:update`"


def test_the_pack_is_its_sources() -> None:
    assert folder.read(public_pack()) == freeze(Path(__file__).parent), UPDATE


def test_one_flipped_byte_anywhere_is_refused() -> None:
    files = folder.read(public_pack())
    digest = pack.load(files).digest
    for path, data in files.items():
        bad = data[:-2] + bytes([data[-2] ^ 1]) + data[-1:]
        with pytest.raises(Exception) as caught:
            pack.load(files | {path: bad}, digest)
        assert caught.value.exit_code == 3, path


def test_missing_unlisted_and_unexpected() -> None:
    files = folder.read(public_pack())
    for path in files:
        with pytest.raises(PackError):
            pack.load({name: data for name, data in files.items() if name != path})
    with pytest.raises(PackError, match="unlisted_file"):
        pack.load(files | {"suite/extra.json": b"{}"})
    with pytest.raises(PackError, match="unexpected_digest"):
        pack.load(files, "0" * 64)
