"""Environment packs: building the files, and loading them so that verification fails closed (PCK-1 … PCK-3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from packs import manifest, suite
from packs.manifest import Episode
from packs.suite import Suite
from packs.versions import ENVIRONMENT_PACK_VERSION, PACK_VERSIONS
from simulator import canonical, shape
from simulator.errors import DocumentError, PackError
from simulator.fire import fire_world

RECORD, MANIFEST, SUITE = "pack.json", "evaluation-manifest.json", "suite/"

Files = dict[str, bytes]
Progress = Callable[[int, int], None]

SHAPE = shape.Record(
    {
        "environment_pack_version": shape.Text(32, 1),
        "pack_id": shape.identifier(),
        "source": shape.Choice("suite"),
        "versions": shape.Record(dict.fromkeys(PACK_VERSIONS, shape.Text(32, 1))),
        "suite": shape.Record(
            {
                "suite_id": shape.identifier(),
                "suite_version": shape.identifier(),
                "suite_hash": shape.hash_hex(),
                "scenarios": shape.ListOf(
                    shape.Record(
                        {
                            "scenario_id": shape.identifier(),
                            "content_hash": shape.hash_hex(),
                            "primary_family": shape.identifier(),
                        }
                    ),
                    1,
                ),
            }
        ),
        "evaluation_manifest_hash": shape.hash_hex(),
        "episodes": shape.ListOf(
            shape.Record(
                {
                    "index": shape.Integer(0),
                    "scenario_id": shape.identifier(),
                    "scenario_hash": shape.hash_hex(),
                    "seed": shape.Integer(0),
                    "fire_world": shape.hash_hex(),
                }
            ),
            1,
        ),
        "files": shape.ListOf(shape.Tuple(shape.Text(600, 1), shape.hash_hex()), 1),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """A verified pack. `fire_worlds[index]` is the fire-world digest of an episode."""

    pack_id: str
    digest: str
    suite: Suite
    manifest: dict[str, Any]
    episodes: tuple[Episode, ...]
    fire_worlds: tuple[str, ...]


def build(pack_id: str, manifest_bytes: bytes, suite_files: Mapping[str, bytes], seeds: list[int]) -> Files:
    """The files of a pack by path: a pure function of its arguments (PCK-2).

    Raises:
        DocumentError, PackError: the suite is invalid.
    """
    loaded = suite.load(manifest_bytes, suite_files)
    schedule = manifest.make_manifest(loaded, seeds)
    files = {SUITE + name: data for name, data in suite_files.items()}
    files |= {SUITE + "manifest.json": manifest_bytes, MANIFEST: canonical.encode(schedule)}
    files[RECORD] = canonical.encode(_record(pack_id, loaded, schedule, files))
    return files


def _record(
    pack_id: str, loaded: Suite, schedule: dict[str, Any], files: Mapping[str, bytes], progress: Progress | None = None
) -> dict[str, Any]:
    """The record that files give rise to (PCK-2.2)."""
    return {
        "environment_pack_version": ENVIRONMENT_PACK_VERSION,
        "pack_id": pack_id,
        "source": "suite",
        "versions": PACK_VERSIONS,
        "suite": {
            "suite_id": loaded.suite_id,
            "suite_version": loaded.suite_version,
            "suite_hash": loaded.digest,
            "scenarios": [
                {key: entry[key] for key in ("scenario_id", "content_hash", "primary_family")}
                for entry in loaded.document["scenarios"]
            ],
        },
        "evaluation_manifest_hash": manifest.digest(schedule),
        "episodes": _episodes(loaded, schedule, progress),
        "files": [[path, canonical.sha256_hex(data)] for path, data in sorted(files.items()) if path != RECORD],
    }


def _episodes(loaded: Suite, schedule: dict[str, Any], progress: Progress | None) -> list[dict[str, Any]]:
    scheduled = manifest.episodes(schedule, loaded)
    out = []
    for entry, episode in zip(schedule["episodes"], scheduled, strict=True):
        out.append(entry | {"fire_world": fire_world(episode.scenario, episode.seed).digest()})
        if progress:
            progress(len(out), len(scheduled))
    return out


def load(files: Mapping[str, bytes], expected_digest: str | None = None, progress: Progress | None = None) -> Pack:
    """Verifies the files of a pack, whatever they hold (PCK-3).

    Raises:
        PackError, DocumentError: the first condition of PCK-3 that fails.
    """
    if RECORD not in files:
        raise PackError("no_pack_record", "pack.json is missing")
    found = _named(RECORD, lambda: shape.read(files[RECORD], SHAPE))
    _check_versions(found)
    _check_files(found, files)
    inner = {path.removeprefix(SUITE): data for path, data in files.items() if path.startswith(SUITE)}
    if MANIFEST not in files or "manifest.json" not in inner:
        raise PackError("missing_file", "the evaluation manifest or the suite manifest is missing")
    loaded = suite.load(inner.pop("manifest.json"), inner)
    schedule = _named(MANIFEST, lambda: shape.read(files[MANIFEST], manifest.SHAPE))
    rebuilt = canonical.encode(_record(found["pack_id"], loaded, schedule, files, progress))
    if rebuilt != files[RECORD]:
        raise PackError("record_differs", "pack.json differs from the record that its files give rise to")
    if canonical.encode(schedule) != files[MANIFEST]:
        raise PackError("not_canonical", "evaluation-manifest.json is not stored in its canonical form")
    digest = canonical.sha256_hex(files[RECORD])
    if expected_digest is not None and digest != expected_digest:
        raise PackError("unexpected_digest", f"the pack is sha256:{digest}, not sha256:{expected_digest}")
    worlds = tuple(entry["fire_world"] for entry in found["episodes"])
    return Pack(found["pack_id"], digest, loaded, schedule, manifest.episodes(schedule, loaded), worlds)


def _named(path: str, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except DocumentError as error:
        error.source = path
        raise


def _check_versions(found: dict[str, Any]) -> None:
    """A pack of other versions is refused; it is never migrated (PCK-7)."""
    pairs = [("/environment_pack_version", found["environment_pack_version"], ENVIRONMENT_PACK_VERSION)]
    pairs += [(f"/versions/{key}", found["versions"][key], value) for key, value in PACK_VERSIONS.items()]
    for pointer, has, wants in pairs:
        if has != wants:
            message = f"the pack has {has}, this code has {wants}: build a new pack"
            raise PackError("version_differs", message, pointer=pointer)


def _check_files(found: dict[str, Any], files: Mapping[str, bytes]) -> None:
    """Listed and present files are the same, byte for byte (PCK-3.3, PCK-3.4)."""
    listed = dict(found["files"])
    for path in sorted(set(files) - {RECORD} - set(listed)):
        raise PackError("unlisted_file", f"{path} is not listed in pack.json")
    for index, (path, digest) in enumerate(found["files"]):
        if path not in files:
            raise PackError("missing_file", f"{path} is listed but missing", pointer=f"/files/{index}")
        if canonical.sha256_hex(files[path]) != digest:
            raise PackError("file_hash", f"{path} has another SHA-256 than pack.json lists", pointer=f"/files/{index}")
