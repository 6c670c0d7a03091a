"""Profiles: which operations, kinds of documents and versions a certificate of each name covers (docs/protocol).

rng ⊂ fire ⊂ simulator; packs, references and scorer stand alone; full is all of them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from packs.versions import EVALUATION_VERSION, PACK_VERSIONS
from scoring.constants import SCORING_VERSION, STATISTICS_VERSION, constants_digest
from simulator.versions import CROWD_DIAGNOSTICS_VERSION

FULL = "full"
READ = "document.read"

OWN: Mapping[str, tuple[str, ...]] = {
    "rng": ("json.canonical", "rng.bernoulli", "rng.stream", "rng.words"),
    "fire": ("fire.world",),
    "simulator": (
        READ,
        "movement.resolve",
        "replay.check",
        "simulator.act",
        "simulator.observe",
        "simulator.run",
    ),
    "packs": (READ, "pack.verify", "result.read"),
    "references": ("references.bounds", "references.joint", "references.people", "references.table"),
    "scorer": (
        "bootstrap.indices",
        "bootstrap.interval",
        READ,
        "score.aggregate",
        "score.compare",
        "score.episode",
        "score.failure",
        "score.inputs",
        "score.order",
        "score.report",
    ),
}
"""The operations that a profile adds to those that it includes."""

INCLUDES: Mapping[str, tuple[str, ...]] = {
    "rng": (),
    "fire": ("rng",),
    "simulator": ("fire",),
    "packs": (),
    "references": (),
    "scorer": (),
    FULL: ("simulator", "packs", "references", "scorer"),
}

KINDS: Mapping[str, tuple[str, ...]] = {
    "simulator": ("action_output", "episode_metrics", "observation", "run_record", "scenario", "snapshot"),
    "packs": (
        "evaluation_manifest",
        "generation",
        "generator_config",
        "operational_record",
        "pack",
        "plan",
        "result_episode",
        "result_footer",
        "result_header",
        "suite_manifest",
    ),
    "scorer": ("report",),
}
"""The kinds of documents that `document.read` is asked for in a profile."""

PROFILES = tuple(INCLUDES)

VERSIONS: Mapping[str, str] = {
    **PACK_VERSIONS,
    "crowd_diagnostics": CROWD_DIAGNOSTICS_VERSION,
    "evaluation": EVALUATION_VERSION,
    "scoring": SCORING_VERSION,
    "scoring_constants": constants_digest(),
    "statistics": STATISTICS_VERSION,
}
"""The version of every component of the contract; that of the scoring constants is their digest (SCO-4.5.1)."""

_SIMULATION = ("action_schema", "metrics", "observation", "scenario_schema", "simulator")
_COMPONENTS: Mapping[str, tuple[str, ...]] = {
    "rng": ("simulator",),
    "fire": ("scenario_schema", "simulator"),
    "simulator": _SIMULATION,
    "packs": (*PACK_VERSIONS, "evaluation"),
    "references": ("scenario_schema", "scoring", "simulator"),
    "scorer": (
        *PACK_VERSIONS,
        "crowd_diagnostics",
        "evaluation",
        "scoring",
        "scoring_constants",
        "statistics",
    ),
}


def parts(profile: str) -> frozenset[str]:
    """A profile and those that it includes, at any depth."""
    return frozenset({profile}).union(*(parts(inner) for inner in INCLUDES[profile]))


def operations(profile: str) -> frozenset[str]:
    """The names of the operations that a profile requires."""
    return frozenset(name for part in parts(profile) for name in OWN.get(part, ()))


def profile_of(operation: str, given: Mapping[str, Any]) -> str:
    """The profile to which a case belongs: the one that adds its operation, or its kind of document.

    Raises:
        KeyError: no profile has it.
    """
    for profile, own in OWN.items():
        if operation in own and (operation != READ or given.get("kind") in KINDS[profile]):
            return profile
    raise KeyError(operation)


def components(profiles: Iterable[str]) -> dict[str, str]:
    """The versions that a testee which declares these profiles has to state, and their values in this contract."""
    within = frozenset().union(*(parts(profile) for profile in profiles))
    names = {name for part in within for name in _COMPONENTS.get(part, ())}
    return {name: VERSIONS[name] for name in sorted(names)}
