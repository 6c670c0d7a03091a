"""A baseline is evaluated and scored on a dask cluster whose workers die: the same bytes as here (PCK-13, SCO-9)."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from packs import result, verify
from packs.dask_cluster import local
from packs.evaluation import trial
from packs.executors import Workers, ordered, workers
from packs.public.pack import public_pack
from scoring.submission import Options, score
from scoring.target import pack_target
from simulator import canonical

POLICY = "congestion-aware-v1"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with local(tmp_path_factory.mktemp("dask"), 2) as made:
        yield made


def killer(cluster: LocalCluster, moment: int) -> Callable[[int, int], None]:
    """Kills a worker once so many episodes are done."""

    def progress(done: int, total: int) -> None:
        if done == moment:
            with Client(cluster.scheduler_address, set_as_default=False) as client:
                process = next(iter(client.run(os.getpid).values()))
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    return progress


def lines(found: Workers, progress: Callable[[int, int], None] = lambda done, total: None) -> Iterator[bytes]:
    pack = verify.open_pack(public_pack())
    played = ordered(trial.play, trial.tasks(pack, POLICY, 0), found.make, found.jobs)
    for done, line in enumerate(played, 1):
        progress(done, len(pack))
        yield line


def test_a_killed_worker_changes_no_byte_of_a_result_or_a_report(cluster: LocalCluster, tmp_path: Path) -> None:
    found = workers(f"dask:{cluster.scheduler_address}", 1)
    here = list(lines(Workers()))
    assert list(lines(found, killer(cluster, 4))) == here
    path = tmp_path / "result.jsonl"
    pack = verify.open_pack(public_pack())
    with path.open("wb") as stream:
        result.write(stream, trial.header(pack, POLICY, POLICY), iter(here))
    expected = score([path], lambda _: pack_target(pack, committed=False))
    options = Options(False, found.make, found.jobs, killer(cluster, 3))
    assert canonical.encode(score([path], lambda _: pack_target(pack, committed=False), options)) == canonical.encode(
        expected
    )
