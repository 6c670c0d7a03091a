"""The frozen public pack is what its sources give rise to, and it verifies (PCK-2, PCK-3)."""

from pathlib import Path

from packs import verify
from packs.folder import Folder
from packs.public.freeze import freeze
from packs.public.pack import public_pack

UPDATE = "the public pack is not what its sources give: run `bazel run //packs/public:update`"


def test_the_pack_is_its_sources() -> None:
    frozen = Folder(public_pack())
    assert {path: frozen.read(path) for path in frozen.paths()} == freeze(Path(__file__).parent), UPDATE


def test_the_pack_verifies() -> None:
    told: list[tuple[int, int]] = []
    found = verify.verify(public_pack(), progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 30) for done in range(1, 31)]
    assert found.pack_id == "v1-public" and len(found) == 30
