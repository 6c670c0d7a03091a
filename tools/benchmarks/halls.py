"""The worlds of //tools:bench, and of its kernels, the same in every run; they need the simulator alone."""

from functools import cache
from typing import Any

from simulator import scenario
from simulator.fire import FireWorld, fire_world
from simulator.grid import DIRECTIONS
from simulator.record import RunRecord, run
from simulator.rng import Stream
from simulator.scenario import Scenario

SEED = 1

Cells = list[list[int]]


@cache
def hall(size: int = 100, crowd: int = 500, max_steps: int = 500, interval: int = 4) -> FireWorld:
    """A hall of offices: thin walls with gaps, a dozen exits, a crowd, three places where it begins to burn.

    With the defaults all of it burns before the horizon, with an interval of 8 somewhat less than half.
    """
    stream = Stream(0, "bench/hall")
    walls = _walls(size, stream)
    free = _free(size, walls, range(size), stream)
    marked = free[:12], free[12 : 12 + crowd], free[12 + crowd : 15 + crowd]
    return fire_world(_scenario(size, walls, marked, max_steps, interval), SEED)


@cache
def divided(size: int, crowd: int, max_steps: int) -> FireWorld:
    """The same with a wall from top to bottom: the crowd and the exits to its left, the fire to its right."""
    stream, wall = Stream(0, "bench/divided"), size * 2 // 3
    walls = sorted({*map(tuple, _walls(size, stream)), *((row, wall) for row in range(size))})
    cells = [list(at) for at in walls]
    left, right = _free(size, cells, range(wall), stream), _free(size, cells, range(wall + 1, size), stream)
    marked = left[:12], left[12 : 12 + crowd], right[:3]
    return fire_world(_scenario(size, cells, marked, max_steps, 2), SEED)


def _walls(size: int, stream: Stream) -> Cells:
    return [[row, col] for row in range(5, size, 10) for col in range(size) if col % 10 != 5 and stream.next_u64() % 9]


def _free(size: int, walls: Cells, cols: range, stream: Stream) -> Cells:
    """The cells of some columns without a wall, shuffled."""
    taken = {(row, col) for row, col in walls}
    free = [[row, col] for row in range(size) for col in cols if (row, col) not in taken]
    for last in range(len(free) - 1, 0, -1):
        other = stream.next_u64() % (last + 1)
        free[last], free[other] = free[other], free[last]
    return free


def _scenario(size: int, walls: Cells, marked: tuple[Cells, Cells, Cells], max_steps: int, interval: int) -> Scenario:
    exits, people, lit = (sorted(cells) for cells in marked)
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
                "spread_interval": interval,
                "spread_probability": 0.3,
                "exits_flammable": True,
            },
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": max_steps},
        }
    )


def wander(world: FireWorld, label: str = "bench/wander") -> RunRecord:
    """A run in which everybody wanders to the end."""
    stream = Stream(0, label)

    def act(observation: dict[str, Any]) -> dict[str, str]:
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        return {person: DIRECTIONS[stream.next_u64() % 5] for person in active}

    return run(world.scenario, world.seed, act, world)
