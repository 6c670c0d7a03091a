"""The whole corpus, run again in other orders: every case gets the same answer, to the byte (CNF-7.9)."""

import functools
import sys

import pytest

from conformance import vectors
from conformance.runner.check import Request, check
from conformance.runner.execution import Outcome, execute
from conformance.runner.plan import Shard, Turn, wire_id
from conformance.runner.settings import Settings
from conformance.vectors import Vector

TESTEE = f"import sys; sys.path[:] = {sys.path!r}; from conformance import testee; sys.exit(testee.main())"
ARGV = (sys.executable, "-I", "-S", "-B", "-c", TESTEE)
SHARDS = 3

Digests = dict[str, tuple[str, str]]


@functools.cache
def corpus() -> tuple[Vector, ...]:
    return vectors.load()


@functools.cache
def serial() -> Digests:
    """What a run gives that asks one case after the other by ID, each once."""
    turns = [Turn(one, one.id, "case", wire_id("serial", number)) for number, one in enumerate(corpus())]
    return digests(execute(turns, Settings(ARGV, "serial")))


def run(seed: str, index: int = 0, count: int = 1) -> Digests:
    """What a run of the runner's own kind gives: shuffled, with twins and repetitions."""
    return digests(check(corpus(), Request("full", Settings(ARGV, seed), shard=Shard(index, count))).outcome)


def digests(outcome: Outcome) -> Digests:
    """Status and digest of the answer of each case."""
    return {name: (one.verdict.status, one.answer_digest) for name, one in outcome.results.items()}


def test_every_case_passes() -> None:
    assert len(serial()) == len(corpus()) > 2000
    assert {status for status, _ in serial().values()} == {"pass"}
    assert len({digest for _, digest in serial().values()}) > 1000


@pytest.mark.parametrize("seed", ["shuffled", "shuffled again"])
def test_another_order_gives_the_same_answers(seed: str) -> None:
    assert run(seed) == serial()


def test_shards_give_the_same_answers() -> None:
    found: Digests = {}
    for index in range(SHARDS):
        part = run(f"shard {index}", index, SHARDS)
        assert part and not found.keys() & part.keys()
        found |= part
    assert found == serial()
