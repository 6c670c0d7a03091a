"""An observation in the simulator's own terms: flat cells and masks instead of positions (SIM-9)."""

from dataclasses import dataclass
from typing import Any

from simulator.grid import DIRECTIONS, Grid, make_grid


@dataclass(frozen=True, slots=True)
class View:
    """One observation.

    `exits` are cells in the order of the exits' IDs, `people` the active people as (ID, cell) in ID order. `burning`
    and `blocked` are masks; a cell is blocked that nobody should step into: wall, boundary or burning.
    """

    step: int
    grid: Grid
    exits: tuple[int, ...]
    people: tuple[tuple[str, int], ...]
    burning: bytes
    blocked: bytes

    @property
    def open_exits(self) -> list[int]:
        """The exits that do not burn."""
        return [cell for cell in self.exits if not self.burning[cell]]


class Viewer:
    """Turns the observations of one episode into views; the map is read once."""

    def __init__(self) -> None:
        self._grid: Grid | None = None

    def view(self, observation: dict[str, Any]) -> View:
        """The view of one observation."""
        if self._grid is None:
            area = observation["map"]
            self._grid = make_grid(area["rows"], area["cols"], area["walls"])
        grid = self._grid
        fire = [grid.cell(row, col) for row, col in observation["burning"]]
        blocked = bytearray(grid.terrain)
        for cell in fire:
            blocked[cell] = 1
        return View(
            step=observation["step"],
            grid=grid,
            exits=tuple(grid.cell(*each["position"]) for each in observation["exits"]),
            people=tuple(
                (each["id"], grid.cell(*each["position"]))
                for each in observation["people"]
                if each["status"] == "active"
            ),
            burning=grid.mask(fire),
            blocked=bytes(blocked),
        )


def steps(grid: Grid) -> tuple[tuple[str, int], ...]:
    """Each direction with the change of cell that it asks for: stay, north, south, west, east (SIM-1.2)."""
    return tuple(zip(DIRECTIONS, (0, -grid.stride, grid.stride, -1, 1), strict=True))


def downhill(view: View, distance: list[int], cell: int) -> str:
    """The first move onto a cell that is not blocked and one step nearer by `distance`; stay where there is none."""
    for direction, change in steps(view.grid)[1:]:
        near = cell + change
        if distance[near] == distance[cell] - 1 and not view.blocked[near]:
            return direction
    return DIRECTIONS[0]
