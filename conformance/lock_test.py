"""The release lock: the committed one is this tree's, and the gate refuses every bad change."""

import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance import components, lock
from conformance.components import COMPONENTS, ERRATA, TOMBSTONES
from conformance.release_tree import ROOT, VECTORS, corpus, release, vector, with_version
from packs.versions import PACK_VERSIONS
from scoring.constants import STATISTICS_VERSION, constants_document
from simulator import canonical
from simulator.errors import EmberError, InputError

Tree = dict[str, bytes]
ONE, TWO, THREE = vector("rng.words.0001"), vector("rng.words.0002"), vector("score.x.0001", "score.inputs")
CHANGED = vector("rng.words.0002", input={"count": 2})


@functools.cache
def released() -> lock.Lock:
    return lock.lock(release())


def codes(now: Tree, base: Tree | None = None) -> list[str]:
    found = lock.compare(released() if base is None else lock.lock(base), lock.lock(now))
    assert all(finding.remedy and finding.message for finding in found)
    return sorted({finding.code for finding in found})


def edited(path: str, edit: Callable[[Any], Any]) -> Tree:
    tree = release()
    return tree | {path: json.dumps(edit(json.loads(tree[path]))).encode()}


def replaced(path: str, old: str, new: str) -> Tree:
    tree = release()
    assert old.encode() in tree[path]
    return tree | {path: tree[path].replace(old.encode(), new.encode())}


def without(path: str) -> Tree:
    return {name: data for name, data in release().items() if name != path}


def erratum(vector_id: str, old: dict[str, Any], new: dict[str, Any] | None, component: str, version: str) -> bytes:
    digests = [one and canonical.sha256_hex(lock.judged(one)) for one in (old, new)]
    entry = {"vector": vector_id, "old": digests[0], "new": digests[1], "component": component, "version": version}
    return json.dumps({"errata": [entry | {"cause": "the answer was wrong"}]}).encode()


def test_the_committed_lock_is_that_of_this_tree() -> None:
    """A failure names what changed without its version, and the command that makes it right."""
    committed = lock.decode(ROOT.joinpath(components.LOCK).read_bytes())
    findings = lock.gate(committed, lock.lock(components.read_tree(ROOT)))
    assert not findings, "\n" + "\n".join(map(str, findings))


def test_what_is_read_from_source_is_what_the_code_says() -> None:
    tree = release()
    versions = components.versions(tree)
    assert {name: versions[name] for name in PACK_VERSIONS} == PACK_VERSIONS
    assert versions["statistics"] == STATISTICS_VERSION
    assert components.constants(tree) == constants_document()


def test_a_tree_that_did_not_change_is_in_order() -> None:
    found = released()
    assert lock.compare(found, found) == [] and lock.gate(found, found) == []
    assert lock.decode(lock.encode(found)) == found
    assert found["corpus"]["vectors"] == 3 and "SIM-4.2" in found["clauses"] and found["items"]


BAD: dict[str, tuple[Callable[[], Tree], list[str]]] = {
    "a constant": (lambda: replaced("scoring/constants.py", '"alpha_c": "3/5"', '"alpha_c": "2/5"'), ["changed"]),
    "a constant more": (
        lambda: replaced("scoring/constants.py", '    "k_e": "2/1",', '    "k_e": "2/1",\n    "k_z": "1/1",'),
        ["changed"],
    ),
    "a schema": (
        lambda: edited("simulator/schemas/observation.schema.json", lambda found: found | {"title": "x"}),
        ["changed"],
    ),
    "a schema is gone": (lambda: without("packs/schemas/pack.schema.json"), ["removed"]),
    "the public pack": (
        lambda: edited("packs/public/v1-public/pack.json", lambda found: found | {"pack_id": "other"}),
        ["changed"],
    ),
    "the generator's digests": (lambda: edited("packs/generator/golden.json", lambda found: {}), ["changed"]),
    "a lower version": (lambda: with_version(release(), "metrics", "0.9"), ["version_lowered"]),
    "a vector": (lambda: release() | {VECTORS: corpus(ONE, CHANGED, THREE)}, ["erratum_missing", "vector_changed"]),
    "a vector's operation": (
        lambda: release() | {VECTORS: corpus(ONE, vector("rng.words.0002", "rng.stream"), THREE)},
        ["erratum_missing", "vector_changed"],
    ),
    "a vector with the version and no erratum": (
        lambda: with_version(release() | {VECTORS: corpus(ONE, CHANGED, THREE)}, "simulator"),
        ["erratum_missing"],
    ),
    "a vector with an erratum and no version": (
        lambda: (
            release()
            | {
                VECTORS: corpus(ONE, CHANGED, THREE),
                ERRATA: erratum("rng.words.0002", TWO, CHANGED, "simulator", "0.2.0"),
            }
        ),
        ["vector_changed"],
    ),
    "a vector with an erratum for another version": (
        lambda: with_version(
            release()
            | {
                VECTORS: corpus(ONE, CHANGED, THREE),
                ERRATA: erratum("rng.words.0002", TWO, CHANGED, "simulator", "0.2.0"),
            },
            "simulator",
        ),
        ["erratum_missing"],
    ),
    "a vector with an erratum for another answer": (
        lambda: with_version(
            release()
            | {VECTORS: corpus(ONE, CHANGED, THREE), ERRATA: erratum("rng.words.0002", ONE, TWO, "simulator", "9.9")},
            "simulator",
        ),
        ["erratum_missing"],
    ),
    "a vector with another component's version": (
        lambda: with_version(
            release()
            | {
                VECTORS: corpus(ONE, CHANGED, THREE),
                ERRATA: erratum("rng.words.0002", TWO, CHANGED, "statistics", "9.9"),
            },
            "statistics",
        ),
        ["erratum_missing", "vector_changed"],
    ),
    "a vector is gone": (
        lambda: release() | {VECTORS: corpus(ONE, THREE)},
        ["coverage_not_raised", "erratum_missing", "no_tombstone", "vector_removed"],
    ),
    "a vector is gone, with a tombstone alone": (
        lambda: (
            release()
            | {VECTORS: corpus(ONE, THREE), TOMBSTONES: b'{"rng.words.0000":"withdrawn","rng.words.0002":"gone"}'}
        ),
        ["coverage_not_raised", "erratum_missing", "vector_removed"],
    ),
    "a vector more": (
        lambda: release() | {VECTORS: corpus(ONE, TWO, vector("rng.words.0003"), THREE)},
        ["coverage_not_raised"],
    ),
    "an ID comes back": (
        lambda: with_version(release() | {VECTORS: corpus(vector("rng.words.0000"), ONE, TWO, THREE)}, "coverage"),
        ["id_reused"],
    ),
    "a tombstone is gone": (lambda: release() | {TOMBSTONES: b"{}"}, ["tombstone_removed"]),
    "fewer clauses have vectors": (
        lambda: edited(components.TRACED, lambda found: found | {"negative": 1}),
        ["traceability_fell"],
    ),
    "a clause is gone": (
        lambda: replaced("docs/contract/simulation.md", "**SIM-4.2**", "**XYZ-1**"),
        ["clause_removed"],
    ),
}


@pytest.mark.parametrize("change", BAD)
def test_bad_changes(change: str) -> None:
    make, wanted = BAD[change]
    short = {"changed": "changed_without_version", "removed": "removed_without_version"}
    assert codes(make()) == [short.get(code, code) for code in wanted]


GOOD: dict[str, Callable[[], Tree]] = {
    "a version without need": lambda: with_version(release(), "observation"),
    "every version": lambda: every_version(release()),
    "a constant and its version": lambda: with_version(BAD["a constant"][0](), "scoring"),
    "a schema and its version": lambda: with_version(BAD["a schema"][0](), "observation"),
    "the pack and the suite's version": lambda: with_version(BAD["the public pack"][0](), "public_suite"),
    "the pack and the simulator's version": lambda: with_version(BAD["the public pack"][0](), "simulator"),
    "a vector more, and coverage": lambda: with_version(BAD["a vector more"][0](), "coverage"),
    "a schema more": lambda: release() | {"scoring/schemas/other.schema.json": b"{}"},
    "more clauses have vectors": lambda: edited(components.TRACED, lambda found: found | {"negative": 3}),
    "a clause more": lambda: replaced("docs/contract/simulation.md", "**SIM-4.2**", "**XYZ-1**\n\n**SIM-4.2**"),
    "prose of a vector": lambda: (
        release() | {VECTORS: corpus(ONE, TWO | {"why": {"catches": "more", "effect": "words"}}, THREE)}
    ),
    "a vector, its version and erratum": lambda: with_version(
        release()
        | {VECTORS: corpus(ONE, CHANGED, THREE), ERRATA: erratum("rng.words.0002", TWO, CHANGED, "simulator", "9.9")},
        "simulator",
    ),
    "a vector is gone, with all that it takes": lambda: with_version(
        with_version(
            BAD["a vector is gone, with a tombstone alone"][0]()
            | {ERRATA: erratum("rng.words.0002", TWO, None, "simulator", "9.9")},
            "simulator",
        ),
        "coverage",
    ),
    "a vector has a new name": lambda: with_version(
        release()
        | {
            VECTORS: corpus(ONE, vector("rng.words.0007"), THREE),
            components.ALIASES: b'{"rng.words.0002":"rng.words.0007"}',
        },
        "coverage",
    ),
}


def every_version(tree: Tree) -> Tree:
    for component in COMPONENTS:
        tree = with_version(tree, component.id)
    return tree


@pytest.mark.parametrize("change", GOOD)
def test_changes_that_are_in_order(change: str) -> None:
    """They need a new lock, and nothing else."""
    assert codes(GOOD[change]()) == []
    assert [finding.code for finding in lock.gate(released(), lock.lock(GOOD[change]()))] == ["lock_outdated"]


@pytest.mark.parametrize("component", [item.id for item in COMPONENTS])
def test_every_version_is_read_from_its_place(component: str) -> None:
    tree = release()
    before, after = components.versions(tree), components.versions(with_version(tree, component, "9.9.1"))
    assert after == before | {component: "9.9.1"}


def test_a_released_erratum_stays() -> None:
    base = GOOD["a vector, its version and erratum"]()
    assert codes(base | {ERRATA: b'{"errata":[]}'}, base) == ["errata_changed"]


def test_the_command_is_named() -> None:
    found = lock.compare(released(), lock.lock(BAD["a constant"][0]()))
    assert "raise SCORING_VERSION in scoring/constants.py; then bazel run //tools:release -- lock" in str(found[0])


def test_a_component_digest_covers_what_it_owns_alone() -> None:
    before, after = released()["components"], lock.lock(BAD["a constant"][0]())["components"]
    assert {name for name in before if before[name] != after[name]} == {"scoring"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda: release() | {"simulator/schemas/stray.schema.json": b"{}"}, "no_component"),
        (lambda: release() | {VECTORS: corpus(vector("a.b.0001", "strange.operation"))}, "no_component"),
        (lambda: release() | {VECTORS: corpus(ONE, ONE)}, "repeated_vector"),
        (lambda: without("simulator/versions.py"), "no_version"),
        (lambda: replaced("packs/versions.py", "GENERATOR_VERSION =", "GENERATOR_VERSION, OTHER ="), "no_version"),
        (lambda: release() | {ERRATA: b'{"errata":[{}]}'}, "missing_key"),
    ],
)
def test_trees_that_have_no_lock(change: Callable[[], Tree], code: str) -> None:
    with pytest.raises(EmberError) as caught:
        lock.lock(change())
    assert caught.value.code == code


def test_a_lock_of_another_version_is_refused() -> None:
    found = released() | {"lock_version": "0.9"}
    with pytest.raises(InputError, match="lock_version_differs"):
        lock.decode(lock.encode(found))
