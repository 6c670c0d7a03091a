"""Evaluation manifests: the ordered seed schedule (PCK-8.4, PCK-8.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from packs.suite import Suite
from packs.versions import EVALUATION_MANIFEST_VERSION
from simulator import canonical, shape
from simulator.errors import PackError
from simulator.meaning import Fault, refuse_first
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario

SHAPE = shape.Record(
    {
        "evaluation_manifest_version": shape.Choice(EVALUATION_MANIFEST_VERSION),
        "suite_id": shape.identifier(),
        "suite_version": shape.identifier(),
        "suite_hash": shape.hash_hex(),
        "episodes": shape.ListOf(
            shape.Record(
                {
                    "index": shape.Integer(0),
                    "scenario_id": shape.identifier(),
                    "scenario_hash": shape.hash_hex(),
                    "seed": shape.Integer(0, MAX_SEED),
                }
            ),
            1,
        ),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """One scheduled episode: a scenario under a seed."""

    index: int
    scenario: Scenario
    seed: int


def make_manifest(suite: Suite, seeds: Sequence[int]) -> dict[str, Any]:
    """Every scenario of a suite under every seed, scenario by scenario (PCK-8.4)."""
    pairs = [(entry, seed) for entry in suite.document["scenarios"] for seed in seeds]
    return {
        "evaluation_manifest_version": EVALUATION_MANIFEST_VERSION,
        "suite_id": suite.suite_id,
        "suite_version": suite.suite_version,
        "suite_hash": suite.digest,
        "episodes": [
            {
                "index": index,
                "scenario_id": entry["scenario_id"],
                "scenario_hash": entry["content_hash"],
                "seed": seed,
            }
            for index, (entry, seed) in enumerate(pairs)
        ],
    }


def digest(document: dict[str, Any]) -> str:
    """The hash of an evaluation manifest (PCK-8.4)."""
    return canonical.digest(document)


def check(document: dict[str, Any], suite: Suite) -> None:
    """Whether a well-shaped manifest is valid and targets a suite (PCK-8.4, PCK-8.5).

    Raises:
        DocumentError: stage "meaning": indices that are not 0 … n−1, or a pair that stands twice.
        PackError: `wrong_suite`, `wrong_scenario`: the manifest does not target the suite.
    """
    refuse_first(document, _faults(document))
    expected = {"suite_id": suite.suite_id, "suite_version": suite.suite_version, "suite_hash": suite.digest}
    for key, value in expected.items():
        if document[key] != value:
            raise PackError(
                "wrong_suite", f"the manifest targets another suite: {key} is not {value}", pointer=f"/{key}"
            )
    known = {entry["scenario_id"]: entry["content_hash"] for entry in suite.document["scenarios"]}
    for entry in document["episodes"]:
        if known.get(entry["scenario_id"]) != entry["scenario_hash"]:
            pointer = f"/episodes/{entry['index']}/scenario_hash"
            raise PackError("wrong_scenario", "the suite has no such scenario", pointer=pointer)


def _faults(document: dict[str, Any]) -> list[Fault]:
    out, seen = [], set()
    for index, entry in enumerate(document["episodes"]):
        if entry["index"] != index:
            out.append(Fault(("episodes", index, "index"), "not_sorted", f"the index must be {index}"))
        pair = entry["scenario_id"], entry["seed"]
        if pair in seen:
            out.append(Fault(("episodes", index, "seed"), "repeated", "this scenario and seed stand twice"))
        seen.add(pair)
    return out
