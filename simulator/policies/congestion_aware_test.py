"""congestion-aware-v1 in whole episodes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.policies.congestion_aware import CongestionAware
from simulator.policies.fire_aware_shortest_path import FireAwareShortestPath
from simulator.policies.testdata.worlds import episode, observation, random_world, statuses, world

TWO_DOORS = """
########
#PPP...#
EPPP...E
#PPP...#
########
"""
RACE = """
E....P..E
#######.#
#######*#
"""


def test_it_spreads_over_the_exits() -> None:
    aware, alone = (episode(world(TWO_DOORS), policy) for policy in (CongestionAware(), FireAwareShortestPath()))
    assert statuses(aware) == statuses(alone) == ["evacuated"] * 9
    assert {exit for step in aware.steps for _, exit in step.evacuations} == {"E0", "E1"}
    assert len(aware.steps) < len(alone.steps)


def test_it_never_pushes_where_everybody_has_a_plan() -> None:
    outcomes = {
        outcome
        for step in episode(world(TWO_DOORS), CongestionAware()).steps
        for outcome in step.movements.outcomes.values()
    }
    assert outcomes <= {"moved", "stayed"}


def test_it_foresees_the_fire_that_a_shortest_path_walks_into() -> None:
    drawing = "######E#\n###*...#\n######.#\nE....P.#\n########"
    aware, alone = (episode(world(drawing), policy) for policy in (CongestionAware(), FireAwareShortestPath()))
    assert statuses(aware) == ["evacuated"] and statuses(alone) == ["casualty"]


def test_it_plans_anew_when_a_stochastic_fire_grows() -> None:
    policy, seen = CongestionAware(), observation(world(RACE, interval=9, probability=0.5))
    assert policy.act(seen) == {"P0": "east"}
    later = {**seen, "step": 1, "burning": [[0, 7], [1, 7], [2, 7]]}
    later["people"] = [{"id": "P0", "position": [0, 6], "status": "active"}]
    assert policy.act(later) == {"P0": "west"}


def test_without_a_plan_it_flees_to_the_cell_that_burns_last() -> None:
    run = episode(world("*..P...#E", max_steps=3), CongestionAware())
    assert [step.actions["P0"] for step in run.steps] == ["east"] * 3


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(0, 10**6))
def test_every_episode_runs_to_its_end(seed: int) -> None:
    run = episode(random_world(seed, crowd=20), CongestionAware(), seed)
    assert run.steps[-1].state.terminated


def test_it_saves_more_than_shortest_paths_over_many_worlds() -> None:
    saved = [0, 0]
    for seed in range(60):
        where = random_world(seed, crowd=20)
        saved[0] += statuses(episode(where, CongestionAware(), seed)).count("evacuated")
        saved[1] += statuses(episode(where, FireAwareShortestPath(), seed)).count("evacuated")
    assert saved[0] > saved[1]
