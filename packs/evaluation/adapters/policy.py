"""`policy:NAME`: a baseline, in this process (PCK-14)."""

import json
from typing import Any

from packs.evaluation.model import Answer
from simulator import canonical
from simulator.policies import registry
from simulator.policies.policy import Policy
from simulator.rng import MAX_SEED


class PolicyPlayer:
    """A baseline in one episode."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def answer(self, observation: bytes) -> Answer:
        """The action output, as `model.Player` has it."""
        return Answer(canonical.encode({"actions": self._policy.act(json.loads(observation))}))

    def close(self) -> None:
        """Nothing is to be ended."""


class PolicyAdapter:
    """A baseline by name; the player with a number has the policy seed + number (PCK-5.7)."""

    stateless = False
    reproducible = True

    def __init__(self, name: str, policy_seed: int = 0) -> None:
        """Finds the baseline.

        Raises:
            UsageError: `unknown_policy`.
        """
        self.name, self.policy_seed = name, policy_seed % (MAX_SEED + 1)
        registry.make(name, self.policy_seed)

    def settings(self) -> dict[str, Any]:
        """Name and policy seed."""
        return {"adapter": "policy", "policy": self.name, "policy_seed": self.policy_seed}

    def player(self, number: int) -> PolicyPlayer:
        """The baseline of one episode-trial."""
        return PolicyPlayer(registry.make(self.name, (self.policy_seed + number) % (MAX_SEED + 1)))

    def extract(self, received: bytes) -> bytes:
        """The answer itself."""
        return received
