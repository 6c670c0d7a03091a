"""The text has the contract's lines as they stand, then ours, then its last (SCO-9.4, SCO-10)."""

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.model import COMMITTED, rational, report
from scoring.report.text import render, shown
from scoring.schedules import MODEL, TARGET, schedule, with_points

DIGEST = "3" * 64

# The contract's sample, its shortened family list ended after three.
SAMPLE = f"""\
EMBER Score 53.2 / 100 benchmark-performance points under EMBER scoring version 1.0
95% CI [50.6, 58.5] (stratified two-stage bootstrap, 2000 resamples; this sample only)
Model congestion-aware-v1; trials 1; official; environment pack v1-public sha256:{DIGEST}
Safety factor 0.556; quality factor 0.929
Components (0-1, defined/total): evacuation 0.864 (30/30); casualty 0.590 (30/30); stranding 1.000 (30/30); \
time 0.936 (30/30); hazard 0.896 (30/30); path 0.932 (30/30); replanning 1.000 (8/30)
Primary families: single_exit_low_density 99.1; single_exit_high_density 31.2; narrow_corridor_bottleneck 95.5
Tail: median scenario 37.7; worst scenario 7.4 (v1-pub-05-central-ignition); p10 episode 16.0; CVaR10 7.4
Zero-score episode-trials 0 of 30: catastrophic 0; missing 0; invalid_output 0; model_error 0; timeout 0
Severe quality failures (episode-trials): time 0; hazard 3; path 0; replanning 0
People per trial: escapable 561.0; evacuated 526.0; avoidable casualties 35.0; avoidable stranded 0.0
Congestion diagnostics (not scored): block rate 0.399; contested cell-steps per trial 1707.0; \
hotspot cells per trial 447.0; peak contested cells 20; exit throughput 0.776
Evacuated of those who could be saved (M*): 526 of 561 = 0.938, over 30 applicable episode-trials
Disclosure: public (the scorer was given no digest to expect)
Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""

FAMILIES = {"single_exit_low_density": "99.1", "single_exit_high_density": "31.2", "narrow_corridor_bottleneck": "95.5"}
COMPONENTS = {
    "evacuation": "0.864",
    "casualty": "0.59",
    "stranding": "1",
    "time": "0.936",
    "hazard": "0.896",
    "path": "0.932",
    "replanning": "1",
}


def put(document: dict[str, Any], path: str, value: str | int) -> None:
    """Sets one value of a document; a decimal in a string becomes a stored rational."""
    *parts, last = path.split("/")
    for part in parts:
        document = document[part]
    document[last] = rational(Fraction(value)) if isinstance(value, str) else value


def sample() -> dict[str, Any]:
    """A report with the numbers of the contract's sample."""
    rows = schedule([(name, f"s-{name}", [with_points("50")]) for name in FAMILIES for _ in range(2)])
    target = replace(TARGET, pack_id="v1-public", pack_digest=DIGEST)
    document = report(replace(MODEL, model_id="congestion-aware-v1"), target, rows)
    values: dict[str, str | int] = {
        "headline/score": "53.2",
        "headline/interval/lower": "50.6",
        "headline/interval/upper": "58.5",
        "headline/evacuated": 526,
        "headline/escapable": 561,
        "headline/evacuated_share": "526/561",
        "factors/safety/mean": "0.556",
        "factors/quality/mean": "0.929",
        "tail/median_scenario": "37.7",
        "tail/worst_scenario": "7.4",
        "tail/p10_episode": "16",
        "tail/cvar10": "7.4",
        "zero_scores/episode_trials": 30,
        "severe/hazard": 3,
        "people/per_trial/escapable": "561",
        "people/per_trial/evacuated": "526",
        "people/per_trial/avoidable_casualties": "35",
        "people/per_trial/avoidable_stranded": "0",
        "congestion/block_rate": "0.399",
        "congestion/contested_cell_steps_per_trial": "1707",
        "congestion/hotspot_cells_per_trial": "447",
        "congestion/peak_contested_cells": 20,
        "congestion/exit_throughput": "0.776",
    }
    values |= {f"components/{name}/mean": mean for name, mean in COMPONENTS.items()}
    values |= {f"components/{name}/total": 30 for name in COMPONENTS}
    values |= {f"components/{name}/defined": 8 if name == "replanning" else 30 for name in COMPONENTS}
    for path, value in values.items():
        put(document, path, value)
    for row in document["families"]:
        row["score"] = rational(Fraction(FAMILIES[row["family"]]))
    document["tail"]["worst_scenario_id"] = "v1-pub-05-central-ignition"
    return document


def test_the_contracts_sample() -> None:
    assert render(sample()) == SAMPLE


def lines(document: dict[str, Any]) -> list[str]:
    return render(document).splitlines()


def test_a_bare_suite_is_unofficial_in_the_first_line_too() -> None:
    document = sample()
    document["official"] = False
    document["target"] |= {"pack_id": None, "pack_digest": None}
    first, _, third, *_ = lines(document)
    assert first.endswith("scoring version 1.0 (UNOFFICIAL)")
    assert third == f"Model congestion-aware-v1; trials 1; UNOFFICIAL; suite v1 1 sha256:{'1' * 64}"


def test_too_few_episodes_have_no_interval() -> None:
    document = report(MODEL, TARGET, schedule([("f", "s", [with_points("50")])] * 4))
    assert lines(document)[1] == "No confidence interval: 4 applicable episodes, fewer than 5"


def test_a_committed_pack_is_said_to_be() -> None:
    document = report(MODEL, TARGET, schedule([("f", "s", [with_points("50")])]), COMMITTED)
    assert lines(document)[-3].startswith("Disclosure: committed (")


def test_a_score_that_rounds_to_zero_is_named_where_there_is_one() -> None:
    zero = [score_episode(episode(10, danger="1")), failed_episode("timeout", 3)]
    text = lines(report(replace(MODEL, results=(None, None)), TARGET, schedule([("f", "s", zero)])))
    expected = "catastrophic 0; missing 0; invalid_output 0; model_error 0; timeout 1; rounded_zero 1"
    assert text[7] == f"Zero-score episode-trials 2 of 2: {expected}"


def test_nothing_applicable() -> None:
    text = lines(report(MODEL, TARGET, schedule([("f", "s", [score_episode(episode(0))])])))
    assert text[0] == "EMBER Score undefined: no applicable episode under EMBER scoring version 1.0"
    assert text[5:7] == ["Primary families: f undefined", "Tail: undefined"]
    assert "replanning undefined (0/0)" in text[4]
    assert text[-1] == "The EMBER Score is not a percentage of people evacuated."


def test_identical_records_of_a_stochastic_model_are_said() -> None:
    document = sample()
    before = lines(document)
    document["identical_records"] = 2
    added = set(lines(document)) - set(before)
    assert added == {"Declared stochastic, yet two trials have the same record in 2 of 6 episodes"}


@pytest.mark.parametrize(("stochastic", "trials", "said"), [(True, 2, True), (True, 3, False), (False, 1, False)])
def test_too_few_trials_of_a_stochastic_model_are_said(stochastic: bool, trials: int, said: bool) -> None:
    document = sample()
    document["model"] |= {"stochastic": stochastic, "trials": trials}
    told = "Declared stochastic with fewer than 3 trials: the protocol asks for more" in lines(document)
    assert told is said


@pytest.mark.parametrize(("value", "text"), [("0.25", "0.2"), ("0.35", "0.4"), ("-0.04", "0.0"), ("99.95", "100.0")])
def test_digits_are_rounded_half_even_from_the_exact_value(value: str, text: str) -> None:
    assert shown(rational(Fraction(value)), 1) == text
    assert shown(rational(Fraction(value) + Fraction(1, 10**30)), 1) >= text


def test_rendering_changes_nothing() -> None:
    document = sample()
    copy = deepcopy(document)
    render(document)
    assert document == copy
