"""Threads that work through tasks; they wait for models, and one that fails stops all (PCK-15.6)."""

from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeVar

Item = TypeVar("Item")


class Stopped(Exception):
    """A task was left where it is, since the work ends."""


def work(
    task: Callable[[Item], None], items: Iterable[Item], workers: int, stop: Event, done: Callable[[], None]
) -> None:
    """Runs a task for every item, in at most so many threads; `done` is called here after each.

    The first error, or an interrupt, sets `stop`; tasks look at it and raise `Stopped`. It is raised when the others
    have ended. A second interrupt does not wait for them: the threads end with the process.

    Raises:
        BaseException: what a task raised first, or KeyboardInterrupt.
    """
    source, lock = iter(items), Lock()
    told: SimpleQueue[tuple[bool, BaseException | None]] = SimpleQueue()

    def worker() -> None:
        error: BaseException | None = None
        try:
            while not stop.is_set():
                with lock:
                    item = next(source)
                task(item)
                told.put((False, None))
        except (StopIteration, Stopped):
            pass
        except BaseException as found:  # it is raised in the thread that waits
            error = found
            stop.set()
        told.put((True, error))

    threads = [Thread(target=worker, daemon=True) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        _wait(told, workers, done)
    except KeyboardInterrupt:
        stop.set()
        for thread in threads:
            thread.join()
        raise


def _wait(told: "SimpleQueue[tuple[bool, BaseException | None]]", running: int, done: Callable[[], None]) -> None:
    first: BaseException | None = None
    while running:
        ended, error = told.get()
        running -= ended
        first = first or error
        if not ended:
            done()
    if first:
        raise first
