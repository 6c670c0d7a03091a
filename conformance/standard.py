"""What this repository determines about a certified run: to issue and to verify a certificate (CNF-8.3)."""

from collections.abc import Mapping

from conformance import challenge, lock, merkle, modules, profiles, protocol, vectors
from conformance.certificate import Standard
from conformance.components import COVERAGE_VERSION
from conformance.runner import plan

RUNNER = ("conformance.runner.main", "conformance.standard")
"""The modules that judge; with all that they import they are the runner."""


def versions() -> dict[str, str]:
    """The versions that a certificate names: of the protocol, the corpus and every component of the contract."""
    corpus = {
        "protocol": protocol.PROTOCOL_VERSION,
        "corpus_format": vectors.CORPUS_FORMAT,
        "coverage": COVERAGE_VERSION,
    }
    return corpus | dict(profiles.VERSIONS)


def runner() -> dict[str, object]:
    """The root over the runner's source files, and how many they are (CNF-8.4)."""
    files = modules.closure(RUNNER)
    return {"sha256": merkle.root(files), "files": len(files)}


def standard(profile: str, challenge_seed: str, files: Mapping[str, bytes]) -> Standard:
    """The standard of a profile, for the corpus in these files by name.

    Raises:
        UsageError: `unknown_profile`, `nothing_required`. DocumentError: the corpus is at fault.
    """
    corpus = vectors.parse(files)
    return Standard(
        profile=profile,
        versions=versions(),
        corpus=lock.corpus({f"{vectors.CORPUS}/{name}": data for name, data in files.items()}),
        required=plan.select(corpus, profile),
        challenge=challenge.cases(profile, challenge_seed, corpus),
        runner=runner(),
    )
