"""Inputs that contradict themselves are refused, each with its own code and field (SCO-4.2.8)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from scoring.cases import episode, episodes
from scoring.inputs import EpisodeInputs, check_inputs
from simulator.errors import ScoringInputError

GOOD = replace(
    episode(6, 1, 2, unsavable_casualties=1, unsavable_stranded=1, replanning="1/2"),
    sum_l=10,
    q_exit=12,
    q_cut=14,
    sum_steps=16,
    danger_ref=2,
    danger=4,
    moves_ref=9,
    moves=11,
    recovery_ref=3,
    recovery=5,
)

FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"avoidable_stranded_ids": ("b00001", "b00000")}, "ids_unsorted", "avoidable_stranded_ids"),
    ({"avoidable_stranded_ids": ("b00000", "b00000")}, "ids_unsorted", "avoidable_stranded_ids"),
    ({"unavoidable_stranded_ids": ("a00000",)}, "ids_overlap", "unavoidable_stranded_ids"),
    ({"avoidable_stranded_ids": ("a00000", "b00000")}, "ids_overlap", "avoidable_stranded_ids"),
    ({"avoidable_casualty_ids": ()}, "ids_miscounted", "max_evacuated"),
    ({"unavoidable_casualty_ids": ()}, "ids_miscounted", "people"),
    ({"evacuated": 4}, "ids_miscounted", "max_evacuated"),
    ({"people": 9}, "ids_miscounted", "people"),
    ({"sum_steps": 13}, "below_bound", "sum_steps"),
    ({"danger": 1}, "below_bound", "danger"),
    ({"moves": 8}, "below_bound", "moves"),
    ({"recovery": 2}, "below_bound", "recovery"),
    ({"sum_l": 2}, "count_out_of_range", "sum_l"),
    ({"q_exit": 9}, "count_out_of_range", "q_exit"),
    ({"q_cut": 11}, "count_out_of_range", "q_cut"),
    ({"moves_ref": 2}, "count_out_of_range", "moves_ref"),
    ({"moves": 17}, "count_out_of_range", "sum_steps"),
    ({"danger": 17}, "count_out_of_range", "sum_steps"),
    ({"danger_ref": -1}, "count_out_of_range", "danger_ref"),
    ({"events": 0}, "count_out_of_range", "events"),
    ({"recovery_ref": 0}, "count_out_of_range", "recovery_ref"),
    ({"recoverable": 0}, "count_out_of_range", "recovery"),
]


def test_good_inputs_pass() -> None:
    check_inputs(GOOD)


@pytest.mark.parametrize(("change", "code", "field"), FAULTS)
def test_each_fault_alone_is_refused(change: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(ScoringInputError) as caught:
        check_inputs(replace(GOOD, **change))
    assert (caught.value.code, caught.value.pointer, caught.value.exit_code) == (code, f"/{field}", 3)


def test_sums_over_nobody_are_zero() -> None:
    nobody = episode(3, 1, 2)
    check_inputs(nobody)
    with pytest.raises(ScoringInputError) as caught:
        check_inputs(replace(nobody, sum_steps=1))
    assert caught.value.pointer == "/sum_steps"


@settings(max_examples=50, deadline=None, database=None)
@given(episodes())
def test_what_obeys_the_rules_passes(inputs: EpisodeInputs) -> None:
    check_inputs(inputs)


def test_the_document_has_every_field() -> None:
    values: dict[str, Any] = {
        key: tuple(value) if type(value) is list else value for key, value in GOOD.document().items()
    }
    assert EpisodeInputs(**values) == GOOD
