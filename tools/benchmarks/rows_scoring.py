"""Rows of authentication, scoring and the statistics."""

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

from packs import result, verify
from packs.pack import Pack
from packs.public.pack import public_pack
from packs.result import EpisodeLine
from scoring import submission
from scoring.attribution import references
from scoring.authenticate import Task, score_task
from scoring.bootstrap import interval, stream_key
from scoring.target import pack_target
from simulator.canonical import encode
from simulator.fire import fire_world
from simulator.phases import Simulator
from tools.benchmarks import slow
from tools.benchmarks.halls import SEED, hall
from tools.benchmarks.timing import Contender, Goal, Row, Work
from tools.benchmarks.worlds import classroom_pack, hall_pack, large_run, result_of, wander_result

EPISODES = (30, 300, 3_000)


@cache
def folder() -> Path:
    """A folder for the files of this run; it is gone at its end."""
    path = tempfile.mkdtemp(prefix="ember-bench-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Path(path)


def steady(work: Work) -> Callable[[], Work]:
    """Nothing to prepare."""
    return lambda: work


def bootstrap() -> list[Row]:
    """The interval from 2,000 resamples, against the same in fractions."""
    return [_bootstrap(30), _bootstrap(3_000)]


def _bootstrap(episodes: int) -> Row:
    key = stream_key({"bench": 1})
    values = [Fraction(7 * number % 1009, 10) for number in range(episodes)]
    scenarios = [values[start : start + 3] for start in range(0, episodes, 3)]
    strata = [scenarios[family::10] for family in range(10)]
    found = interval(strata, key)
    if episodes < 100:
        assert [found.lower, found.upper] == slow.fraction_interval(strata, key)
    fractions = Contender("a loop of fractions", steady(lambda: slow.fraction_interval(strata, key)), memory=False)
    return Row(
        f"bootstrap, 2,000 resamples of {episodes:,} episodes",
        Contender("ours", steady(lambda: interval(strata, key))),
        (fractions,),
        (Goal(f"bootstrap of {episodes:,} at least 13 times as fast as fractions", "time", 13, fractions.name),),
    )


def episode() -> list[Row]:
    """500 people, 500 steps, 100 × 100 cells: from a line's bytes to the score, and the parts of that."""
    world, record = hall(), large_run()
    scenario = world.scenario
    line = EpisodeLine("bench", 2, 0, None, result.run_line(0, record))
    task = Task(0, encode(scenario.document), SEED, world.digest(), (line,))

    def replayed() -> None:
        simulator = Simulator(scenario, SEED, hall())
        for step in record.steps:
            simulator.step(step.actions)

    def known() -> object:
        return references(fire_world(scenario, SEED))

    def parts() -> None:
        replayed()
        known()
        json.loads(line.data)

    sum_of = Contender("replay + references + json.loads", steady(parts))
    name = "an episode of 500 people × 500 steps on 100²"
    return [
        Row(
            f"authenticate and score {name}, {len(line.data) >> 20} MiB",
            Contender("ours", steady(lambda: score_task(task))),
            (
                sum_of,
                Contender("replay alone", steady(replayed)),
                Contender("fire world and references alone", steady(known)),
                Contender("json.loads alone", steady(lambda: json.loads(line.data))),
            ),
            (Goal("an episode's score at most 1.3 × (replay + references + reading)", "time", 1 / 1.3, sum_of.name),),
        )
    ]


def public() -> list[Row]:
    """The public pack, from the files to the report."""
    path = result_of(verify.open_pack(public_pack()), "congestion-aware-v1", folder() / "public.jsonl")
    work = Contender("ours", steady(lambda: _scored(verify.open_pack(public_pack()), path)))
    goal = Goal("the public pack scored in under 1 s of CPU", "seconds", 1)
    return [Row("public pack: authenticate and score 30 episodes", work, (), (goal,))]


def _scored(frozen: Pack, path: Path) -> None:
    submission.score([path], lambda _: pack_target(frozen, committed=False))


def scale() -> list[Row]:
    """One scenario under 30, 300 and 3,000 seeds: time should grow with them, memory should not."""
    works = {count: _scale(count) for count in EPISODES}
    few, most = EPISODES[0], EPISODES[-1]

    def again() -> None:
        for _ in range(most // few):
            works[few]()

    repeated = Contender(f"{few} episodes, {most // few} times", steady(again))
    goals = (
        Goal("an episode of 3,000 costs at most 15 % more than one of 30", "time", 1 / 1.15, repeated.name),
        Goal("memory at 3,000 episodes at most a quarter above that at 30", "memory", 0.8, repeated.name),
    )
    return [
        Row(
            f"authenticate and score {count:,} episodes",
            Contender("ours", steady(work)),
            (repeated,) if count == most else (),
            goals if count == most else (),
            units=count,
            unit="episode",
            whole=True,
        )
        for count, work in works.items()
    ]


def _scale(count: int) -> Work:
    frozen = classroom_pack(count)
    path = result_of(frozen, "static-shortest-path-v1", folder() / f"scale-{count}.jsonl")
    return lambda: _scored(frozen, path)


def streams() -> list[Row]:
    """Records of 500 people × 500 steps, written and read: the memory is that of one, however many there are."""
    rows = []
    for count in (1, 4):
        frozen = hall_pack(count)
        path = wander_result(frozen, folder() / f"stream-{count}.jsonl")
        out = folder() / f"stream-{count}-again.jsonl"
        many = "one record" if count == 1 else f"{count} records"
        size = f"{path.stat().st_size >> 20} MiB"
        writing = Contender("ours", steady(lambda frozen=frozen, out=out: wander_result(frozen, out)))  # type: ignore[misc]
        reading = Contender("ours", steady(lambda frozen=frozen, path=path: _scored(frozen, path)))  # type: ignore[misc]
        rows.append(Row(f"play and write {many} of 500 × 500, {size}", writing, units=count, unit="record", whole=True))
        rows.append(Row(f"read and score {many} of 500 × 500, {size}", reading, units=count, unit="record", whole=True))
    return rows
