"""What results are scored on: an environment pack, or a bare suite (SCO-1.2, SCO-1.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packs import manifest, suite
from packs.folder import Folder
from packs.pack import Pack
from packs.source import Source, naming
from scoring.report.model import COMMITTED, PUBLIC, Target
from simulator import canonical
from simulator.errors import PackError

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationTarget:
    """A schedule, and where its scenarios come from, one at a time.

    `scenario(index)` gives the bytes of an episode's scenario. `fire_worlds` holds the digests that a pack pins, None
    for a bare suite, whose fire nothing pins.
    """

    manifest: dict[str, Any]
    families: dict[str, str]
    fire_worlds: tuple[str, ...] | None
    scenario: Callable[[int], bytes]
    identity: Target
    disclosure: str

    @property
    def episodes(self) -> list[dict[str, Any]]:
        """The scheduled episodes: index, scenario ID, scenario hash, seed."""
        found: list[dict[str, Any]] = self.manifest["episodes"]
        return found


def pack_target(pack: Pack, committed: bool) -> EvaluationTarget:
    """A pack as a target; `committed` where its digest was known beforehand (SCO-9.2)."""
    who = _identity(pack.suite, pack.manifest, pack.pack_id, pack.digest)
    disclosure = COMMITTED if committed else PUBLIC
    return EvaluationTarget(pack.manifest, pack.suite.families, pack.fire_worlds, pack.scenario_bytes, who, disclosure)


def suite_target(root: Path, schedule: dict[str, Any]) -> EvaluationTarget:
    """A suite's folder as a target, under the schedule that the results bring along (SCO-1.3).

    Raises:
        PackError, DocumentError: the suite is invalid, or the schedule is for another suite.
    """
    with naming(root):
        source = Folder(root)
        if MANIFEST not in source.paths():
            raise PackError("no_suite", f"there is no {MANIFEST}")
        found = suite.read_manifest(source.read(MANIFEST))
        suite.check_files(found, (path for path in source.paths() if path != MANIFEST))
        manifest.check(schedule, found)
    return EvaluationTarget(
        schedule, found.families, None, _reader(source, found, schedule), _identity(found, schedule, None, None), PUBLIC
    )


def _reader(source: Source, found: suite.Suite, schedule: dict[str, Any]) -> Callable[[int], bytes]:
    def read(index: int) -> bytes:
        scenario_id = schedule["episodes"][index]["scenario_id"]
        data = source.read(found.files[scenario_id])
        suite.check_scenario(found, found.places[scenario_id], data)
        return data

    return read


def _identity(found: suite.Suite, schedule: dict[str, Any], pack_id: str | None, digest: str | None) -> Target:
    return Target(found.suite_id, found.suite_version, found.digest, canonical.digest(schedule), pack_id, digest)
