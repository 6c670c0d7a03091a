"""The official scoring constants: one document of exact fractions, and what follows from it (SCO-4.5.1).

The document is the only place where a constant is written. Its digest is the scoring-constants digest, so a change of
any constant changes the digest, and needs a new scoring version (SCO-1). The names are those of the formulas:

    E = (evacuated / M*) ^ k_e                      beta = min(1, ln(alpha_c) / ln(q_min))
    P_casualty  = alpha_c ^ log2(1 + c) · (1 - c / M*) ^ k_c
    P_stranding = alpha_s ^ log2(1 + s) · (1 - s / M*) ^ k_s
    a severe component multiplies the score by phi · (q / q_severe) ^ gamma

The exponents k_e, k_c, k_s, k_h and gamma are whole numbers, and q_min, the least of the severe thresholds, is 1/2.
That makes Quality ^ beta = alpha_c ^ log2(1 / Quality), on which the exact arithmetic rests (SCO-4.5.3).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any

from simulator.canonical import digest

SCORING_VERSION = "1.0"
STATISTICS_VERSION = "1.0"

_DOCUMENT: dict[str, Any] = {
    "scoring_version": SCORING_VERSION,
    "k_e": "2/1",
    "alpha_c": "3/5",
    "k_c": "4/1",
    "alpha_s": "4/5",
    "k_s": "2/1",
    "catastrophic_loss_rate": "1/2",
    "weights": {"time": "3/8", "hazard": "1/4", "path": "1/8", "replanning": "1/4"},
    "k_h": "1/1",
    "hazard_radius": "2/1",
    "severe": {"time": "1/2", "hazard": "3/4", "path": "1/2", "replanning": "1/2"},
    "phi": "4/5",
    "gamma": "1/1",
    "component_decimals": "12/1",
    "score_decimals": "9/1",
    "tail": "1/10",
    "confidence": "19/20",
    "resamples": "2000/1",
    "least_episodes": "5/1",
    "practical_difference": "1/1",
    "ranked_decimals": "1/1",
}


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants as exact fractions; `weights` and `severe` by quality component (SCO-4.5.1)."""

    k_e: Fraction
    alpha_c: Fraction
    k_c: Fraction
    alpha_s: Fraction
    k_s: Fraction
    catastrophic_loss_rate: Fraction
    weights: Mapping[str, Fraction]
    k_h: Fraction
    hazard_radius: Fraction
    severe: Mapping[str, Fraction]
    phi: Fraction
    gamma: Fraction
    component_decimals: Fraction
    score_decimals: Fraction
    tail: Fraction
    confidence: Fraction
    resamples: Fraction
    least_episodes: Fraction
    practical_difference: Fraction
    ranked_decimals: Fraction

    @property
    def q_min(self) -> Fraction:
        """The least severe threshold in component space (SCO-4.3.1)."""
        return min(self.severe.values())

    def whole_weights(self) -> dict[str, int]:
        """The quality weights as whole numbers in the same proportion: 3, 2, 1, 2 (SCO-4.5.3)."""
        common = lcm(*(weight.denominator for weight in self.weights.values()))
        return {name: int(weight * common) for name, weight in self.weights.items()}


def _fractions(value: Any) -> Any:
    if isinstance(value, str):
        return Fraction(value)
    return MappingProxyType({key: Fraction(text) for key, text in value.items()})


CONSTANTS = Constants(**{key: _fractions(value) for key, value in _DOCUMENT.items() if key != "scoring_version"})


def constants_document() -> dict[str, Any]:
    """The document of the constants: every value a fraction `"num/den"` in lowest terms (SCO-4.5.1)."""
    return {key: dict(value) if isinstance(value, dict) else value for key, value in _DOCUMENT.items()}


def constants_digest() -> str:
    """The scoring-constants digest, 64 hex digits (SCO-4.5.1, ENC-3.1)."""
    return digest(constants_document())
