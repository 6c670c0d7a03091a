"""Evidence adds up to the inputs of the score, person by person (SCO-4.1, SCO-4.2)."""

import pickle
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.episode import score_episode
from scoring.evidence import CASUALTY, EVACUATED, OUTCOMES, STRANDED, Events, Evidence, People
from scoring.inputs import EpisodeInputs

MIXED = Evidence(
    people=People(
        ids=("P1", "P10", "P2", "P3", "P4", "P5"),
        outcomes=(EVACUATED, CASUALTY, EVACUATED, STRANDED, CASUALTY, STRANDED),
        earliest=(3, 2, 4, 5, None, None),
        steps=(5, None, 4, None, None, None),
        danger_ref=(1, 0, 0, 2, None, None),
        danger=(2, None, 1, None, None, None),
        moves_ref=(3, 2, 4, 5, None, None),
        moves=(4, None, 4, None, None, None),
    ),
    events=Events(
        people=("P1", "P3", "P4", "P1"),
        snapshots=(1, 1, 2, 20),
        earliest=(4, 6, None, None),
        resolved=(5, 20, 20, 20),
    ),
    q_exit=7,
    q_cut=8,
)

INPUTS = EpisodeInputs(
    people=6,
    max_evacuated=4,
    evacuated=2,
    avoidable_casualty_ids=("P10",),
    avoidable_stranded_ids=("P3",),
    unavoidable_casualty_ids=("P4",),
    unavoidable_stranded_ids=("P5",),
    sum_l=7,
    q_exit=7,
    q_cut=8,
    sum_steps=9,
    danger_ref=1,
    danger=3,
    moves_ref=7,
    moves=8,
    events=4,
    recoverable=2,
    recovery_ref=8,
    recovery=23,
)


def test_a_worked_episode() -> None:
    """Two recoverable events, one of a lost person; unrecoverable ones are counted, not scored."""
    assert MIXED.inputs() == INPUTS


def test_one_persons_unavoidable_loss_hides_nobody_elses() -> None:
    """A savable person dies while an unsavable one is stranded: c is 1, not max(0, 1 − 1)."""
    people = People(
        ("a", "b"), (CASUALTY, STRANDED), (2, None), (None,) * 2, (0, None), (None,) * 2, (2, None), (None,) * 2
    )
    inputs = Evidence(people, Events((), (), (), ()), 0, 0).inputs()
    assert inputs.avoidable_casualty_ids == ("a",) and inputs.unavoidable_stranded_ids == ("b",)
    assert (inputs.max_evacuated, inputs.sum_l, inputs.recovery) == (1, 0, 0)
    assert score_episode(inputs).status == "catastrophic"


@settings(max_examples=60, deadline=None, database=None)
@given(st.lists(st.tuples(st.sampled_from(OUTCOMES), st.booleans()), max_size=8))
def test_everybody_is_in_exactly_one_class(ends: list[tuple[str, bool]]) -> None:
    outcomes = tuple(outcome for outcome, _ in ends)
    savable = tuple(2 if can or outcome == EVACUATED else None for outcome, can in ends)
    gone = tuple(3 if outcome == EVACUATED else None for outcome in outcomes)
    people = People(tuple(f"P{n}" for n in range(len(ends))), outcomes, savable, gone, savable, gone, savable, gone)
    inputs = Evidence(people, Events((), (), (), ()), 0, 0).inputs()
    lost = [
        *inputs.avoidable_casualty_ids,
        *inputs.avoidable_stranded_ids,
        *inputs.unavoidable_casualty_ids,
        *inputs.unavoidable_stranded_ids,
    ]
    assert len(set(lost)) == len(lost) == len(ends) - inputs.evacuated
    assert inputs.max_evacuated == sum(step is not None for step in savable)


def test_the_document_has_every_column() -> None:
    document = MIXED.document()
    people = People(**{name: tuple(column) for name, column in document["people"].items()})
    events = Events(**{name: tuple(column) for name, column in document["events"].items()})
    assert Evidence(people, events, document["q_exit"], document["q_cut"]) == MIXED
    assert pickle.loads(pickle.dumps(MIXED)) == MIXED
    assert replace(MIXED, q_cut=9).inputs().q_cut == 9
