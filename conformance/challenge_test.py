"""The challenge: for every operation, from the seed alone, with answers of the product, and twins."""

import pytest

from conformance import challenge, challenge_draw, challenge_inputs, profiles
from conformance.challenge_draw import Draw
from conformance.operations import registry
from conformance.protocol import case, encode
from conformance.vectors import Vector
from simulator import scenario
from simulator.errors import EmberError

SEED = "5" * 64
PUBLISHED = tuple(
    Vector(f"rng.words.{n:04}", "rng.words", {"state": "0" * 16, "count": n}, {"status": "ok"}, (), "", "", "rng", 1)
    for n in range(1, 4)
)
SIMULATOR = challenge.cases("simulator", SEED, PUBLISHED)


def again(cases: tuple[Vector, ...]) -> list[Vector]:
    return [vector for vector in cases if vector.id.startswith("challenge.again.")]


def test_the_seed_alone_tells_the_cases() -> None:
    assert challenge.cases("fire", SEED, PUBLISHED) == challenge.cases("fire", SEED, PUBLISHED)
    other = challenge.cases("fire", "6" * 64, PUBLISHED)
    assert not [
        vector for vector in other if vector.input in [one.input for one in SIMULATOR] and vector not in again(other)
    ]


def test_every_operation_and_kind_has_cases() -> None:
    assert set(challenge_inputs.INPUTS) == {name for own in profiles.OWN.values() for name in own} - {profiles.READ}
    assert set(challenge_inputs.DOCUMENTS) == {kind for kinds in profiles.KINDS.values() for kind in kinds}
    fresh = [vector for vector in SIMULATOR if vector not in again(SIMULATOR)]
    for name in profiles.operations("simulator") - {profiles.READ}:
        assert sum(vector.operation == name for vector in fresh) == challenge.CASES
    for kind in profiles.KINDS["simulator"]:
        assert sum(vector.input.get("kind") == kind for vector in fresh) == challenge.CASES
    assert {vector.profile for vector in SIMULATOR} == profiles.parts("simulator")


def test_ids_are_unique_and_every_case_is_a_message() -> None:
    assert len({vector.id for vector in SIMULATOR}) == len(SIMULATOR)
    for vector in SIMULATOR:
        assert encode(case(vector.id, vector.operation, dict(vector.input)))


def test_the_answers_are_those_of_the_product_and_negatives_have_twins() -> None:
    known = {vector.id: vector for vector in SIMULATOR}
    for vector in SIMULATOR:
        if vector not in again(SIMULATOR):
            assert vector.expected == registry.outcome(vector.operation, dict(vector.input))
        assert vector.is_negative == bool(vector.twin)
        if vector.twin:
            twin = known[vector.twin]
            assert not twin.is_negative and (twin.operation, twin.profile) == (vector.operation, vector.profile)
    assert sum(vector.is_negative for vector in SIMULATOR) > 10


def test_fresh_and_published_cases_are_asked_again() -> None:
    repeats = again(SIMULATOR)
    inputs = [vector.input for vector in SIMULATOR if vector not in repeats]
    published = [vector.input for vector in PUBLISHED]
    assert all(vector.input in inputs or vector.input in published for vector in repeats)
    assert sum(vector.input in published for vector in repeats) == 1
    assert {vector.operation for vector in repeats} == profiles.operations("simulator")


@pytest.mark.parametrize("profile", ["packs", "references", "scorer"])
def test_the_other_profiles(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenge, "CASES", 2)
    cases = challenge.cases(profile, SEED, ())
    assert {vector.operation for vector in cases} == profiles.operations(profile)
    assert {vector.profile for vector in cases} == {profile}


def test_a_twin_is_of_the_same_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading documents is in three profiles."""
    monkeypatch.setattr(challenge, "CASES", 4)
    monkeypatch.setattr(profiles, "OWN", dict.fromkeys(profiles.KINDS, (profiles.READ,)))
    known = {vector.id: vector for vector in challenge.cases(profiles.FULL, SEED, ())}
    assert {vector.profile for vector in known.values()} == set(profiles.KINDS)
    assert all(known[vector.twin].profile == vector.profile for vector in known.values() if vector.twin)


def test_an_operation_that_always_refuses_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = {"probability": "2", "state": "0" * 16, "count": 1}
    monkeypatch.setattr(challenge_inputs, "INPUTS", dict.fromkeys(challenge_inputs.INPUTS, lambda draw: refused))
    monkeypatch.setattr(profiles, "OWN", {"rng": ("rng.bernoulli",)})
    with pytest.raises(EmberError, match="challenge_failed"):
        challenge.cases("rng", SEED, ())


def test_a_product_without_an_answer_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenge_inputs, "INPUTS", dict.fromkeys(challenge_inputs.INPUTS, lambda draw: {}))
    with pytest.raises(EmberError, match="challenge_failed"):
        challenge.cases("rng", SEED, ())


def test_worlds_are_valid_and_differ() -> None:
    texts = {challenge_draw.world_text(Draw(f"t/{number}")) for number in range(60)}
    worlds = [scenario.parse(text.encode()) for text in texts]
    assert len(texts) == 60
    probabilities = {world.fire.spread_probability for world in worlds}
    assert {None, 0, 1} < probabilities and len(probabilities) > 20
    assert {world.fire.exits_flammable for world in worlds} == {True, False}


def test_damage_is_one_fault() -> None:
    data = b'{"a":[1,22],"b":"x"}'
    for number in range(200):
        draw = Draw(f"d/{number}")
        changed = challenge_draw.damaged(draw, data)
        start = next((at for at in range(len(data)) if changed[at : at + 1] != data[at : at + 1]), len(data))
        tail = data[start:]
        assert any(changed.endswith(tail[cut:]) for cut in range(4))
