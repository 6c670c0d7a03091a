"""nearest-exit-greedy-v1: straight towards the nearest exit, without looking for a way (SIM-9).

A person heads for the exit that does not burn and is nearest by Manhattan distance (the first by ID among equals).
It takes a move that shortens this distance and leads into no wall, fire or boundary, first along the axis on which
more is missing, north–south when both miss the same. Where no such move exists it stays: a wall across the line can
hold it for ever.
"""

from typing import Any

from simulator.grid import EAST, NORTH, SOUTH, STAY, WEST
from simulator.policies.view import View, Viewer


class NearestExitGreedy:
    """Greedy by Manhattan distance (SIM-9)."""

    def __init__(self) -> None:
        self._viewer = Viewer()

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """A move towards the nearest exit for each active person, or stay."""
        view = self._viewer.view(observation)
        goals = [view.grid.position(cell) for cell in view.open_exits]
        return {person: _towards(view, goals, cell) for person, cell in view.people}


def _towards(view: View, goals: list[tuple[int, int]], cell: int) -> str:
    if not goals:
        return STAY
    row, col = view.grid.position(cell)
    down, right = min(((r - row, c - col) for r, c in goals), key=lambda gap: abs(gap[0]) + abs(gap[1]))
    vertical = (abs(down), SOUTH if down > 0 else NORTH, view.grid.stride if down > 0 else -view.grid.stride)
    horizontal = (abs(right), EAST if right > 0 else WEST, 1 if right > 0 else -1)
    axes = (horizontal, vertical) if abs(right) > abs(down) else (vertical, horizontal)
    for missing, direction, change in axes:
        if missing and not view.blocked[cell + change]:
            return direction
    return STAY
