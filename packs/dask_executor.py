"""The seam's way to several machines: a dask cluster (PCK-13.4). Needs `distributed`.

dask plays a task again itself when a worker dies, and gives up on all that were with a worker when several died,
guilty or not. That is told as a broken pool, so that `ordered` finds the guilty one. The workers need this code on
their import path: `ember.pyz` is enough.
"""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

from distributed import Client, KilledWorker
from distributed.comm.core import CommClosedError

from packs import versions
from simulator.errors import IncompleteError

_CONNECT, _WORKERS = 10, 60
"""Seconds within which a scheduler answers, and within which it has a worker: one that died comes back late."""


class DaskExecutor(Executor):
    """Runs tasks on the workers of a cluster; results come back as they are, whatever the workers' number."""

    def __init__(self, address: str) -> None:
        """Connects to the scheduler at `address`.

        Raises:
            IncompleteError: `no_cluster`, it does not answer, is of another version of dask, or has no workers;
                `other_code`, a worker has no EMBER of these versions.
        """
        try:
            self._client = Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise IncompleteError("no_cluster", f"no dask scheduler answers at {address}: {error}") from None
        self._pool = self._client.get_executor(pure=False)
        try:
            self.jobs = self._check()
        except BaseException:
            self.shutdown()
            raise

    def _check(self) -> int:
        """How many tasks the cluster runs at once; every worker has the code that this process has."""
        try:
            self._client.wait_for_workers(1, timeout=_WORKERS)
        except TimeoutError:
            raise IncompleteError("no_cluster", f"the dask cluster has had no workers for {_WORKERS} s") from None
        threads = self._client.nthreads()
        try:
            found = self._client.run(_versions)
        except Exception as error:  # whatever keeps a worker from answering
            raise IncompleteError("other_code", f"a dask worker can't import this code: {error}") from None
        for worker, has in found.items():
            if has != _versions():
                raise IncompleteError("other_code", f"the dask worker {worker} has other versions: {has}")
        return sum(threads.values())

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """A future of one call; it is broken where several workers died that had it (PCK-13.2)."""
        out: Future[Any] = Future()
        self._pool.submit(fn, *args, **kwargs).add_done_callback(lambda done: _settle(out, done))
        return out

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Lets go of the cluster, which goes on; with `cancel_futures` what runs is dropped."""
        self._client.close()


def _settle(out: "Future[Any]", done: Any) -> None:
    error = None if done.cancelled() else done.exception()
    if done.cancelled():
        out.cancel()
    elif error is None:
        out.set_result(done.result())
    elif isinstance(error, KilledWorker):
        out.set_exception(BrokenExecutor(str(error)))
    elif isinstance(error, CommClosedError | OSError):
        out.set_exception(IncompleteError("no_cluster", f"the dask cluster is gone: {error}"))
    else:
        out.set_exception(error)


def _versions() -> dict[str, str]:
    return dict(versions.PACK_VERSIONS)
