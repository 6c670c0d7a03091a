"""What the frozen public suite promises: the order of its baselines, and nobody lost beforehand (PCK-8.7)."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from packs import verify
from packs.manifest import Episode
from packs.public.pack import public_pack
from scoring.aggregate import EpisodeTrial, ScheduledEpisode, scores
from scoring.arithmetic import fixed
from scoring.attribution import References, gather, references
from scoring.episode import EpisodeScore, score_episode
from scoring.references.joint import joint_bound
from simulator.grid import WALL, distances
from simulator.movement import CONGESTION
from simulator.policies import registry
from simulator.record import RunRecord, run

# The scores that a report prints (SCO-9.4), best first.
PRINTED = {
    "congestion-aware-v1": "78.5",
    "fire-aware-shortest-path-v1": "47.5",
    "static-shortest-path-v1": "31.4",
    "nearest-exit-greedy-v1": "22.4",
    "random-legal-v1": "0.0",
    "always-stay": "0.0",
}
PACK = verify.open_pack(public_pack())
SCHEDULE = tuple(PACK.episode(index) for index in range(len(PACK)))
KNOWN = tuple(references(PACK.world(index)) for index in range(len(PACK)))
EPISODES = pytest.mark.parametrize(
    ("episode", "known"),
    list(zip(SCHEDULE, KNOWN, strict=True)),
    ids=[f"{episode.scenario.scenario_id}-seed-{episode.seed}" for episode in SCHEDULE],
)


@cache
def play(policy: str, index: int) -> RunRecord:
    """A run as an evaluation with policy seed 0 makes it (PCK-9.3)."""
    episode = SCHEDULE[index]
    return run(episode.scenario, episode.seed, registry.make(policy, index).act, KNOWN[index].world)


@cache
def score(policy: str, index: int) -> EpisodeScore:
    return score_episode(gather(play(policy, index), KNOWN[index]).inputs())


@cache
def headline(policy: str) -> Fraction:
    """The EMBER Score of one trial."""
    families = PACK.suite.families
    overall = scores(
        [
            ScheduledEpisode(
                index=episode.index,
                scenario_id=episode.scenario.scenario_id,
                family=families[episode.scenario.scenario_id],
                seed=episode.seed,
                trials=(EpisodeTrial(score(policy, episode.index)),),
            )
            for episode in SCHEDULE
        ]
    ).overall
    assert overall is not None
    return overall


def test_there_are_thirty_episodes() -> None:
    assert (PACK.pack_id, len(SCHEDULE), len(set(PACK.suite.families.values()))) == ("v1-public", 30, 10)


@pytest.mark.parametrize("policy", PRINTED)
def test_the_printed_score(policy: str) -> None:
    assert fixed(headline(policy), 1) == PRINTED[policy]


def test_the_order_of_the_baselines() -> None:
    *ahead, random_legal, idle = map(headline, PRINTED)
    assert all(better > worse for better, worse in pairwise([*ahead, random_legal]))
    assert random_legal >= idle == 0


def test_all_the_baselines_are_there() -> None:
    assert set(PRINTED) | {"adv-block-scrub"} == set(registry.POLICIES)


@EPISODES
def test_the_gate_can_be_passed(episode: Episode, known: References) -> None:
    """Somebody can be saved, and fewer than half of them are lost because not all can leave together (SCO-4.1.7)."""
    savable = known.optimum.max_evacuated
    together = joint_bound(known.world, known.optimum)
    assert savable >= 1
    assert 2 * (savable - together) < savable, (savable, together)


@EPISODES
def test_everybody_can_walk_to_every_exit(episode: Episode, known: References) -> None:
    """Around walls, and without a step on another exit, where the way would end."""
    grid, exits = episode.scenario.grid, episode.scenario.exits
    for exit_ in exits:
        closed = bytearray(grid.terrain)
        for other in exits:
            closed[other.cell] = closed[other.cell] if other == exit_ else WALL
        ways = distances(grid, [exit_.cell], bytes(closed))
        assert all(ways[person.cell] > 0 for person in episode.scenario.people), exit_.id


@EPISODES
def test_scrubbing_blocked_moves_changes_no_snapshot_and_no_digit(episode: Episode, known: References) -> None:
    plain, scrubbed = (play(policy, episode.index) for policy in ("congestion-aware-v1", "adv-block-scrub"))
    assert plain.snapshots() == scrubbed.snapshots()
    assert score("congestion-aware-v1", episode.index).document() == score("adv-block-scrub", episode.index).document()


def test_the_congestion_aware_baseline_is_blocked_and_its_twin_never() -> None:
    blocks = {
        policy: sum(
            outcome in CONGESTION
            for episode in SCHEDULE
            for step in play(policy, episode.index).steps
            for outcome in step.movements.outcomes.values()
        )
        for policy in ("congestion-aware-v1", "adv-block-scrub")
    }
    assert blocks["congestion-aware-v1"] > 0 == blocks["adv-block-scrub"]
