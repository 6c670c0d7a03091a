"""Tests of runs that are told in words."""

import pytest

from conformance.corpus.runs import actions, play, played
from conformance.corpus.spelling import DefinitionError


def test_actions() -> None:
    assert actions("P1 e, P2 .") == {"P1": "east", "P2": "stay"}
    assert actions("") == {}


@pytest.mark.parametrize("text", ["P1 x", "P1", "P1 e, P1 w"])
def test_no_actions(text: str) -> None:
    with pytest.raises(DefinitionError):
        actions(text)


def test_whoever_is_not_named_stays_and_the_run_goes_to_its_end() -> None:
    run = play({"map": "PPE", "steps": 4}, 0, ["P2 e"])
    assert played(run) == [{"P1": "stay", "P2": "east"}, {"P1": "stay"}, {"P1": "stay"}, {"P1": "stay"}]


def test_a_baseline_plays() -> None:
    assert len(play({"map": "P.E", "steps": 9}, 0, [], "nearest-exit-greedy-v1").steps) == 2


def test_nobody_who_left_acts() -> None:
    with pytest.raises(DefinitionError, match="step 2"):
        play({"map": "PPE", "steps": 4}, 0, ["P2 e", "P2 e"])
