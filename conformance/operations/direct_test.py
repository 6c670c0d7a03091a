"""The operations of the simulator, and reading its documents, against the product itself, called another way."""

import json
from typing import Any

import pytest

from conformance.operations.asking import WORLDS, data, ok, place, played, refused, told
from conformance.operations.operation import BadInput
from conformance.operations.registry import OPERATIONS, outcome
from simulator import canonical, metrics, observation, record, state
from simulator.fire import fire_world
from simulator.grid import make_grid
from simulator.movement import resolve
from simulator.random_worlds import RandomWorld, random_world
from simulator.rng import Stream, threshold, word_hex

Document = dict[str, Any]

each_world = pytest.mark.parametrize("world", WORLDS, ids=lambda world: str(world.number))


def test_canonical() -> None:
    value = {"z": [1, 2.5, 1e21, 5e-324, None], "a": {"é": "\n"}}
    assert ok("json.canonical", {"document": told(value)}) == {
        "canonical": canonical.encode(value).decode(),
        "digest": canonical.digest(value),
    }
    for text, code, pointer in (
        ('{"a":[1e999]}', "number_overflow", "/a/0"),
        ("-0", "negative_zero", ""),
        ("9007199254740992", "integer_range", ""),
        ("[123456789012345678901234567890]", "integer_range", "/0"),
        ('{"b":{"a":1,"a":2}}', "duplicate_key", "/b/a"),
        ('["\\ud800"]', "lone_surrogate", "/0"),
        ('{"x":{"\\ud800":1}}', "lone_surrogate", "/x"),
    ):
        assert refused("json.canonical", {"document": {"text": text}}) == ("shape", code, pointer)
    for bad, code in ((b"\xff", "not_utf8"), (b"\xef\xbb\xbf1", "byte_order_mark"), (b"NaN", "not_finite")):
        assert refused("json.canonical", {"document": data(bad)}) == ("syntax", code, "")
    for bad, code in ((b"", "bad_syntax"), (b"[" * 65 + b"]" * 65, "too_deep")):
        assert refused("json.canonical", {"document": data(bad)}) == ("syntax", code, "")


@each_world
def test_documents_of_a_run(world: RandomWorld) -> None:
    run = record.run(world.scenario, world.seed, world.wander("operations"))
    for kind, value in (
        ("scenario", world.scenario.document),
        ("run_record", run.document()),
        ("snapshot", state.document(world.scenario, run.initial_state)),
        ("observation", observation.observe(world.scenario, run.initial_state)),
        ("episode_metrics", metrics.episode_metrics(run)),
        ("action_output", {"actions": dict(run.steps[0].actions)}),
    ):
        assert ok("document.read", {"kind": kind, "document": told(value)}) == {"digest": canonical.digest(value)}
        broken = {key: member for key, member in value.items() if key != min(value)}
        stage, code, pointer = refused("document.read", {"kind": kind, "document": told(broken)})
        assert (stage, code, pointer) == ("shape", "missing_key", f"/{min(value)}")


def test_the_length_of_an_action_output() -> None:
    answer = '{"actions": {"P1": "stay"}}'
    longest = answer.ljust(observation.MAX_ANSWER_BYTES)
    read = {"kind": "action_output", "document": {"text": longest}}
    assert ok("document.read", read) == {"digest": canonical.digest(json.loads(answer))}
    longer = read | {"document": {"text": longest + " "}}
    assert refused("document.read", longer) == ("syntax", "too_large", "")


def test_streams() -> None:
    for seed, label in ((0, "fire"), (3, "fire"), ((1 << 53) - 1, "policy/random-legal-v1")):
        stream = Stream(seed, label)
        first = word_hex(stream.state)
        words = [word_hex(stream.next_u64()) for _ in range(5)]
        rest = {"words": words, "end_state": word_hex(stream.state)}
        assert ok("rng.stream", {"seed": seed, "label": label, "count": 5}) == {"state": first, **rest}
        assert ok("rng.words", {"state": first, "count": 5}) == rest
    for token in ("0", "1", "1.0", "0.35", "1e-400", "5e-324", "0.1"):
        stream, limit = Stream(7, "fire"), threshold(float(token))
        asked = {"probability": token, "state": word_hex(stream.state), "count": 40}
        successes = [stream.bernoulli(limit) for _ in range(40)]
        wanted = {"threshold": str(limit), "successes": successes, "end_state": word_hex(stream.state)}
        assert ok("rng.bernoulli", asked) == wanted
    for token, code in (("1.5", "out_of_range"), ("-0", "negative_zero"), ("1e400", "number_overflow")):
        assert refused("rng.bernoulli", asked | {"probability": token}) == ("shape", code, "")
    assert refused("rng.bernoulli", asked | {"probability": "0." + "1" * 40}) == ("shape", "number_too_long", "")


@each_world
def test_fire(world: RandomWorld) -> None:
    known, found = fire_world(world.scenario, world.seed), ok("fire.world", place(world))
    document = known.document()
    assert found["digest"] == known.digest()
    assert (found["draws"], found["final_rng_state"]) == (document["draws"], document["final_rng_state"])
    for number, digest in enumerate(found["steps"]):
        step = json.loads(ok("fire.world", place(world), number)["text"])
        assert canonical.digest(step) == digest
        assert step["ignitions"] == document["ignitions"][number]
        assert step["draws"] == ([0] + document["draws"])[number]
    assert step["rng_state"] == document["final_rng_state"]
    assert outcome("fire.world", place(world), number + 1)["status"] == "error"


@each_world
def test_movement(world: RandomWorld) -> None:
    run, area = record.run(world.scenario, world.seed, world.wander("operations")), world.scenario.document["map"]
    grid = make_grid(area["rows"], area["cols"], area["walls"])
    before = run.initial_state
    for step in run.steps:
        standing = {world.scenario.people[index].id: before.positions[index] for index in before.active()}
        known = resolve(grid, standing, step.actions, before.burning, world.scenario.enter_fire)
        asked = {
            **area,
            "people": [{"id": name, "position": list(grid.position(cell))} for name, cell in standing.items()],
            "actions": dict(step.actions),
            "burning": state.document(world.scenario, before)["burning"],
            "enter_fire": world.scenario.enter_fire,
        }
        asked["people"].reverse()
        found = ok("movement.resolve", asked)["movements"]
        assert {name: each["outcome"] for name, each in found.items()} == known.outcomes
        assert {name: grid.cell(*each["position"]) for name, each in found.items()} == known.cells
        before = step.state
    wrong: list[Document] = [{"actions": {}}, {"burning": [[area["rows"], 0]]}, {"walls": [[0, area["cols"]]]}]
    for bad in wrong:
        assert outcome("movement.resolve", asked | bad)["status"] == "error"


@each_world
def test_runs(world: RandomWorld) -> None:
    run, asked = played(world)
    document = run.document()
    assert ok("simulator.run", asked) == {
        "record_digest": canonical.digest(document),
        "initial_state": canonical.digest(document["initial_state"]),
        "steps": [canonical.digest(step) for step in document["steps"]],
        "metrics": metrics.episode_metrics(run),
    }
    traced = [json.loads(ok("simulator.run", asked, number)["text"]) for number in range(len(run.steps) + 1)]
    assert traced == [document["initial_state"], *document["steps"]]
    seen = [observation.observe(world.scenario, snapshot) for snapshot in run.snapshots()[:-1]]
    assert ok("simulator.observe", asked) == {"observations": [canonical.digest(each) for each in seen]}
    assert [json.loads(ok("simulator.observe", asked, number)["text"]) for number in range(len(seen))] == seen
    for name in ("simulator.run", "simulator.observe"):
        assert outcome(name, asked, len(run.steps) + 1)["status"] == "error"
        longer = asked | {"actions": [*asked["actions"], {}]}
        assert outcome(name, longer)["status"] == "error"


@each_world
def test_a_run_whose_end_is_left_out_ends_in_staying(world: RandomWorld) -> None:
    def stay(seen: Document) -> dict[str, str]:
        return {person["id"]: "stay" for person in seen["people"] if person["status"] == "active"}

    known = record.run(world.scenario, world.seed, stay)
    assert ok("simulator.run", {**place(world), "actions": []})["record_digest"] == known.digest()


@each_world
def test_refused_actions(world: RandomWorld) -> None:
    run, asked = played(world)
    first = asked["actions"][0]
    person = min(first)
    for actions, code, who in (
        ({name: way for name, way in first.items() if name != person}, "missing_action", person),
        (first | {"nobody": "stay"}, "unexpected_action", "nobody"),
        (first | {person: "up"}, "unknown_direction", person),
    ):
        for name in ("simulator.run", "simulator.observe", "score.episode"):
            given = asked | {"actions": [actions]}
            assert refused(name, given) == ("action", code, f"/actions/0/{who}")


@each_world
def test_answers(world: RandomWorld) -> None:
    run, asked = played(world)
    for number in (0, len(run.steps) - 1):
        so_far = {**asked, "actions": asked["actions"][:number]}
        actions = asked["actions"][number]
        assert ok("simulator.act", so_far | {"answer": told({"actions": actions})}) == {"actions": actions}
        person = max(actions)
        bad = told({"actions": actions | {person: "up"}})
        assert refused("simulator.act", so_far | {"answer": bad}) == ("action", "bad_value", f"/actions/{person}")
        assert refused("simulator.act", so_far | {"answer": data(b"\xff")}) == ("action", "not_utf8", "")
    assert outcome("simulator.act", asked | {"answer": told({"actions": {}})})["status"] == "error"
    huge = {"text": " " * (1 << 20) + "{}"}
    assert refused("simulator.act", so_far | {"answer": huge}) == ("action", "too_large", "")


@each_world
def test_replays(world: RandomWorld) -> None:
    run, _ = played(world)
    document = run.document()
    asked = {"scenario": told(world.scenario.document), "record": told(document)}
    assert ok("replay.check", asked) == {"verdict": "replays", "digest": run.digest()}
    for path, step in ((("header", "scenario_id"), None), (("steps", 0, "state", "rng_state", "fire"), 1)):
        forged: Any = json.loads(json.dumps(document))
        at = forged
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = "0" * 16
        known = record.replay(forged, world.scenario)
        assert isinstance(known, record.Divergence)
        found = ok("replay.check", asked | {"record": told(forged)})
        assert found == {"verdict": "differs", "step": known.step, "field": known.field}
        assert known.step == step
    shorter = document | {"steps": document["steps"][:-1]}
    found = ok("replay.check", asked | {"record": told(shorter)})
    assert found == {"verdict": "differs", "step": len(run.steps) - 1, "field": "/steps"}
    assert refused("replay.check", asked | {"record": told({})}) == ("shape", "missing_key", "/header")


def test_a_bad_input_never_reaches_the_product() -> None:
    for name, operation in OPERATIONS.items():
        with pytest.raises(BadInput):
            operation({"unheard": "of"})
        if operation.trace is None:
            with pytest.raises(BadInput):
                operation.traced({}, 0)
        assert outcome(name, {"unheard": "of"})["status"] == "error"


def test_a_scenario_that_is_refused_is_refused_everywhere() -> None:
    bad = random_world(3).scenario.document | {"exits": []}
    known = ("shape", "too_short", "/exits")
    extra = {"actions": [], "answer": {"text": "{}"}, "at": [[0, 0, 0]], "evacuees": []}
    names = [name for name, each in OPERATIONS.items() if "scenario" in each.given.shapes and name != "replay.check"]
    assert len(names) == 9
    for name in names:
        given = {key: value for key, value in extra.items() if key in OPERATIONS[name].given.shapes}
        assert refused(name, {"scenario": told(bad), "seed": 0, **given}) == known
