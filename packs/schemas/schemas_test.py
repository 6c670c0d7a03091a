"""The published schemas of this layer's documents: current, and of one mind with the parsers (ENC-6)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from packs import manifest, pack, result, suite, verify
from packs.generator import config as configs
from packs.generator import generate
from packs.generator.families import FAMILIES
from packs.schemas.documents import DOCUMENTS
from packs.source import Files, Memory
from simulator import canonical, metrics, record, scenario
from simulator.errors import InputError
from simulator.random_worlds import random_world
from simulator.schemas import faults
from simulator.schemas.document import Document, outdated
from simulator.schemas.documents import DOCUMENTS as LOWER
from simulator.schemas.examples import runs

UPDATE = "not the schemas of the shapes: run `bazel run //packs/schemas:update`"
BY_NAME = {document.name: document for document in DOCUMENTS}
VALIDATORS = {document.name: Draft202012Validator(document.schema()) for document in DOCUMENTS}
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
numbers = st.integers(0, 1 << 32)

# What is within these has schemas, and a test like this one, in the layer below.
WITHIN = ("[run]/run_record/", "[run]/metrics/")
SEEDS = [0, 1]
SUITE, SCHEDULE = "suite/manifest.json", "evaluation-manifest.json"


def by_schema(name: str, value: Any) -> bool:
    return bool(VALIDATORS[name].is_valid(value))


def built(number: int) -> Files:
    """A pack of two random worlds under two seeds."""
    documents = [random_world(number + place).scenario.document | {"scenario_id": f"S{place}"} for place in range(2)]
    worlds = [scenario.from_value(document) for document in documents]
    listing = suite.make_manifest("small", "1.0", [(world, "a", ["b", "a"]) for world in worlds])
    files = {
        entry["file"]: canonical.encode(document)
        for entry, document in zip(listing["scenarios"], documents, strict=True)
    }
    return pack.build("small-1", canonical.encode(listing), files, SEEDS)


def header(schedule: dict[str, Any], digest: str | None) -> dict[str, Any]:
    return {
        "evaluation_version": "1.0",
        "metrics_version": "1.0",
        "model_id": "m",
        "submission_id": "s",
        "trial": {"index": 0, "count": 1},
        "stochastic": False,
        "inference_digest": digest,
        "pack_digest": digest,
        "evaluation_manifest": schedule,
    }


def episode(index: int, run: record.RunRecord) -> dict[str, Any]:
    return {"index": index, "run_record": run.document(), "metrics": metrics.episode_metrics(run)}


def written(path: Path, head: dict[str, Any], *lines: bytes) -> list[Any]:
    """The lines of a result that the code has written."""
    with path.open("wb") as stream:
        result.write(stream, head, lines)
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def read(path: Path) -> list[Any]:
    """What the code reads of a result: the header and the episodes; it checks the footer."""
    with result.opened(path) as found:
        return [found.header, *(line.document() for line in found.episodes())]


PACK = built(0)
SCHEDULED = json.loads(PACK[SCHEDULE])


def examples(name: str) -> list[Any]:
    """Documents of one kind that have a value in every place."""
    footer = {"episodes": 2, "failures": 1, "transcript_digest": "0" * 64, "digest": "f" * 64}
    work = {
        "model_id": "m",
        "provider_id": "p",
        "inference_digest": "0" * 64,
        **dict.fromkeys(("trials", "episodes", "input_tokens", "output_tokens", "retries", "timeouts"), 1),
        "latency_seconds": "1.5",
    }
    presets = [configs.preset([family], 1) for family in FAMILIES]
    values = {
        "generator-config": [preset.document for preset in presets],
        "generation": [
            generate.generation(preset, 0, [made.pinned for made in generate.generate(preset, 0)]) for preset in presets
        ],
        "operational-record": [work | {"cost": "1/2", "cost_unit": "EUR"}, work | {"cost": None, "cost_unit": None}],
        "suite-manifest": [json.loads(PACK[SUITE])],
        "evaluation-manifest": [SCHEDULED],
        "pack": [json.loads(PACK["pack.json"])],
        "result-header": [header(SCHEDULED, None), header(SCHEDULED, "0" * 64)],
        "result-episode": [*(episode(3, run) for run in runs()), json.loads(result.failure_line(4, "timeout"))],
        "result-footer": [footer, footer | {"transcript_digest": None}],
    }
    return values[name]


def test_the_committed_schemas_are_those_of_the_shapes() -> None:
    stale = outdated(Path(__file__).parent, DOCUMENTS)
    assert not stale, f"{', '.join(stale)}: {UPDATE}"


@each_document
def test_it_is_a_schema_with_a_name_of_its_own(document: Document) -> None:
    schema = document.schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:ember:schema:{document.name}:{document.version}"
    assert sum(schema["$id"] == other.schema()["$id"] for other in DOCUMENTS) == 1


@settings(max_examples=8, deadline=None, database=None)
@given(numbers)
def test_a_pack_that_the_code_builds_passes_both(number: int) -> None:
    files = built(number)
    verify.check_worlds(verify.load(Memory(files)))
    for name, path in (("suite-manifest", SUITE), ("evaluation-manifest", SCHEDULE), ("pack", "pack.json")):
        value = json.loads(files[path])
        assert faults.passes(BY_NAME[name].shape, value)
        assert by_schema(name, value), (name, *VALIDATORS[name].iter_errors(value))


def test_a_result_that_the_code_writes_passes_both(tmp_path: Path) -> None:
    @settings(max_examples=6, deadline=None, database=None)
    @given(numbers, st.sampled_from(result.FAILURES), st.sampled_from([None, "f" * 64]))
    def passes(number: int, failure: str, digest: str | None) -> None:
        world = random_world(number)
        run = record.run(world.scenario, world.seed, world.wander("schemas"))
        path = tmp_path.joinpath("result")
        lines = result.run_line(0, run), result.failure_line(1, failure)
        found = written(path, header(SCHEDULED, digest), *lines)
        assert read(path) == found[:-1] == [header(SCHEDULED, digest), episode(0, run), found[2]]
        for part, value in zip(("header", "episode", "episode", "footer"), found, strict=True):
            assert by_schema(f"result-{part}", value), (part, *VALIDATORS[f"result-{part}"].iter_errors(value))

    passes()


@each_document
def test_a_fault_of_shape_fails_both(document: Document) -> None:
    values = examples(document.name)
    assert all(faults.passes(document.shape, value) and by_schema(document.name, value) for value in values)
    assert set(faults.reached(document.shape, values)) == set(faults.names(document.shape))
    found = list(faults.shape_faults(document.shape, values, WITHIN))
    # Of the generator's eleven families with twelve parameters each, some faults are enough.
    for name, faulty in found[:: 1 + len(found) // 700]:
        assert not faults.passes(document.shape, faulty), (name, faulty)
        assert not by_schema(document.name, faulty), (name, faulty)


def test_the_documents_within_an_episode_are_those_of_the_layer_below() -> None:
    run = BY_NAME["result-episode"].schema()["oneOf"][0]["properties"]
    for name, member in (("run-record", "run_record"), ("episode-metrics", "metrics")):
        schema = next(document.schema() for document in LOWER if document.name == name)
        assert run[member].items() <= schema.items()


@each_document
def test_parser_and_schema_agree_on_whatever_is_put_anywhere(document: Document) -> None:
    values = examples(document.name)

    @settings(max_examples=60, deadline=None, database=None)
    @given(st.data())
    def agree(data: st.DataObject) -> None:
        value = data.draw(st.sampled_from(values))
        for _ in range(data.draw(st.integers(0, 2))):
            path = data.draw(st.sampled_from(list(faults.places(value))))
            value = faults.replaced(value, path, data.draw(st.sampled_from(faults.ODD_VALUES)))
        assert by_schema(document.name, value) is faults.passes(document.shape, value), value

    agree()


def refused(code: str, read: Callable[[], Any]) -> None:
    with pytest.raises(InputError) as caught:
        read()
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "path", "value"),
    [
        ("repeated", ("scenarios", 1, "scenario_id"), "S0"),
        ("repeated", ("scenarios", 1, "file"), "scenario-000.json"),
        ("not_sorted", ("scenarios", 0, "families"), ["b", "a"]),
        ("repeated", ("scenarios", 0, "families"), ["a", "a"]),
        ("not_a_family", ("scenarios", 0, "primary_family"), "c"),
    ],
)
def test_a_fault_of_meaning_in_a_suite_passes_the_schema_alone(code: str, path: faults.Path, value: Any) -> None:
    bad = faults.replaced(json.loads(PACK[SUITE]), path, value)
    assert by_schema("suite-manifest", bad)
    refused(code, lambda: suite.read_manifest(canonical.encode(bad)))


@pytest.mark.parametrize(
    ("code", "path", "value"),
    [
        ("not_sorted", ("episodes", 0, "index"), 1),
        ("repeated", ("episodes", 1, "seed"), 0),
        ("wrong_suite", ("suite_id",), "other"),
        ("wrong_scenario", ("episodes", 3, "scenario_hash"), "0" * 64),
    ],
)
def test_a_fault_of_meaning_in_a_schedule_passes_the_schema_alone(code: str, path: faults.Path, value: Any) -> None:
    bad = faults.replaced(SCHEDULED, path, value)
    assert by_schema("evaluation-manifest", bad)
    refused(code, lambda: manifest.check(bad, suite.read_manifest(PACK[SUITE])))


@pytest.mark.parametrize(
    ("code", "path", "value"),
    [
        ("version_differs", ("versions", "simulator"), "0.0.0"),
        ("record_differs", ("evaluation_manifest_hash",), "0" * 64),
        ("file_hash", ("files", 0, 1), "0" * 64),
        ("unsafe_path", ("files", 0, 0), "../a"),
    ],
)
def test_a_pack_record_that_lies_passes_the_schema_alone(code: str, path: faults.Path, value: Any) -> None:
    bad = faults.replaced(json.loads(PACK["pack.json"]), path, value)
    assert by_schema("pack", bad)
    refused(code, lambda: verify.load(Memory(PACK | {"pack.json": canonical.encode(bad)})))


def test_a_result_that_contradicts_itself_passes_the_schemas_alone(tmp_path: Path) -> None:
    path = tmp_path.joinpath("result")
    lines = result.failure_line(0, "timeout"), result.failure_line(1, "timeout")
    head, first, second, last = written(path, header(SCHEDULED, None), *lines)
    for code, found in (
        ("not_sorted", [head, second, first, last]),
        ("footer_differs", [head, first, second, last | {"failures": 1}]),
        ("footer_differs", [head | {"model_id": "other"}, first, second, last]),
    ):
        for part, value in zip(("header", "episode", "episode", "footer"), found, strict=True):
            assert by_schema(f"result-{part}", value)
        path.write_bytes(b"".join(canonical.encode(value) + b"\n" for value in found))
        refused(code, lambda: read(path))
