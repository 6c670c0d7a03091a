"""adv-block-scrub: the same trajectory, no congestion blocks."""

from collections import Counter

from simulator.policies.adv_block_scrub import AdvBlockScrub
from simulator.policies.congestion_aware import CongestionAware
from simulator.policies.testdata.worlds import episode, random_world
from simulator.record import RunRecord


def outcomes(run: RunRecord) -> Counter[str]:
    return Counter(outcome for step in run.steps for outcome in step.movements.outcomes.values())


def test_the_scrubbed_twin_keeps_every_snapshot_and_is_never_blocked() -> None:
    blocked: Counter[str] = Counter()
    for seed in range(70):
        where = random_world(seed, crowd=20, side=9)
        twin, scrubbed = episode(where, CongestionAware(), seed), episode(where, AdvBlockScrub(), seed)
        assert [step.state for step in scrubbed.steps] == [step.state for step in twin.steps]
        assert outcomes(scrubbed).keys() <= {"moved", "stayed"}
        blocked += outcomes(twin)
    assert blocked["blocked_occupied"] and blocked["blocked_cycle"]
