"""Suites: a manifest and its scenarios (PCK-8.1 … PCK-8.3)."""

from collections.abc import Iterable, Sequence
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
    """A suite by its manifest: what scenarios there are, not the scenarios. `digest` is the suite hash (PCK-8.2).

    `families` gives the primary family of each scenario ID, `files` the file name, both in the manifest's order, and
    `places` the place in it.
    """

    suite_id: str
    suite_version: str
    digest: str
    document: dict[str, Any]
    families: dict[str, str]
    files: dict[str, str]
    places: dict[str, int]


def file_name(index: int) -> str:
    """How the file of the scenario at a place of the manifest is called (PCK-2.5)."""
    return f"scenario-{index:03d}.json"


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
                "file": file_name(number),
                "content_hash": item.digest,
                "primary_family": primary,
                "families": sorted(families),
            }
            for number, (item, primary, families) in enumerate(entries)
        ],
    }


def read_manifest(data: bytes) -> Suite:
    """The suite of a manifest; its scenarios are for `check_files` and `check_scenario` (PCK-8.1).

    Raises:
        DocumentError: the manifest is invalid.
    """
    document = shape.read(data, SHAPE)
    refuse_first(document, _faults(document))
    entries = document["scenarios"]
    return Suite(
        document["suite_id"],
        document["suite_version"],
        canonical.digest(document),
        document,
        {entry["scenario_id"]: entry["primary_family"] for entry in entries},
        {entry["scenario_id"]: entry["file"] for entry in entries},
        {entry["scenario_id"]: place for place, entry in enumerate(entries)},
    )


def check_files(suite: Suite, names: Iterable[str]) -> None:
    """Whether the files next to a manifest are those that it names (PCK-8.3).

    Raises:
        PackError: `suite_files`.
    """
    wanted, found = set(suite.files.values()), set(names)
    for name in sorted(wanted ^ found):
        what = "lacks" if name in wanted else "has no place for"
        raise PackError("suite_files", f"the suite {what} {name}")


def check_scenario(suite: Suite, index: int, data: bytes) -> Scenario:
    """The scenario of a file that belongs at a place of the manifest (PCK-8.3).

    Raises:
        DocumentError: the scenario is invalid.
        PackError: `content_hash`, `scenario_id`: file and manifest disagree.
    """
    entry = suite.document["scenarios"][index]
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
        if entry["file"] != file_name(index):
            message = f"the file of this scenario is called {file_name(index)}"
            out.append(Fault(("scenarios", index, "file"), "bad_file_name", message))
        out += order_faults(("scenarios", index, "families"), entry["families"])
        if entry["primary_family"] not in entry["families"]:
            out.append(Fault(("scenarios", index, "primary_family"), "not_a_family", "it is not among the families"))
    return out
