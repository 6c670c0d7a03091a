"""The stratified two-stage bootstrap on its SHAKE-256 stream (SCO-7)."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from conformance.second_reading.aggregate import mean, quantile, strata
from conformance.second_reading.canonical import canonical, fraction_text

RESAMPLES = 2000
LEAST_EPISODES = 5
CONSTANTS_DIGEST = "388f7eac4ba9b349902d815268c386b23338e8eaf53e5859577c475aed17edc4"


Strata = list[list[list[Fraction]]]


def key_of_document(document: dict[str, Any]) -> bytes:
    """The key of a stream: the SHA-256 of the canonical bytes (SCO-7.1)."""
    return hashlib.sha256(canonical(document)).digest()


def words(key: bytes) -> Iterator[int]:
    """The words of the stream (SCO-7.1)."""
    block_number = 0
    while True:
        block = hashlib.shake_256(key + block_number.to_bytes(8, "big")).digest(64)
        for at in range(0, 64, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        block_number += 1


def index_below(stream: Iterator[int], n: int) -> int:
    """An index below n (SCO-7.1)."""
    for word in stream:
        if word < 2**64 - 2**64 % n:
            return word % n
    raise AssertionError("the stream has no end")


def listed(values: list[Fraction | None]) -> list[str | None]:
    """Fractions as they stand in a key document (ENC-3.2)."""
    return [None if value is None else fraction_text(value) for value in values]


def key_of_scores(manifest_hash: str, model_id: str, scores: list[Fraction | None]) -> bytes:
    """The key of a report's interval (SCO-7.1)."""
    document = {"scoring_version": "1.0", "constants_digest": CONSTANTS_DIGEST, "manifest_hash": manifest_hash}
    return key_of_document(document | {"model_id": model_id, "scores": listed(scores)})


def key_of_differences(manifest_hash: str, differences: list[Fraction | None]) -> bytes:
    """The key of a comparison's interval (SCO-8.1)."""
    document = {"purpose": "comparison", "scoring_version": "1.0", "constants_digest": CONSTANTS_DIGEST}
    document |= {"manifest_hash": manifest_hash}
    return key_of_document({**document, "differences": listed(differences)})


def in_drawn_order(families: dict[str, dict[str, list[Fraction]]]) -> Strata:
    """Families, their scenarios, and the values of these, in the order in which they are drawn (SCO-7.2)."""
    return [[families[family][name] for name in sorted(families[family])] for family in sorted(families)]


def resample(stream: Iterator[int], families: Strata) -> Fraction:
    """The statistic of one resample (SCO-7.2)."""
    of_families: list[Fraction | None] = []
    for scenarios in families:
        of_scenarios: list[Fraction | None] = []
        for _ in scenarios:
            values = scenarios[index_below(stream, len(scenarios))]
            of_scenarios.append(mean([values[index_below(stream, len(values))] for _ in values]))
        of_families.append(mean(of_scenarios))
    return mean(of_families) or Fraction(0)


def interval_of(key: bytes, families: Strata, resamples: int = RESAMPLES) -> tuple[Fraction, Fraction]:
    """The bounds, of as many episodes as there are (SCO-7.3)."""
    stream = words(key)
    statistics = [resample(stream, families) for _ in range(resamples)]
    return quantile(statistics, Fraction(1, 40)), quantile(statistics, Fraction(39, 40))


def interval(
    key: bytes, episodes: list[Any], of_episode: list[Fraction | None], resamples: int = RESAMPLES
) -> tuple[Fraction, Fraction] | None:
    """The bounds, or None with fewer than 5 applicable episodes (SCO-7.3)."""
    if sum(1 for value in of_episode if value is not None) < LEAST_EPISODES:
        return None
    return interval_of(key, in_drawn_order(strata(episodes, of_episode)), resamples)
