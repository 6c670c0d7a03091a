"""static-shortest-path-v1: the shortest way past the walls, planned as if nothing burned (SIM-9).

Distances to the nearest exit go around walls only and are found once; a burning exit is still a goal. A person takes
the first move (north, south, west, east) that is one step nearer and not into fire; where fire lies on every such move
it stays and waits in front of it.
"""

from typing import Any

from simulator.grid import distances
from simulator.policies.view import Viewer, downhill


class StaticShortestPath:
    """Shortest paths of the empty building (SIM-9)."""

    def __init__(self) -> None:
        self._viewer = Viewer()
        self._distance: list[int] | None = None

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """The next step of a shortest path for each active person, or stay in front of fire."""
        view = self._viewer.view(observation)
        if self._distance is None:
            self._distance = distances(view.grid, view.exits, view.grid.terrain)
        return {person: downhill(view, self._distance, cell) for person, cell in view.people}
