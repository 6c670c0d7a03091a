"""The episode score: the contract's table, statuses, small cases and laws (SCO-4, SCO-5)."""

import decimal
import pickle
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.arithmetic import fixed
from scoring.cases import episode, episodes, ids
from scoring.constants import CONSTANTS
from scoring.episode import COMPONENTS, FAILURES, QUALITY_COMPONENTS, EpisodeScore, failed_episode, score_episode
from scoring.inputs import EpisodeInputs
from simulator.errors import ScoringInputError

deep = settings(max_examples=80, deadline=None, database=None)

TABLE = [
    ("perfect", episode(100), "100.0", "100.000000000"),
    ("1 casualty", episode(100, 1), "56.5", "56.488808964"),
    ("2 casualties", episode(100, 2), "39.4", "39.421623439"),
    ("3 casualties", episode(100, 3), "30.0", "29.986992177"),
    ("5 casualties", episode(100, 5), "19.6", "19.627768776"),
    ("10 casualties", episode(100, 10), "9.1", "9.077880839"),
    ("25 casualties", episode(100, 25), "1.6", "1.612801454"),
    ("1 casualty of 4", episode(4, 1), "10.7", "10.678710938"),
    ("1 stranded", episode(100, 0, 1), "76.8", "76.847680800"),
    ("10 stranded", episode(100, 0, 10), "30.3", "30.319111809"),
    ("1 casualty, 1 unsavable stranded", episode(100, 1, unsavable_stranded=1), "56.5", "56.488808964"),
    ("50 losses", episode(100, 20, 30), "0.0", "0.000000000"),
    ("time 0.9", episode(100, time="0.9"), "96.2", "96.192043704"),
    ("time 0.8", episode(100, time="0.8"), "92.1", "92.106510115"),
    ("time 0.5", episode(100, time="0.5"), "77.5", "77.459666924"),
    ("time 0.4", episode(100, time="0.4"), "45.7", "45.661053408"),
    ("time 0.25", episode(100, time="0.25"), "24.0", "24.000000000"),
    ("time 0.1", episode(100, time="0.1"), "6.8", "6.849158011"),
    ("danger 0.1", episode(100, danger="0.1"), "97.4", "97.444971875"),
    ("danger 0.3", episode(100, danger="0.3"), "68.4", "68.402864964"),
    ("path 0.6", episode(100, path="0.6"), "93.9", "93.918435777"),
    ("path 0.4", episode(100, path="0.4"), "57.2", "57.187611500"),
    ("replanning 0.8", episode(100, replanning="0.8"), "96.0", "95.972136641"),
    ("replanning 0.3", episode(100, replanning="0.3"), "38.5", "38.450795219"),
    ("thresholds", episode(100, time="0.5", danger="0.25", path="0.5", replanning="0.5"), "64.7", "64.653873658"),
]


def score_of(inputs: EpisodeInputs) -> Fraction:
    return Fraction(score_episode(inputs).score or "")


@pytest.mark.parametrize(("inputs", "printed", "score"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_the_contracts_table(inputs: EpisodeInputs, printed: str, score: str) -> None:
    """SCO-15.1: the digit that the contract prints, and all of ours."""
    assert fixed(score_of(inputs), 1) == printed
    assert score_episode(inputs).score == score


def literal(inputs: EpisodeInputs) -> tuple[Decimal, Decimal, Decimal]:
    """Safety, Quality and the score as the formulas read, beta and all, with 120 digits; Quality needs a component."""
    m, c, s = inputs.max_evacuated, len(inputs.avoidable_casualty_ids), len(inputs.avoidable_stranded_ids)
    with decimal.localcontext(decimal.Context(prec=120)):
        d, two = Decimal, Decimal(2)
        q: dict[str, Decimal] = {}
        if inputs.evacuated:
            q["time"] = d(inputs.q_cut) / inputs.sum_steps
            q["hazard"] = 1 - d(inputs.danger - inputs.danger_ref) / inputs.sum_steps
            q["path"] = d(inputs.moves_ref) / inputs.moves
        if inputs.recoverable:
            q["replanning"] = d(inputs.recovery_ref) / inputs.recovery
        weight = {"time": d("0.375"), "hazard": d("0.25"), "path": d("0.125"), "replanning": d("0.25")}
        limit = {"time": d("0.5"), "hazard": d("0.75"), "path": d("0.5"), "replanning": d("0.5")}
        casualty = d("0.6") ** (d(1 + c).ln() / two.ln()) * (1 - d(c) / m) ** 4
        stranding = d("0.8") ** (d(1 + s).ln() / two.ln()) * (1 - d(s) / m) ** 2
        safety = (d(inputs.evacuated) / m) ** 2 * casualty * stranding if 2 * (c + s) < m else d(0)
        total = sum((weight[name] for name in q), d(0))
        logarithm = d(0) if 0 in q.values() else sum((weight[name] * q[name].ln() for name in q), d(0))
        quality = d(0) if 0 in q.values() else (logarithm / total).exp()
        beta = min(d(1), d("0.6").ln() / d("0.5").ln())
        severity = d(1)
        for name, value in q.items():
            severity *= d("0.8") * (value / limit[name]) if value < limit[name] else 1
        return safety, quality, 100 * safety * quality**beta * severity


@deep
@given(episodes(least=1))
def test_the_score_is_the_literal_formula(inputs: EpisodeInputs) -> None:
    """Where the two differ at all, it is an exact tie, which 120 digits can't see."""
    score = score_episode(inputs)
    if score.quality is None:
        assert not inputs.evacuated and score.score == "0.000000000"
        return
    assert score.safety is not None and score.score is not None
    expected = literal(inputs)
    for text, value, places in zip((score.safety, score.quality, score.score), expected, (12, 12, 9), strict=True):
        assert abs(Decimal(text) - value) <= Decimal("0.5").scaleb(-places) + Decimal(10) ** -90


@deep
@given(episodes(least=1))
def test_every_value_is_in_its_range_with_all_its_decimals(inputs: EpisodeInputs) -> None:
    score = score_episode(inputs)
    factors = [*score.components, score.safety, score.quality, score.quality_without_replanning, score.severity]
    assert all(0 <= Fraction(text) <= 1 and len(text.partition(".")[2]) == 12 for text in factors if text is not None)
    for text in (score.score, score.ceiling):
        assert text is not None and 0 <= Fraction(text) <= 100 and len(text.partition(".")[2]) == 9
    assert Fraction(score.score or "") <= Fraction(score.ceiling or "")
    assert score.severe == tuple(name for name in QUALITY_COMPONENTS if name in score.severe)


@deep
@given(st.integers(1, 60), st.integers(0, 59), st.integers(0, 59), st.sampled_from(["1", "1/2", "1/3", "1/10"]))
def test_losing_one_more_never_pays(m: int, c: int, s: int, time: str) -> None:
    """The ratios kept, an evacuee that is lost instead lowers the score, whichever way it is lost."""
    if c + s >= m:
        return
    before = score_of(episode(m, c, s, time=time))
    for after in (episode(m, c + 1, s, time=time), episode(m, c, s + 1, time=time)):
        assert score_of(after) < before or before == 0


def test_a_first_stranding_can_cost_more_than_a_fourth_casualty() -> None:
    """What the incident factors imply: "a casualty costs more" holds for equal counts, not for any swap (SCO-5)."""
    assert score_of(episode(41, 4, 0)) > score_of(episode(41, 3, 1))
    assert all(score_of(episode(41, n, 0)) < score_of(episode(41, 0, n)) for n in range(1, 20))


@deep
@given(episodes(least=1), st.sampled_from(["sum_steps", "danger", "recovery"]), st.integers(1, 50))
def test_a_worse_actual_value_never_pays(inputs: EpisodeInputs, field: str, more: int) -> None:
    """The danger-zone rate is held where the steps grow: a longer stay outside danger lowers it (SCO-4.2)."""
    if not (inputs.recoverable if field == "recovery" else inputs.evacuated):
        return
    worse = replace(inputs, **{field: getattr(inputs, field) + more})
    if field == "sum_steps":
        worse = replace(worse, danger=worse.danger_ref)
        inputs = replace(inputs, danger=inputs.danger_ref)
    if field == "danger":
        worse = replace(worse, danger=min(worse.danger, inputs.sum_steps))
    assert score_of(worse) <= score_of(inputs)


def test_an_undefined_component_is_left_out_not_set_to_one() -> None:
    without, perfect = score_episode(episode(10, time="1/2")), score_episode(episode(10, time="1/2", replanning="1"))
    assert without.component("replanning") is None
    assert without.quality == "0.707106781187" and perfect.quality == "0.771105412704"
    assert perfect.quality_without_replanning == without.quality


def test_a_component_of_zero_makes_quality_and_score_zero() -> None:
    score = score_episode(episode(10, danger="1"))
    assert score.status == "scored" and score.severe == ("hazard",)
    assert (score.quality, score.severity, score.score) == ("0.000000000000", "0.000000000000", "0.000000000")


@pytest.mark.parametrize(
    ("inputs", "severe"),
    [
        (episode(10, time="1/2", danger="1/4", path="1/2", replanning="1/2"), ()),
        (episode(10, time="1799/3600"), ("time",)),
        (episode(10, danger="901/3600"), ("hazard",)),
        (episode(10, path="1799/3600"), ("path",)),
        (episode(10, replanning="1799/3600"), ("replanning",)),
        (episode(10, time="1/3", danger="1/3", path="1/3", replanning="1/3"), QUALITY_COMPONENTS),
    ],
)
def test_severe_is_exact_and_strict(inputs: EpisodeInputs, severe: tuple[str, ...]) -> None:
    score = score_episode(inputs)
    assert score.severe == severe
    assert severe or score.severity == "1.000000000000"


def test_severity_is_phi_times_the_share_of_the_threshold() -> None:
    score = score_episode(episode(10, time="1/4", danger="1/2"))
    assert score.severity == fixed(Fraction(4, 5) * Fraction(1, 2) * Fraction(4, 5) * Fraction(2, 3), 12)
    assert score.ceiling == "21.333333333"


def test_the_gate_is_at_one_half() -> None:
    below, at = score_episode(episode(101, 25, 25)), score_episode(episode(100, 25, 25, time="1/4"))
    assert below.status == "scored" and Fraction(below.score or "") > 0
    assert at.status == "catastrophic"
    assert (at.safety, at.ceiling, at.score) == ("0.000000000000", "0.000000000", "0.000000000")
    assert at.component("stranding") == score_episode(episode(100, 25, 25)).component("stranding") != "0.000000000000"
    assert at.quality == "0.500000000000" and at.severe == ("time",)


def test_without_an_evacuee_the_path_components_are_undefined() -> None:
    score = score_episode(episode(3, 2, 1))
    assert score.status == "catastrophic" and score.quality is None and score.score == "0.000000000"
    assert [score.component(name) for name in QUALITY_COMPONENTS] == [None] * 4
    assert score_episode(episode(3, 2, 1, replanning="1/2")).quality == "0.500000000000"


def test_not_applicable_keeps_its_lists() -> None:
    score = score_episode(episode(0, unsavable_casualties=2, unsavable_stranded=1))
    assert score.status == "not_applicable" and not score.applicable and not score.authenticated
    assert score.inputs is not None and score.inputs.unavoidable_casualty_ids == ids("c", 2)
    assert {score.score, score.safety, score.quality, score.severity, score.ceiling, *score.components} == {None}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failure_scores_zero_unless_nobody_could_be_saved(kind: str) -> None:
    failed = failed_episode(kind, 7)
    assert (failed.status, failed.failure, failed.score, failed.safety) == (
        "failed",
        kind,
        "0.000000000",
        "0.000000000000",
    )
    assert failed.quality is None and set(failed.components) == {None} and failed.applicable
    assert failed_episode(kind, 0).status == "not_applicable" and failed_episode(kind, 0).score is None


def test_contradictions_are_refused() -> None:
    with pytest.raises(ScoringInputError, match="below_bound"):
        score_episode(replace(episode(10), sum_steps=1))


def test_the_example_run() -> None:
    """The worked example of the contract: one of three people dies (SCO-4)."""
    inputs = replace(
        episode(3, 1),
        avoidable_casualty_ids=("P1",),
        sum_l=7,
        q_exit=7,
        q_cut=7,
        sum_steps=7,
        danger_ref=5,
        danger=5,
        moves_ref=7,
        moves=7,
    )
    score = score_episode(inputs)
    assert [score.component(name) for name in COMPONENTS[:3]] == ["0.444444444444", "0.118518518519", "1.000000000000"]
    assert [score.component(name) for name in QUALITY_COMPONENTS] == ["1.000000000000"] * 3 + [None]
    assert (score.safety, score.quality, score.severity) == ("0.052674897119", "1.000000000000", "1.000000000000")
    assert (score.ceiling, score.score, score.severe, score.status) == ("5.267489712", "5.267489712", (), "scored")


@deep
@given(episodes())
def test_scores_travel_between_processes(inputs: EpisodeInputs) -> None:
    score: EpisodeScore = score_episode(inputs)
    assert pickle.loads(pickle.dumps(score)) == score
    assert set(score.document()) == {
        "status",
        "failure",
        "max_evacuated",
        "inputs",
        "components",
        "safety",
        "quality",
    } | {
        "quality_without_replanning",
        "severity",
        "severe",
        "ceiling",
        "score",
    }


def test_beta_is_what_the_joint_incident_stands_for() -> None:
    """Quality ^ beta is at least alpha_c wherever nothing is severe (SCO-4.3)."""
    assert CONSTANTS.q_min == Fraction(1, 2)
    worst = episode(100, time="1/2", danger="1/4", path="1/2", replanning="1/2")
    assert score_of(worst) >= 100 * CONSTANTS.alpha_c
