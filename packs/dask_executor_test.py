"""A real cluster of two workers, one of which is killed at work: nothing is lost or doubled (PCK-13.4)."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import dask.config
import pytest
from distributed import LocalCluster

from packs import dask_executor
from packs.dask_cluster import local
from packs.dask_executor import DaskExecutor
from packs.executors import ordered, workers
from packs.versions import PACK_VERSIONS
from simulator.errors import IncompleteError

ITEMS = 40
KILLED = 7


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with local(tmp_path_factory.mktemp("dask"), 2) as made:
        yield made


def marked(item: tuple[int, str]) -> int:
    """Item KILLED kills its worker the first time it is played; every play leaves a mark."""
    number, folder = item
    Path(folder, f"{number}-{os.urandom(6).hex()}").touch()
    if number == KILLED and len(list(Path(folder).glob(f"{KILLED}-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def deadly(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_killed_worker_loses_nothing_and_doubles_nothing(cluster: LocalCluster, tmp_path: Path) -> None:
    found = workers(f"dask:{cluster.scheduler_address}", 1)
    assert found.jobs == 2
    results = list(ordered(marked, ((n, str(tmp_path)) for n in range(ITEMS)), found.make, found.jobs))
    assert results == list(range(ITEMS))
    plays = [path.name.split("-")[0] for path in tmp_path.iterdir()]
    assert plays.count(str(KILLED)) == 2 and set(plays) == set(map(str, range(ITEMS)))


def test_the_task_that_kills_its_workers_is_told_and_no_other(tmp_path: Path) -> None:
    """The scheduler blames every task that a dead worker had: here at once, so that few workers have to die."""
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), local(tmp_path, 1) as made:
        found = workers(f"dask:{made.scheduler_address}", 1)
        results = ordered(deadly, range(4), found.make, found.jobs)
        assert [next(results) for _ in range(2)] == [0, 1]
        with pytest.raises(IncompleteError, match="worker_died"):
            next(results)


def test_what_a_task_raises_comes_back_as_it_is(cluster: LocalCluster) -> None:
    found = workers(f"dask:{cluster.scheduler_address}", 1)
    with pytest.raises(ZeroDivisionError):
        list(ordered(lambda item: 1 // item, [1, 0, 1], found.make, found.jobs))


def test_workers_with_other_code_are_refused(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACK_VERSIONS, "simulator", "9.9.9")
    with pytest.raises(IncompleteError, match="other_code"):
        DaskExecutor(cluster.scheduler_address)


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "_CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(IncompleteError, match="no_cluster"):
            DaskExecutor(address)
