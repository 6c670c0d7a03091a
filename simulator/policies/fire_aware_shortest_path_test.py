"""fire-aware-shortest-path-v1."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.policies.fire_aware_shortest_path import FireAwareShortestPath
from simulator.policies.testdata.worlds import episode, observation, random_world, statuses, world

WAYS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def literal(seen: dict[str, Any]) -> dict[tuple[int, int], int]:
    """Distance to an open exit by relaxing every position until nothing changes."""
    fire = {tuple(at) for at in seen["burning"]}
    walls = {tuple(at) for at in seen["map"]["walls"]}
    free = {(r, c) for r in range(seen["map"]["rows"]) for c in range(seen["map"]["cols"])} - walls - fire
    far = {at: 0 for at in (tuple(each["position"]) for each in seen["exits"]) if at in free}
    while True:
        more = {
            (r + down, c + right): far[r, c] + 1
            for r, c in far
            for down, right in WAYS.values()
            if far[r, c] + 1 < far.get((r + down, c + right), 10**9) and (r + down, c + right) in free
        }
        if not more:
            return far
        far |= more


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(0, 10**6))
def test_each_step_is_the_first_that_comes_nearer(seed: int) -> None:
    policy = FireAwareShortestPath()

    class Checked:
        def act(self, seen: dict[str, Any]) -> dict[str, str]:
            far, actions = literal(seen), policy.act(seen)
            for each in seen["people"]:
                if each["status"] == "active":
                    r, c = each["position"]
                    nearer = [
                        way
                        for way, (down, right) in WAYS.items()
                        if far.get((r + down, c + right), 10**9) < far.get((r, c), 0)
                    ]
                    assert actions[each["id"]] == (nearer[0] if nearer else "stay")
            return actions

    episode(random_world(seed), Checked())


def test_it_turns_back_when_the_way_burns() -> None:
    run = episode(world("E....P...E\n#######*##"), FireAwareShortestPath())
    assert [step.actions["P0"] for step in run.steps] == ["east"] + ["west"] * 6
    assert statuses(run) == ["evacuated"]


def test_a_burning_exit_is_no_goal() -> None:
    seen = observation(world("E.P....E"))
    assert FireAwareShortestPath().act({**seen, "burning": [[0, 0]]}) == {"P0": "east"}
    assert FireAwareShortestPath().act({**seen, "burning": [[0, 0], [0, 7]]}) == {"P0": "stay"}
