"""plan.py: shards are a partition, the order follows from the seed, twins follow negatives, wire IDs tell nothing."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.runner import plan
from conformance.runner.plan import Shard
from conformance.runner.testdata import toy
from conformance.vectors import Vector
from simulator.errors import UsageError

MANY = tuple(toy.vector(n, n if n % 3 else -n, "" if n % 3 else "toy.double.0001") for n in range(1, 41))
KNOWN = {one.id: one for one in MANY}


def ids(vectors: tuple[Vector, ...]) -> list[str]:
    return [one.id for one in vectors]


@settings(max_examples=30, deadline=None, database=None)
@given(st.integers(1, 40), st.integers(1, 40))
def test_shards_are_a_partition(count: int, size: int) -> None:
    if count > size:
        with pytest.raises(UsageError, match="bad_shard"):
            plan.part(MANY[:size], Shard(0, count))
        return
    parts = [ids(plan.part(MANY[:size], Shard(index, count))) for index in range(count)]
    assert all(parts)
    assert Counter(one for part in parts for one in part) == Counter(ids(MANY[:size]))


def test_shards_do_not_hang_on_the_order_given() -> None:
    assert plan.part(MANY, Shard(1, 3)) == plan.part(MANY[::-1], Shard(1, 3))


@pytest.mark.parametrize(("index", "count"), [(-1, 2), (2, 2), (0, 0)])
def test_no_such_shard(index: int, count: int) -> None:
    with pytest.raises(UsageError, match="bad_shard"):
        plan.part(MANY, Shard(index, count))


def test_the_profile_decides() -> None:
    mixed = (toy.vector(1, 1), toy.vector(2, 1, profile="fire"), toy.vector(3, 1, profile="packs"))
    assert ids(plan.select(mixed, "rng")) == ["toy.double.0001"]
    assert ids(plan.select(mixed, "simulator")) == ["toy.double.0001", "toy.double.0002"]
    assert ids(plan.select(mixed, "packs")) == ["toy.double.0003"]
    assert ids(plan.select(mixed, "full")) == ids(mixed)


def test_filters() -> None:
    assert ids(plan.select(MANY, "rng", ["*.0007", "toy.*.003?"])) == [
        one for one in ids(MANY) if one.endswith("0007") or one[-4:-1] == "003"
    ]


@pytest.mark.parametrize(
    ("profile", "patterns", "code"),
    [
        ("rng", ["toy.*", "fire.*"], "nothing_matches"),
        ("packs", [], "nothing_required"),
        ("everything", [], "unknown_profile"),
    ],
)
def test_nothing_is_no_success(profile: str, patterns: list[str], code: str) -> None:
    with pytest.raises(UsageError, match=code):
        plan.select(MANY, profile, patterns)


@settings(max_examples=20, deadline=None, database=None)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20), st.integers(1, 40))
def test_every_case_is_asked_and_some_again(seed: str, size: int) -> None:
    chosen = MANY[:size]
    turns = plan.turns(chosen, KNOWN, seed)
    assert turns == plan.turns(chosen[::-1], KNOWN, seed)
    by_role = {role: [turn.owner for turn in turns if turn.role == role] for role in ("case", "twin", "repeat")}
    assert sorted(by_role["case"]) == ids(chosen)
    assert len(set(by_role["repeat"])) == len(by_role["repeat"]) == -(-size // plan.REPEATED)
    assert sorted(by_role["twin"]) == [one.id for one in chosen if one.is_negative]
    for before, turn in zip(turns, turns[1:], strict=False):
        if turn.role == "twin":
            assert (before.role, before.owner) == ("case", turn.owner) and turn.vector.id == before.vector.twin
        else:
            assert turn.vector.id == turn.owner
    for owner in by_role["repeat"]:
        roles = [turn.role for turn in turns if turn.owner == owner and turn.role != "twin"]
        assert roles == ["case", "repeat"]


def test_wire_ids_are_fresh_and_tell_nothing() -> None:
    wires = [turn.wire for seed in ("1", "2") for turn in plan.turns(MANY, KNOWN, seed)]
    assert len(set(wires)) == len(wires)
    assert all(len(wire) == 32 and set(wire) <= set("0123456789abcdef") for wire in wires)


def test_the_seed_shuffles() -> None:
    orders = {tuple(turn.owner for turn in plan.turns(MANY, KNOWN, str(seed))) for seed in range(5)}
    assert len(orders) == 5 and tuple(sorted(KNOWN)) not in orders
