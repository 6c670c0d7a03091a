"""Where a fire may start on a floor plan (PCK-11.5).

A place takes the floor cells, the steps from each to every exit, and the draw, and gives the cells to choose from.
"""

from collections.abc import Callable, Mapping, Sequence

from packs.generator.draw import Draw
from packs.generator.plans import Plan
from simulator.grid import Position, distances, make_grid

Steps = Mapping[Position, Sequence[int]]
Place = Callable[[Draw, Steps], list[Position]]

CLEARANCE = 3
"""A fire that may start anywhere keeps this many steps from every exit."""

CLOSE = 4
"""A fire that starts near an exit is at most this many steps from it."""


def steps_to_exits(plan: Plan) -> Steps:
    """The steps from each floor cell to each exit of a plan, in order of the exits; −1 where there is no way."""
    grid = make_grid(plan.rows, plan.cols, sorted(plan.walls))
    tables = [distances(grid, [grid.cell(*exit_)], grid.terrain) for exit_ in plan.exits]
    return {at: [table[grid.cell(*at)] for table in tables] for at in plan.floor()}


def anywhere(draw: Draw, steps: Steps) -> list[Position]:
    """Cells CLEARANCE or more from every exit."""
    return [at for at, ways in steps.items() if min(ways) >= CLEARANCE]


def centre(draw: Draw, steps: Steps) -> list[Position]:
    """The cells at most one step farther from the middle of the floor, by rows and columns, than the nearest."""
    rows, cols = [row for row, _ in steps], [col for _, col in steps]
    middle = min(rows) + max(rows), min(cols) + max(cols)
    doubled = {at: abs(2 * at[0] - middle[0]) + abs(2 * at[1] - middle[1]) for at in steps}
    nearest = min(doubled.values())
    return [at for at in steps if doubled[at] <= nearest + 2]


def far(draw: Draw, steps: Steps) -> list[Position]:
    """Cells at least three quarters as far from the nearest exit as the farthest cell is."""
    longest = max(min(ways) for ways in steps.values())
    return [at for at, ways in steps.items() if 4 * min(ways) >= 3 * longest]


def near_one_exit(draw: Draw, steps: Steps) -> list[Position]:
    """Cells at most CLOSE, and more than one, step from one exit that is drawn, and farther from all others."""
    exits = len(next(iter(steps.values())))
    chosen = draw.below(exits)
    out = []
    for at, ways in steps.items():
        others = [way for exit_, way in enumerate(ways) if exit_ != chosen]
        if 2 <= ways[chosen] <= CLOSE and all(way > CLOSE for way in others):
            out.append(at)
    return out
