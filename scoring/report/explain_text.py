"""An explanation as text that a person can read (SCO-8.7)."""

from fractions import Fraction
from typing import Any

from scoring.arithmetic import fixed
from scoring.constants import CONSTANTS
from scoring.report.layout import table
from scoring.report.text import NOT_A_PERCENTAGE, shown

SHOWN_COSTS = 3
"""How many of the numbers that cost most the text names (SCO-8.7)."""

_FAILURES = {
    "missing": "no result was given and no reason declared",
    "invalid_output": "the model's output was refused",
    "model_error": "the model or its adapter raised an error",
    "timeout": "the adapter's deadline expired",
}
_LOSSES = (
    ("avoidable_casualty_ids", "avoidable casualties"),
    ("avoidable_stranded_ids", "avoidable stranded"),
    ("unavoidable_casualty_ids", "unavoidable casualties"),
    ("unavoidable_stranded_ids", "unavoidable stranded"),
)
_MADE_OF = {
    "evacuation": f"evacuated / M*, to the power {CONSTANTS.k_e}",
    "casualty": "avoidable casualties / M*",
    "stranding": "avoidable stranded / M*",
    "time": "capacity bound / sum of A",
    "hazard": "(sum of A - avoidable danger) / sum of A",
    "path": "fewest moves / moves",
    "replanning": "best recovery / recovery",
}
_COSTS = {
    "avoidable_losses": "all avoidable losses together",
    "avoidable_casualties": "the avoidable casualties",
    "avoidable_stranded": "the avoidable stranded",
}
_COST_RULE = (
    "What cost most: points that the formula gives more when this number alone is perfect and the rest stays",
    "(factors multiply, so these do not add up, and they do not tell what another policy would have got)",
)


def explanation_text(found: dict[str, Any]) -> str:
    """The text of what `explain` found, with a newline after every line (SCO-8.7)."""
    lines = [
        *_heading(found),
        *_verdict(found),
        *_losses(found),
        *_people(found),
        *_events(found),
        *_factors(found),
        *_costs(found),
        "",
        found["authentication"],
        NOT_A_PERCENTAGE,
    ]
    return "".join(line + "\n" for line in lines)


def _heading(found: dict[str, Any]) -> list[str]:
    label = "official" if found["official"] else "UNOFFICIAL"
    weight = Fraction(found["weight"])
    share = f"weight in the EMBER Score {weight}" if weight else "in no mean"
    return [
        f"Episode {found['index']}: scenario {found['scenario_id']}, seed {found['seed']}, family {found['family']}",
        f"Model {found['model_id']} ({found['submission_id']}), trial {found['trial']} of {found['trials']}"
        f" (counted from 0); mean of the trials {shown(found['episode_score'], 1)}; {share}",
        f"Benchmark-performance points under EMBER scoring version {found['scoring_version']};"
        f" {label}, {found['disclosure']}",
        "",
    ]


def _verdict(found: dict[str, Any]) -> list[str]:
    if found["status"] == "not_applicable":
        failed = f" The trial failed besides: {found['failure']}." if found["failure"] else ""
        return [f"No score: not applicable. M* = 0, so nobody could be saved by any policy.{failed}"]
    if found["status"] == "failed":
        kind = found["failure"]
        lost = f"There is no record to explain; M* = {found['max_evacuated']} people could have been saved."
        return [f"0.0 points: failed, {kind} ({_FAILURES[kind]}).", lost]
    points = f"{_digits(found['score'], 1)} points ({found['score']})"
    parts = f"Safety {_digits(found['safety'], 3)}, Quality {_digits(found['quality'], 3)}"
    ceiling = f"ceiling {_digits(found['ceiling'], 1)}"
    lines = [f"{points}: {parts}, Severity {_digits(found['severity'], 3)}, {ceiling}."]
    gate = found["gate"]
    if gate["reached"]:
        lost = f"{gate['lost']} of the {found['max_evacuated']} who could be saved were lost"
        rate, limit = Fraction(gate["rate"]), Fraction(gate["limit"])
        lines.append(f"Catastrophic: {lost}, a share of {rate}; from {limit} on Safety is 0, and so is the score.")
    return lines


def _digits(decimal: str | None, places: int) -> str:
    return "undefined" if decimal is None else fixed(Fraction(decimal), places)


def _losses(found: dict[str, Any]) -> list[str]:
    counts = found["counts"]
    if counts is None:
        return []
    saved = f"{counts['evacuated']} evacuated of M* = {counts['max_evacuated']} who could each be saved alone"
    bound = found["joint_bound"]
    together = "" if bound is None else f"; at most {bound} could leave together"
    lines = ["", f"People: {counts['people']}; {saved}{together}"]
    return lines + [f"  {name} {len(counts[key])}: {' '.join(counts[key])}" for key, name in _LOSSES if counts[key]]


def _people(found: dict[str, Any]) -> list[str]:
    if not found["people"]:
        return [] if found["counts"] is None else ["", "The report has no evidence person by person."]
    head = ("  person", "class", "L", "A", "late", "danger", "least", "moves", "fewest")
    body = [
        (
            f"  {row['id']}",
            row["class"],
            _count(row["earliest"]),
            _count(row["steps"]),
            _count(None if row["steps"] is None else row["steps"] - row["earliest"]),
            *(_count(row[name]) for name in ("danger", "danger_ref", "moves", "moves_ref")),
        )
        for row in found["people"]
    ]
    legend = (
        "Person by person (L earliest step of escape when alone, A step of evacuation, danger: snapshots within"
        " two cells of fire)"
    )
    return ["", legend, *table([head, *body], right=range(2, 9))]


def _count(value: int | None) -> str:
    return "-" if value is None else str(value)


def _events(found: dict[str, Any]) -> list[str]:
    if found["events"] is None:
        return []
    if not found["events"]:
        return ["", "Route invalidations: none"]
    head = ("  person", "snapshot", "best", "taken", "")
    body = [
        (
            f"  {row['person']}",
            str(row["snapshot"]),
            _count(row["best"]),
            _count(row["taken"]),
            "" if row["recoverable"] else "no escape left, not scored",
        )
        for row in found["events"]
    ]
    return ["", "Route invalidations (steps from there to safety, at best and taken)", *table([head, *body], {1, 2, 3})]


def _factors(found: dict[str, Any]) -> list[str]:
    if not found["factors"]:
        return []
    head = ("  factor", "made of", "", "value", "weight", "times", "severe")
    body = [
        (
            f"  {row['factor']}",
            _MADE_OF[row["factor"]],
            "-" if row["value"] is None else f"{row['numerator']} / {row['denominator']}",
            _digits(row["value"], 3),
            "" if row["weight"] is None else str(Fraction(row["weight"])),
            "-" if row["multiplier"] is None else _digits(row["multiplier"], 3),
            f"times {_digits(row['severe_multiplier'], 3)}" if row["severe"] else "no" if row["weight"] else "",
        )
        for row in found["factors"]
    ]
    gate = ", then 0 for the gate" if found["gate"]["reached"] else ""
    legend = f"Factor by factor (score = 100, times every number under times and severe{gate})"
    return ["", legend, *table([head, *body], right={2, 3, 4, 5})]


def _costs(found: dict[str, Any]) -> list[str]:
    if found["gate"] is None:
        return []
    if not found["costs"]:
        perfect = Fraction(found["score"]) == 100
        return ["", "Nothing cost a point." if perfect else "No single number, made perfect, would change the score."]
    rows = [
        (
            f"  {_COSTS.get(row['number'], row['number'])}",
            _lost_points(row["points"]),
            f"{_digits(row['score_without'], 1)} without",
        )
        for row in found["costs"][:SHOWN_COSTS]
    ]
    return ["", *_COST_RULE, *table(rows, right={1, 2})]


def _lost_points(decimal: str) -> str:
    """Points to one digit; what would show as nothing is said to be little."""
    shown_points = _digits(decimal, 1)
    return "under 0.1 points" if not Fraction(shown_points) else f"{shown_points} points"
