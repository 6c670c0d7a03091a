"""Suites: a manifest and its scenarios (PCK-8.1 … PCK-8.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulator import canonical, scenario, shape
from simulator.errors import DocumentError, PackError
from simulator.meaning import Fault, order_faults, refuse_first
from simulator.scenario import Scenario

SHAPE = shape.Record(
    {
        "suite_id": shape.identifier(),
        "suite_version": shape.identifier(),
        "scenarios": shape.ListOf(
            shape.Record(
                {
                    "scenario_id": shape.identifier(),
                    "file": shape.Text(64, 1, r"[a-z0-9_-][a-z0-9._-]*[a-z0-9_-]|[a-z0-9_-]", "a safe file name"),
                    "content_hash": shape.hash_hex(),
                    "primary_family": shape.identifier(),
                    "families": shape.ListOf(shape.identifier(), 1),
                }
            ),
            1,
        ),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Suite:
    """A loaded suite: scenarios in the order of its manifest, with the primary family of each."""

    suite_id: str
    suite_version: str
    document: dict[str, Any]
    scenarios: tuple[Scenario, ...]

    @property
    def digest(self) -> str:
        """The suite hash: the digest of the manifest (PCK-8.2)."""
        return canonical.digest(self.document)

    @property
    def families(self) -> dict[str, str]:
        """Scenario ID → primary family."""
        return {entry["scenario_id"]: entry["primary_family"] for entry in self.document["scenarios"]}


def make_manifest(
    suite_id: str, version: str, entries: Sequence[tuple[Scenario, str, Sequence[str]]]
) -> dict[str, Any]:
    """The manifest of scenarios with their primary family and families, named `scenario-000.json` … (PCK-8.1)."""
    return {
        "suite_id": suite_id,
        "suite_version": version,
        "scenarios": [
            {
                "scenario_id": item.scenario_id,
                "file": f"scenario-{number:03d}.json",
                "content_hash": item.digest,
                "primary_family": primary,
                "families": sorted(families),
            }
            for number, (item, primary, families) in enumerate(entries)
        ],
    }


def load(manifest: bytes, files: Mapping[str, bytes]) -> Suite:
    """A suite from its manifest and the bytes of its files (PCK-8.3).

    Raises:
        DocumentError: the manifest or a scenario is invalid.
        PackError: `suite_files`, `content_hash`, `scenario_id`: files and manifest disagree.
    """
    document = shape.read(manifest, SHAPE)
    refuse_first(document, _faults(document))
    entries = document["scenarios"]
    if {entry["file"] for entry in entries} != set(files):
        raise PackError("suite_files", "the suite's files are not those of its manifest")
    return Suite(
        document["suite_id"],
        document["suite_version"],
        document,
        tuple(_scenario(index, entry, files[entry["file"]]) for index, entry in enumerate(entries)),
    )


def _scenario(index: int, entry: dict[str, Any], data: bytes) -> Scenario:
    try:
        item = scenario.parse(data)
    except DocumentError as error:
        error.source = error.source or entry["file"]
        raise
    pointer = f"/scenarios/{index}"
    if item.digest != entry["content_hash"]:
        message = f"{entry['file']} has another hash than the manifest gives"
        raise PackError("content_hash", message, pointer=f"{pointer}/content_hash")
    if item.scenario_id != entry["scenario_id"]:
        message = f"{entry['file']} holds {item.scenario_id}"
        raise PackError("scenario_id", message, pointer=f"{pointer}/scenario_id")
    return item


def _faults(document: dict[str, Any]) -> list[Fault]:
    out = []
    for name in ("scenario_id", "file"):
        seen: set[str] = set()
        for index, entry in enumerate(document["scenarios"]):
            if entry[name] in seen:
                out.append(Fault(("scenarios", index, name), "repeated", "it stands twice"))
            seen.add(entry[name])
    for index, entry in enumerate(document["scenarios"]):
        out += order_faults(("scenarios", index, "families"), entry["families"])
        if entry["primary_family"] not in entry["families"]:
            out.append(Fault(("scenarios", index, "primary_family"), "not_a_family", "it is not among the families"))
    return out
