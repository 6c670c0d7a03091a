"""Comparisons and orders of whole reports (SCO-8.1, SCO-8.3, SCO-8.4)."""

from fractions import Fraction
from typing import Any

from conformance.second_reading.canonical import digest
from conformance.second_reading.compare import NotComparable, Side, compare
from conformance.second_reading.leaderboard import Row, leaderboard_order
from conformance.second_reading.report import stored

Report = dict[str, Any]

EPISODE = ["index", "scenario_id", "family", "seed"]
SAME = {
    "versions": ["scoring", "constants_digest", "statistics"],
    "target": ["suite_id", "suite_version", "suite_hash", "manifest_hash", "pack_id", "pack_digest"],
}


def exactly(value: dict[str, str] | None) -> Fraction | None:
    """A stored rational (SCO-9.1)."""
    return None if value is None else Fraction(value["exact"])


def side_of(report: Report) -> Side:
    """A report as one side of a comparison."""
    return {
        "model_id": report["model"]["model_id"],
        "report_digest": digest(report),
        "comparable": [report[part][name] for part, names in SAME.items() for name in names],
        "manifest_hash": report["target"]["manifest_hash"],
        "episodes": [{name: row[name] for name in [*EPISODE, "max_evacuated"]} for row in report["episodes"]],
        "scores": [exactly(row["score"]) for row in report["episodes"]],
    }


def check_comparable(a: Report, b: Report) -> None:
    """Raises NotComparable with the first thing that differs (SCO-8.1)."""
    if a["official"] != b["official"]:
        raise NotComparable("/official")
    for part, names in SAME.items():
        for name in names:
            if a[part][name] != b[part][name]:
                raise NotComparable(f"/{part}/{name}")
    if side_of(a)["episodes"] != side_of(b)["episodes"]:
        raise NotComparable("/episodes")
    if a["headline"]["score"] is None:
        raise NotComparable("/headline/score")


def comparison(a: Report, b: Report) -> dict[str, Any]:
    """The comparison of two reports as it is shown (SCO-9.5); raises NotComparable."""
    check_comparable(a, b)
    found = compare(side_of(a), side_of(b))
    bounds = found["interval"]
    shown = None if bounds is None else {"lower": stored(bounds[0]), "upper": stored(bounds[1])}
    return found | {"delta": stored(found["delta"]), "interval": shown}


def entry(report: Report) -> dict[str, Any]:
    """What is repeated of a report (SCO-9.5)."""
    model = {name: report["model"][name] for name in ("model_id", "submission_id", "trials")}
    rest = {name: report[name] for name in ("official", "disclosure", "headline", "ranking")}
    return model | {"report_digest": digest(report)} | rest


def paired(a: Report, b: Report, level: str, names: list[str]) -> list[dict[str, Any]]:
    """The scores of both sides, row by row, and their differences (SCO-8.4)."""
    rows = []
    for one, other in zip(a[level], b[level], strict=True):
        x, y = exactly(one["score"]), exactly(other["score"])
        delta = None if x is None or y is None else x - y
        rows.append({name: one[name] for name in names} | {"a": stored(x), "b": stored(y), "delta": stored(delta)})
    return rows


def comparison_document(a: Report, b: Report) -> dict[str, Any]:
    """A comparison, whole (SCO-8.4); raises NotComparable."""
    found = comparison(a, b)
    episodes = [row for row in paired(a, b, "episodes", EPISODE) if row["delta"] is not None]
    episodes.sort(key=lambda row: (-abs(Fraction(row["delta"]["exact"])), row["index"]))
    return {
        "scoring_version": a["versions"]["scoring"],
        "target": a["target"],
        "authentication": a["authentication"],
        "a": entry(a),
        "b": entry(b),
        "comparison": found,
        "families": paired(a, b, "families", ["family"]),
        "episodes": episodes,
    }


def row_of(report: Report) -> Row:
    """A report as the leaderboard wants it."""
    keys = {name.removesuffix("_per_trial"): value for name, value in report["ranking"].items()}
    ranking = {
        name: Fraction(value["exact"] if isinstance(value, dict) else value or "0") for name, value in keys.items()
    }
    names = {name: report["model"][name] for name in ("model_id", "submission_id")}
    return names | {"ranking": ranking, "report": report}


def places_of(reports: list[Report]) -> list[int]:
    """Where the reports stand in a list, from the first rank on; raises DuplicateReport, NotComparable (SCO-8.3)."""
    ordered = [row["report"] for row in leaderboard_order([row_of(report) for report in reports])]
    for above, below in zip(ordered, ordered[1:], strict=False):
        check_comparable(above, below)
    return [next(i for i, report in enumerate(reports) if report is one) for one in ordered]
