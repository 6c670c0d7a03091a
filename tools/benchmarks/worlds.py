"""The packs and results of //tools:bench, the same in every run."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from packs import files, pack, result, suite, verify
from packs.evaluation import trial
from packs.pack import Pack
from packs.public.pack import public_pack
from packs.source import Memory
from simulator import scenario
from simulator.canonical import encode
from simulator.record import RunRecord
from simulator.scenario import Scenario
from tools.benchmarks.halls import SEED, hall, wander


@cache
def large_run() -> RunRecord:
    """500 people wander for 500 steps on 100 × 100 cells."""
    return wander(hall())


def classroom_pack(episodes: int) -> Pack:
    """The public suite's first scenario under as many seeds."""
    frozen = verify.open_pack(public_pack())
    data = frozen.scenario_bytes(0)
    return _packed(scenario.parse(data), data, list(range(episodes)))


def hall_pack(episodes: int) -> Pack:
    """The large hall under as many seeds."""
    item = hall().scenario
    return _packed(item, encode(item.document), list(range(SEED, SEED + episodes)))


def _packed(item: Scenario, data: bytes, seeds: list[int]) -> Pack:
    document = suite.make_manifest("bench", "1.0", [(item, "bench", ["bench"])])
    return verify.load(Memory(pack.build("bench", encode(document), {suite.file_name(0): data}, seeds)))


def result_of(frozen: Pack, policy: str, path: Path) -> Path:
    """The result of a policy on a pack, in a file."""
    return written(frozen, trial.episodes(frozen, policy, 0), path, policy)


def wander_result(frozen: Pack, path: Path) -> Path:
    """A result in which everybody wanders, written episode by episode."""

    def lines() -> Iterator[bytes]:
        for index in range(len(frozen)):
            yield result.run_line(index, wander(frozen.world(index)))

    return written(frozen, lines(), path, "wander")


def written(frozen: Pack, lines: Iterator[bytes], path: Path, name: str) -> Path:
    """A result of these lines."""
    with files.writing(path) as stream:
        result.write(stream, trial.header(frozen, name, "bench"), lines)
    return path
