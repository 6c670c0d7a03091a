"""What a definition may say instead of spelling an input out: `{$scenario: hall}`, `{$record: {…}}`, `{$pack: {…}}`.

A macro is a mapping with one key, which begins with `$`. What it is given is expanded first.
"""

import json
from collections.abc import Callable
from typing import Any

from conformance.corpus import frozen, reports, runs, worlds
from conformance.corpus.frozen import plain
from conformance.corpus.spelling import DefinitionError, Token, edited, replaced, spell
from conformance.corpus.worlds import World
from conformance.operations.registry import OPERATIONS
from packs import pack
from packs.generator.config import preset
from simulator import canonical, observation
from simulator.metrics import episode_metrics

Worlds = dict[str, World]
Macro = Callable[[Any, Worlds], Any]


def expand(value: Any, known: Worlds) -> Any:
    """A value with every macro in it done.

    Raises:
        DefinitionError: there is no such macro, or it can't be done.
    """
    if isinstance(value, list):
        return [expand(item, known) for item in value]
    if not isinstance(value, dict):
        return value
    inner = {key: expand(item, known) for key, item in value.items()}
    name = next(iter(inner), "")
    if not name.startswith("$"):
        return inner
    if len(inner) != 1 or name not in MACROS:
        raise DefinitionError(f"no macro {name} with {sorted(inner)}")
    return MACROS[name](inner[name], known)


def _world(told: Any, known: Worlds) -> World:
    """A world by its name, or by its name and what is different in it, or a world itself."""
    if isinstance(told, str):
        return known[told]
    return {**known[told["of"]], **{key: item for key, item in told.items() if key != "of"}} if "of" in told else told


def _scenario(told: Any, known: Worlds) -> Any:
    return {"text": worlds.text(_world(told, known))}


def _broken(told: Any, known: Worlds) -> Any:
    """A scenario document with faults: `set` edits its values, `replace` its text."""
    document = edited(worlds.document(_world(told["world"], known)), told.get("set", []))
    return plain(replaced(spell(document), told.get("replace", [])).encode())


def _changed(document: Any, told: Any) -> Any:
    return plain(replaced(spell(edited(document, told.get("set", []))), told.get("replace", [])).encode())


def _play(told: Any, known: Worlds) -> Any:
    return runs.play(_world(told["world"], known), told.get("seed", 0), told.get("moves", []), told.get("policy", ""))


def _record(told: Any, known: Worlds) -> Any:
    return _changed(json.loads(_play(told, known).encode()), told)


def _replay(told: Any, known: Worlds) -> Any:
    """The input of replay.check: the record of a run, edited, against its scenario or another."""
    scenario = _scenario(told.get("against", told["world"]), known)
    return {"scenario": scenario, "record": _record(told, known)}


def _run(told: Any, known: Worlds) -> Any:
    """Scenario, seed and the actions of a whole run; `raw` edits the actions."""
    found = runs.played(_play(told, known))
    scenario, seed = _scenario(told["world"], known), told.get("seed", 0)
    return {"scenario": scenario, "seed": seed, "actions": edited(found, told.get("raw", []))}


def _part(told: Any, known: Worlds) -> Any:
    """An observation, snapshot, step or metrics document of a run, edited."""
    run = _play(told, known)
    at = told.get("step", 0)
    record = json.loads(run.encode())
    snapshots = run.snapshots()
    documents: dict[str, Callable[[], Any]] = {
        "observation": lambda: observation.observe(run.scenario, snapshots[at]),
        "snapshot": lambda: record["steps"][at - 1]["state"] if at else record["initial_state"],
        "metrics": lambda: episode_metrics(run),
    }
    return _changed(documents[told["part"]](), told)


def _answer(told: Any, known: Worlds) -> Any:
    """The input of simulator.act: what a model answers after some moves."""
    scenario = _scenario(told["world"], known)
    before = runs.played(_play(told, known))[: len(told.get("moves", []))]
    return {"scenario": scenario, "seed": told.get("seed", 0), "actions": before, "answer": told["answer"]}


def _move(told: Any, known: Worlds) -> Any:
    """The input of movement.resolve from a map; `*` burns, `E` is floor."""
    area = worlds.document({"map": told["map"].replace("E", "."), "names": told.get("names", {})})
    return {
        "rows": area["map"]["rows"],
        "cols": area["map"]["cols"],
        "walls": area["map"]["walls"],
        "people": area["people"],
        "actions": runs.actions(told["do"]),
        "burning": area["fire"]["ignition"],
        "enter_fire": told.get("enter", "blocked"),
    }


def _pack(told: Any, known: Worlds) -> Any:
    return frozen.encoded(frozen.pack_files(told, known))


def _pack_digest(told: Any, known: Worlds) -> Any:
    return canonical.sha256_hex(frozen.pack_files(told, known)[pack.RECORD])


def _result(told: Any, known: Worlds) -> Any:
    """A result on the pack that `pack` tells."""
    files = frozen.pack_files(told["pack"], known)
    return plain(frozen.result_bytes(told, files, known))


def _scoring(told: Any, known: Worlds) -> Any:
    """A pack and results on it, for score.report; members that all trials share stand beside `trials`."""
    files = frozen.pack_files(told["pack"], known)
    shared = {key: item for key, item in told.items() if key not in ("pack", "trials")}
    results = [plain(frozen.result_bytes(shared | one, files, known)) for one in told["trials"]]
    asked = {key: told[key] for key in ("expected_digest", "joint_bound") if key in told}
    return {"files": frozen.encoded(files), "results": results, **asked}


def _scored(told: Any, known: Worlds) -> Any:
    """The report of results on a pack, edited."""
    made = OPERATIONS["score.report"].traced(told["of"], 0)["text"]
    return {"text": canonical.encode(edited(json.loads(made), told.get("set", []))).decode()}


def _report(told: Any, known: Worlds) -> Any:
    return {"text": canonical.encode(reports.made(told)).decode()}


def _spelled(told: Any, known: Worlds) -> Any:
    return plain(spell(told).encode())


MACROS: dict[str, Macro] = {
    "$answer": _answer,
    "$broken": _broken,
    "$config": lambda told, known: plain(
        spell(edited(preset(told["families"], 1).document, told.get("set", []))).encode()
    ),
    "$hex": lambda told, known: plain(bytes.fromhex(told)),
    "$inputs": lambda told, known: reports.inputs(told),
    "$json": lambda told, known: plain(told.encode()),
    "$many": lambda told, known: [told["value"]] * told["times"],
    "$move": _move,
    "$pack": _pack,
    "$pack_digest": _pack_digest,
    "$part": _part,
    "$record": _record,
    "$repeat": lambda told, known: "".join(part if isinstance(part, str) else part[0] * part[1] for part in told),
    "$replay": _replay,
    "$report": _report,
    "$result": _result,
    "$run": _run,
    "$scenario": _scenario,
    "$schedule": lambda told, known: reports.schedule(told),
    "$scored": _scored,
    "$scoring": _scoring,
    "$spelled": _spelled,
    "$token": lambda told, known: Token(told),
}
