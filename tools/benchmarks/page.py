"""A run as text and as docs/performance.md."""

from collections.abc import Iterable, Sequence
from typing import Any

from tools.benchmarks.timing import Samples, Timing

HOW = "bazel run //tools:bench-peers -- --markdown $PWD/docs/performance.md"

_INTRO = f"""# Performance

This page is generated: `{HOW}` measures and writes it.
`bazel run //tools:bench` prints the same rows without the peers, and `-- --help` tells how to choose rows. What was
tried to get here, and what it gave, is in [ADR 3](adr/0003-speed-in-plain-python.md).

## Method

- Each row runs ours and the others in turns, in one process; a sample is CPU time (user and system). The table has the
  median and, in brackets, the least and the greatest. A ratio is that of two medians: how many times as long as ours.
- Whoever has taken 10 s in all is not repeated, so the slowest have one sample.
- Before a sample the garbage collector runs once and then leaves what is there alone (`gc.freeze`).
- Memory is the peak of what Python's allocators gave for the work, NumPy's arrays among it (`tracemalloc`, in a process
  of its own); what C++ code takes for itself is not in it. Where a row says "whole", it is the peak of all that is
  resident of the process.
- Results are compared before they are timed: positions with POGEMA's after every step, L(x, t) in every cell and
  snapshot, the fire step by step, the words of a stream, the interval of the smaller bootstrap.
- mesa and magent2 are raw speed: their rules differ, so positions do. magent2's row is its engine in C++ without
  observations. POGEMA's whole step has its observations and rewards, which can't be switched off; ours is phases 2 to
  9, and phase 1, the observation as a document, has a figure of its own. None of the three has a fire.
- The POGEMA rows play 64 steps in which everybody wanders. POGEMA's `soft` rules let three or more people turn in a
  ring, ours do not: whoever would be part of one stays. Nobody steps onto an exit, and the fire is behind a wall.
- Starts are CPU seconds of a command's process with `--help`, under Bazel with its bytecode.
"""


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value / size < 1000 else f"{value / size:,.0f} {unit}"
    return f"{value / 1e-9:.3g} ns"


def amount(memory: int | None) -> str:
    """Memory in MiB."""
    return "" if memory is None else f"{memory / 2**20:,.1f} MiB"


def spread(samples: Samples) -> str:
    """Median, least and greatest."""
    return f"{seconds(samples.median)} ({seconds(min(samples.seconds))} … {seconds(max(samples.seconds))})"


def lines(timing: Timing) -> Iterable[str]:
    """A row as text."""
    ours = timing.ours
    yield f"{timing.row.name}, per {timing.row.unit}"
    for one in (ours, *timing.peers.values()):
        ratio = timing.ratio(one.name) if one is not ours else None
        told = one.absent or f"{spread(one):<36} {amount(one.memory):>12}"
        yield f"    {one.name:<36} {told}" + ("" if ratio is None else f"  {ratio:8.2f} × ours")
    for goal, found, verdict in timing.goals():
        yield f"    goal {verdict}: {goal.text}" + (f" ({found})" if found else "")


def markdown(timings: Sequence[Timing], machine: dict[str, Any], command: str) -> str:
    """The page."""
    peers = ", ".join(f"{name} {found or 'not installed'}" for name, found in machine["peers"].items())
    out = [
        _INTRO,
        "## Machine",
        "",
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}; {machine['interpreter']}; simulator"
        f" {machine['simulator_version']}; peers: {peers}. Load average at the start {machine['load']}, at the end"
        f" {machine['load_at_end']}; each row has its own. Command: `{command}`.",
        "",
        "## Goals",
        "",
        "| goal | found | verdict |",
        "|---|---|---|",
        *(f"| {goal.text} | {found} | {verdict} |" for timing in timings for goal, found, verdict in timing.goals()),
        "",
        "## Figures",
        "",
        "| row | per | who | time | × ours | memory | load |",
        "|---|---|---|---|---|---|---|",
        *(line for timing in timings for line in _rows(timing)),
        "",
    ]
    return "\n".join(out)


def _rows(timing: Timing) -> Iterable[str]:
    row = timing.row
    for one in (timing.ours, *timing.peers.values()):
        ours = one is timing.ours
        ratio = None if ours else timing.ratio(one.name)
        memory = amount(one.memory) + (" (whole)" if row.whole and one.memory else "")
        cells = [row.name if ours else "", row.unit if ours else "", one.name]
        cells += [
            one.absent or spread(one),
            "" if ratio is None else f"{ratio:.2f}",
            memory,
            timing.load if ours else "",
        ]
        yield f"| {' | '.join(cells)} |"
