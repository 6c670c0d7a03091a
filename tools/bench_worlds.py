"""The worlds of //tools:bench, the same in every run."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from packs import files, pack, result, suite, verify
from packs.evaluation import trial
from packs.pack import Pack
from packs.public.pack import public_pack
from packs.source import Memory
from simulator import scenario
from simulator.canonical import encode
from simulator.fire import FireWorld, fire_world
from simulator.grid import DIRECTIONS
from simulator.record import RunRecord, run
from simulator.rng import Stream
from simulator.scenario import Scenario

SEED = 1


@cache
def large_world(size: int = 100, crowd: int = 500, max_steps: int = 500) -> FireWorld:
    """A hall of offices: thin walls with gaps, a dozen exits, a crowd, three places where it begins to burn."""
    return fire_world(_hall(size, crowd, max_steps), SEED)


def _hall(size: int, crowd: int, max_steps: int) -> Scenario:
    stream = Stream(0, "bench/hall")
    walls = [[row, col] for row in range(5, size, 10) for col in range(size) if col % 10 != 5 and stream.next_u64() % 9]
    taken = {(row, col) for row, col in walls}
    free = [[row, col] for row in range(size) for col in range(size) if (row, col) not in taken]
    for last in range(len(free) - 1, 0, -1):
        other = stream.next_u64() % (last + 1)
        free[last], free[other] = free[other], free[last]
    exits, people, lit = sorted(free[:12]), sorted(free[12 : 12 + crowd]), sorted(free[12 + crowd : 15 + crowd])
    return scenario.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "bench-hall",
            "map": {"rows": size, "cols": size, "walls": walls},
            "exits": [{"id": f"E{number:02}", "position": at} for number, at in enumerate(exits)],
            "people": [{"id": f"P{number:05}", "position": at} for number, at in enumerate(people)],
            "fire": {
                "model": "stochastic",
                "ignition": lit,
                "spread_interval": 4,
                "spread_probability": 0.3,
                "exits_flammable": True,
            },
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": max_steps},
        }
    )


@cache
def large_run() -> RunRecord:
    """A run of the large world to the horizon, in which everybody wanders."""
    world, stream = large_world(), Stream(0, "bench/wander")

    def act(observation: dict[str, Any]) -> dict[str, str]:
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        return {person: DIRECTIONS[stream.next_u64() % 5] for person in active}

    return run(world.scenario, world.seed, act, world)


def classroom_pack(episodes: int) -> Pack:
    """The public suite's first scenario under as many seeds."""
    frozen = verify.open_pack(public_pack())
    data = frozen.scenario_bytes(0)
    item = scenario.parse(data)
    document = suite.make_manifest("bench", "1.0", [(item, "bench", ["bench"])])
    built = pack.build("bench", encode(document), {suite.file_name(0): data}, list(range(episodes)))
    return verify.load(Memory(built))


def result_of(frozen: Pack, policy: str, path: Path) -> Path:
    """The result of a policy on a pack."""

    def lines() -> Iterator[bytes]:
        yield from trial.episodes(frozen, policy, 0)

    with files.writing(path) as stream:
        result.write(stream, trial.header(frozen, policy, "bench"), lines())
    return path
