"""Why one episode-trial scored what it did: people, events, factors, and what cost most (SCO-8.7).

The points that a number cost are those that the same formula gives more when this one number is made perfect and all
others stay: an avoidable loss becomes an evacuation, a bound is raised to the actual value. The factors multiply, so
the points of several numbers do not add up; nor do they tell what another policy would have got.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.aggregate import exact_text
from scoring.arithmetic import Incident, fixed, rounded_product
from scoring.constants import CONSTANTS
from scoring.episode import QUALITY_COMPONENTS, score_episode
from scoring.evidence import EVACUATED
from scoring.inputs import EpisodeInputs, of_document
from scoring.report.checks import rows
from scoring.report.model import DECIMALS

_SCORE_PLACES = int(CONSTANTS.score_decimals)
_WEIGHTS = CONSTANTS.whole_weights()
_SUMS = ("sum_l", "q_exit", "q_cut", "sum_steps", "danger_ref", "danger", "moves_ref", "moves")


def explain(report: dict[str, Any], episode: int, trial: int) -> dict[str, Any]:
    """The explanation of a trial of an episode, both by index (SCO-8.7).

    `report` is one that `read_foreign` gave; the indices are in its range.
    """
    row = report["episodes"][episode]
    score = row["trials"][trial]
    inputs = None if score["inputs"] is None else of_document(score["inputs"])
    scored = inputs is not None and score["score"] is not None
    evidence = score["evidence"]
    return {
        **_place(report, row, trial),
        **{name: score[name] for name in ("status", "failure", "score", "ceiling", "safety", "quality", "severity")},
        "counts": score["inputs"],
        "people": None if evidence is None else [_person(person) for person in rows(evidence["people"])],
        "events": None if evidence is None else [_event(event) for event in rows(evidence["events"])],
        "gate": _gate(inputs) if inputs is not None and scored else None,
        "factors": factors(inputs, score) if inputs is not None and scored else [],
        "costs": costs(inputs) if inputs is not None and scored else [],
    }


def _place(report: dict[str, Any], row: dict[str, Any], trial: int) -> dict[str, Any]:
    """Whose trial of which episode it is, and how much of the headline hangs on it."""
    model = report["model"]
    return {
        "scoring_version": report["versions"]["scoring"],
        **{name: report[name] for name in ("official", "disclosure", "authentication")},
        **{name: model[name] for name in ("model_id", "submission_id", "trials")},
        **{name: row[name] for name in ("index", "scenario_id", "family", "seed", "max_evacuated", "joint_bound")},
        "trial": trial,
        "episode_score": row["score"],
        "weight": exact_text(share(report, row)),
    }


def share(report: dict[str, Any], row: dict[str, Any]) -> Fraction:
    """The share of one trial of an episode in the headline; 0 where the episode is not applicable (SCO-6.1)."""
    if row["score"] is None:
        return Fraction(0)
    families = sum(family["score"] is not None for family in report["families"])
    scenarios = next(family["scenarios"] for family in report["families"] if family["family"] == row["family"])
    scenario = next(item for item in report["scenarios"] if item["scenario_id"] == row["scenario_id"])
    return Fraction(1, families * scenarios * scenario["episodes"] * report["model"]["trials"])


def _person(row: dict[str, Any]) -> dict[str, Any]:
    savable, evacuated = row["earliest"] is not None, row["outcomes"] == EVACUATED
    kind = "" if evacuated else "avoidable " if savable else "unavoidable "
    return {
        "id": row["ids"],
        "outcome": row["outcomes"],
        "savable": savable,
        "class": kind + row["outcomes"],
        **{name: row[name] for name in ("earliest", "steps", "danger_ref", "danger", "moves_ref", "moves")},
    }


def _event(row: dict[str, Any]) -> dict[str, Any]:
    """An event, with the steps that recovery took at best and in fact; None where it is not recoverable."""
    snapshot, earliest = row["snapshots"], row["earliest"]
    recoverable = earliest is not None
    return {
        "person": row["people"],
        "snapshot": snapshot,
        "recoverable": recoverable,
        "best": earliest - snapshot if recoverable else None,
        "taken": row["resolved"] - snapshot if recoverable else None,
    }


def _gate(inputs: EpisodeInputs) -> dict[str, Any]:
    lost = inputs.max_evacuated - inputs.evacuated
    rate, limit = Fraction(lost, inputs.max_evacuated), CONSTANTS.catastrophic_loss_rate
    return {"lost": lost, "rate": exact_text(rate), "limit": exact_text(limit), "reached": rate >= limit}


def factors(inputs: EpisodeInputs, score: dict[str, Any]) -> list[dict[str, Any]]:
    """Every component with the two counts it is made of, and by what it multiplies the score."""
    counts = _safety_counts(inputs)
    safety = [
        _factor(name, counts[name], score["components"][name], score["components"][name], None, None) for name in counts
    ]
    return [*safety, *(_quality_factor(inputs, score, name) for name in QUALITY_COMPONENTS)]


def _safety_counts(inputs: EpisodeInputs) -> dict[str, tuple[int, int]]:
    return {
        "evacuation": (inputs.evacuated, inputs.max_evacuated),
        "casualty": (len(inputs.avoidable_casualty_ids), inputs.max_evacuated),
        "stranding": (len(inputs.avoidable_stranded_ids), inputs.max_evacuated),
    }


def _quality_counts(inputs: EpisodeInputs) -> dict[str, tuple[int, int]]:
    return {
        "time": (inputs.q_cut, inputs.sum_steps),
        "hazard": (inputs.sum_steps - inputs.danger + inputs.danger_ref, inputs.sum_steps),
        "path": (inputs.moves_ref, inputs.moves),
        "replanning": (inputs.recovery_ref, inputs.recovery),
    }


def _factor(
    name: str,
    counts: tuple[int, int],
    value: str | None,
    multiplier: str | None,
    weight: str | None,
    severe: str | None,
) -> dict[str, Any]:
    """`multiplier` is that of Safety or of Quality^beta; `severe` what Severity multiplies with besides, if it does."""
    defined = value is not None
    return {
        "factor": name,
        "numerator": counts[0] if defined else None,
        "denominator": counts[1] if defined else None,
        "value": value,
        "weight": weight,
        "multiplier": multiplier,
        "severe": severe is not None,
        "severe_multiplier": severe,
    }


def _quality_factor(inputs: EpisodeInputs, score: dict[str, Any], name: str) -> dict[str, Any]:
    """A quality component; its weight is its share among the defined ones (SCO-4.2.7)."""
    value, counts = score["components"][name], _quality_counts(inputs)[name]
    if value is None:
        return _factor(name, counts, None, None, None, None)
    total = sum(_WEIGHTS[other] for other in QUALITY_COMPONENTS if score["components"][other] is not None)
    ratio = Fraction(*counts)
    severe = (
        fixed(CONSTANTS.phi * Fraction(ratio, CONSTANTS.severe[name]), DECIMALS) if name in score["severe"] else None
    )
    weight = exact_text(Fraction(_WEIGHTS[name], total))
    return _factor(name, counts, value, _power(ratio, _WEIGHTS[name], total), weight, severe)


def _power(ratio: Fraction, weight: int, total: int) -> str:
    """ratio ^ (beta · weight / total), rounded: alpha_c ^ log2(ratio ^ (−weight / total)) (SCO-4.5.3)."""
    if not ratio:
        return fixed(ratio, DECIMALS)
    return rounded_product(Fraction(1), [Incident(CONSTANTS.alpha_c, Fraction(1, ratio**weight), total)], DECIMALS)


def costs(inputs: EpisodeInputs) -> list[dict[str, Any]]:
    """What each number that is not perfect cost, the dearest first (SCO-8.7).

    Each is `{"number", "points", "score_without"}`, decimals of points; `points` is the score with this one number
    made perfect, less the score.
    """
    now = _points(inputs)
    found = [(name, _points(better)) for name, better in _perfected(inputs)]
    found.sort(key=lambda pair: -pair[1])
    return [
        {"number": name, "points": fixed(then - now, _SCORE_PLACES), "score_without": fixed(then, _SCORE_PLACES)}
        for name, then in found
        if then > now
    ]


def _points(inputs: EpisodeInputs) -> Fraction:
    return Fraction(score_episode(inputs).score or 0)


def _perfected(inputs: EpisodeInputs) -> Iterator[tuple[str, EpisodeInputs]]:
    """The inputs with one number made perfect; all losses together where that alone can lift the gate."""
    dead, stuck = len(inputs.avoidable_casualty_ids), len(inputs.avoidable_stranded_ids)
    if dead and stuck and _gate(inputs)["reached"]:
        yield "avoidable_losses", _saved(inputs, (), ())
    if dead:
        yield "avoidable_casualties", _saved(inputs, (), inputs.avoidable_stranded_ids)
    if stuck:
        yield "avoidable_stranded", _saved(inputs, inputs.avoidable_casualty_ids, ())
    yield "time", replace(inputs, q_cut=inputs.sum_steps)
    yield "hazard", replace(inputs, danger_ref=inputs.danger)
    yield "path", replace(inputs, moves_ref=inputs.moves)
    yield "replanning", replace(inputs, recovery_ref=inputs.recovery)


def _saved(inputs: EpisodeInputs, casualties: tuple[str, ...], stranded: tuple[str, ...]) -> EpisodeInputs:
    """The inputs with only these avoidable losses, the others evacuated, and all ratios of Quality as they were.

    All sums grow by one factor, so that they can be those of more people. Without any evacuee there is no ratio to
    keep: Time, Hazard and Path are then perfect.
    """
    evacuated = inputs.max_evacuated - len(casualties) - len(stranded)
    if inputs.evacuated:
        sums = {name: getattr(inputs, name) * inputs.max_evacuated for name in _SUMS}
    else:
        sums = {name: 0 if name.startswith("danger") else evacuated for name in _SUMS}
    return replace(
        inputs, evacuated=evacuated, avoidable_casualty_ids=casualties, avoidable_stranded_ids=stranded, **sums
    )
