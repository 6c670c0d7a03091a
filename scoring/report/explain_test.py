"""Every point that is missing has a factor, and what a number cost is worked out, not guessed (SCO-8.7)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.aggregate import ScheduledEpisode
from scoring.cases import episode, episodes
from scoring.episode import score_episode
from scoring.inputs import EpisodeInputs
from scoring.report.explain import costs, explain
from scoring.report.reported import reported, schedule_with
from scoring.schedules import trial
from simulator.canonical import encode

REPORT = reported(schedule_with())
SEEN = explain(REPORT, 0, 0)
CLOSE = Fraction(2, 10**9)


def points(inputs: EpisodeInputs) -> Fraction:
    return Fraction(score_episode(inputs).score or 0)


def test_people_have_their_loss_class_and_what_they_did_beside_what_was_possible() -> None:
    assert [(row["id"], row["savable"], row["class"]) for row in SEEN["people"]] == [
        ("P1", True, "evacuated"),
        ("P10", True, "avoidable casualty"),
        ("P2", True, "evacuated"),
        ("P3", True, "avoidable stranded"),
        ("P4", False, "unavoidable casualty"),
        ("P5", True, "evacuated"),
        ("P6", True, "evacuated"),
    ]
    first = {"earliest": 3, "steps": 8, "danger_ref": 1, "danger": 2, "moves_ref": 3, "moves": 4}
    assert first.items() <= SEEN["people"][0].items()


def test_events() -> None:
    assert [(row["person"], row["snapshot"], row["best"], row["taken"]) for row in SEEN["events"]] == [
        ("P1", 1, 3, 7),
        ("P3", 1, 5, 19),
        ("P4", 2, None, None),
    ]
    assert [row["recoverable"] for row in SEEN["events"]] == [True, True, False]


def test_factors() -> None:
    found = {row["factor"]: row for row in SEEN["factors"]}
    assert [(row["factor"], row["numerator"], row["denominator"]) for row in SEEN["factors"]] == [
        ("evacuation", 4, 6),
        ("casualty", 1, 6),
        ("stranding", 1, 6),
        ("time", 19, 24),
        ("hazard", 22, 24),
        ("path", 18, 19),
        ("replanning", 8, 26),
    ]
    assert found["evacuation"]["value"] == found["evacuation"]["multiplier"] == "0.444444444444"
    assert [found[name]["weight"] for name in ("time", "hazard", "path", "replanning")] == ["3/8", "1/4", "1/8", "1/4"]
    assert [name for name, row in found.items() if row["severe"]] == ["replanning"]
    assert found["replanning"]["severe_multiplier"] == "0.492307692308"
    assert SEEN["gate"] == {"lost": 2, "rate": "1/3", "limit": "1/2", "reached": False}


def product(found: dict[str, Any]) -> Fraction:
    out = Fraction(100)
    for row in found["factors"]:
        out *= Fraction(row["multiplier"] or 1) * Fraction(row["severe_multiplier"] or 1)
    return out


@settings(max_examples=40, deadline=None, database=None)
@given(episodes(least=1, most=40))
def test_the_factors_multiply_to_the_score_unless_the_gate_is_reached(inputs: EpisodeInputs) -> None:
    schedule = [ScheduledEpisode(0, "s", "f", 0, (trial(score_episode(inputs)),) * 2)]
    found = explain(reported(schedule), 0, 1)
    assert abs(product(found) * (not found["gate"]["reached"]) - points(inputs)) <= CLOSE


def test_weights_say_how_much_of_the_headline_hangs_on_a_trial() -> None:
    rows = REPORT["episodes"]
    weights = [[Fraction(explain(REPORT, row["index"], n)["weight"]) for n in range(2)] for row in rows]
    assert weights == [[Fraction(1, 4)] * 2, [Fraction(1, 8)] * 2, [Fraction(1, 8)] * 2, [0, 0]]
    scores = [[Fraction(one["score"] or 0) for one in row["trials"]] for row in rows]
    pairs = zip(sum(weights, []), sum(scores, []), strict=True)
    assert sum(weight * score for weight, score in pairs) == Fraction(REPORT["headline"]["score"]["exact"])


def test_the_worked_tie_costs_what_it_lacks() -> None:
    """M* = 20, three avoidable casualties, all else perfect (SCO-15.2)."""
    assert costs(episode(20, 3)) == [
        {"number": "avoidable_casualties", "points": "86.422617438", "score_without": "100.000000000"}
    ]


def test_a_perfect_episode_costs_nothing() -> None:
    assert costs(episode(7, unsavable_casualties=2, unsavable_stranded=1)) == []


SHARES = st.sampled_from(["1", "9/10", "3/4", "1/2", "2/5", "1/5"])


def case(most: int, dead: int, stuck: int, shares: dict[str, Any]) -> EpisodeInputs:
    return episode(most, dead, stuck, **shares)


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(9, 60), st.integers(0, 2), st.integers(0, 2), SHARES, SHARES, SHARES, st.booleans(), SHARES)
def test_each_cost_is_that_of_a_case_built_without_the_fault(
    most: int, dead: int, stuck: int, time: str, path: str, replanning: str, event: bool, danger: str
) -> None:
    """The cases build the perfect ratio directly; the explanation gets there from the counts."""
    shares = {"time": time, "path": path, "danger": str(1 - Fraction(danger))}
    perfect = {"time": ("time", "1"), "path": ("path", "1"), "hazard": ("danger", "0")}
    if event:
        shares["replanning"] = replanning
        perfect["replanning"] = ("replanning", "1")
    now = points(case(most, dead, stuck, shares))
    without = {name: case(most, dead, stuck, {**shares, key: best}) for name, (key, best) in perfect.items()}
    without["avoidable_casualties"] = case(most, 0, stuck, shares)
    without["avoidable_stranded"] = case(most, dead, 0, shares)
    expected = {name: points(better) - now for name, better in without.items() if points(better) > now}
    found = costs(case(most, dead, stuck, shares))
    assert {row["number"]: Fraction(row["points"]) for row in found} == expected
    assert [Fraction(row["points"]) for row in found] == sorted(expected.values(), reverse=True)


@settings(max_examples=40, deadline=None, database=None)
@given(episodes(least=1, most=40))
def test_costs_are_positive_and_end_within_the_scale(inputs: EpisodeInputs) -> None:
    now = points(inputs)
    for row in costs(inputs):
        assert 0 < Fraction(row["points"]) == Fraction(row["score_without"]) - now
        assert Fraction(row["score_without"]) <= 100


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        # Either loss alone leaves the gate where it is: only both together say what happened.
        (episode(6, 3, 3), [("avoidable_losses", 100)]),
        (episode(6, 4, 1), [("avoidable_losses", 100), ("avoidable_casualties", Fraction("38.580246914"))]),
        (episode(6, 6), [("avoidable_casualties", 100)]),
        (episode(6, 0, 6, replanning="1/2"), [("avoidable_stranded", points(episode(6, replanning="1/2")))]),
    ],
)
def test_at_the_gate(inputs: EpisodeInputs, expected: list[tuple[str, Fraction]]) -> None:
    assert score_episode(inputs).status == "catastrophic"
    assert [(row["number"], Fraction(row["points"])) for row in costs(inputs)] == expected


def test_without_a_score_there_is_nothing_to_take_apart() -> None:
    failed, nobody, idle = explain(REPORT, 1, 1), explain(REPORT, 3, 0), explain(REPORT, 3, 1)
    assert (failed["status"], failed["failure"], failed["score"]) == ("failed", "timeout", "0.000000000")
    assert (nobody["status"], nobody["score"], idle["failure"]) == ("not_applicable", None, "missing")
    for found in (failed, nobody, idle):
        assert (found["gate"], found["factors"], found["costs"]) == (None, [], [])
    assert nobody["counts"]["unavoidable_stranded_ids"] == ["d00000", "d00001"]


def test_explanations_are_plain_documents() -> None:
    for row in REPORT["episodes"]:
        assert encode([explain(REPORT, row["index"], number) for number in range(2)])
