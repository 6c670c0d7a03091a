"""Small packs and results on them, made by the second reading itself, for tests."""

import hashlib
from typing import Any

from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.drawing import drawn, scripted
from conformance.second_reading.metrics import metrics
from conformance.second_reading.pack import PACK, SCHEDULE, Files, build_record
from conformance.second_reading.scenario import Document, scenario_hash
from conformance.second_reading.simulate import run
from conformance.second_reading.worlds import Choices, crowd, random_world

Entries = list[tuple[Document, str]]


def tiny() -> Entries:
    """Two small scenarios with their primary families."""
    changes: dict[str, Any] = {"model": "stochastic", "spread_probability": 1}
    rooms = [("one", "P . E\n* . .", "narrow"), ("two", "P . . E P\n. # * . .", "wide")]
    return [(drawn(text, scenario_id=name, **changes), family) for name, text, family in rooms]


def random_entries(number: int) -> Entries:
    """One to four random scenarios in one to three families."""
    choices = Choices(number, "pack")
    families = ["b", "a", "B"][: choices.below(3) + 1]
    count = choices.below(4) + 1
    return [(random_world(number * 10 + i), families[choices.below(len(families))]) for i in range(count)]


def suite_manifest(entries: Entries) -> dict[str, Any]:
    """The manifest of a suite (PCK-8.1)."""
    scenarios = [
        {
            "scenario_id": document["scenario_id"],
            "file": f"scenario-00{i}.json",
            "content_hash": scenario_hash(document),
            "primary_family": family,
            "families": sorted({family, "small"}),
        }
        for i, (document, family) in enumerate(entries)
    ]
    return {"suite_id": "tiny", "suite_version": "1", "scenarios": scenarios}


def schedule(entries: Entries, seeds: list[int]) -> dict[str, Any]:
    """Each scenario with each seed (PCK-8.4)."""
    manifest = suite_manifest(entries)
    pairs = [(entry["scenario_id"], entry["content_hash"], seed) for entry in manifest["scenarios"] for seed in seeds]
    return {
        "evaluation_manifest_version": "1.0",
        "suite_id": "tiny",
        "suite_version": "1",
        "suite_hash": digest(manifest),
        "episodes": [
            {"index": i, "scenario_id": name, "scenario_hash": value, "seed": seed}
            for i, (name, value, seed) in enumerate(pairs)
        ],
    }


def pack_files(entries: Entries, seeds: list[int]) -> Files:
    """The files of a pack; manifest and scenarios are not in their canonical bytes (PCK-2)."""
    manifest = suite_manifest(entries)
    plan = schedule(entries, seeds)
    files = {SCHEDULE: canonical(plan), "suite/manifest.json": canonical(manifest) + b"\n"}
    for i, (document, _) in enumerate(entries):
        files[f"suite/scenario-00{i}.json"] = b" " + canonical(document) + b"\n"
    documents = {document["scenario_id"]: document for document, _ in entries}
    files[PACK] = canonical(build_record(files, "tiny-1", manifest, documents, plan))
    return files


def sealed(lines: list[dict[str, Any]], **changes: Any) -> bytes:
    """The bytes of a result with these lines before its footer (PCK-9)."""
    before = b"".join(canonical(line) + b"\n" for line in lines)
    failures = sum("failure" in line for line in lines)
    footer = {"episodes": len(lines) - 1, "failures": failures, "transcript_digest": None}
    return before + canonical({**footer, "digest": hashlib.sha256(before).hexdigest(), **changes}) + b"\n"


def result_header(plan: dict[str, Any], pack_digest: str | None, **changes: Any) -> dict[str, Any]:
    """The header of a result (PCK-9.2)."""
    header: dict[str, Any] = {"evaluation_version": "1.0", "metrics_version": "1.0", "model_id": "m"}
    header |= {"submission_id": "s", "trial": {"index": 0, "count": 1}, "stochastic": False, "inference_digest": None}
    return header | {"pack_digest": pack_digest, "evaluation_manifest": plan} | changes


def tiny_lines(pack_digest: str | None) -> list[dict[str, Any]]:
    """A header, two episodes with a record and one with a failure (PCK-9.2, PCK-9.3)."""
    plan = schedule(tiny(), [0, 7])
    lines = [result_header(plan, pack_digest)]
    for episode in plan["episodes"][:2]:
        document = tiny()[0][0]
        record = scripted(document, episode["seed"], [{"P1": "east"}, {"P1": "east"}])
        lines.append({"index": episode["index"], "run_record": record, "metrics": metrics(document, record)})
    return [*lines, {"index": 3, "failure": "timeout"}]


def random_lines(entries: Entries, plan: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Episode lines of a random trial: runs of a more or less careful crowd, failures and gaps."""
    choices = Choices(number, "trial")
    care = choices.below(8) + 3
    documents = {document["scenario_id"]: document for document, _ in entries}
    lines: list[dict[str, Any]] = []
    for episode in plan["episodes"]:
        document = documents[episode["scenario_id"]]
        fate = choices.below(12)
        if fate < 3:
            lines.append({"index": episode["index"], "failure": ["invalid_output", "model_error", "timeout"][fate]})
        elif fate > 3:
            record = run(document, episode["seed"], crowd(document, choices.below(1000), care))
            lines.append({"index": episode["index"], "run_record": record, "metrics": metrics(document, record)})
    return lines
