"""Rows of the references: L(x, t) for every cell and snapshot, and the cut bound."""

from collections.abc import Callable
from typing import Any

from scoring.references.cut_bound import CutBound
from scoring.references.optimum import breakpoints, optimum
from simulator.fire import FireWorld
from simulator.grid import OPEN
from tools.benchmarks import arrays, slow
from tools.benchmarks.halls import hall
from tools.benchmarks.peers import peer
from tools.benchmarks.timing import Contender, Goal, Prepare, Row

# Side, horizon, spread interval: at 100² one fire that takes nearly everything and one that takes less than half.
SIZES = ((40, 200, 4), (100, 500, 4), (100, 500, 8), (200, 2000, 4))
_GRAPH_LIMIT = 10_000_000


def table() -> list[Row]:
    """L(x, t), equal in every cell and snapshot."""
    return [_table(*size) for size in SIZES]


def _table(size: int, last: int, interval: int) -> Row:
    world = hall(size, 5 * size, last, interval)
    burnt = 100 * sum(step <= last for step in world.burn_step) // world.scenario.grid.terrain.count(OPEN)
    name = f"{size}² × {last:,}, {burnt} % burnt"
    lists = Contender("a list DP", _checked(world, slow.least_steps))
    numpy = peer("NumPy", "numpy", _checked(world, arrays.numpy_table))
    scipy = peer("SciPy", "scipy", _checked(world, arrays.scipy_table))
    if (last + 1) * world.scenario.grid.size > _GRAPH_LIMIT:
        scipy = Contender("SciPy", None, "not run: its graph of all moves would take some 10 GiB")
    goals = [Goal(f"L(x, t) not slower than NumPy: {name}", "time", 1, numpy.name)]
    if size == 100:
        goals.append(Goal(f"L(x, t) at least 80 times as fast as a list DP: {name}", "time", 80, lists.name))
    if size == 200:
        goals.append(Goal(f"L(x, t) in at most 1/5 of NumPy's memory: {name}", "memory", 5, numpy.name))
    ours = Contender("ours", lambda: lambda: breakpoints(world))
    return Row(f"L(x, t), {name}", ours, (lists, numpy, scipy), tuple(goals), unit="table")


def _checked(world: FireWorld, compute: Callable[[FireWorld], Any]) -> Prepare:
    """Prepares a way to compute the table that was seen to give ours."""
    seen: list[bool] = []

    def prepare() -> Callable[[], object]:
        if not seen:
            _compare(world, compute(world))
            seen.append(True)
        return lambda: compute(world)

    return prepare


def _compare(world: FireWorld, found: Any) -> None:
    """Row by row; FAR and more are the same."""
    last = world.scenario.max_steps
    for snapshot, row in zip(range(last - 1, -1, -1), slow.rows_of(breakpoints(world), last), strict=True):
        theirs = found[snapshot]
        if not isinstance(theirs, list):
            theirs = theirs.clip(max=slow.FAR).tolist()
        assert theirs == row, f"L(x, {snapshot}) differs"


def bounds() -> list[Row]:
    """The cut bound of a hall, worked out anew."""
    world = hall()
    known = optimum(world)
    savable = [person for person, step in enumerate(known.earliest) if step is not None]
    work = Contender("ours", lambda: lambda: CutBound(world, known).bound(savable))
    return [Row("cut bound, 100² × 500, 500 people", work, unit="world")]
