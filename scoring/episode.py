"""The score of one episode-trial, from counts alone (SCO-4).

    score    = 100 · Safety · Quality ^ beta · Severity
    Safety   = E · P_casualty · P_stranding                      (0 at the catastrophic gate)
    Quality  = weighted geometric mean of the defined quality components
    Severity = product over the severe components of  phi · (q / q_severe) ^ gamma

`score_episode` is a pure function of `EpisodeInputs` and of nothing else: no action log, no time, no cost.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from scoring.arithmetic import Incident, fixed, rounded_product, rounded_root
from scoring.constants import CONSTANTS
from scoring.inputs import EpisodeInputs, check_inputs

Status = Literal["scored", "catastrophic", "failed", "not_applicable"]
STATUSES: tuple[Status, ...] = ("scored", "catastrophic", "failed", "not_applicable")
FAILURES = ("missing", "invalid_output", "model_error", "timeout")
QUALITY_COMPONENTS = ("time", "hazard", "path", "replanning")
COMPONENTS = ("evacuation", "casualty", "stranding", *QUALITY_COMPONENTS)

_FACTOR_PLACES = int(CONSTANTS.component_decimals)
_SCORE_PLACES = int(CONSTANTS.score_decimals)
_WEIGHTS = CONSTANTS.whole_weights()
_RATIO_NAMES = ("evacuation", *QUALITY_COMPONENTS)


@dataclass(frozen=True, slots=True)
class Ratios:
    """The components that are exact ratios, in [0, 1]; None where undefined (SCO-4.1, SCO-4.2)."""

    evacuation: Fraction | None = None
    time: Fraction | None = None
    hazard: Fraction | None = None
    path: Fraction | None = None
    replanning: Fraction | None = None

    def defined(self, names: Iterable[str]) -> list[tuple[str, Fraction]]:
        """The defined ones of `names`, in that order."""
        pairs = ((name, getattr(self, name)) for name in names)
        return [(name, ratio) for name, ratio in pairs if ratio is not None]


@dataclass(frozen=True, slots=True)
class EpisodeScore:
    """The score of one episode-trial with everything that explains it (SCO-4).

    `components` holds each rounded component in the order of COMPONENTS, None where undefined; `ratios` the same
    exactly, where they are ratios. Factors have 12 decimals, score and ceiling 9. `inputs` is None without a record,
    and then `failure` says why.
    """

    status: Status
    failure: str | None
    max_evacuated: int
    inputs: EpisodeInputs | None
    components: tuple[str | None, ...]
    ratios: Ratios
    safety: str | None
    quality: str | None
    quality_without_replanning: str | None
    severity: str | None
    severe: tuple[str, ...]
    ceiling: str | None
    score: str | None

    @property
    def applicable(self) -> bool:
        """Whether the episode counts in any mean (SCO-4.4)."""
        return self.status != "not_applicable"

    @property
    def authenticated(self) -> bool:
        """Whether a record stands behind an applicable score (SCO-4.4)."""
        return self.status in ("scored", "catastrophic")

    def component(self, name: str) -> str | None:
        """One rounded component by its name (SCO-4.1, SCO-4.2)."""
        return self.components[COMPONENTS.index(name)]

    def document(self) -> dict[str, Any]:
        """The plain form that a report stores (SCO-9.3)."""
        return {
            "status": self.status,
            "failure": self.failure,
            "max_evacuated": self.max_evacuated,
            "inputs": None if self.inputs is None else self.inputs.document(),
            "components": dict(zip(COMPONENTS, self.components, strict=True)),
            "safety": self.safety,
            "quality": self.quality,
            "quality_without_replanning": self.quality_without_replanning,
            "severity": self.severity,
            "severe": list(self.severe),
            "ceiling": self.ceiling,
            "score": self.score,
        }


def score_episode(inputs: EpisodeInputs) -> EpisodeScore:
    """The score of an authenticated episode-trial (SCO-4).

    Raises:
        ScoringInputError: when `check_inputs` does.
    """
    check_inputs(inputs)
    if not inputs.max_evacuated:
        return _unscored("not_applicable", None, inputs, 0)
    ratios = _ratios(inputs)
    severe = _severe(ratios)
    severity = _severity(ratios, severe)
    rate, incidents = _safety(inputs, ratios)
    ceiling = rounded_product(100 * rate * severity, incidents, _SCORE_PLACES)
    return EpisodeScore(
        status="catastrophic" if _catastrophic(inputs) else "scored",
        failure=None,
        max_evacuated=inputs.max_evacuated,
        inputs=inputs,
        components=_components(inputs, ratios),
        ratios=ratios,
        safety=rounded_product(rate, incidents, _FACTOR_PLACES),
        quality=_quality(ratios, QUALITY_COMPONENTS),
        quality_without_replanning=_quality(ratios, QUALITY_COMPONENTS[:-1]),
        severity=fixed(severity, _FACTOR_PLACES),
        severe=severe,
        ceiling=ceiling,
        score=_score(100 * rate * severity, incidents, ratios),
    )


def failed_episode(failure: str, max_evacuated: int) -> EpisodeScore:
    """The score of a scheduled episode-trial without an authenticated result, `failure` one of FAILURES (SCO-4.4.1).

    It scores 0 with Safety 0, no components and no Quality; where M* is 0 it is not applicable all the same.
    """
    return _unscored("failed" if max_evacuated else "not_applicable", failure, None, max_evacuated)


def _unscored(status: Status, failure: str | None, inputs: EpisodeInputs | None, max_evacuated: int) -> EpisodeScore:
    failed = status == "failed"
    return EpisodeScore(
        status=status,
        failure=failure,
        max_evacuated=max_evacuated,
        inputs=inputs,
        components=(None,) * len(COMPONENTS),
        ratios=Ratios(),
        safety=fixed(Fraction(0), _FACTOR_PLACES) if failed else None,
        quality=None,
        quality_without_replanning=None,
        severity=None,
        severe=(),
        ceiling=fixed(Fraction(0), _SCORE_PLACES) if failed else None,
        score=fixed(Fraction(0), _SCORE_PLACES) if failed else None,
    )


def _ratios(inputs: EpisodeInputs) -> Ratios:
    evacuation = Fraction(inputs.evacuated, inputs.max_evacuated) ** int(CONSTANTS.k_e)
    replanning = Fraction(inputs.recovery_ref, inputs.recovery) if inputs.recoverable else None
    if not inputs.evacuated:
        return Ratios(evacuation=evacuation, replanning=replanning)
    avoidable = Fraction(inputs.danger - inputs.danger_ref, inputs.sum_steps)
    return Ratios(
        evacuation=evacuation,
        time=Fraction(inputs.q_cut, inputs.sum_steps),
        hazard=(1 - avoidable) ** int(CONSTANTS.k_h),
        path=Fraction(inputs.moves_ref, inputs.moves),
        replanning=replanning,
    )


def _casualty(inputs: EpisodeInputs) -> tuple[Fraction, Incident]:
    count = len(inputs.avoidable_casualty_ids)
    rate = 1 - Fraction(count, inputs.max_evacuated)
    return rate ** int(CONSTANTS.k_c), Incident(CONSTANTS.alpha_c, Fraction(1 + count))


def _stranding(inputs: EpisodeInputs) -> tuple[Fraction, Incident]:
    count = len(inputs.avoidable_stranded_ids)
    rate = 1 - Fraction(count, inputs.max_evacuated)
    return rate ** int(CONSTANTS.k_s), Incident(CONSTANTS.alpha_s, Fraction(1 + count))


def _components(inputs: EpisodeInputs, ratios: Ratios) -> tuple[str | None, ...]:
    (casualty_rate, casualty), (stranding_rate, stranding) = _casualty(inputs), _stranding(inputs)
    rounded = {name: fixed(ratio, _FACTOR_PLACES) for name, ratio in ratios.defined(_RATIO_NAMES)}
    rounded["casualty"] = rounded_product(casualty_rate, [casualty], _FACTOR_PLACES)
    rounded["stranding"] = rounded_product(stranding_rate, [stranding], _FACTOR_PLACES)
    return tuple(rounded.get(name) for name in COMPONENTS)


def _safety(inputs: EpisodeInputs, ratios: Ratios) -> tuple[Fraction, tuple[Incident, Incident]]:
    """Safety as a fraction times its two incident factors; the fraction is 0 at the gate (SCO-4.1.7)."""
    (casualty_rate, casualty), (stranding_rate, stranding) = _casualty(inputs), _stranding(inputs)
    if ratios.evacuation is None or _catastrophic(inputs):
        return Fraction(0), (casualty, stranding)
    return ratios.evacuation * casualty_rate * stranding_rate, (casualty, stranding)


def _catastrophic(inputs: EpisodeInputs) -> bool:
    lost = inputs.max_evacuated - inputs.evacuated
    return lost >= CONSTANTS.catastrophic_loss_rate * inputs.max_evacuated


def _severe(ratios: Ratios) -> tuple[str, ...]:
    """The severe components in the order of QUALITY_COMPONENTS; the comparison is exact and strict (SCO-4.3.2).

    With k_h = 1 a danger-zone rate above 1/4 and a hazard component below 3/4 are the same thing.
    """
    return tuple(name for name, ratio in ratios.defined(QUALITY_COMPONENTS) if ratio < CONSTANTS.severe[name])


def _severity(ratios: Ratios, severe: tuple[str, ...]) -> Fraction:
    product = Fraction(1)
    for name, ratio in ratios.defined(severe):
        product *= CONSTANTS.phi * Fraction(ratio, CONSTANTS.severe[name]) ** int(CONSTANTS.gamma)
    return product


def _weighted(ratios: Ratios, names: Iterable[str]) -> tuple[Fraction, int]:
    """Quality ^ W and W over the defined ones of `names`; W is 0 where none is defined (SCO-4.2.7)."""
    power, total = Fraction(1), 0
    for name, ratio in ratios.defined(names):
        power *= ratio ** _WEIGHTS[name]
        total += _WEIGHTS[name]
    return power, total


def _quality(ratios: Ratios, names: Iterable[str]) -> str | None:
    power, total = _weighted(ratios, names)
    return rounded_root(power, total, _FACTOR_PLACES) if total else None


def _score(ceiling: Fraction, incidents: tuple[Incident, Incident], ratios: Ratios) -> str:
    """The score: Quality ^ beta joins the casualty incident, since beta = ln(alpha_c) / ln(1/2) (SCO-4.5.3)."""
    casualty, stranding = incidents
    power, total = _weighted(ratios, QUALITY_COMPONENTS)
    if not power or not ceiling:
        return fixed(Fraction(0), _SCORE_PLACES)
    joint = Incident(casualty.alpha, Fraction(casualty.power**total, power), total)
    return rounded_product(ceiling, [joint, stranding], _SCORE_PLACES)
