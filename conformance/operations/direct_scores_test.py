"""The operations on packs, references, scores and reports against the product itself, called another way."""

import json
from fractions import Fraction
from typing import Any

import pytest

from conformance.operations.asking import WORLDS, data, files_of, ok, place, played, refused, result_of, told
from conformance.operations.registry import outcome
from packs import pack, suite
from packs.cases import edited, relisted, small_pack
from packs.generator import config, generate
from scoring import bootstrap, compare, leaderboard
from scoring.attribution import gather, references
from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.checks import read_foreign
from scoring.small_pack import small_pack as scored_pack
from simulator import canonical
from simulator.fire import fire_world
from simulator.random_worlds import RandomWorld

Document = dict[str, Any]

each_world = pytest.mark.parametrize("world", WORLDS, ids=lambda world: str(world.number))


def test_documents_of_a_pack() -> None:
    files = small_pack()
    settings = config.preset(["open_hall"], 1)
    made = list(generate.generate(settings, 1))
    lines = result_of(scored_pack()).splitlines()
    for kind, value in (
        ("pack", json.loads(files["pack.json"])),
        ("evaluation_manifest", json.loads(files["evaluation-manifest.json"])),
        ("suite_manifest", json.loads(files["suite/manifest.json"])),
        ("generator_config", settings.document),
        ("generation", generate.generation(settings, 1, [item.pinned for item in made])),
        ("plan", {"plan_version": "1.0", "pack_id": "p", "seeds": [1, 2]}),
        ("result_header", json.loads(lines[0])),
        ("result_episode", json.loads(lines[1])),
        ("result_footer", json.loads(lines[-1])),
    ):
        assert ok("document.read", {"kind": kind, "document": told(value)}) == {"digest": canonical.digest(value)}
    twice = {"plan_version": "1.0", "pack_id": "p", "seeds": [1, 1]}
    assert refused("document.read", {"kind": "plan", "document": told(twice)}) == ("meaning", "repeated", "/seeds/1")
    generation = generate.generation(settings, 1, [item.pinned for item in made])
    generation["config"] = settings.document | {"families": settings.document["families"] * 2}
    found = refused("document.read", {"kind": "generation", "document": told(generation)})
    assert found == ("meaning", "repeated", "/config/families/1/family")
    swapped = settings.document | {"families": [settings.document["families"][0]] * 2}
    assert refused("document.read", {"kind": "generator_config", "document": told(swapped)})[0] == "meaning"


def packed(files: dict[str, bytes], expected: str | None = None) -> Document:
    return {"files": {path: data(value)["base64"] for path, value in files.items()}, "expected_digest": expected}


def test_packs() -> None:
    files = small_pack()
    digest = canonical.sha256_hex(files["pack.json"])
    assert ok("pack.verify", packed(files)) == ok("pack.verify", packed(files, digest)) == {"digest": digest}
    assert refused("pack.verify", packed(files, "0" * 64)) == ("pack", "unexpected_digest", "")
    assert refused("pack.verify", packed({})) == ("pack", "no_pack_record", "")
    assert refused("pack.verify", packed(files | {"x": b""})) == ("pack", "unlisted_file", "")
    assert refused("pack.verify", packed(files | {"../x": b""})) == ("pack", "unsafe_path", "")

    def lie(document: Document) -> None:
        document["episodes"][1]["fire_world"] = "0" * 64

    wanted = ("pack", "fire_world_differs", "/episodes/1/fire_world")
    assert refused("pack.verify", packed(edited(files, "pack.json", lie))) == wanted
    broken = relisted(files | {"suite/scenario-000.json": b"{}"})
    assert refused("pack.verify", packed(broken)) == ("shape", "missing_key", "/exits")


def test_generated_packs() -> None:
    settings = config.preset(["open_hall"], 1)
    made = list(generate.generate(settings, 1))
    manifest = canonical.encode(generate.suite_manifest(settings, 1, [item.listed for item in made]))
    pinned = canonical.encode(generate.generation(settings, 1, [item.pinned for item in made]))
    scenarios = {suite.file_name(number): item.data for number, item in enumerate(made)}
    files = pack.build("generated", manifest, scenarios, [1], pinned)
    assert ok("pack.verify", packed(files)) == {"digest": canonical.sha256_hex(files["pack.json"])}

    def lie(document: Document) -> None:
        document["batch"] = 2

    forged = relisted(edited(files, pack.GENERATION, lie))
    assert refused("pack.verify", packed(forged)) == ("pack", "generation_differs", "")


def test_results() -> None:
    raw = result_of(scored_pack(), failed=(2,))
    footer = json.loads(raw.splitlines()[-1])
    wanted = {"episodes": 4, "failures": 1, "digest": footer["digest"]}
    assert ok("result.read", {"result": data(raw)}) == wanted
    assert refused("result.read", {"result": data(raw + b"{}\n")}) == ("result", "after_footer", "")
    assert refused("result.read", {"result": data(raw[:-1])}) == ("result", "cut_short", "")
    assert refused("result.read", {"result": data(b"\x1f\x8b..")}) == ("result", "bad_gzip", "")
    assert refused("result.read", {"result": data(b"{}\n" + raw)}) == ("shape", "missing_key", "/evaluation_manifest")
    spaced = raw.replace(b'{"index":1,', b'{ "index":1,')
    assert refused("result.read", {"result": data(spaced)}) == ("result", "not_canonical", "")
    stepless = raw.replace(b'"steps":[{', b'"steps":[{"a":1},{', 1)
    assert refused("result.read", {"result": data(stepless)})[:2] == ("shape", "unknown_key")


@each_world
def test_references(world: RandomWorld) -> None:
    known = references(fire_world(world.scenario, world.seed))
    best, grid = known.optimum, world.scenario.grid
    found = ok("references.people", place(world))
    assert found["max_evacuated"] == best.max_evacuated
    rows = zip(world.scenario.people, best.earliest, best.moves, best.danger, strict=True)
    assert [tuple(row.values()) for row in found["people"]] == [(each.id, *rest) for each, *rest in rows]
    at = [[*grid.position(cell), snapshot] for cell in grid.cells() for snapshot in (0, 1, world.scenario.max_steps)]
    wanted = [best.earliest_from(grid.cell(row, col), snapshot) for row, col, snapshot in at]
    assert ok("references.table", {**place(world), "at": at}) == {"earliest": wanted}
    for bad in ([grid.rows, 0, 0], [0, 0, world.scenario.max_steps + 1]):
        assert outcome("references.table", {**place(world), "at": [bad]})["status"] == "error"
    evacuees = [person.id for person, step in zip(world.scenario.people, best.earliest, strict=True) if step]
    bounds = outcome("references.bounds", {**place(world), "evacuees": evacuees[:1]})["output"]
    assert bounds["sum_l"] <= bounds["q_exit"] <= bounds["q_cut"]
    lost = [person.id for person, step in zip(world.scenario.people, best.earliest, strict=True) if step is None]
    for person in lost[:1]:
        given = {**place(world), "evacuees": [person]}
        assert refused("references.bounds", given) == ("score", "evacuee_not_savable", "")
    assert outcome("references.bounds", {**place(world), "evacuees": ["nobody"]})["status"] == "error"
    joint = ok("references.joint", place(world))["joint_bound"]
    assert joint <= best.max_evacuated and (joint > 0) is (best.max_evacuated > 0)


@each_world
def test_scores(world: RandomWorld) -> None:
    run, asked = played(world)
    evidence = gather(run, references(fire_world(world.scenario, world.seed)))
    known = score_episode(evidence.inputs()).document()
    found = ok("score.episode", asked)
    assert found == {"evidence": evidence.document(), "inputs": evidence.inputs().document(), "score": known}
    given = {**place(world), "evacuees": [i for i, o in zip(*_ends(found), strict=True) if o == "evacuated"]}
    bounds = ok("references.bounds", given)
    assert (bounds["q_exit"], bounds["q_cut"]) == (evidence.q_exit, evidence.q_cut)
    assert ok("score.inputs", found["inputs"]) == known
    assert refused("score.inputs", found["inputs"] | {"events": -1})[:2] == ("score", "count_out_of_range")
    wrong = found["inputs"] | {"people": 99}
    assert refused("score.inputs", wrong) == ("score", "ids_miscounted", "/people")


def _ends(found: Document) -> tuple[list[str], list[str]]:
    people = found["evidence"]["people"]
    return people["ids"], people["outcomes"]


@pytest.mark.parametrize("kind", ["missing", "invalid_output", "model_error", "timeout"])
def test_failures(kind: str) -> None:
    for count in (0, 3):
        given = {"kind": kind, "max_evacuated": count}
        assert ok("score.failure", given) == failed_episode(kind, count).document()


def reported(**options: Any) -> tuple[Document, Document]:
    """A submission, and the whole report of it."""
    frozen = scored_pack()
    trials = [{"index": number, "count": 2} for number in (1, 0)]
    results = [data(result_of(frozen, failed=(0,) if each["index"] else (), trial=each)) for each in trials]
    given = {"files": files_of(frozen), "results": results, **options}
    return given, json.loads(ok("score.report", given, 0)["text"])


def test_reports() -> None:
    given, report = reported()
    assert ok("score.report", given) == {"report": canonical.digest(report), "headline": report["headline"]}
    assert read_foreign(canonical.encode(report)) == report
    assert (report["model"]["trials"], report["disclosure"]) == (2, "public")
    assert report["episodes"][0]["joint_bound"] is None
    digest = scored_pack().digest
    committed = reported(expected_digest=digest, joint_bound=True)[1]
    assert committed["disclosure"] == "committed" and committed["episodes"][0]["joint_bound"] == 2
    turned = given | {"results": given["results"][::-1]}
    assert ok("score.report", turned) == ok("score.report", given)
    assert refused("score.report", given | {"expected_digest": "0" * 64})[:2] == ("pack", "unexpected_digest")
    twice = given | {"results": given["results"][:1] * 2}
    assert refused("score.report", twice) == ("result", "repeated_trial", "")
    assert outcome("score.report", given, 1)["status"] == "error"
    parts = ("factors", "components", "families", "scenarios", "tail", "zero_scores", "severe", "people", "ranking")
    kept = ("status", "failure", "max_evacuated", "inputs", "components", "safety", "quality", "severity", "severe")
    names = (*kept, "quality_without_replanning", "ceiling", "score")
    rows = [
        {name: row[name] for name in ("index", "scenario_id", "family", "seed")}
        | {"trials": [{name: each[name] for name in names} for each in row["trials"]]}
        for row in report["episodes"]
    ]
    found = ok("score.aggregate", {"episodes": rows})
    assert {name: found[name] for name in parts} == {name: report[name] for name in parts}
    assert found["headline"] | {"interval": report["headline"]["interval"]} == report["headline"]


def test_severe_failures_are_counted() -> None:
    counts = score_episode(episode(4, time="1/4", path="1/4")).inputs
    assert counts is not None
    scored = ok("score.inputs", counts.document())
    assert scored["severe"] == ["time", "path"]
    row = {"index": 0, "scenario_id": "s", "family": "f", "seed": 0, "trials": [scored, scored]}
    found = ok("score.aggregate", {"episodes": [row]})
    assert found["severe"] == {"time": 2, "hazard": 0, "path": 2, "replanning": 0}


def test_the_bootstrap() -> None:
    key = {"what": ["ever", 1]}
    stream = bootstrap.WordStream(bootstrap.stream_key(key))
    below = [1, 2, 3, 10**6, (1 << 53) - 1] * 20
    wanted = [bootstrap.index(stream.next, number) for number in below]
    assert ok("bootstrap.indices", {"key": key, "below": below}) == {"indices": wanted}
    strata = [[["1/2", "3/1"], ["0/1"]], [["-7/3"]]]
    exact = [[[Fraction(value) for value in row] for row in family] for family in strata]
    known = bootstrap.interval(exact, bootstrap.stream_key(key))
    found = ok("bootstrap.interval", {"key": key, "strata": strata})
    assert (Fraction(found["lower"]), Fraction(found["upper"])) == (known.lower, known.upper)


def test_standings() -> None:
    reports = []
    for name, failed in (("model-b", (0, 1)), ("model-a", ()), ("model-c", (1,))):
        frozen = scored_pack()
        given = {"files": files_of(frozen), "results": [data(result_of(frozen, name, failed))]}
        reports.append(json.loads(ok("score.report", given, 0)["text"]))
    a, b, _ = reports
    assert ok("score.compare", {"a": told(a), "b": told(b)}) == compare.comparison_document(a, b)
    rows = leaderboard.leaderboard(reports)
    order = ok("score.order", {"reports": list(map(told, reports))})["order"]
    assert [reports[place_] for place_ in order] == [row.report for row in rows] and order == [1, 2, 0]
    assert refused("score.order", {"reports": [told(a), told(a)]}) == ("score", "duplicate_report", "")
    assert ok("document.read", {"kind": "report", "document": told(a)}) == {"digest": canonical.digest(a)}
    forged = a | {"official": False}
    wanted = ("score", "report_differs", "/official")
    assert refused("score.compare", {"a": told(forged), "b": told(b)}) == wanted
    assert refused("score.order", {"reports": [told(b), told(forged)]}) == wanted
    assert refused("document.read", {"kind": "report", "document": told(forged)})[0] == "score"
