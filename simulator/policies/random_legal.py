"""random-legal-v1: everybody takes a legal direction at random (SIM-7, SIM-9).

The draws are part of the definition, so that two programs act alike:

1. The words come from the stream `policy/random-legal-v1` of the policy seed (SIM-7.2), which the evaluator gives.
   It is a stream of its own: no draw of this policy can move the fire.
2. In each step the active people draw in the order of their IDs by code point, one after the other.
3. A person's legal directions are, in this order, `stay`, `north`, `south`, `west`, `east`, without those that lead
   off the grid, into a wall or into a cell that burns in the observation. Other people do not matter.
4. Of n legal directions one is picked with equal chances: words are taken until one is < 2^64 − (2^64 mod n); the
   direction at index `word mod n` is taken. n = 1 takes a word too.
"""

from typing import Any

from simulator.policies.view import Viewer, steps
from simulator.rng import Stream

LABEL = "policy/random-legal-v1"


class RandomLegal:
    """A uniform draw over the legal directions (SIM-9)."""

    def __init__(self, policy_seed: int) -> None:
        self._stream = Stream(policy_seed, LABEL)
        self._viewer = Viewer()

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """A random legal direction for each active person."""
        view = self._viewer.view(observation)
        choices = steps(view.grid)
        actions = {}
        for person, cell in view.people:
            legal = [direction for direction, change in choices if not change or not view.blocked[cell + change]]
            actions[person] = legal[self._index(len(legal))]
        return actions

    def _index(self, count: int) -> int:
        """An index below `count`, every one equally likely."""
        limit = (1 << 64) - (1 << 64) % count
        while True:
            word = self._stream.next_u64()
            if word < limit:
                return word % count
