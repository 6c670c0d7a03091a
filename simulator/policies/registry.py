"""The baselines by name (SIM-9). A factory takes the evaluator's policy seed and makes the policy of one episode."""

from collections.abc import Callable

from simulator.errors import UsageError
from simulator.policies.adv_block_scrub import AdvBlockScrub
from simulator.policies.always_stay import AlwaysStay
from simulator.policies.congestion_aware import CongestionAware
from simulator.policies.fire_aware_shortest_path import FireAwareShortestPath
from simulator.policies.nearest_exit_greedy import NearestExitGreedy
from simulator.policies.policy import Policy
from simulator.policies.random_legal import RandomLegal
from simulator.policies.static_shortest_path import StaticShortestPath

POLICIES: dict[str, Callable[[int], Policy]] = {
    "adv-block-scrub": lambda policy_seed: AdvBlockScrub(),
    "always-stay": lambda policy_seed: AlwaysStay(),
    "congestion-aware-v1": lambda policy_seed: CongestionAware(),
    "fire-aware-shortest-path-v1": lambda policy_seed: FireAwareShortestPath(),
    "nearest-exit-greedy-v1": lambda policy_seed: NearestExitGreedy(),
    "random-legal-v1": RandomLegal,
    "static-shortest-path-v1": lambda policy_seed: StaticShortestPath(),
}


def make(name: str, policy_seed: int) -> Policy:
    """A fresh policy for one episode.

    Raises:
        UsageError: `unknown_policy`, with the names that exist.
    """
    factory = POLICIES.get(name)
    if factory is None:
        raise UsageError("unknown_policy", f"no policy is called {name!r}; there are {', '.join(POLICIES)}")
    return factory(policy_seed)
