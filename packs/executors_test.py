"""Ordered results from any executor, though items fail and workers die (PCK-13)."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from packs.executors import TRIES, MakeExecutor, Workers, ordered, processes, workers
from simulator.errors import DocumentError, EmberError, IncompleteError, InputError, UsageError

ITEMS = list(range(23))


def square(item: int) -> int:
    return item * item


def fail_at_seven(item: int) -> int:
    if item == 7:
        raise DocumentError("syntax", "bad_syntax", f"item {item}", "/here", 12)
    return item


def die_once(item: tuple[int, str]) -> int:
    """Item 5 kills its worker the first time it is played."""
    number, folder = item
    if number == 5 and not os.path.exists(folder):
        os.mkdir(folder)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_at_five(item: tuple[int, str]) -> int:
    number, folder = item
    Path(folder, f"{number}-{os.getpid()}-{os.urandom(4).hex()}").touch()
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def factories() -> list[tuple[MakeExecutor | None, int]]:
    def threads() -> Executor:
        return ThreadPoolExecutor(3)

    return [(None, 1), (threads, 3), (processes(1), 1), (processes(2), 2), (processes(4), 4)]


def test_results_come_in_order_from_any_executor() -> None:
    for make, jobs in factories():
        assert list(ordered(square, ITEMS, make, jobs)) == [item * item for item in ITEMS]
        assert list(ordered(square, [], make, jobs)) == []


def test_the_first_failure_in_order_is_raised_after_the_results_before_it() -> None:
    for make, jobs in factories():
        seen = []
        with pytest.raises(DocumentError) as caught:
            for result in ordered(fail_at_seven, ITEMS, make, jobs):
                seen.append(result)
        assert seen == ITEMS[:7]
        assert (caught.value.code, caught.value.pointer, caught.value.offset) == ("bad_syntax", "/here", 12)


def test_a_failure_of_the_items_comes_after_what_was_before_it() -> None:
    def items(last: int) -> Iterator[int]:
        yield from range(last)
        raise InputError("cut_short", "no more")

    for make, jobs in factories():
        for last, code in ((6, "cut_short"), (9, "bad_syntax")):
            with pytest.raises(EmberError) as caught:
                list(ordered(fail_at_seven, items(last), make, jobs))
            assert caught.value.code == code


def test_few_items_are_held_at_a_time() -> None:
    for make, jobs in factories():
        taken = 0

        def items() -> Iterator[int]:
            nonlocal taken
            for item in ITEMS:
                taken += 1
                yield item

        for done, _ in enumerate(ordered(square, items(), make, jobs)):
            assert taken <= done + 2 * jobs


def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    for jobs in (2, 4):
        items = [(number, str(tmp_path / f"jobs-{jobs}")) for number in ITEMS]
        assert list(ordered(die_once, items, processes(jobs), jobs)) == ITEMS


def test_a_task_that_kills_its_worker_is_found_and_the_others_are_kept(tmp_path: Path) -> None:
    seen = []
    with pytest.raises(IncompleteError, match="worker_died"):
        for result in ordered(die_at_five, [(number, str(tmp_path)) for number in ITEMS], processes(2), 2):
            seen.append(result)
    assert seen == ITEMS[:5]
    assert TRIES <= len([name for name in os.listdir(tmp_path) if name.startswith("5-")]) <= TRIES + 1


def test_no_worker_outlives_its_use() -> None:
    for make, jobs in factories():
        with closing(ordered(square, ITEMS, make, jobs)) as results:
            assert next(results) == 0
    assert not multiprocessing.active_children()


def test_workers_by_name() -> None:
    assert workers("serial", 1) == workers("processes", 1) == Workers()
    for name in ("threads", "processes"):
        found = workers(name, 3)
        assert found.jobs == 3 and list(ordered(square, ITEMS, found.make, found.jobs)) == list(map(square, ITEMS))
    for name, jobs, code in (("serial", 2, "one_job"), ("thread", 2, "unknown_executor"), ("dask:", 1, "unknown")):
        with pytest.raises(UsageError, match=code):
            workers(name, jobs)
