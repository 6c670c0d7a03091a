"""Verification of environment packs: it fails closed, and the first failure is the one told (PCK-3).

1. The record is there, is a document of its shape, is stored as its canonical bytes, and has the running versions.
2. Where the caller expects a digest, the record has it: nothing else of another pack is looked at.
3. The listed files are those that are there, each with its SHA-256.
4. The suite loads; a generated suite is generated again and compared.
5. The schedule targets the suite.
6. The record that the files give rise to is the record.
7. The fire world of every episode is the recorded one: `verify` checks all of them, `Pack.world` each that is used.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from packs import manifest, suite
from packs.archive import Archive
from packs.difference import first_difference
from packs.folder import Folder
from packs.generator import loader
from packs.pack import (
    GENERATED,
    GENERATION,
    MANIFEST,
    RECORD,
    SHAPE,
    SUITE_FOLDER,
    Pack,
    Progress,
    checked,
    make_record,
)
from packs.source import MAX_FILE, MAX_LISTING, MAX_TOTAL, Source, check_path, missing, naming, too_large
from packs.suite import Suite
from packs.versions import ENVIRONMENT_PACK_VERSION, PACK_VERSIONS
from simulator import canonical, shape, strict
from simulator.errors import DocumentError, PackError
from simulator.meaning import order_faults, refuse_first


def open_source(path: Path) -> Source:
    """The files of a folder, or of an archive: `.tar`, plain or gzip (PCK-2.8).

    Raises:
        PackError: `no_pack`, `bad_archive`, `not_regular`, `unreadable`, `too_large`.
    """
    return Archive(path) if path.is_file() else Folder(path)


def open_pack(path: Path, expected_digest: str | None = None) -> Pack:
    """A pack in which everything is verified but the fire worlds; `Pack.world` verifies each that is used (PCK-3).

    `expected_digest` is 64 lowercase hex digits.

    Raises:
        PackError, DocumentError: the first condition of PCK-3 that fails.
    """
    with naming(path):
        source = open_source(path)
        try:
            return load(source, expected_digest)
        except BaseException:
            source.close()
            raise


def verify(path: Path, expected_digest: str | None = None, progress: Progress | None = None) -> Pack:
    """A pack in which everything is verified, all fire worlds included (PCK-3).

    Raises:
        PackError, DocumentError: the first condition of PCK-3 that fails.
    """
    pack = open_pack(path, expected_digest)
    with naming(path):
        try:
            check_worlds(pack, progress)
        except BaseException:
            pack.close()
            raise
    return pack


def check_worlds(pack: Pack, progress: Progress | None = None) -> None:
    """Computes the fire world of every episode and compares it with the record (PCK-3.8).

    Raises:
        PackError: `fire_world_differs`.
    """
    for index in range(len(pack)):
        pack.world(index)
        if progress:
            progress(index + 1, len(pack))


def load(source: Source, expected_digest: str | None = None) -> Pack:
    """As `open_pack`, from any source; it is the pack's from now on."""
    present = source.paths()
    if RECORD not in present:
        raise PackError("no_pack_record", "pack.json is missing")
    data = source.read(RECORD, MAX_LISTING)
    record = _record(data)
    digest = canonical.digest(record)
    if expected_digest is not None and digest != expected_digest:
        raise PackError("unexpected_digest", f"the pack is sha256:{digest}, not sha256:{expected_digest}")
    _check_listing(record, present)
    hashes: dict[str, str] = dict(record["files"])
    size = _check_hashes(source, hashes) + len(data)
    found = _suite(source, record["source"], hashes)
    schedule = _schedule(source, hashes, found)
    count = len(schedule["episodes"])
    worlds = ([entry["fire_world"] for entry in record["episodes"]] + [""] * count)[:count]
    rebuilt = make_record(record["pack_id"], record["source"], found, schedule, hashes, worlds)
    pointer = first_difference(record, rebuilt)
    if pointer is not None:
        message = "pack.json differs from the record that its files give rise to"
        raise PackError("record_differs", message, pointer=pointer)
    return Pack(source, record, found, schedule, size)


def _record(data: bytes) -> dict[str, Any]:
    try:
        record: dict[str, Any] = _named(RECORD, lambda: shape.read(data, SHAPE))
    except DocumentError as error:
        if error.stage == "shape":
            _refuse_other_layout(data)
        raise
    if canonical.encode(record) != data:
        raise PackError("not_canonical", f"{RECORD} is not stored in its canonical form")
    pairs = [("/environment_pack_version", record["environment_pack_version"], ENVIRONMENT_PACK_VERSION)]
    pairs += [(f"/versions/{key}", record["versions"][key], value) for key, value in PACK_VERSIONS.items()]
    for pointer, has, wants in pairs:
        if has != wants:
            raise _other_version(pointer, has, wants)
    return record


def _refuse_other_layout(data: bytes) -> None:
    """A pack of another version may have other keys; the version is what its owner must hear of (PCK-7.1)."""
    node = strict.parse(data)
    if isinstance(node, strict.Members):
        for key, value in node.pairs:
            if key == "environment_pack_version" and isinstance(value, str) and value != ENVIRONMENT_PACK_VERSION:
                raise _other_version("/environment_pack_version", value[:32], ENVIRONMENT_PACK_VERSION)


def _other_version(pointer: str, has: str, wants: str) -> PackError:
    name = "environment_pack_version" if pointer.count("/") == 1 else f"version of {pointer.rpartition('/')[2]}"
    message = f"the pack's {name} is {has!r}, this code has {wants!r}: packs are not migrated, build a new pack"
    return PackError("version_differs", message, pointer=pointer)


def _check_listing(record: dict[str, Any], present: list[str]) -> None:
    """Listed and present are the same paths, and each has a place in the layout (PCK-2.1, PCK-3.3, PCK-3.5)."""
    listed = [path for path, _ in record["files"]]
    for index, path in enumerate(listed):
        check_path(path, f"/files/{index}/0")
    refuse_first(record, order_faults(("files",), listed, (0,)))
    names = set(listed)
    for path in present:
        if path not in names and path != RECORD:
            raise PackError("unlisted_file", f"{path} is not listed in {RECORD}")
    names, folder = set(present), SUITE_FOLDER[record["source"]]
    for index, path in enumerate(listed):
        if path not in names:
            raise PackError("missing_file", f"{path} is listed but missing", pointer=f"/files/{index}")
        named = path == MANIFEST or (path == GENERATION and record["source"] == GENERATED)
        if not named and not path.startswith(folder):
            message = f"{path} has no place in a pack whose source is {record['source']}"
            raise PackError("foreign_file", message, pointer=f"/files/{index}")


def _check_hashes(source: Source, hashes: dict[str, str]) -> int:
    """Checks every listed file; the bytes of all of them (PCK-3.3)."""
    total = 0
    for path in hashes:
        total += len(checked(source, hashes, path))
        if total > MAX_TOTAL:
            raise too_large("the pack", MAX_TOTAL)
    return total


def _read(source: Source, hashes: dict[str, str], path: str, limit: int = MAX_FILE) -> bytes:
    if path not in hashes:
        raise missing(path)
    return checked(source, hashes, path, limit)


def _suite(source: Source, kind: str, hashes: dict[str, str]) -> Suite:
    folder = SUITE_FOLDER[kind]
    if kind == GENERATED:
        root = folder.removesuffix("suite/")
        paths = [path.removeprefix(root) for path in hashes if path.startswith(root)]
        return loader.load(paths, lambda path: checked(source, hashes, root + path))
    name = folder + "manifest.json"
    data = _read(source, hashes, name, MAX_LISTING)
    found: Suite = _named(name, lambda: suite.read_manifest(data))
    suite.check_files(found, [path.removeprefix(folder) for path in hashes if path.startswith(folder) and path != name])
    for place, file in enumerate(found.files.values()):
        suite.check_scenario(found, place, checked(source, hashes, folder + file))
    return found


def _schedule(source: Source, hashes: dict[str, str], found: Suite) -> dict[str, Any]:
    data = _read(source, hashes, MANIFEST, MAX_LISTING)

    def read() -> dict[str, Any]:
        document: dict[str, Any] = shape.read(data, manifest.SHAPE)
        manifest.check(document, found)
        return document

    schedule: dict[str, Any] = _named(MANIFEST, read)
    if canonical.encode(schedule) != data:
        raise PackError("not_canonical", f"{MANIFEST} is not stored in its canonical form")
    return schedule


def _named(path: str, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except DocumentError as error:
        error.source = path
        raise
