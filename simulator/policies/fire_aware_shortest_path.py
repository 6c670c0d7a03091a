"""fire-aware-shortest-path-v1: the shortest way past walls and fire, found anew in every step (SIM-9).

Distances go from every cell to the nearest exit that does not burn, through cells that are neither wall nor burning
now. A person takes the first move (north, south, west, east) that is one step nearer, and stays where no exit can be
reached. It does not foresee the fire's next step, and everybody walks as if alone.
"""

from typing import Any

from simulator.grid import distances
from simulator.policies.view import Viewer, downhill


class FireAwareShortestPath:
    """Shortest paths around the present fire (SIM-9)."""

    def __init__(self) -> None:
        self._viewer = Viewer()

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """The next step of a shortest path around the fire for each active person, or stay."""
        view = self._viewer.view(observation)
        distance = distances(view.grid, view.exits, view.blocked)
        return {person: downhill(view, distance, cell) for person, cell in view.people}
