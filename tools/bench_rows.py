"""The rows of //tools:bench: what is measured, and against what."""

import atexit
import multiprocessing
import resource
import shutil
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from packs import result, verify
from packs.pack import Pack
from packs.public.pack import public_pack
from packs.result import EpisodeLine
from scoring import submission
from scoring.attribution import gather, references
from scoring.authenticate import exactly, strictly
from scoring.bootstrap import Strata, WordStream, index, interval, quantile, stream_key
from scoring.constants import CONSTANTS
from scoring.episode import score_episode
from scoring.target import pack_target
from simulator.fire import fire_world
from simulator.phases import Simulator
from tools.bench_timing import Row, Work
from tools.bench_worlds import SEED, classroom_pack, large_run, large_world, result_of


@cache
def folder() -> Path:
    """A folder for the files of this run; it is gone at its end."""
    path = tempfile.mkdtemp(prefix="ember-bench-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Path(path)


def peak_of(work: Work) -> Callable[[], int]:
    """Measures the peak memory of some work, in bytes, in a child of this process."""

    def measured() -> int:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(duplex=False)

        def child() -> None:
            work()
            theirs.send(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)

        process = context.Process(target=child)
        process.start()
        found = int(ours.recv())
        process.join()
        return found

    return measured


def bootstrap() -> list[Row]:
    """The interval from 2,000 resamples, against the same in fractions."""
    key = stream_key({"bench": 1})

    def row(episodes: int, slow: bool) -> Row:
        values = [Fraction(7 * number % 1009, 10) for number in range(episodes)]
        scenarios = [values[start : start + 3] for start in range(0, episodes, 3)]
        strata = [scenarios[family::10] for family in range(10)]
        peer = ("a loop of fractions", lambda: literal_interval(strata, key)) if slow else (None, None)
        return Row(f"bootstrap, 2000 resamples of {episodes} episodes", lambda: interval(strata, key), *peer)

    return [row(30, True), row(3_000, True)]


def literal_interval(strata: Strata, key: bytes) -> list[Fraction]:
    """The interval as it reads."""
    words = WordStream(key)
    means = sorted(_literal_resample(strata, words) for _ in range(int(CONSTANTS.resamples)))
    return [quantile(means, Fraction(share, 40)) for share in (1, 39)]


def _literal_resample(strata: Strata, words: WordStream) -> Fraction:
    families = []
    for family in strata:
        scenarios = []
        for _ in family:
            episodes = family[index(words.next, len(family))]
            drawn = [episodes[index(words.next, len(episodes))] for _ in episodes]
            scenarios.append(sum(drawn, Fraction(0)) / len(drawn))
        families.append(sum(scenarios, Fraction(0)) / len(scenarios))
    return sum(families, Fraction(0)) / len(families)


def episode() -> list[Row]:
    """500 people, 500 steps, 100 × 100 cells: each part of scoring a record, then its line from bytes to score."""
    world, record = large_world(), large_run()
    scenario, known = world.scenario, references(large_world())
    line = EpisodeLine("bench", 2, 0, None, result.run_line(0, record))

    def replayed() -> None:
        simulator = Simulator(scenario, SEED, world)
        for step in record.steps:
            simulator.step(step.actions)

    def judged() -> None:
        fire = fire_world(scenario, SEED)
        simulator = Simulator(scenario, SEED, fire)
        for step in record.steps:
            simulator.step(step.actions)
        score_episode(gather(record, references(fire)).inputs())

    name = "500 people × 500 steps on 100²"
    return [
        Row(f"{name}: fire world", lambda: fire_world(scenario, SEED)),
        Row(f"{name}: replay", replayed),
        Row(f"{name}: references", lambda: references(world)),
        Row(f"{name}: evidence and score", lambda: score_episode(gather(record, known).inputs())),
        Row(f"{name}: all four", judged),
        Row(
            f"{name}: reading {len(line.data) >> 20} MiB, replay and metrics",
            lambda: exactly(line, world),
            "a strict parse",
            lambda: strictly(line, world),
        ),
    ]


def public() -> list[Row]:
    """The public pack, from the files to the report."""
    path = result_of(verify.open_pack(public_pack()), "congestion-aware-v1", folder() / "public.jsonl")
    name = "public pack: authenticate and score 30 episodes"
    return [Row(name, lambda: _scored(verify.open_pack(public_pack()), path))]


def _scored(frozen: Pack, path: Path) -> None:
    submission.score([path], lambda _: pack_target(frozen, committed=False))


def scale() -> list[Row]:
    """One scenario under 30, 300 and 3,000 seeds: time should grow with them, memory should not."""
    return list(_scales())


def _scales() -> Iterator[Row]:
    for episodes in (30, 300, 3_000):
        frozen = classroom_pack(episodes)
        path = result_of(frozen, "static-shortest-path-v1", folder() / f"scale-{episodes}.jsonl")

        def work(frozen: Pack = frozen, path: Path = path) -> None:
            _scored(frozen, path)

        yield Row(f"scale: authenticate and score {episodes} episodes", work, peak=peak_of(work))


ROWS: dict[str, Callable[[], list[Row]]] = {
    "bootstrap": bootstrap,
    "episode": episode,
    "public": public,
    "scale": scale,
}
