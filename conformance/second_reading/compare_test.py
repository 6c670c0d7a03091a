"""Comparisons and their outcomes (SCO-8.1, SCO-8.2)."""

from fractions import Fraction
from typing import Any

import pytest

from conformance.second_reading.compare import NotComparable, compare

EPISODES = [{"index": i, "scenario_id": f"s{i // 2}", "family": "ab"[i % 2], "seed": i} for i in range(6)]
for one in EPISODES:
    one["family"] = "ab"[int(str(one["scenario_id"])[1:]) % 2]


def side(model: str, scores: list[int | None], **changes: Any) -> dict[str, Any]:
    values = [None if score is None else Fraction(score) for score in scores]
    plain = {"model_id": model, "report_digest": "0" * 64, "comparable": "1.0", "manifest_hash": "0" * 64}
    return plain | {"episodes": EPISODES, "scores": values} | changes


HIGH: list[int | None] = [90, 91, 92, 93, 94, 95]
LOW: list[int | None] = [10, 11, 12, 13, 14, 20]


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [
        (HIGH, HIGH, "exact_tie"),
        (HIGH, LOW, "a_better"),
        (LOW, HIGH, "b_better"),
        (HIGH, [89, 91, 92, 93, 94, 95], "inconclusive"),
        ([90, 91, 92, 93, None, None], [10, 11, 12, 13, None, None], "inconclusive"),
        ([90, None, None, None, None, None], [90, None, None, None, None, None], "exact_tie"),
    ],
)
def test_outcomes(a: list[int | None], b: list[int | None], outcome: str) -> None:
    assert compare(side("m1", a), side("m2", b), 200)["outcome"] == outcome


def test_delta_and_interval() -> None:
    found = compare(side("m1", HIGH), side("m2", LOW), 200)
    assert found["delta"] == (Fraction(80 + 80 + 80 + 75, 4) + 80) / 2
    assert found["interval"][0] <= found["delta"] <= found["interval"][1]
    assert found["applicable_episodes"] == 6


@pytest.mark.parametrize(("model", "digest"), [("m0", "0" * 64), ("m2", "0" * 64), ("m1", "1" * 64)])
def test_the_sides_can_be_exchanged(model: str, digest: str) -> None:
    a, b = side("m1", [90, 20, 30, 40, 50, 60]), side(model, [80, 30, 10, 5, 55, 0], report_digest=digest)
    there, back = compare(a, b, 200), compare(b, a, 200)
    assert there["delta"] == -back["delta"] > 0
    assert (there["outcome"], back["outcome"]) == ("a_better", "b_better")
    assert there["interval"] == (-back["interval"][1], -back["interval"][0])


def test_what_cannot_be_compared() -> None:
    with pytest.raises(NotComparable):
        compare(side("m1", HIGH), side("m2", LOW, comparable="other"))
    with pytest.raises(NotComparable):
        compare(side("m1", HIGH), side("m2", [*LOW[:5], None]))
    with pytest.raises(NotComparable):
        compare(side("m1", [None] * 6), side("m2", [None] * 6))
