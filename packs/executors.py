"""The seam for scale: one way to run independent tasks here, in processes, or on any Executor (PCK-13).

Results come in the order of the tasks, whatever the executor, so output never depends on how many workers there are.
A task may run twice, since a worker may die: it must be a pure function of its item. When a pool breaks, the tasks in
flight are played again one at a time; so the one that kills its worker is found, and no other suffers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

from simulator.errors import IncompleteError, UsageError

Item = TypeVar("Item")
Result = TypeVar("Result")
MakeExecutor = Callable[[], Executor]

TRIES = 3
_AHEAD = 2


def processes(jobs: int) -> MakeExecutor | None:
    """A factory of pools of `jobs` processes; None, which is this process alone, for one job.

    Raises:
        IncompleteError: `no_processes`, on a platform without them.
    """
    if jobs == 1:
        return None
    try:
        # Here, since some platforms lack these modules.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_all_start_methods, get_context

        methods = get_all_start_methods()
        # A forked worker has this interpreter as it was set up; a spawned one would have to find it again.
        context = get_context("fork" if "fork" in methods else methods[0])
    except (ImportError, OSError, ValueError) as error:
        raise IncompleteError("no_processes", f"this platform can't run several jobs: {error}") from None
    return lambda: ProcessPoolExecutor(jobs, context)


@dataclass(frozen=True, slots=True)
class Workers:
    """Where tasks run, and how many at once; `make` of None is this thread alone."""

    make: MakeExecutor | None = None
    jobs: int = 1


def workers(name: str, jobs: int) -> Workers:
    """The workers that a name asks for: `serial`, `threads`, `processes`, or `dask:ADDRESS` (PCK-13.3).

    A dask cluster says itself how many tasks it runs at once; `jobs` is of the others.

    Raises:
        UsageError: `unknown_executor`, `one_job`.
        IncompleteError: as `processes` and `DaskExecutor`; `no_dask`, it is not installed.
    """
    kind, _, address = name.partition(":")
    if kind == "dask" and address:
        return _dask(address)
    if name not in ("serial", "threads", "processes"):
        raise UsageError("unknown_executor", f"{name} is none of serial, threads, processes, dask:ADDRESS")
    if name == "serial" and jobs > 1:
        raise UsageError("one_job", "serial is one job; threads and processes take more")
    if name == "threads":
        return Workers(lambda: ThreadPoolExecutor(jobs), jobs)
    return Workers(processes(jobs), jobs)


def _dask(address: str) -> Workers:
    try:
        from packs.dask_executor import DaskExecutor
    except ImportError:
        raise IncompleteError("no_dask", "dask is not here; install it with: pip install distributed") from None
    with DaskExecutor(address) as cluster:
        jobs = cluster.jobs
    return Workers(lambda: DaskExecutor(address), jobs)


def ordered(
    task: Callable[[Item], Result], items: Iterable[Item], make: MakeExecutor | None = None, jobs: int = 1
) -> Generator[Result, None, None]:
    """The result of every item, in their order; at most `2 · jobs` items are held at a time.

    Whoever may leave it before its end closes it, so that no worker outlives its use. Where `items` itself fails, the
    items before it are finished first, so that the first failure in order is the one that is seen, with any number of
    jobs.

    Raises:
        Exception: what the task, or `items`, raised.
        IncompleteError: `worker_died`, for an item that killed its worker three times.
    """
    if make is None:
        yield from map(task, items)
        return
    source = _Source(items)
    flying: deque[_Flight[Item, Result]] = deque()
    pool = make()
    try:
        while True:
            while len(flying) < _AHEAD * jobs and source.more():
                flying.append(_Flight(source.item, _submit(pool, task, source.item)))
            if not flying:
                break
            try:
                result = flying[0].future.result()
            except BrokenExecutor:
                pool.shutdown()
                pool = make()
                for flight in flying:
                    flight.future = _settled(task, flight, make)
                continue
            flying.popleft()
            yield result
    finally:
        pool.shutdown(cancel_futures=True)
    if source.error:
        raise source.error


@dataclass(slots=True)
class _Flight(Generic[Item, Result]):
    """An item on its way."""

    item: Item
    future: "Future[Result]"


class _Source(Generic[Item]):
    """Items one by one; what they fail with is kept until it is due."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = iter(items)
        self.item: Item
        self.error: Exception | None = None
        self._done = False

    def more(self) -> bool:
        """Whether there is a next item, which is then in `item`."""
        if not self._done:
            try:
                self.item = next(self._items)
                return True
            except StopIteration:
                self._done = True
            except Exception as error:  # whatever it is, it is raised when its turn has come
                self._done, self.error = True, error
        return False


def _submit(pool: Executor, task: Callable[[Item], Result], item: Item) -> "Future[Result]":
    """The future of an item; one that is broken already where the pool is."""
    try:
        return pool.submit(task, item)
    except BrokenExecutor as error:
        broken: Future[Result] = Future()
        broken.set_exception(error)
        return broken


def _settled(task: Callable[[Item], Result], flight: _Flight[Item, Result], make: MakeExecutor) -> "Future[Result]":
    """The finished future of an item that was in flight when its pool broke: its own, or one of a pool to itself."""
    out = flight.future
    for _ in range(TRIES):
        if not isinstance(out.exception(), BrokenExecutor):
            return out
        with make() as alone:
            out = _submit(alone, task, flight.item)
            out.exception()
    if isinstance(out.exception(), BrokenExecutor):
        out = Future()
        out.set_exception(IncompleteError("worker_died", f"a worker died {TRIES} times over the same task"))
    return out
