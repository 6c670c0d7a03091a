"""Means, tails, counts and totals on a small table of episode-trials (SCO-6)."""

from fractions import Fraction
from typing import Any

from conformance.second_reading import aggregate

EPISODES = [
    {"index": i, "scenario_id": scenario, "family": family, "seed": i, "max_evacuated": most}
    for i, (scenario, family, most) in enumerate(
        [("s2", "b", 4), ("s2", "b", 4), ("s1", "a", 10), ("s3", "a", 2), ("s4", "c", 0)]
    )
]


def result(score: str, **changes: Any) -> dict[str, Any]:
    status = changes.pop("status", "scored")
    inputs = {"max_evacuated": 4, "evacuated": 4, "avoidable_casualty_ids": [], "avoidable_stranded_ids": []}
    inputs |= {"unavoidable_casualty_ids": [], "unavoidable_stranded_ids": ["P9"]} | changes
    return {"failure": None, "status": status, "score": score, "safety": "1.0", "time": "0.5", "inputs": inputs} | {
        "replanning": None,
        "severe": ["time"],
    }


TRIALS: list[list[dict[str, Any]]] = [
    [
        result("100.0"),
        {"failure": "timeout"},
        result("40.0", max_evacuated=10, evacuated=9, avoidable_casualty_ids=["P1"]),
        result("0.0", status="catastrophic", max_evacuated=2, evacuated=1, avoidable_stranded_ids=["P1"]),
        {"failure": "model_error"},
    ],
    [
        result("50.0"),
        result("30.0"),
        result("0.000000000", max_evacuated=10, evacuated=10),
        result("80.0", max_evacuated=2, evacuated=2),
        {"failure": "missing"},
    ],
]


def test_the_hierarchy() -> None:
    levels = aggregate.hierarchy(EPISODES, aggregate.values_of(EPISODES, TRIALS, "score"))
    assert levels["episodes"] == [75, 15, 20, 40, None]
    assert levels["scenarios"] == {"s2": 45, "s1": 20, "s3": 40}
    assert levels["families"] == {"b": 45, "a": 30}
    assert (levels["overall"], levels["scenario_mean"], levels["micro_mean"]) == (
        Fraction(75, 2),
        35,
        Fraction(75, 2),
    )


def test_coverage() -> None:
    assert aggregate.coverage(EPISODES, TRIALS, "safety") == {
        "mean": (Fraction(3, 4) + 1) / 2,
        "defined": 8,
        "total": 8,
    }
    assert aggregate.coverage(EPISODES, TRIALS, "time") == {"mean": Fraction(1, 2), "defined": 7, "total": 8}
    assert aggregate.coverage(EPISODES, TRIALS, "replanning") == {"mean": None, "defined": 0, "total": 8}


def test_the_tail() -> None:
    assert aggregate.tail(EPISODES, TRIALS) == {
        "median_scenario": 40,
        "worst_scenario_id": "s1",
        "worst_scenario": 20,
        "p10_episode": 15 + Fraction(3, 10) * 5,
        "cvar10": 15,
    }
    assert aggregate.tail(EPISODES[4:], [[{"failure": "missing"}]]) is None


def test_the_lowest_tenth_is_rounded_up() -> None:
    for count, expected in ((9, 0), (10, 0), (11, Fraction(1, 2)), (20, Fraction(1, 2)), (21, 1)):
        episodes = [EPISODES[2] | {"scenario_id": f"s{i}"} for i in range(count)]
        low = aggregate.tail(episodes, [[result(str(i)) for i in reversed(range(count))]])
        assert low is not None
        assert low["cvar10"] == expected


def test_counts_and_totals() -> None:
    zeros = aggregate.zero_scores(EPISODES, TRIALS)
    assert zeros["episode_trials"] == 8
    assert {cause: count for cause, count in zeros["causes"].items() if count} == {
        "catastrophic": 1,
        "timeout": 1,
        "rounded_zero": 1,
    }
    assert aggregate.severe_counts(EPISODES, TRIALS) == {"time": 7, "hazard": 0, "path": 0, "replanning": 0}
    totals = {"escapable": 36, "evacuated": 34, "avoidable_casualties": 1, "avoidable_stranded": 1}
    assert aggregate.people_totals(EPISODES, TRIALS) == totals | {"unavoidable_losses": 7}
    assert aggregate.saved_share(EPISODES, TRIALS) == (34, 40)


def test_the_keys_of_the_leaderboard() -> None:
    assert aggregate.ranking(EPISODES, TRIALS) == {
        "score": Fraction(75, 2),
        "safety": Fraction(7, 8),
        "avoidable_casualties": Fraction(1 + 4, 2),
        "avoidable_stranded": Fraction(1 + 4, 2),
        "worst_scenario": 20,
    }


def test_quantiles() -> None:
    values = [Fraction(value) for value in (40, 10, 30, 20)]
    assert [aggregate.quantile(values, Fraction(n, 4)) for n in range(5)] == [
        10,
        Fraction(35, 2),
        25,
        Fraction(65, 2),
        40,
    ]
    assert aggregate.quantile([Fraction(7)], Fraction(1, 10)) == 7
