"""The baselines by name."""

import pytest

from simulator.errors import UsageError
from simulator.policies.registry import POLICIES, make
from simulator.policies.testdata.worlds import episode, statuses, world

ROOM = "########\n#PP....#\n#P.....E\n#..#...#\n########"


def test_the_names() -> None:
    assert list(POLICIES) == [
        "adv-block-scrub",
        "always-stay",
        "congestion-aware-v1",
        "fire-aware-shortest-path-v1",
        "nearest-exit-greedy-v1",
        "random-legal-v1",
        "static-shortest-path-v1",
    ]


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        make("nope", 0)
    assert caught.value.code == "unknown_policy" and caught.value.exit_code == 2
    assert all(name in caught.value.message for name in POLICIES)


@pytest.mark.parametrize("name", POLICIES)
def test_each_policy_is_made_anew_and_acts_alike(name: str) -> None:
    first, second = make(name, 5), make(name, 5)
    assert first is not second
    where = world(ROOM, max_steps=20)
    assert episode(where, first).encode() == episode(where, second).encode()


@pytest.mark.parametrize("name", sorted(set(POLICIES) - {"always-stay", "random-legal-v1"}))
def test_all_but_the_two_lowest_empty_a_room(name: str) -> None:
    assert statuses(episode(world(ROOM), make(name, 0))) == ["evacuated"] * 3


def test_only_the_random_policy_uses_its_seed() -> None:
    where = world(ROOM, max_steps=20)
    runs = {name: [episode(where, make(name, seed)).encode() for seed in (0, 1)] for name in POLICIES}
    differing = {name for name, (first, second) in runs.items() if first != second}
    assert differing == {"random-legal-v1"}
