"""adv-block-scrub: congestion-aware-v1 without a single congestion block (SIM-5).

Every move of `congestion-aware-v1` that the public resolver refuses because of other people (occupied, conflict or
cycle) is replaced by stay. Whoever is blocked stays put anyway, so the trajectory is the same in every snapshot: no
score may tell the two policies apart.
"""

from typing import Any

from simulator.grid import STAY
from simulator.movement import resolve
from simulator.policies.congestion_aware import CongestionAware
from simulator.policies.view import Viewer

CONGESTION = ("blocked_occupied", "blocked_conflict", "blocked_cycle")


class AdvBlockScrub:
    """The scrubbed twin of congestion-aware-v1 (SIM-9)."""

    def __init__(self) -> None:
        self._inner = CongestionAware()
        self._viewer = Viewer()

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """The twin's directions, with stay for each that other people would block."""
        actions = self._inner.act(observation)
        view = self._viewer.view(observation)
        moves = resolve(view.grid, dict(view.people), actions, view.burning, observation["rules"]["enter_fire"])
        return {
            person: STAY if moves.outcomes[person] in CONGESTION else direction for person, direction in actions.items()
        }
