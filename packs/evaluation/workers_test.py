"""Threads do every task once; the first error ends the work, and no other is lost on the way (PCK-15.6)."""

import threading
from typing import NoReturn

import pytest

from packs.evaluation.workers import Stopped, work


@pytest.mark.parametrize("workers", [1, 3, 20])
def test_every_task_once(workers: int) -> None:
    seen: list[int] = []
    done: list[None] = []
    work(seen.append, range(10), workers, threading.Event(), lambda: done.append(None))
    assert sorted(seen) == list(range(10)) and len(done) == 10


def test_they_work_at_once() -> None:
    together = threading.Barrier(4)

    def task(item: int) -> None:
        together.wait(20)

    work(task, range(4), 4, threading.Event(), lambda: None)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_first_error_is_raised_and_stops_the_others(workers: int) -> None:
    stop, seen = threading.Event(), list[int]()

    def task(item: int) -> None:
        seen.append(item)
        if item == 2:
            raise ValueError("two")
        if stop.is_set():
            raise Stopped

    with pytest.raises(ValueError, match="two"):
        work(task, range(1000), workers, stop, lambda: None)
    assert stop.is_set() and len(seen) < 1000
    if workers == 1:
        assert seen == [0, 1, 2]


def test_an_error_of_the_items_is_raised() -> None:
    def items() -> NoReturn:
        raise ValueError("items")

    with pytest.raises(ValueError, match="items"):
        work(lambda item: None, (items() for _ in range(1)), 2, threading.Event(), lambda: None)


def test_an_interrupt_waits_for_what_is_under_way() -> None:
    stop, ended = threading.Event(), list[int]()

    def task(item: int) -> None:
        if item == 1:
            # Until the interrupt, which comes after the other task, stops the work.
            stop.wait(20)
        ended.append(item)

    def done() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(task, range(2), 2, stop, done)
    assert stop.is_set() and sorted(ended) == [0, 1]
