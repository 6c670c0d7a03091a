"""What a policy is: a function of observations (SIM-9).

A policy sees the observation document and nothing else. It is made anew for each episode, so it may remember what it
saw before and keep the static map, but it never learns the seed, the fire's future or the trapped set.
"""

from typing import Any, Protocol


class Policy(Protocol):
    """One episode's policy (SIM-9)."""

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """One direction for every active person of the observation, keyed by person ID (SIM-9)."""
        ...
