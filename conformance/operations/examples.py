"""Cases for the documentation, at least one for every operation: those of SCO-15.3 wherever it fits."""

import base64
import functools
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.operations import scores
from conformance.operations.operation import Plain
from conformance.operations.simulation import whole
from packs import pack, result, suite
from packs.evaluation import trial
from packs.pack import Pack
from packs.source import Memory
from packs.verify import load
from scoring.constants import SCORING_VERSION, constants_digest
from scoring.episode import failed_episode
from simulator import canonical, scenario

SCENARIO = (
    '{"schema_version": "1.0", "scenario_id": "example-1", "map": {"rows": 3, "cols": 5, "walls": [[0, 2], [2, 2]]}, '
    '"exits": [{"id": "E1", "position": [1, 4]}], "people": [{"id": "P1", "position": [0, 0]}, '
    '{"id": "P10", "position": [1, 0]}, {"id": "P2", "position": [1, 1]}], "fire": {"model": "stochastic", '
    '"ignition": [[2, 0]], "spread_interval": 1, "spread_probability": 0.25, "exits_flammable": true}, '
    '"movement": {"enter_fire": "blocked"}, "termination": {"max_steps": 8}}'
)
WORLD: Plain = {"scenario": {"text": SCENARIO}, "seed": 3}
ACTIONS = [
    {"P1": "south", "P10": "east", "P2": "east"},
    {"P10": "east", "P2": "east"},
    {"P10": "east", "P2": "east"},
    {"P10": "east"},
]
RUN: Plain = {**WORLD, "actions": ACTIONS}


@dataclass(frozen=True, slots=True)
class Example:
    """A case of the documentation; `about` says what it shows."""

    operation: str
    about: str
    given: Plain
    trace: int | None = None


def examples() -> Iterator[Example]:
    """The examples, by operation and then as they are best read."""
    yield from _documents()
    yield from _rng()
    yield from _simulator()
    yield from _packs()
    yield from _references()
    yield from _scores()
    yield from _reports()


def _documents() -> Iterator[Example]:
    value = '{"b": [1.0, 1e-7, -0.0], "a": "\\u00e9\\/\\n"}'
    yield Example("json.canonical", "Keys are sorted, and numbers written as ECMAScript does.", _document(value))
    yield Example("json.canonical", "A key that stands twice.", _document('{"a": 1, "\\u0061": 2}'))
    broken = {"base64": _base64(b'{"a": "\xff"}')}
    yield Example("json.canonical", "Bytes that are no UTF-8 travel as base64.", {"document": broken})
    yield Example("document.read", "A scenario's digest is the scenario hash.", _document(SCENARIO, "scenario"))
    off_grid = SCENARIO.replace('"position": [1, 4]', '"position": [1, 5]')
    yield Example("document.read", "An exit off the grid.", _document(off_grid, "scenario"))


def _document(text: str, kind: str | None = None) -> Plain:
    given: Plain = {"document": {"text": text}}
    return given if kind is None else {"kind": kind, **given}


def _rng() -> Iterator[Example]:
    yield Example("rng.stream", "The fire's stream of seed 3 (SIM-7.6).", {"seed": 3, "label": "fire", "count": 3})
    yield Example("rng.words", "The first words from state 0 (SIM-7.6).", {"state": "0" * 16, "count": 3})
    draws = {"probability": "0.25", "state": "b6fbd4d712428e0b", "count": 5}
    yield Example("rng.bernoulli", "The first draws of seed 3 (SIM-7.6).", draws)
    yield Example("rng.bernoulli", "No probability.", draws | {"probability": "1.5"})


def _simulator() -> Iterator[Example]:
    yield Example("fire.world", "The fire world of SIM-6.10.", WORLD)
    yield Example("fire.world", "The same, traced: what its third step was.", WORLD, 3)
    people = [{"id": f"P{number}", "position": [0, number]} for number in (1, 2, 3)]
    crowd = {"rows": 1, "cols": 5, "walls": [], "people": people, "burning": [], "enter_fire": "blocked"}
    actions = {"P1": "east", "P2": "east", "P3": "east"}
    yield Example("movement.resolve", "Three people in single file move together.", {**crowd, "actions": actions})
    swap = actions | {"P3": "west"}
    yield Example(
        "movement.resolve",
        "P1 and P3 want one cell; the lower ID wins it, and can't have it.",
        {**crowd, "actions": swap},
    )
    yield Example("simulator.run", "The run of SCO-15.3.", RUN)
    yield Example("simulator.run", "The same, traced: its last step.", RUN, 4)
    refused = {**WORLD, "actions": [*ACTIONS[:1], {"P10": "east"}]}
    yield Example("simulator.run", "P2 is active in step 2 and has no action.", refused)
    yield Example("simulator.observe", "What a model was shown in that run.", RUN)
    yield Example("simulator.observe", "The same, traced: the first observation.", RUN, 0)
    asked = {**WORLD, "actions": ACTIONS[:2]}
    answers = '{"actions": {"P10": "east", "P2": "east"}}', '{"actions": {"P10": "up", "P2": "east"}}'
    yield Example("simulator.act", "An answer after two steps.", {**asked, "answer": {"text": answers[0]}})
    yield Example(
        "simulator.act", "An answer with a word that is no direction.", {**asked, "answer": {"text": answers[1]}}
    )
    told = canonical.encode(whole(RUN).document()).decode()
    recorded = {"scenario": WORLD["scenario"], "record": {"text": told}}
    yield Example("replay.check", "The record of that run.", recorded)
    forged = told.replace('"ignitions":[[1,0]]', '"ignitions":[]', 1)
    yield Example("replay.check", "The record without its first ignition.", recorded | {"record": {"text": forged}})


@functools.cache
def _frozen() -> dict[str, bytes]:
    """The files of a pack with that one scenario and seed."""
    item = scenario.parse(SCENARIO.encode())
    manifest = suite.make_manifest("example", "1.0", [(item, "example", ["example"])])
    files = {suite.file_name(0): SCENARIO.encode()}
    return pack.build("example", canonical.encode(manifest), files, [WORLD["seed"]])


def _pack() -> Pack:
    return load(Memory(_frozen()))


@functools.cache
def _result(name: str, *, failed: bool = False) -> bytes:
    """The only trial of a model on that pack: the run above, or a failure."""
    out = io.BytesIO()
    line = result.failure_line(0, "timeout") if failed else result.run_line(0, whole(RUN))
    result.write(out, trial.header(_pack(), name, "first"), [line])
    return out.getvalue()


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _files(files: dict[str, bytes]) -> dict[str, str]:
    return {path: _base64(data) for path, data in files.items()}


def _packs() -> Iterator[Example]:
    files = _frozen()
    given: Plain = {"files": _files(files), "expected_digest": None}
    yield Example("pack.verify", "A pack with that scenario and seed.", given)
    changed = files | {"suite/scenario-000.json": files["suite/scenario-000.json"] + b"\n"}
    yield Example("pack.verify", "A newline was added to the scenario's file.", given | {"files": _files(changed)})
    told = _result("model-a")
    yield Example("result.read", "A result with that run.", {"result": {"base64": _base64(told)}})
    yield Example(
        "result.read",
        "The same without its footer.",
        {"result": {"base64": _base64(told[: told.rindex(b'{"digest"')])}},
    )


def _references() -> Iterator[Example]:
    yield Example("references.people", "The references of SCO-15.3.", WORLD)
    at = [[1, 3, 0], [1, 3, 7], [1, 3, 8], [0, 2, 0]]
    yield Example("references.table", "Beside the exit, and on a wall.", {**WORLD, "at": at})
    yield Example("references.bounds", "Two evacuees.", {**WORLD, "evacuees": ["P10", "P2"]})
    yield Example("references.joint", "All three can leave together.", WORLD)


@functools.cache
def _score() -> Plain:
    """The score of that run, and the inputs of the score."""
    operation = next(each for each in scores.OPERATIONS if each.name == "score.episode")
    return operation(RUN)


def _scores() -> Iterator[Example]:
    counts: Plain = _score()["inputs"]
    yield Example("score.inputs", "The inputs of SCO-15.3.", counts)
    yield Example("score.inputs", "Fewer steps than the bound allows.", counts | {"sum_steps": 6})
    yield Example("score.episode", "The run of SCO-15.3.", RUN)
    yield Example("score.failure", "A timeout, with three people to save.", {"kind": "timeout", "max_evacuated": 3})
    rows = [("a", _score()["score"]), ("b", failed_episode("timeout", 3).document())]
    schedule = [
        {"index": index, "scenario_id": f"scenario-{name}", "family": name, "seed": 3, "trials": [trial_score]}
        for index, (name, trial_score) in enumerate(rows)
    ]
    yield Example("score.aggregate", "That score, and a failure in another family.", {"episodes": schedule})
    key = {
        "scoring_version": SCORING_VERSION,
        "constants_digest": constants_digest(),
        "manifest_hash": "0" * 64,
        "model_id": "example-model",
        "scores": ["100/1", "113/2", None, "0/1", "80/1", "90/1", "30/1"],
    }
    below = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1]
    yield Example("bootstrap.indices", "The first resample of SCO-7.4.", {"key": key, "below": below})
    strata = [[["0/1", "80/1"], ["90/1"]], [["100/1", "113/2"], ["30/1"]]]
    yield Example("bootstrap.interval", "The interval of SCO-7.4.", {"key": key, "strata": strata})


@functools.cache
def _report(name: str, *, failed: bool = False) -> str:
    operation = next(each for each in scores.OPERATIONS if each.name == "score.report")
    found: str = operation.traced(_submission(name, failed=failed), 0)["text"]
    return found


def _submission(name: str, *, failed: bool = False) -> Plain:
    return {"files": _files(_frozen()), "results": [{"base64": _base64(_result(name, failed=failed))}]}


def _reports() -> Iterator[Example]:
    given = _submission("model-a")
    yield Example("score.report", "A submission of one trial with that run.", given)
    told = _result("model-a").replace(b'"outcome":"moved"', b'"outcome":"stayed"', 1)
    out = io.BytesIO()
    head, line, _ = told.splitlines()
    result.write(out, json.loads(head), [line])
    forged = given | {"results": [{"base64": _base64(out.getvalue())}]}
    yield Example("score.report", "An outcome was changed, and the footer made anew.", forged)
    a, b = {"text": _report("model-a")}, {"text": _report("model-b", failed=True)}
    yield Example("score.compare", "That report, and one of a failure.", {"a": a, "b": b})
    changed = {"text": a["text"].replace('"5.267489712"', '"6.267489712"')}
    yield Example("score.compare", "A report whose score was changed.", {"a": changed, "b": b})
    yield Example("score.order", "The failure was given first.", {"reports": [b, a]})
    yield Example("score.order", "A report twice.", {"reports": [a, a]})
