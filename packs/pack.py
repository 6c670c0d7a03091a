"""Environment packs: the record, building the files, and what a verified pack gives (PCK-1, PCK-2).

`packs.verify` makes a `Pack` of what it finds in a folder or an archive; nothing else does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from packs import manifest, suite
from packs.manifest import Episode
from packs.source import MAX_FILE, Files, Source
from packs.suite import Suite
from packs.versions import ENVIRONMENT_PACK_VERSION, PACK_VERSIONS
from simulator import canonical, shape
from simulator.errors import PackError
from simulator.fire import FireWorld, fire_world
from simulator.scenario import Scenario

RECORD, MANIFEST = "pack.json", "evaluation-manifest.json"
SUITE, GENERATED = "suite", "generated_suite"
SUITE_FOLDER = {SUITE: "suite/", GENERATED: "generated-suite/suite/"}
GENERATION = "generated-suite/generation.json"

Progress = Callable[[int, int], None]

SHAPE = shape.Record(
    {
        "environment_pack_version": shape.Text(32, 1),
        "pack_id": shape.identifier(),
        "source": shape.Choice(SUITE, GENERATED),
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


class Pack:
    """A verified pack, whose source is read as scenarios are wanted; one scenario is held at a time (PCK-3).

    `record` is the document of `pack.json`, `manifest` the evaluation manifest, `fire_worlds[index]` the recorded
    fire-world digest of an episode, `size` the bytes of all files. `len(pack)` is the number of episodes.
    """

    def __init__(
        self, source: Source, record: dict[str, Any], suite: Suite, schedule: dict[str, Any], size: int
    ) -> None:
        self.pack_id: str = record["pack_id"]
        self.size = size
        self.digest = canonical.digest(record)
        self.suite = suite
        self.manifest = schedule
        self.record = record
        self.fire_worlds: tuple[str, ...] = tuple(entry["fire_world"] for entry in record["episodes"])
        self._source = source
        self._hashes: dict[str, str] = dict(record["files"])
        self._held: tuple[str, Scenario] | None = None

    def __len__(self) -> int:
        return len(self.fire_worlds)

    def episode(self, index: int) -> Episode:
        """A scheduled episode.

        Raises:
            PackError: as `scenario`.
        """
        entry = self.manifest["episodes"][index]
        return Episode(index, self.scenario(entry["scenario_id"]), entry["seed"])

    def scenario(self, scenario_id: str) -> Scenario:
        """A scenario of the suite; it is read again, unless it was the last one that was (PCK-3.4).

        Raises:
            PackError: its file is gone or has changed since the pack was verified.
        """
        held = self._held
        if held is None or held[0] != scenario_id:
            place = self.suite.places[scenario_id]
            item = suite.check_scenario(self.suite, place, self._file(self.suite.files[scenario_id]))
            self._held = held = scenario_id, item
        return held[1]

    def scenario_bytes(self, index: int) -> bytes:
        """The bytes of the file that holds an episode's scenario.

        Raises:
            PackError: the file is gone or has changed since the pack was verified.
        """
        return self._file(self.suite.files[self.manifest["episodes"][index]["scenario_id"]])

    def _file(self, name: str) -> bytes:
        return checked(self._source, self._hashes, SUITE_FOLDER[self.record["source"]] + name)

    def world(self, index: int) -> FireWorld:
        """The fire world of an episode, computed and compared with the record (PCK-3.8).

        Raises:
            PackError: `fire_world_differs`; as `episode`.
        """
        episode = self.episode(index)
        found = fire_world(episode.scenario, episode.seed)
        if found.digest() != self.fire_worlds[index]:
            message = f"the fire of {episode.scenario.scenario_id} with seed {episode.seed} is not the recorded one"
            raise PackError("fire_world_differs", message, pointer=f"/episodes/{index}/fire_world")
        return found

    def close(self) -> None:
        """Lets go of the pack's source; no scenario can be read any more."""
        self._source.close()


def checked(source: Source, hashes: Mapping[str, str], path: str, limit: int = MAX_FILE) -> bytes:
    """The bytes of a listed file, with the SHA-256 that is listed (PCK-3.3).

    Raises:
        PackError: `file_hash`, with the place in the list; as `Source.read`.
    """
    data = source.read(path, limit)
    if canonical.sha256_hex(data) != hashes[path]:
        pointer = f"/files/{list(hashes).index(path)}"
        raise PackError("file_hash", f"{path} has another SHA-256 than pack.json lists", pointer=pointer)
    return data


def build(
    pack_id: str,
    manifest_bytes: bytes,
    suite_files: Mapping[str, bytes],
    seeds: Sequence[int],
    generation: bytes | None = None,
    progress: Progress | None = None,
) -> Files:
    """The files of a pack by path: a pure function of its arguments (PCK-2).

    `suite_files` are the scenario files by name. With `generation`, the bytes of `generation.json`, the suite is a
    generated one.

    Raises:
        DocumentError, PackError: the suite or the ID is invalid, or the schedule that the seeds make.
    """
    kind = SUITE if generation is None else GENERATED
    shape.identifier().read(pack_id, "/pack_id")
    found = suite.read_manifest(manifest_bytes)
    suite.check_files(found, suite_files)
    schedule = manifest.make_manifest(found, seeds)
    manifest.SHAPE.read(schedule, "")
    manifest.check(schedule, found)
    files = {SUITE_FOLDER[kind] + name: data for name, data in suite_files.items()}
    files |= {SUITE_FOLDER[kind] + "manifest.json": manifest_bytes, MANIFEST: canonical.encode(schedule)}
    if generation is not None:
        files[GENERATION] = generation
    hashes = {path: canonical.sha256_hex(data) for path, data in files.items()}
    worlds = _worlds(found, suite_files, schedule, progress)
    files[RECORD] = canonical.encode(make_record(pack_id, kind, found, schedule, hashes, worlds))
    return files


def _worlds(
    found: Suite, files: Mapping[str, bytes], schedule: dict[str, Any], progress: Progress | None
) -> Iterable[str]:
    """The fire-world digest of each episode; `make_manifest` lists them scenario by scenario."""
    episodes = iter(schedule["episodes"])
    total = len(schedule["episodes"])
    per_scenario = total // len(found.files)
    for place, name in enumerate(found.files.values()):
        item = suite.check_scenario(found, place, files[name])
        for _ in range(per_scenario):
            entry = next(episodes)
            yield fire_world(item, entry["seed"]).digest()
            if progress:
                progress(entry["index"] + 1, total)


def make_record(
    pack_id: str,
    kind: str,
    found: Suite,
    schedule: dict[str, Any],
    hashes: Mapping[str, str],
    worlds: Iterable[str],
) -> dict[str, Any]:
    """The record that the files of a pack give rise to; `hashes` holds the SHA-256 of each but the record (PCK-2.2)."""
    return {
        "environment_pack_version": ENVIRONMENT_PACK_VERSION,
        "pack_id": pack_id,
        "source": kind,
        "versions": PACK_VERSIONS,
        "suite": {
            "suite_id": found.suite_id,
            "suite_version": found.suite_version,
            "suite_hash": found.digest,
            "scenarios": [
                {key: entry[key] for key in ("scenario_id", "content_hash", "primary_family")}
                for entry in found.document["scenarios"]
            ],
        },
        "evaluation_manifest_hash": manifest.digest(schedule),
        "episodes": [entry | {"fire_world": world} for entry, world in zip(schedule["episodes"], worlds, strict=True)],
        "files": [[path, digest] for path, digest in sorted(hashes.items())],
    }
