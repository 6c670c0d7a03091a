"""Both environments pass their libraries' own checkers, and play the simulator's runs (PCK-18)."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

from packs.rl.gymnasium_env import EvacuationEnv
from packs.rl.pettingzoo_env import ParallelEvacuationEnv
from packs.rl.world import World, public_worlds
from simulator.errors import SimulationError, UsageError
from simulator.grid import DIRECTIONS, masked_cells
from simulator.policies import registry
from simulator.record import run

SCENARIO = "v1-pub-05-central-ignition"


def test_gymnasiums_own_checker_has_nothing_to_say() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(EvacuationEnv(), skip_render_check=True)


def test_pettingzoos_own_checkers_have_nothing_to_say() -> None:
    parallel_api_test(ParallelEvacuationEnv(), num_cycles=300)
    parallel_seed_test(ParallelEvacuationEnv, num_cycles=60)


def played(world: World) -> list[Mapping[str, str]]:
    """The actions of a policy in a world."""
    policy = registry.make("congestion-aware-v1", 0)
    return [step.actions for step in run(world.scenario, world.seed, policy.act).steps]


def numbers(actions: Mapping[str, str]) -> dict[str, int]:
    return {person: DIRECTIONS.index(direction) for person, direction in actions.items()}


@pytest.mark.parametrize("index", range(3))
def test_gymnasium_plays_the_simulators_run(index: int) -> None:
    env, world = EvacuationEnv(scenario_id=SCENARIO), public_worlds(SCENARIO)[index]
    record = run(world.scenario, world.seed, registry.make("congestion-aware-v1", 0).act)
    seen, info = env.reset(options={"world": index})
    people, total = [person.id for person in world.scenario.people], 0.0
    assert info == {"world": index} and not seen["layers"][2].all()
    for step in record.steps:
        chosen = numbers(step.actions)
        seen, reward, terminated, truncated, _ = env.step(np.array([chosen.get(person, 4) for person in people]))
        grid, burning = world.scenario.grid, np.argwhere(seen["layers"][2]).tolist()
        assert seen["positions"].tolist() == grid.positions(step.state.positions)
        assert burning == grid.positions(masked_cells(step.state.burning))
        assert (terminated or truncated) == step.state.terminated
        total += reward
    statuses = record.steps[-1].state.statuses
    assert total == statuses.count("evacuated") - statuses.count("casualty")
    with pytest.raises(SimulationError, match="terminated"):
        env.step(np.zeros(len(people), np.int64))


def test_pettingzoo_plays_the_simulators_run() -> None:
    env, world = ParallelEvacuationEnv(scenario_id=SCENARIO), public_worlds(SCENARIO)[0]
    env.reset(options={"world": 0})
    ended: dict[str, Any] = {}
    for actions in played(world):
        assert set(env.agents) == set(actions)
        seen, rewards, terminated, truncated, _ = env.step(numbers(actions))
        assert seen.keys() == rewards.keys() == terminated.keys() == truncated.keys() == actions.keys()
        ended |= {agent: rewards[agent] for agent in actions if terminated[agent] or truncated[agent]}
    assert not env.agents and set(ended) == set(env.possible_agents)


def test_the_draw_of_worlds_follows_the_seed_alone() -> None:
    env = EvacuationEnv(scenario_id=SCENARIO)
    drawn = [env.reset(seed=seed)[1]["world"] for seed in range(20)]
    assert set(drawn) == {0, 1, 2} and drawn == [env.reset(seed=seed)[1]["world"] for seed in range(20)]


def test_worlds_of_different_shapes_and_unknown_scenarios_are_refused() -> None:
    for make in (EvacuationEnv, ParallelEvacuationEnv):
        with pytest.raises(UsageError, match="different_shapes"):
            make(public_worlds())
        with pytest.raises(UsageError, match="no_worlds"):
            make([])
        with pytest.raises(UsageError, match="unknown_scenario.*v1-pub-01-classroom"):
            make(scenario_id="nowhere")
        for index in (-1, 3, True, "0"):
            with pytest.raises(UsageError, match="unknown_world.*0 to 2"):
                make().reset(options={"world": index})
