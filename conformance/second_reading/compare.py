"""The comparison of two submissions (SCO-8.1, SCO-8.2).

A side is {"model_id", "report_digest", "comparable": all that must be equal, "manifest_hash", "episodes", "scores"}:
`episodes` as in aggregate, `scores` the episode means as fractions or None.
"""

from fractions import Fraction
from typing import Any

from conformance.second_reading.aggregate import hierarchy
from conformance.second_reading.bootstrap import LEAST_EPISODES, interval, key_of_differences

Side = dict[str, Any]


class NotComparable(Exception):
    """Reports that can't be compared; `pointer` names what differs (SCO-8.1)."""

    def __init__(self, pointer: str = "") -> None:
        super().__init__(pointer)
        self.pointer = pointer


def outcome_of(differences: list[Fraction | None], delta: Fraction, bounds: tuple[Fraction, Fraction] | None) -> str:
    """The first line of the table that fits (SCO-8.2)."""
    applicable = [difference for difference in differences if difference is not None]
    if all(difference == 0 for difference in applicable):
        return "exact_tie"
    if len(applicable) < LEAST_EPISODES or bounds is None:
        return "inconclusive"
    if bounds[0] > 0 and delta >= 1:
        return "a_better"
    if bounds[1] < 0 and -delta >= 1:
        return "b_better"
    return "inconclusive"


def turned(result: dict[str, Any]) -> dict[str, Any]:
    """The same comparison with the sides exchanged (SCO-8.1)."""
    names = {"a_better": "b_better", "b_better": "a_better"}
    bounds = result["interval"]
    return result | {
        "outcome": names.get(result["outcome"], result["outcome"]),
        "delta": -result["delta"],
        "interval": None if bounds is None else (-bounds[1], -bounds[0]),
    }


def compare(a: Side, b: Side, resamples: int = 2000) -> dict[str, Any]:
    """outcome, delta, interval and applicable_episodes; raises NotComparable (SCO-8.1, SCO-8.2)."""
    if a["comparable"] != b["comparable"] or a["episodes"] != b["episodes"]:
        raise NotComparable()
    if (b["model_id"], b["report_digest"]) < (a["model_id"], a["report_digest"]):
        return turned(compare(b, a, resamples))
    differences: list[Fraction | None] = []
    for x, y in zip(a["scores"], b["scores"], strict=True):
        if (x is None) != (y is None):
            raise NotComparable()
        differences.append(None if x is None else x - y)
    delta = hierarchy(a["episodes"], [[difference] for difference in differences])["overall"]
    if delta is None:
        raise NotComparable()
    bounds = interval(key_of_differences(a["manifest_hash"], differences), a["episodes"], differences, resamples)
    return {
        "outcome": outcome_of(differences, delta, bounds),
        "delta": delta,
        "interval": bounds,
        "applicable_episodes": sum(1 for difference in differences if difference is not None),
    }
