"""Measuring: interleaved repetitions, medians of CPU time, and the peak memory of a process of its own."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to measure, and the slower way to compare it with, if there is one.

    `peak` gives the peak memory in bytes of the work done in a process of its own.
    """

    name: str
    work: Work
    peer: str | None = None
    peer_work: Work | None = None
    peak: Callable[[], int] | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """What a row came to, in seconds of CPU time."""

    name: str
    median: float
    least: float
    most: float
    peer: str | None
    ratio: float | None
    peak: int | None

    def document(self) -> dict[str, Any]:
        """The plain form; seconds and ratios are strings."""
        ratio = None if self.ratio is None else f"{self.ratio:.2f}"
        seconds = {name: f"{getattr(self, name):.6f}" for name in ("median", "least", "most")}
        return {"name": self.name, **seconds, "peer": self.peer, "ratio": ratio, "peak_bytes": self.peak}


def measure(row: Row, repeat: int) -> Timing:
    """Runs a row and its peer in turns; the ratio is that of the medians."""
    ours, peers = [], []
    for _ in range(repeat):
        ours.append(seconds(row.work))
        if row.peer_work:
            peers.append(seconds(row.peer_work))
    median = statistics.median(ours)
    ratio = statistics.median(peers) / median if peers and median else None
    return Timing(row.name, median, min(ours), max(ours), row.peer, ratio, row.peak() if row.peak else None)


def seconds(work: Work) -> float:
    """The CPU seconds of one run."""
    start = time.process_time()
    work()
    return time.process_time() - start
