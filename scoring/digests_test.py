"""The same record, fire-world and score digests on every interpreter (ENC-3.1)."""

import json
from pathlib import Path

from packs import verify
from packs.public.pack import public_pack
from scoring.attribution import gather, references
from scoring.episode import score_episode
from simulator import canonical, scenario
from simulator.fire import fire_world
from simulator.policies import registry
from simulator.record import run

EXAMPLE = Path(__file__).parents[1] / "testdata" / "example-run"
PUBLIC = "55afb8f5dc6afd738fdfee18178fe89174a2d48824caf0dcf7c63474f263b802"


def test_the_example() -> None:
    world = scenario.parse((EXAMPLE / "scenario.json").read_bytes())
    actions = [step["actions"] for step in json.loads((EXAMPLE / "record.json").read_bytes())["steps"]]
    record = run(world, 3, lambda observation: actions[observation["step"]])
    found = {
        "scenario_hash": world.digest,
        "fire_world": fire_world(world, 3).digest(),
        "run_record": record.digest(),
    }
    assert found == json.loads((EXAMPLE / "digests.json").read_bytes())


def test_the_public_pack() -> None:
    frozen = verify.open_pack(public_pack())
    found = []
    for index in range(0, len(frozen), 7):
        episode, world = frozen.episode(index), frozen.world(index)
        record = run(episode.scenario, episode.seed, registry.make("fire-aware-shortest-path-v1", 0).act, world)
        score = score_episode(gather(record, references(world)).inputs())
        found.append([world.digest(), record.digest(), canonical.digest(score.document())])
    assert canonical.digest(found) == PUBLIC, (
        "after a change of the suite or of a version: put this digest in its place"
    )
