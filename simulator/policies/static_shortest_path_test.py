"""static-shortest-path-v1."""

from simulator.policies.static_shortest_path import StaticShortestPath
from simulator.policies.testdata.worlds import episode, observation, statuses, world


def test_it_goes_around_walls() -> None:
    run = episode(world(".....\n.P.#E\n.....\n"), StaticShortestPath())
    assert [list(step.actions.values()) for step in run.steps] == [["north"], ["east"], ["east"], ["east"], ["south"]]


def test_it_waits_in_front_of_fire_though_a_way_around_is_open() -> None:
    run = episode(world("P.*..E\n......\n......", interval=40, max_steps=6), StaticShortestPath())
    assert statuses(run) == ["active"]
    assert [step.actions["P0"] for step in run.steps] == ["east"] + ["stay"] * 5


def test_it_takes_another_shortest_path_where_fire_lies_on_the_first() -> None:
    assert StaticShortestPath().act(observation(world("*..\nP..\n..E"))) == {"P0": "south"}
    assert StaticShortestPath().act(observation(world("P..\n*..\n..E"))) == {"P0": "east"}


def test_a_burning_exit_is_still_a_goal() -> None:
    seen = observation(world("E.P....E"))
    assert StaticShortestPath().act({**seen, "burning": [[0, 0]]}) == {"P0": "west"}


def test_without_a_way_it_stays() -> None:
    assert StaticShortestPath().act(observation(world("P#E"))) == {"P0": "stay"}
