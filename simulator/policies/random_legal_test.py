"""random-legal-v1: the draws, word for word."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.policies.random_legal import LABEL, RandomLegal
from simulator.policies.testdata.worlds import episode, observation, random_world, world
from simulator.rng import splitmix64, stream_seed

WAYS = {"stay": (0, 0), "north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def literal(seen: dict[str, Any], state: int) -> tuple[dict[str, str], int]:
    """The docstring, read literally on positions."""
    rows, cols = seen["map"]["rows"], seen["map"]["cols"]
    closed = {tuple(at) for at in seen["map"]["walls"] + seen["burning"]}
    actions = {}
    for person in sorted(seen["people"], key=lambda each: each["id"]):
        if person["status"] != "active":
            continue
        legal = []
        for direction, (down, right) in WAYS.items():
            row, col = person["position"][0] + down, person["position"][1] + right
            if direction == "stay" or (0 <= row < rows and 0 <= col < cols and (row, col) not in closed):
                legal.append(direction)
        while True:
            state, word = splitmix64(state)
            if word < 2**64 - 2**64 % len(legal):
                break
        actions[person["id"]] = legal[word % len(legal)]
    return actions, state


@settings(max_examples=30, deadline=None, database=None)
@given(st.integers(0, 10**6), st.integers(0, 2**53 - 1))
def test_draws_are_the_documented_ones(seed: int, policy_seed: int) -> None:
    policy, state = RandomLegal(policy_seed), stream_seed(policy_seed, "policy/random-legal-v1")

    class Checked:
        def act(self, seen: dict[str, Any]) -> dict[str, str]:
            nonlocal state
            actions, state = literal(seen, state)
            assert policy.act(seen) == actions
            return actions

    episode(random_world(seed), Checked())


def test_known_actions() -> None:
    seen = observation(world("..P..\n.PPP.\nE.P.."))
    drawn = [" ".join(RandomLegal(seed).act(seen).values()) for seed in (0, 1, 2**53 - 1)]
    assert drawn == [
        "south east west south east",
        "east south stay stay west",
        "west north north south stay",
    ]


def test_a_word_beyond_the_last_whole_multiple_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 2**64 - 2, 5])
    policy = RandomLegal(0)
    monkeypatch.setattr("simulator.rng.Stream.next_u64", lambda stream: next(words))
    assert [policy._index(3), policy._index(3)] == [(2**64 - 2) % 3, 5 % 3]


def test_a_single_choice_takes_a_word_too() -> None:
    policy = RandomLegal(4)
    assert policy.act(observation(world("P#E"))) == {"P0": "stay"}
    assert policy._stream.state == splitmix64(stream_seed(4, LABEL))[0]
