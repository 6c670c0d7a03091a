"""The verdict over a pack, given as a dict from path to bytes (PCK-2, PCK-3, PCK-8).

Folders, links, special files and archives are outside of this reading.
"""

import hashlib
import re
from typing import Any

from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.fire import fire_world_digest
from conformance.second_reading.formats import GENERATION, GENERATION_VERSIONS, generation_faults
from conformance.second_reading.generator import NoSuchScenario, scenario_names, scenarios, suite_and_record
from conformance.second_reading.jsonshape import (
    COUNT,
    HEX_DIGEST,
    IDENTIFIER,
    MANY,
    SEED,
    SHORT_TEXT,
    Shape,
    check,
    first_meaning_fault,
)
from conformance.second_reading.jsonsyntax import Fault, read_tree
from conformance.second_reading.replay import first_difference
from conformance.second_reading.scenario import Document, list_faults, read_scenario, scenario_hash

Files = dict[str, bytes]
PACK, SCHEDULE, SUITE = "pack.json", "evaluation-manifest.json", "suite/"
GENERATED = "generated-suite/"
GENERATION_RECORD = GENERATED + "generation.json"
SEGMENT = "[a-z0-9_-]([a-z0-9._-]{0,62}[a-z0-9_-])?"
PATH = SEGMENT + "(/" + SEGMENT + "){0,7}"

VERSIONS = {
    "environment_pack": "1.0",
    "simulator": "0.2.0",
    "observation": "1.0",
    "action_schema": "1.0",
    "scenario_schema": "1.0",
    "metrics": "1.0",
    "generator": "1.0",
    "generator_config": "1.0",
    "generation_manifest": "1.0",
    "evaluation_manifest": "1.0",
}

EPISODE: dict[str, Shape] = {
    "index": COUNT,
    "scenario_id": IDENTIFIER,
    "scenario_hash": HEX_DIGEST,
    "seed": SEED,
}
NAMES: dict[str, Shape] = {"suite_id": IDENTIFIER, "suite_version": IDENTIFIER}
SUITE_ENTRY: dict[str, Shape] = {
    "scenario_id": IDENTIFIER,
    "content_hash": HEX_DIGEST,
    "primary_family": IDENTIFIER,
}
LISTED_IN_SUITE = SUITE_ENTRY | {"file": ("string", 1, 64, SEGMENT), "families": ("list", 1, MANY, IDENTIFIER)}
SUITE_MANIFEST: Shape = (
    "object",
    NAMES | {"scenarios": ("list", 1, MANY, ("object", LISTED_IN_SUITE, set()))},
    set(),
)
EVALUATION_MANIFEST: Shape = (
    "object",
    NAMES
    | {
        "evaluation_manifest_version": ("choice", ("1.0",)),
        "suite_hash": HEX_DIGEST,
        "episodes": ("list", 1, MANY, ("object", EPISODE, set())),
    },
    set(),
)
FILE_PAIR: Shape = ("tuple", ("string", 1, 600, None), HEX_DIGEST)
PACK_RECORD: Shape = (
    "object",
    {
        "environment_pack_version": SHORT_TEXT,
        "pack_id": IDENTIFIER,
        "source": ("choice", ("suite", "generated_suite")),
        "versions": ("object", dict.fromkeys(VERSIONS, SHORT_TEXT), set()),
        "suite": (
            "object",
            NAMES
            | {
                "suite_hash": HEX_DIGEST,
                "scenarios": ("list", 1, MANY, ("object", SUITE_ENTRY, set())),
            },
            set(),
        ),
        "evaluation_manifest_hash": HEX_DIGEST,
        "episodes": ("list", 1, MANY, ("object", EPISODE | {"fire_world": HEX_DIGEST}, set())),
        "files": ("list", 1, MANY, FILE_PAIR),
    },
    set(),
)


def pack_fault(code: str, pointer: str = "", source: str = "") -> Fault:
    """A fault of PCK-3.10."""
    return Fault("pack", code, pointer, source=source)


def read_file(files: Files, path: str, shape: Shape) -> tuple[Any, Any]:
    """Tree and value of a file; raises `missing_file`, or a Fault of ENC-5 with the path as source (PCK-3.10)."""
    if path not in files:
        raise pack_fault("missing_file", source=path)
    try:
        tree = read_tree(files[path])
        return tree, check(tree, shape)
    except Fault as fault:
        raise Fault(fault.stage, fault.code, fault.pointer, fault.offset, path) from None


def refuse_meaning(tree: Any, faults: list[tuple[str, str]], codes: list[str], source: str) -> None:
    """Raises the first fault of meaning, if there is one (ENC-5.2)."""
    fault = first_meaning_fault(tree, faults, codes)
    if fault is not None:
        raise Fault(fault.stage, fault.code, fault.pointer, source=source)


def check_paths(files: Files) -> None:
    """What is there, before anything is read (PCK-2.7, PCK-3.5)."""
    if len(files) > 100000:
        raise pack_fault("too_many_files")
    for path in sorted(files):
        if re.fullmatch(PATH, path) is None:
            raise pack_fault("unsafe_path", source=path)


def named_version(data: bytes) -> Any:
    """The `environment_pack_version` of a record of another shape, or None (PCK-7.1)."""
    tree = read_tree(data)
    members = tree.value if tree.kind == "object" else []
    found = [node.value for key, _, node in members if key == "environment_pack_version" and node.kind == "string"]
    return found[0] if found else None


def read_record(files: Files) -> tuple[Any, dict[str, Any]]:
    """Tree and value of the record, with the running versions (PCK-3.1, PCK-3.2, PCK-7.1)."""
    if PACK not in files:
        raise pack_fault("no_pack_record")
    try:
        tree, record = read_file(files, PACK, PACK_RECORD)
    except Fault as fault:
        if fault.stage == "shape" and named_version(files[PACK]) not in (None, VERSIONS["environment_pack"]):
            raise pack_fault("version_differs", "/environment_pack_version", PACK) from None
        raise
    if canonical(record) != files[PACK]:
        raise pack_fault("not_canonical", source=PACK)
    if record["environment_pack_version"] != VERSIONS["environment_pack"]:
        raise pack_fault("version_differs", "/environment_pack_version", PACK)
    for name in VERSIONS:
        if record["versions"][name] != VERSIONS[name]:
            raise pack_fault("version_differs", "/versions/" + name, PACK)
    return tree, record


def has_place(path: str, source: str) -> bool:
    """Whether the layout has a place for a listed file (PCK-2.1)."""
    if source == "suite":
        return path == SCHEDULE or path.startswith(SUITE)
    return path in (SCHEDULE, GENERATION_RECORD) or path.startswith(GENERATED + SUITE)


def check_listed(files: Files, tree: Any, record: dict[str, Any]) -> None:
    """The listed files (PCK-3.5, PCK-3.3)."""
    paths = [path for path, _ in record["files"]]
    for i, path in enumerate(paths):
        if re.fullmatch(PATH, path) is None:
            raise pack_fault("unsafe_path", f"/files/{i}/0", PACK)
    faults = list_faults(paths, [f"/files/{i}/0" for i in range(len(paths))])
    refuse_meaning(tree, faults, ["repeated", "not_sorted"], PACK)
    for path in sorted(files):
        if path != PACK and path not in paths:
            raise pack_fault("unlisted_file", source=path)
    for i, path in enumerate(paths):
        if path not in files:
            raise pack_fault("missing_file", f"/files/{i}", PACK)
        if not has_place(path, record["source"]):
            raise pack_fault("foreign_file", f"/files/{i}", PACK)
    for i, (path, value) in enumerate(record["files"]):
        if hashlib.sha256(files[path]).hexdigest() != value:
            raise pack_fault("file_hash", f"/files/{i}", PACK)


def suite_faults(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    """The faults of meaning of a suite manifest (PCK-8.1, PCK-3.10)."""
    faults: list[tuple[str, str]] = []
    entries = manifest["scenarios"]
    for key in ("scenario_id", "file"):
        for i in range(len(entries)):
            if entries[i][key] in [entry[key] for entry in entries[:i]]:
                faults.append((f"/scenarios/{i}/{key}", "repeated"))
    for i, entry in enumerate(entries):
        families = entry["families"]
        if entry["file"] != f"scenario-{str(i).rjust(3, '0')}.json":
            faults.append((f"/scenarios/{i}/file", "bad_file_name"))
        faults += list_faults(families, [f"/scenarios/{i}/families/{j}" for j in range(len(families))])
        if entry["primary_family"] not in families:
            faults.append((f"/scenarios/{i}/primary_family", "not_a_family"))
    return faults


def load_suite(files: Files, folder: str) -> tuple[dict[str, Any], dict[str, Document]]:
    """The suite manifest and the scenarios by ID; raises Fault (PCK-8.3)."""
    path = folder + "manifest.json"
    tree, manifest = read_file(files, path, SUITE_MANIFEST)
    refuse_meaning(tree, suite_faults(manifest), ["repeated", "not_sorted", "not_a_family", "bad_file_name"], path)
    wanted = {folder + entry["file"] for entry in manifest["scenarios"]}
    if {name for name in files if name.startswith(folder) and name != path} != wanted:
        raise pack_fault("suite_files", source=path)
    scenarios: dict[str, Document] = {}
    for i, entry in enumerate(manifest["scenarios"]):
        name = folder + entry["file"]
        try:
            document = read_scenario(files[name])
        except Fault as fault:
            raise Fault(fault.stage, fault.code, fault.pointer, fault.offset, entry["file"]) from None
        if scenario_hash(document) != entry["content_hash"]:
            raise pack_fault("content_hash", f"/scenarios/{i}/content_hash", path)
        if document["scenario_id"] != entry["scenario_id"]:
            raise pack_fault("scenario_id", f"/scenarios/{i}/scenario_id", path)
        scenarios[entry["scenario_id"]] = document
    return manifest, scenarios


def read_generation(files: Files) -> dict[str, Any]:
    """The generation record of a pack, its versions the running ones, its configuration valid (PCK-11.7)."""
    tree, record = read_file(files, GENERATION_RECORD, GENERATION)
    for name in GENERATION_VERSIONS:
        if record[name] != "1.0":
            raise pack_fault("version_differs", "/" + name, GENERATION_RECORD)
    refuse_meaning(tree, generation_faults(record), ["repeated", "not_sorted", "out_of_range"], GENERATION_RECORD)
    value: dict[str, Any] = record
    return value


def load_generated(files: Files) -> tuple[dict[str, Any], dict[str, Document]]:
    """The suite manifest and the scenarios by ID of a generated suite, made again; raises Fault (PCK-11.7)."""
    record = read_generation(files)
    config, batch, folder = record["config"], record["batch"], GENERATED + SUITE
    names = scenario_names(config)
    wanted = {GENERATION_RECORD, folder + "manifest.json"} | {folder + name for name in names}
    if {path for path in files if path.startswith(GENERATED)} != wanted:
        raise pack_fault("generation_files")
    made: list[tuple[str, int, Document]] = []
    try:
        for name, found in zip(names, scenarios(config, batch), strict=True):
            if files[folder + name] != canonical(found[2]):
                raise pack_fault("generation_differs", source=folder + name)
            made.append(found)
    except NoSuchScenario as error:
        raise pack_fault("no_such_scenario", f"/config/families/{error.place}/parameters", GENERATION_RECORD) from None
    manifest, again = suite_and_record(config, batch, made)
    for path, value in ((folder + "manifest.json", manifest), (GENERATION_RECORD, again)):
        if files[path] != canonical(value):
            raise pack_fault("generation_differs", source=path)
    return manifest, {document["scenario_id"]: document for _, _, document in made}


def schedule_faults(schedule: dict[str, Any]) -> list[tuple[str, str]]:
    """The faults of meaning of an evaluation manifest (PCK-8.4, PCK-3.10)."""
    faults: list[tuple[str, str]] = []
    pairs = [(episode["scenario_id"], episode["seed"]) for episode in schedule["episodes"]]
    for i, episode in enumerate(schedule["episodes"]):
        if pairs[i] in pairs[:i]:
            faults.append((f"/episodes/{i}/seed", "repeated"))
        if episode["index"] != i:
            faults.append((f"/episodes/{i}/index", "not_sorted"))
    return faults


def check_target(schedule: dict[str, Any], manifest: dict[str, Any], source: str) -> None:
    """PCK-8.5."""
    suite = {key: manifest[key] for key in NAMES} | {"suite_hash": digest(manifest)}
    for key in ("suite_id", "suite_version", "suite_hash"):
        if schedule[key] != suite[key]:
            raise pack_fault("wrong_suite", "/" + key, source)
    hashes = {entry["scenario_id"]: entry["content_hash"] for entry in manifest["scenarios"]}
    for i, episode in enumerate(schedule["episodes"]):
        if hashes.get(episode["scenario_id"]) != episode["scenario_hash"]:
            raise pack_fault("wrong_scenario", f"/episodes/{i}/scenario_hash", source)


def load_schedule(files: Files, manifest: dict[str, Any]) -> dict[str, Any]:
    """The evaluation manifest of a pack (PCK-3.7)."""
    tree, schedule = read_file(files, SCHEDULE, EVALUATION_MANIFEST)
    refuse_meaning(tree, schedule_faults(schedule), ["repeated", "not_sorted"], SCHEDULE)
    check_target(schedule, manifest, SCHEDULE)
    if canonical(schedule) != files[SCHEDULE]:
        raise pack_fault("not_canonical", source=SCHEDULE)
    value: dict[str, Any] = schedule
    return value


def build_record(files: Files, pack_id: str, manifest: Any, scenarios: Any, schedule: Any) -> dict[str, Any]:
    """The record of the files of a pack, all of which have a place in it (PCK-2.2, PCK-3.8)."""
    return {
        "environment_pack_version": "1.0",
        "pack_id": pack_id,
        "source": "generated_suite" if GENERATION_RECORD in files else "suite",
        "versions": VERSIONS,
        "suite": {
            "suite_id": manifest["suite_id"],
            "suite_version": manifest["suite_version"],
            "suite_hash": digest(manifest),
            "scenarios": [{key: entry[key] for key in SUITE_ENTRY} for entry in manifest["scenarios"]],
        },
        "evaluation_manifest_hash": digest(schedule),
        "episodes": [
            episode | {"fire_world": fire_world_digest(scenarios[episode["scenario_id"]], episode["seed"])}
            for episode in schedule["episodes"]
        ],
        "files": [[path, hashlib.sha256(files[path]).hexdigest()] for path in sorted(files) if path != PACK],
    }


def check_rebuilt(record: dict[str, Any], rebuilt: dict[str, Any], worlds_too: bool) -> None:
    """The record is the rebuilt one, fire worlds last and by index; these can be left for later (PCK-3.8)."""
    worlds = [episode["fire_world"] for episode in rebuilt["episodes"]]
    recorded = [episode.pop("fire_world") for episode in record["episodes"]]
    for episode in rebuilt["episodes"]:
        del episode["fire_world"]
    pointer = first_difference(record, rebuilt, "")
    if pointer is not None:
        raise pack_fault("record_differs", pointer, PACK)
    for i in range(len(worlds)):
        if worlds_too and worlds[i] != recorded[i]:
            raise pack_fault("fire_world_differs", f"/episodes/{i}/fire_world", PACK)
        record["episodes"][i]["fire_world"] = recorded[i]


def verify_pack(files: Files, expected_digest: str | None = None, worlds_too: bool = True) -> dict[str, Any]:
    """The record, suite, scenarios, schedule and digest of a good pack; raises the first Fault (PCK-3).

    Without `worlds_too` the fire worlds are left to whoever uses an episode (PCK-3.8).
    """
    check_paths(files)
    tree, record = read_record(files)
    own_digest = digest(record)
    if expected_digest is not None and own_digest != expected_digest:
        raise pack_fault("unexpected_digest", source=PACK)
    check_listed(files, tree, record)
    manifest, scenarios = load_suite(files, SUITE) if record["source"] == "suite" else load_generated(files)
    schedule = load_schedule(files, manifest)
    check_rebuilt(record, build_record(files, record["pack_id"], manifest, scenarios, schedule), worlds_too)
    return {
        "record": record,
        "suite": manifest,
        "scenarios": scenarios,
        "schedule": schedule,
        "digest": own_digest,
    }
