"""always-stay: nobody ever moves. The floor that every policy must beat."""

from typing import Any

from simulator.grid import STAY


class AlwaysStay:
    """Everybody stays (SIM-9)."""

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """Stay, for each active person."""
        return {each["id"]: STAY for each in observation["people"] if each["status"] == "active"}
