"""What the agreement tests ask both readings, and packs, results and changes to ask about."""

import base64
import hashlib
import json
from typing import Any

from conformance.operations import registry
from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.formats import EXTRAS
from conformance.second_reading.generator import FAMILIES, NoSuchScenario, generate
from conformance.second_reading.mutations import bent, spoilt
from conformance.second_reading.pack import PACK, SCHEDULE, Files, build_record
from conformance.second_reading.packing import pack_files, random_entries, random_lines, result_header, sealed
from conformance.second_reading.scenario import read_scenario
from conformance.second_reading.testee import outcome
from conformance.second_reading.worlds import Choices

Case = dict[str, Any]


def agree(operation: str, case: Case, step: int | None = None) -> Case:
    """What both come to."""
    theirs = registry.outcome(operation, json.loads(canonical(case)), step)
    asked = {"operation": operation, "input": case} | ({} if step is None else {"trace": step})
    assert outcome(asked) == theirs
    return theirs


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def given(files: Files) -> dict[str, str]:
    """The files of a pack as a case has them."""
    return {path: encoded(data) for path, data in files.items()}


def parameters(extra: str) -> dict[str, Any]:
    """Parameters with which most families make small scenarios."""
    found: dict[str, Any] = {"rows": [7, 9], "cols": [7, 10], "people": [1, 3], "exits": [1, 3], "slack": [0, 4]}
    found |= {"models": ["deterministic", "stochastic"], "spread_interval": [1, 2], "spread_probability": ["0.5", "1"]}
    found |= {"exits_flammable": [False, True], "enter_fire": ["blocked"], "ignitions": [1, 2]}
    return found | ({extra: [0 if extra == "pillars" else 1, 3]} if extra else {})


def generated_pack(number: int) -> Files:
    """The files of a pack whose suite is generated."""
    family = sorted(FAMILIES)[number % len(FAMILIES)]
    extra = EXTRAS[family]
    entry = {"family": family, "count": 2, "parameters": parameters(extra)}
    config = {"generator_config_version": "1.0", "suite_id": "s", "suite_version": "1", "families": [entry]}
    try:
        made = generate(config, number)
    except NoSuchScenario:
        return {}
    files = {"generated-suite/" + path: data for path, data in made.items()}
    manifest = json.loads(made["suite/manifest.json"])
    names = [(row["scenario_id"], row["content_hash"]) for row in manifest["scenarios"]]
    schedule = {"evaluation_manifest_version": "1.0", "suite_id": manifest["suite_id"], "suite_version": "1"}
    rows = [{"index": i, "scenario_id": n, "scenario_hash": h, "seed": i} for i, (n, h) in enumerate(names)]
    schedule |= {"suite_hash": digest(manifest), "episodes": rows}
    files[SCHEDULE] = canonical(schedule)
    documents = {row["scenario_id"]: read_scenario(made["suite/" + row["file"]]) for row in manifest["scenarios"]}
    files[PACK] = canonical(build_record(files, "g", manifest, documents, schedule))
    return files


def relisted(files: Files) -> Files:
    """The files with a record that lists them as they are."""
    record = json.loads(files[PACK])
    record["files"] = [[path, hashlib.sha256(files[path]).hexdigest()] for path in sorted(files) if path != PACK]
    return files | {PACK: canonical(record)}


def changed_generation(files: Files, number: int) -> Files:
    """A generated pack after a change to one of its files, mostly listed as it then is."""
    choices = Choices(number, "changed-generation")
    path = [name for name in sorted(files) if name != PACK][choices.below(len(files) - 1)]
    what = choices.below(6)
    if what == 0:
        files = {name: data for name, data in files.items() if name != path}
    elif what == 1:
        files = files | {"generated-suite/" + ["suite/extra.json", "extra.json"][choices.below(2)]: b"{}"}
    else:
        path = "generated-suite/generation.json" if what > 3 else path
        files = files | {path: (bent if what < 5 else spoilt)(json.loads(files[path]), number)}
    return relisted(files) if choices.below(5) else files


HEADER_CHANGES: list[dict[str, Any]] = [
    {"model_id": "other"},
    {"submission_id": "other"},
    {"stochastic": True},
    {"inference_digest": "a" * 64},
    {"pack_digest": "b" * 64},
    {"pack_digest": None},
    {"trial": {"index": 0, "count": 2}},
    {"trial": {"index": 1, "count": 3}},
    {"trial": {"index": 2, "count": 2}},
]


def submission(number: int, change: bool = True) -> Case:
    """A pack and the results of two trials, one of them mostly changed, where change is wanted."""
    choices = Choices(number, "changed-submission")
    entries = random_entries(number)
    files = pack_files(entries, [1])
    plan = json.loads(files[SCHEDULE])
    headers = [result_header(plan, digest(json.loads(files[PACK])), trial={"index": i, "count": 2}) for i in (0, 1)]
    lines = [[header, *random_lines(entries, plan, number * 2 + i)] for i, header in enumerate(headers)]
    which, what = choices.below(2), choices.below(6) if change else 5
    if what < 2:
        lines[which][0] = headers[which] | HEADER_CHANGES[choices.below(len(HEADER_CHANGES))]
    elif what < 4:
        at = choices.below(len(lines[which]))
        lines[which][at] = json.loads(bent(lines[which][at], number))
    results = [sealed(one) for one in lines][:: [1, -1][choices.below(2)]]
    case: Case = {"files": given(files), "results": [{"base64": encoded(data)} for data in results]}
    if what == 4:
        record = json.loads(files[PACK])
        record["episodes"][choices.below(len(record["episodes"]))]["fire_world"] = "c" * 64
        case["files"][PACK] = encoded(canonical(record))
    return case | {"joint_bound": choices.below(2) == 0}
