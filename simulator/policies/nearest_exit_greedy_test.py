"""nearest-exit-greedy-v1."""

import pytest

from simulator.policies.nearest_exit_greedy import NearestExitGreedy
from simulator.policies.testdata.worlds import episode, observation, statuses, world

CASES = {
    "the longer axis first": ("P...\n....\n...E", "east"),
    "north and south when both miss the same": ("P..\n...\n..E", "south"),
    "up and left": ("E..\n...\n...\n..P", "north"),
    "the shorter axis where the longer is walled": ("P#..\n....\n...E", "south"),
    "no step aside from the line": ("P#E\n...", "stay"),
    "no move into fire": ("P*E\n...", "stay"),
    "the nearest exit, though a wall stands before it": ("E#P...E", "stay"),
    "the first by ID among equals": ("E.P.E", "west"),
}


@pytest.mark.parametrize(("drawing", "direction"), CASES.values(), ids=CASES.keys())
def test_one_step(drawing: str, direction: str) -> None:
    assert NearestExitGreedy().act(observation(world(drawing))) == {"P0": direction}


def test_a_burning_exit_is_no_goal() -> None:
    seen = observation(world("E.P....E"))
    assert NearestExitGreedy().act({**seen, "burning": [[0, 0]]}) == {"P0": "east"}
    assert NearestExitGreedy().act({**seen, "burning": [[0, 0], [0, 7]]}) == {"P0": "stay"}


def test_a_wall_across_the_line_holds_it() -> None:
    trap = world("......\n.P..#E\n......\n", max_steps=12)
    assert statuses(episode(trap, NearestExitGreedy())) == ["active"]
