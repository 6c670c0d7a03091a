"""The inputs that a challenge draws, operation by operation (CNF-8.2).

Each function draws one input; whether the product accepts it, and with what output, shows only when it is asked. Every
operation is drawn several times, and some draws are there to be refused.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from conformance import challenge_draw as drawn
from conformance.challenge_draw import Document, Draw
from conformance.operations.registry import OPERATIONS
from conformance.profiles import KINDS
from packs import pack, plan
from packs.generator import config, generate
from packs.generator.families import FAMILIES
from scoring.attribution import gather, references
from scoring.episode import FAILURES, score_episode
from simulator import canonical, metrics, state
from simulator.fire import fire_world
from simulator.grid import DIRECTIONS
from simulator.observation import observe
from simulator.scenario import BLOCKED, CASUALTY

Make = Callable[[Draw], Document]


def _maybe_damaged(draw: Draw, data: bytes) -> Document:
    """A document as it travels; one in two is damaged."""
    return drawn.encoded(drawn.damaged(draw, data) if draw.below(2) else data)


def _value(draw: Draw, depth: int) -> str:
    """The text of any JSON value."""
    kind = draw.below(7 if depth else 5)
    if kind < 2:
        return str(draw.between(-(1 << 53) + 1, (1 << 53) - 1) >> draw.below(53))
    if kind == 2:
        return f"{draw.one(('', '-'))}{draw.below(10)}.{draw.below(10**16)}e{draw.between(-330, 300)}"
    if kind == 3:
        return _string(draw)
    if kind == 4:
        return draw.one(("true", "false", "null"))
    items = [_value(draw, depth - 1) for _ in range(draw.below(5))]
    if kind == 5:
        return "[" + " ,".join(items) + "]"
    return "{" + ", ".join(f"{_string(draw)}:{item}" for item in items) + "}"


def _string(draw: Draw) -> str:
    parts = (
        "a",
        "Z",
        "é",
        "\\n",
        "\\u00e9",
        "\\u0001",
        "\\/",
        "€",
        "𝄞",
        "\\ud834\\udd1e",
        "\\ud834",
        "דּ",
        " ",
        "\\\\",
        '\\"',
    )
    return '"' + "".join(draw.one(parts) for _ in range(draw.below(6))) + '"'


def _json(draw: Draw) -> Document:
    text = "[" + ",".join(_value(draw, 3) for _ in range(3)) + "]"
    return {"document": drawn.encoded(text.encode())}


def _stream(draw: Draw) -> Document:
    label = draw.one(("fire", "x", "policy/1", "a b".replace(" ", "_"), "~!" * draw.between(1, 9)))
    return {"seed": draw.seed(), "label": label, "count": draw.below(12)}


def _words(draw: Draw) -> Document:
    return {"state": draw.word(), "count": draw.below(40)}


def _bernoulli(draw: Draw) -> Document:
    text = draw.probability() if draw.below(4) else draw.one(("1.5", "-0.5", "-0", "1e400", "2"))
    return {"probability": text, "state": draw.word(), "count": draw.below(60)}


def _movement(draw: Draw) -> Document:
    rows, cols = draw.between(1, 4), draw.between(1, 4)
    cells = [[r, c] for r, c in product(range(rows), range(cols))]
    standing = draw.take(cells, draw.between(1, max(1, len(cells) - 1)))
    names = sorted(f"P{number}" for number in range(len(standing)))
    people = [{"id": name, "position": at} for name, at in zip(names, standing, strict=True)]
    walls, burning = draw.take(cells, draw.below(3)), draw.take(cells, draw.below(3))
    return {
        "rows": rows,
        "cols": cols,
        "walls": sorted(walls),
        "people": people,
        "actions": {name: draw.one(DIRECTIONS) for name in names},
        "burning": sorted(burning),
        "enter_fire": draw.one((BLOCKED, CASUALTY)),
    }


def _run(draw: Draw) -> Document:
    given = drawn.world(draw)
    taken = drawn.actions(draw, given)
    if draw.below(4) == 0:
        name = draw.one(sorted(taken[-1]))
        taken[-1] = draw.one(({}, taken[-1] | {name: "up"}, taken[-1] | {"nobody": "stay"}))
    return given | {"actions": taken}


def _act(draw: Draw) -> Document:
    given = drawn.world(draw)
    taken = drawn.actions(draw, given)
    answer = canonical.encode({"actions": taken[-1]})
    return given | {"actions": taken[:-1], "answer": _maybe_damaged(draw, answer)}


def _replay(draw: Draw) -> Document:
    given = drawn.world(draw)
    data = drawn.played(draw, given).encode()
    return {"scenario": given["scenario"], "record": _maybe_damaged(draw, data)}


def reading(kind: str) -> Make:
    """A document of a kind, as it should be or damaged."""
    return lambda draw: {"kind": kind, "document": _maybe_damaged(draw, DOCUMENTS[kind](draw))}


def _simulated(part: str) -> Callable[[Draw], bytes]:
    """A document of a drawn run."""

    def make(draw: Draw) -> bytes:
        run = drawn.played(draw, drawn.world(draw))
        snapshot = draw.one(run.snapshots()[:-1])
        parts: Mapping[str, Callable[[], Any]] = {
            "action_output": lambda: {"actions": draw.one(run.document()["steps"])["actions"]},
            "episode_metrics": lambda: metrics.episode_metrics(run),
            "observation": lambda: observe(run.scenario, snapshot),
            "run_record": run.document,
            "scenario": lambda: run.scenario.document,
            "snapshot": lambda: state.document(run.scenario, snapshot),
        }
        return canonical.encode(parts[part]())

    return make


def _generator_config(draw: Draw) -> bytes:
    return canonical.encode(config.preset([draw.one(list(FAMILIES))], draw.between(1, 3)).document)


def _generation(draw: Draw) -> bytes:
    found = config.preset([draw.one(list(FAMILIES))], 1)
    batch = draw.below(1 << 20)
    return canonical.encode(generate.generation(found, batch, [one.pinned for one in generate.generate(found, batch)]))


def _operational(draw: Draw) -> bytes:
    unknown = draw.below(2)
    document = {
        "model_id": "m",
        "provider_id": "p",
        "inference_digest": draw.word() * 4,
        "trials": draw.between(1, 9),
        "episodes": draw.between(1, 99),
        "latency_seconds": f"{draw.below(1000)}.{draw.between(1, 9)}",
        "cost": None if unknown else f"{draw.between(1, 9)}/{draw.between(1, 9)}",
        "cost_unit": None if unknown else "USD",
    }
    return canonical.encode(document | {name: draw.below(1000) for name in _COUNTED})


_COUNTED = ("input_tokens", "output_tokens", "retries", "timeouts")


def _packed(name: str) -> Callable[[Draw], bytes]:
    return lambda draw: drawn.frozen(draw)[name]


def _line(place: int) -> Callable[[Draw], bytes]:
    """A line of a drawn result."""
    return lambda draw: drawn.submission(draw, drawn.frozen(draw)).splitlines()[place]


def _report(draw: Draw) -> bytes:
    return _reports(draw, 1)[0]


def _reports(draw: Draw, count: int) -> list[bytes]:
    """Reports of submissions on one drawn pack."""
    files = drawn.frozen(draw)
    given: Document = {"files": drawn.encoded_files(files)}
    made = (given | {"results": [drawn.encoded(drawn.submission(draw, files, f"m{at}"))]} for at in range(count))
    return [OPERATIONS["score.report"].traced(one, 0)["text"].encode() for one in made]


DOCUMENTS: Mapping[str, Callable[[Draw], bytes]] = {
    **{part: _simulated(part) for part in KINDS["simulator"]},
    "evaluation_manifest": _packed(pack.MANIFEST),
    "generation": _generation,
    "generator_config": _generator_config,
    "operational_record": _operational,
    "pack": _packed(pack.RECORD),
    "plan": lambda draw: plan.given(f"p{draw.below(99)}", sorted({draw.seed(), draw.seed()})).encode(),
    "report": _report,
    "result_episode": _line(1),
    "result_footer": _line(-1),
    "result_header": _line(0),
    "suite_manifest": _packed("suite/manifest.json"),
}
"""The bytes of a good document of each kind."""


def _pack(draw: Draw) -> Document:
    files = drawn.frozen(draw)
    if draw.below(2):
        name = draw.one(sorted(files))
        files = files | {name: drawn.damaged(draw, files[name])}
    return {"files": drawn.encoded_files(files), "expected_digest": draw.word() * 4 if draw.below(6) == 0 else None}


def _result(draw: Draw) -> Document:
    return {"result": _maybe_damaged(draw, drawn.submission(draw, drawn.frozen(draw)))}


def _table(draw: Draw) -> Document:
    given = drawn.world(draw)
    found = drawn.parsed(given)
    at = [
        [draw.below(found.grid.rows), draw.below(found.grid.cols), draw.below(found.max_steps + 1)] for _ in range(20)
    ]
    return given | {"at": at}


def _bounds(draw: Draw) -> Document:
    """The evacuees are some who did evacuate in a run."""
    given = drawn.world(draw)
    run = drawn.played(draw, given)
    ends = run.document()["steps"][-1]["state"]["people"]
    return given | {"evacuees": draw.some([one["id"] for one in ends if one["status"] == "evacuated"])}


def _inputs(draw: Draw) -> Document:
    """The inputs of a drawn run's score; one in four with a count changed."""
    given = drawn.world(draw)
    run = drawn.played(draw, given)
    found = gather(run, references(fire_world(run.scenario, run.seed))).inputs().document()
    if draw.below(4) == 0:
        name = draw.one(sorted(key for key in found if isinstance(found[key], int)))
        found[name] += draw.one((-1, 1, 7))
    return found


def _failure(draw: Draw) -> Document:
    return {"kind": draw.one(FAILURES), "max_evacuated": draw.below(40)}


def _aggregate(draw: Draw) -> Document:
    trials = draw.between(1, 3)
    rows = [
        {
            "index": index,
            "scenario_id": f"s{index // 2}",
            "family": f"f{index // 4}",
            "seed": index % 2,
            "trials": [_scored(draw) for _ in range(trials)],
        }
        for index in range(draw.between(1, 4) * 2)
    ]
    return {"episodes": rows}


def _scored(draw: Draw) -> Document:
    if draw.below(5) == 0:
        return OPERATIONS["score.failure"](_failure(draw))
    run = drawn.played(draw, drawn.world(draw))
    return score_episode(gather(run, references(fire_world(run.scenario, run.seed))).inputs()).document()


def _indices(draw: Draw) -> Document:
    below = [draw.one((1, 2, 3, 7, 1 << 20, (1 << 53) - 1)) for _ in range(draw.between(1, 30))]
    return {"key": {"nonce": draw.word()}, "below": below}


def _interval(draw: Draw) -> Document:
    families = [
        [[_fraction(draw) for _ in range(draw.between(1, 3))] for _ in range(draw.between(1, 3))]
        for _ in range(draw.between(1, 3))
    ]
    return {"key": {"nonce": draw.word()}, "strata": families}


def _fraction(draw: Draw) -> str:
    """In lowest terms: neighbours share no factor."""
    value = draw.below(1000)
    return f"{value}/{value + 1}"


def _scored_submission(draw: Draw) -> Document:
    files = drawn.frozen(draw)
    data = drawn.submission(draw, files)
    return {
        "files": drawn.encoded_files(files),
        "results": [drawn.encoded(drawn.damaged(draw, data) if draw.below(3) == 0 else data)],
    }


def _compare(draw: Draw) -> Document:
    a, b = _reports(draw, 2)
    return {
        "a": {"text": a.decode()},
        "b": {"text": b.decode()} if draw.below(3) else drawn.encoded(drawn.damaged(draw, b)),
    }


def _order(draw: Draw) -> Document:
    return {"reports": [{"text": data.decode()} for data in _reports(draw, draw.between(1, 3))]}


INPUTS: Mapping[str, Make] = {
    "bootstrap.indices": _indices,
    "bootstrap.interval": _interval,
    "fire.world": drawn.world,
    "json.canonical": _json,
    "movement.resolve": _movement,
    "pack.verify": _pack,
    "references.bounds": _bounds,
    "references.joint": drawn.world,
    "references.people": drawn.world,
    "references.table": _table,
    "replay.check": _replay,
    "result.read": _result,
    "rng.bernoulli": _bernoulli,
    "rng.stream": _stream,
    "rng.words": _words,
    "score.aggregate": _aggregate,
    "score.compare": _compare,
    "score.episode": _run,
    "score.failure": _failure,
    "score.inputs": _inputs,
    "score.order": _order,
    "score.report": _scored_submission,
    "simulator.act": _act,
    "simulator.observe": _run,
    "simulator.run": _run,
}
"""How an input of each operation is drawn; for `document.read` see `reading`."""
