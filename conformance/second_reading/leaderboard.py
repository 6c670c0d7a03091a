"""The order of a leaderboard (SCO-8.3).

A row is {"model_id", "submission_id", "ranking"}, `ranking` as in aggregate.
"""

from typing import Any

Row = dict[str, Any]


class DuplicateReport(Exception):
    """A submission of a model twice (SCO-8.3)."""


def ranks_before(a: Row, b: Row) -> bool:
    """Whether row a stands above row b: the first key that differs decides (SCO-8.3)."""
    for key, greater_first in (
        ("score", True),
        ("safety", True),
        ("avoidable_casualties", False),
        ("avoidable_stranded", False),
        ("worst_scenario", True),
    ):
        x, y = a["ranking"][key], b["ranking"][key]
        if x != y:
            return bool(x > y) if greater_first else bool(x < y)
    if a["model_id"] != b["model_id"]:
        return bool(a["model_id"] < b["model_id"])
    return bool(a["submission_id"] < b["submission_id"])


def leaderboard_order(rows: list[Row]) -> list[Row]:
    """The rows from the first rank to the last, each put in its place in turn; raises DuplicateReport (SCO-8.3)."""
    names = [(row["model_id"], row["submission_id"]) for row in rows]
    if any(names.count(name) > 1 for name in names):
        raise DuplicateReport()
    ordered: list[Row] = []
    for row in rows:
        above = [other for other in ordered if ranks_before(other, row)]
        below = [other for other in ordered if ranks_before(row, other)]
        ordered = [*above, row, *below]
    return ordered
