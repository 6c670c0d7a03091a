"""Measuring: samples of CPU time taken in turns, medians and ratios, and the memory of a process of its own."""

import gc
import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Work = Callable[[], object]
Prepare = Callable[[], Work]
Timer = Callable[[Work], float]

# Whoever is slow is not repeated beyond this many seconds in all.
BUDGET = 10


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to do a thing: `prepare`, which is not timed, gives the work of one sample.

    `absent` says why there is nothing to run. `times` repeats the work within one sample, for what is short.
    """

    name: str
    prepare: Prepare | None
    absent: str = ""
    times: int = 1
    memory: bool = True


@dataclass(frozen=True, slots=True)
class Goal:
    """What a row should come to.

    `kind` is "time" or "memory", where a peer's figure is at least `limit` times ours, "seconds", where our median is
    below the limit, or "above", where it is below the peer's and the limit together.
    """

    text: str
    kind: str
    limit: float
    peer: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to measure, and other ways to do it. A sample does it `units` times, each a `unit`.

    Memory is what the work allocates at most, or all that the process has at its peak where `whole` says so.
    """

    name: str
    ours: Contender
    peers: tuple[Contender, ...] = ()
    goals: tuple[Goal, ...] = ()
    units: int = 1
    unit: str = "run"
    memory: bool = True
    whole: bool = False
    timer: Timer | None = None


@dataclass(frozen=True, slots=True)
class Samples:
    """CPU seconds of one contender's samples per unit, and its memory in bytes."""

    name: str
    absent: str
    seconds: tuple[float, ...] = ()
    memory: int | None = None

    @property
    def median(self) -> float:
        """The median, of one sample at least."""
        return statistics.median(self.seconds)

    def document(self) -> dict[str, Any]:
        """The plain form; seconds are strings."""
        if self.absent:
            return {"name": self.name, "absent": self.absent}
        return {
            "name": self.name,
            "median": f"{self.median:.9f}",
            "least": f"{min(self.seconds):.9f}",
            "most": f"{max(self.seconds):.9f}",
            "samples": len(self.seconds),
            "memory": self.memory,
        }


@dataclass(frozen=True, slots=True)
class Timing:
    """What a row came to, and the load average of the machine meanwhile."""

    row: Row
    ours: Samples
    peers: Mapping[str, Samples]
    load: str

    def ratio(self, peer: str, kind: str = "time") -> float | None:
        """How many times ours the peer takes; None where one of them is not known."""
        theirs = self.peers[peer]
        if theirs.absent or self.ours.absent:
            return None
        if kind == "memory":
            return theirs.memory / self.ours.memory if theirs.memory and self.ours.memory else None
        return theirs.median / self.ours.median if self.ours.median else None

    def verdict(self, goal: Goal) -> tuple[str, str]:
        """What was found for a goal, and "met", "missed" or "not measured"."""
        if goal.kind in ("seconds", "above"):
            found = self.ours.median - (self.peers[goal.peer].median if goal.kind == "above" else 0)
            return f"{found:.3f} s", "met" if found < goal.limit else "missed"
        ratio = self.ratio(goal.peer, goal.kind)
        if ratio is None:
            return "", "not measured"
        return f"{ratio:.2f}", "met" if ratio >= goal.limit else "missed"

    def document(self) -> dict[str, Any]:
        """The plain form; figures are strings."""
        goals = [{"goal": goal.text, "found": found, "verdict": verdict} for goal, found, verdict in self.goals()]
        peers = []
        for name, samples in self.peers.items():
            ratio = self.ratio(name)
            peers.append(samples.document() | {"ratio": None if ratio is None else f"{ratio:.3f}"})
        return {
            "row": self.row.name,
            "unit": self.row.unit,
            "load": self.load,
            "memory_is": "whole process" if self.row.whole else "allocated",
            "ours": self.ours.document(),
            "peers": peers,
            "goals": goals,
        }

    def goals(self) -> list[tuple[Goal, str, str]]:
        """Each goal with what was found and the verdict."""
        return [(goal, *self.verdict(goal)) for goal in self.row.goals]


def measure(row: Row, repeat: int) -> Timing:
    """Runs a row's contenders in turns."""
    take = row.timer or seconds
    contenders = [row.ours, *row.peers]
    for one in contenders:
        if one.prepare:
            # What is checked or kept at first is so before the memory is measured.
            one.prepare()
    memory = (
        {one.name: peak(one.prepare, row.whole) for one in contenders if one.prepare and one.memory}
        if row.memory
        else {}
    )
    samples: dict[str, list[float]] = {one.name: [] for one in contenders}
    for _ in range(repeat):
        for one in contenders:
            taken = samples[one.name]
            if one.prepare and sum(taken) * one.times * row.units < BUDGET:
                taken.append(sample(one, take) / one.times / row.units)
    found = [Samples(one.name, one.absent, tuple(samples[one.name]), memory.get(one.name)) for one in contenders]
    return Timing(row, found[0], {one.name: one for one in found[1:]}, machine_load())


def sample(contender: Contender, take: Timer) -> float:
    """CPU seconds of one sample; what was there before it is no matter of the garbage collector's."""
    assert contender.prepare is not None
    work = contender.prepare()
    gc.collect()
    gc.freeze()
    found = take(_repeated(work, contender.times))
    gc.unfreeze()
    return found


def _repeated(work: Work, times: int) -> Work:
    if times == 1:
        return work

    def all_of_them() -> None:
        for _ in range(times):
            work()

    return all_of_them


def machine_load() -> str:
    """The load average of the last minute: a busy machine shows here."""
    return f"{os.getloadavg()[0]:.1f}"


def seconds(work: Work) -> float:
    """The CPU seconds of one run in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def children_seconds(work: Work) -> float:
    """The CPU seconds of the processes that the work starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak(prepare: Prepare, whole: bool) -> int:
    """The most memory of a process that does the work, in bytes: all that is resident, or what the work allocates."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)

    def child() -> None:
        work = prepare()
        gc.collect()
        theirs.send(_resident_peak(work) if whole else _traced_peak(work))

    process = context.Process(target=child)
    process.start()
    theirs.close()
    found = int(ours.recv())
    process.join()
    return found


def _traced_peak(work: Work) -> int:
    """What Python's allocators give, NumPy's arrays among it; freed memory of before does not hide it."""
    import tracemalloc  # here, since not every interpreter has it

    tracemalloc.start()
    kept = work()
    found = tracemalloc.get_traced_memory()[1]
    del kept
    return found


def _resident_peak(work: Work) -> int:
    # Linux: the peak is from here on.
    Path("/proc/self/clear_refs").write_text("5")
    work()
    return _resident("VmHWM")


def _resident(key: str) -> int:
    """A figure of this process in bytes, such as VmHWM, the peak of what is resident."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    raise OSError(f"the system tells no {key}")
