"""Generated suites are worth playing: people can be saved, together, and a better policy scores more (SCO-14.9).

The generator can't see references; this test can. EMBER_OPT_DEEP=N looks at N scenarios per family instead of two.
"""

import os
from collections.abc import Iterator

import pytest

from packs.generator.config import preset
from packs.generator.families import FAMILIES
from packs.generator.generate import generate
from scoring.attribution import gather, references
from scoring.episode import score_episode
from scoring.references.joint import joint_bound
from scoring.references.optimum import optimum
from simulator.fire import FireWorld, fire_world
from simulator.policies import registry
from simulator.record import run
from simulator.scenario import Scenario

COUNT = int(os.environ.get("EMBER_OPT_DEEP", 2))
BATCH, SEEDS = 1, (0, 1, 2)


def scenarios(family: str) -> Iterator[Scenario]:
    return (item.scenario for item in generate(preset([family], COUNT), BATCH))


def good(world: FireWorld) -> bool:
    """Whether somebody can be saved, and the joint bound alone does not reach the gate."""
    best = optimum(world)
    savable = best.max_evacuated
    return savable >= 1 and 2 * (savable - joint_bound(world, best)) < savable


def points(scenario: Scenario, policy: str) -> str:
    world = fire_world(scenario, 0)
    record = run(scenario, 0, registry.make(policy, 0).act, world)
    score = score_episode(gather(record, references(world)).inputs()).score
    assert score is not None
    return score


def test_nearly_all_are_good() -> None:
    found = {family: [good(fire_world(item, s)) for item in scenarios(family) for s in SEEDS] for family in FAMILIES}
    every = [episode for episodes in found.values() for episode in episodes]
    print({family: f"{sum(episodes)}/{len(episodes)}" for family, episodes in found.items()})
    assert 100 * sum(every) >= 98 * len(every), found


@pytest.mark.parametrize("family", FAMILIES)
def test_baselines_spread(family: str) -> None:
    """Staying scores 0 everywhere, and knowing fire and crowd scores in at least one scenario of each family."""
    worlds = list(scenarios(family))
    assert {points(item, "always-stay") for item in worlds} == {"0.000000000"}
    aware = [points(item, "congestion-aware-v1") for item in worlds]
    print(family, aware)
    assert any(score != "0.000000000" for score in aware)
