"""When each cell will burn, as far as an observation tells (SIM-6, SIM-9).

Every forecast lets the fire run from cell to cell at a fixed pace, counted in spread steps (the steps that are
multiples of `spread_interval`); the cells beside the fire burn at the next one.

- **deterministic** fire: one cell per spread step, which is exact.
- **stochastic** fire, the most cautious first: a cell in (1 + 1/p) / 2 spread steps, halfway between the fastest fire
  and the mean over a single edge; a cell in 1/p spread steps, that mean; and a fire that stands still.
"""

from dataclasses import dataclass
from typing import Any

from simulator.danger import danger_starts
from simulator.grid import NEVER, UNREACHABLE, distances
from simulator.policies.view import View


@dataclass(frozen=True, slots=True)
class Forecast:
    """`burns` is the first snapshot in which a padded cell burns (NEVER for none), `danger` the first in which a cell
    within Manhattan distance 2 of it does."""

    burns: list[int]
    danger: list[int]


def forecasts(view: View, rules: dict[str, Any]) -> list[Forecast]:
    """The forecasts for a view under `rules.fire` of its observation, the most cautious first."""
    burning = [cell for cell in view.grid.cells() if view.burning[cell]]
    barrier = bytearray(view.grid.terrain)
    if not rules["exits_flammable"]:
        for cell in view.exits:
            barrier[cell] = 1
    far = distances(view.grid, burning, bytes(barrier))
    paces = [(1, 1)]
    if rules["model"] == "stochastic":
        top, bottom = float(rules["spread_probability"]).as_integer_ratio()
        paces = [(top + bottom, 2 * top), (bottom, top), (1, 0)] if top else [(1, 0)]
    return [_forecast(view, far, rules["spread_interval"], pace) for pace in paces]


def _forecast(view: View, far: list[int], interval: int, pace: tuple[int, int]) -> Forecast:
    """The forecast at a pace of pace[0] / pace[1] spread steps per cell; the fire stands still where pace[1] is 0."""
    top, bottom = pace
    done = view.step // interval
    burns = [NEVER] * view.grid.size
    for cell in view.grid.cells():
        if far[cell] == 0:
            burns[cell] = view.step
        elif far[cell] != UNREACHABLE and bottom:
            burns[cell] = (done + 1 + (far[cell] - 1) * top // bottom) * interval
    return Forecast(burns, danger_starts(view.grid, burns))
