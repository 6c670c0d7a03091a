"""Profiles cover the operations, the kinds of documents and the versions, and nothing else."""

import pytest

from conformance import profiles
from conformance.operations.documents import READERS
from conformance.operations.registry import OPERATIONS
from conformance.profiles import FULL, INCLUDES, KINDS, OWN, PROFILES, READ, VERSIONS, components, operations


def test_full_is_everything() -> None:
    assert operations(FULL) == OPERATIONS.keys()
    assert components([FULL]) == VERSIONS
    assert set(PROFILES) == OWN.keys() | {FULL} and INCLUDES.keys() == set(PROFILES)


def test_rng_within_fire_within_simulator() -> None:
    assert operations("rng") < operations("fire") < operations("simulator") < operations(FULL)
    assert profiles.parts("simulator") == {"rng", "fire", "simulator"}


def test_every_operation_has_one_profile_but_reading() -> None:
    names = [name for own in OWN.values() for name in own if name != READ]
    assert len(set(names)) == len(names)
    kinds = [kind for part in KINDS.values() for kind in part]
    assert sorted(kinds) == sorted(READERS)
    assert {name for name, own in OWN.items() if READ in own} == KINDS.keys()


def test_a_case_belongs_to_the_profile_that_adds_it() -> None:
    assert profiles.profile_of("rng.words", {}) == "rng"
    assert profiles.profile_of("score.order", {}) == "scorer"
    for profile, kinds in KINDS.items():
        assert {profiles.profile_of(READ, {"kind": kind}) for kind in kinds} == {profile}
    for name, case in (("rng.dice", {}), (READ, {"kind": "letter"}), (READ, {})):
        with pytest.raises(KeyError):
            profiles.profile_of(name, case)


def test_versions_grow_with_profiles() -> None:
    assert components(["rng"]) == {"simulator": VERSIONS["simulator"]}
    assert components(["rng", "references"]).keys() == {"scenario_schema", "scoring", "simulator"}
    assert components(["simulator"]).items() < components([FULL]).items()
