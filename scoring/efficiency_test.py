"""Tokens and money stand beside a score and never enter it (SCO-11)."""

import inspect
from copy import deepcopy
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.evaluation.operational import OperationalRecord
from scoring.cases import episode
from scoring.compare import compare
from scoring.efficiency import efficiency_view, operational_lines
from scoring.episode import score_episode
from scoring.leaderboard import leaderboard
from scoring.report.model import report
from scoring.schedules import MODEL, TARGET, schedule, with_points
from simulator.errors import ScoringInputError

REPORT = report(
    replace(MODEL, inference_digest="a" * 64, results=("0" * 64, "1" * 64)),
    TARGET,
    schedule([("f", "s", [with_points("72"), with_points("73")]), ("f", "t", [with_points("70"), with_points("71")])]),
)
NOBODY = report(MODEL, TARGET, schedule([("f", "s", [score_episode(episode(0))])]))
RECORD = OperationalRecord(
    model_id="model-a",
    provider_id="provider",
    inference_digest="a" * 64,
    trials=2,
    episodes=2,
    latency_seconds="98.75",
    input_tokens=9000,
    output_tokens=450,
    cost=Fraction(1, 3),
    cost_unit="USD",
    retries=2,
    timeouts=1,
)

LINES = [
    "Operational record (no input of the score) sha256:" + RECORD.digest,
    "Provider provider; inference digest sha256:" + "a" * 64,
    "Work: 2 trials of 2 episodes; retries 2; timeouts 1",
    "Latency 98.75 s of wall time",
    "Tokens: input 9000; output 450",
    "Cost 0.333333 USD; per episode-trial 0.083333 USD",
    "EMBER-Efficiency (changes neither score nor order): 858.0 points per USD of cost per episode-trial",
]


def test_the_view_is_exact() -> None:
    view = efficiency_view(REPORT, Fraction(1, 12), "USD")
    assert view.points_per_unit == Fraction(143, 2) * 12 == 858
    assert view.document() == {
        "score": {"exact": "143/2", "decimal": "71.500000000000"},
        "cost_per_episode": {"exact": "1/12", "decimal": "0.083333333333"},
        "unit": "USD",
        "points_per_unit": {"exact": "858/1", "decimal": "858.000000000000"},
    }


@settings(max_examples=30, deadline=None, database=None)
@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
def test_points_times_cost_give_the_score_back(cost: Fraction) -> None:
    before = deepcopy(REPORT)
    view = efficiency_view(REPORT, cost, "GPU-seconds")
    assert view.points_per_unit * cost == view.score and REPORT == before


@pytest.mark.parametrize(
    ("report_", "cost", "unit", "code"),
    [
        (REPORT, Fraction(0), "USD", "cost_not_positive"),
        (REPORT, Fraction(-1, 2), "USD", "cost_not_positive"),
        (REPORT, Fraction(1), "", "bad_unit"),
        (REPORT, Fraction(1), "USD\nscore 100", "bad_unit"),
        (NOBODY, Fraction(1), "USD", "no_score"),
    ],
)
def test_what_can_not_be_divided_is_refused(report_: dict[str, Any], cost: Fraction, unit: str, code: str) -> None:
    with pytest.raises(ScoringInputError) as caught:
        efficiency_view(report_, cost, unit)
    assert caught.value.code == code


def test_the_lines_below_a_report() -> None:
    assert operational_lines(RECORD, REPORT) == LINES


@pytest.mark.parametrize(
    ("changes", "cost", "why"),
    [
        ({"cost": None, "cost_unit": None}, "Cost unknown", "the cost is unknown"),
        ({"cost": Fraction(0)}, "Cost 0.000000 USD; per episode-trial 0.000000 USD", "the cost is 0"),
    ],
)
def test_without_a_cost_there_is_no_efficiency(changes: dict[str, Any], cost: str, why: str) -> None:
    lines = operational_lines(replace(RECORD, **changes), REPORT)
    assert lines[-2:] == [cost, f"EMBER-Efficiency (changes neither score nor order): undefined, {why}"]


def test_without_a_score_there_is_no_efficiency() -> None:
    lines = operational_lines(replace(RECORD, trials=1, episodes=1), NOBODY)
    assert lines[-1] == "EMBER-Efficiency (changes neither score nor order): undefined, no score"


@pytest.mark.parametrize(
    ("name", "value"), [("model_id", "model-b"), ("inference_digest", "b" * 64), ("trials", 3), ("episodes", 1)]
)
def test_a_record_of_other_work_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ScoringInputError) as caught:
        operational_lines(replace(RECORD, **{name: value}), REPORT)
    assert (caught.value.code, caught.value.pointer) == ("other_work", f"/{name}")


def test_nothing_that_scores_has_a_parameter_for_it() -> None:
    names = {field.name for field in fields(OperationalRecord)} - {"model_id", "inference_digest", "trials", "episodes"}
    for function in (score_episode, report, compare, leaderboard):
        assert not names & set(inspect.signature(function).parameters)
        assert "OperationalRecord" not in str(inspect.signature(function))
