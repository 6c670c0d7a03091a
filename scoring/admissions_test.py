"""What small worlds refute of what is commonly said about the score, each played out (SCO-14)."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from scoring.attribution import gather, references
from scoring.cases import episode
from scoring.episode import EpisodeScore, score_episode
from scoring.evidence import Evidence
from scoring.references.joint import joint_bound
from scoring.references.optimum import optimum
from scoring.references.small_worlds import drawn_world, follow
from simulator.fire import FireWorld

Plans = Mapping[str, str]


def played(world: FireWorld, plans: Plans) -> tuple[Evidence, EpisodeScore]:
    evidence = gather(follow(world, plans), references(world))
    return evidence, score_episode(evidence.inputs())


def every_play(world: FireWorld, letters: str, length: int) -> Iterator[tuple[Evidence, EpisodeScore]]:
    """Every way in which two people can act for some steps; later they stay."""
    ways = ["".join(letters) for letters in product(letters, repeat=length)]
    for left, right in product(ways, ways):
        yield played(world, {"P00": left, "P01": right})


def points(score: EpisodeScore) -> Decimal:
    assert score.score is not None
    return Decimal(score.score)


def tenth(score: EpisodeScore) -> str:
    return str(points(score).quantize(Decimal("0.1")))


def test_an_exit_out_of_reach_makes_an_unavoidable_queue_costly() -> None:
    """SCO-14.1."""
    world = drawn_world(["P E P # E"], 3)
    plays = list(every_play(world, "we.", 3))
    saved = [(evidence, score) for evidence, score in plays if evidence.inputs().evacuated == 2]
    assert {evidence.q_cut for evidence, _ in saved} == {2}
    assert min(evidence.inputs().sum_steps for evidence, _ in saved) == 3
    best = max((score for _, score in plays), key=points)
    assert best.ratios.time == Fraction(2, 3) and tenth(best) == "86.1"


def test_exits_out_of_reach_can_make_every_run_severe() -> None:
    """SCO-14.1: four people, one exit in reach; one leaves per step, so 1 + 2 + 3 + 4 is the least."""
    world = drawn_world(["# P # E", "P E P #", "# P # E", "# # # E"], 9)
    evidence, score = played(world, {"P00": "s", "P01": ".e", "P02": "..w", "P03": "...n"})
    assert (evidence.q_cut, evidence.inputs().sum_steps) == (4, 10)
    assert score.severe == ("time",) and tenth(score) == "45.7"


def test_an_exposure_that_nobody_can_avoid_is_severe() -> None:
    """SCO-14.2."""
    world = drawn_world(["P E P *"], 4)
    plays = list(every_play(world, "we.", 3))
    best = max(plays, key=lambda play: points(play[1]))
    inputs = best[0].inputs()
    assert (inputs.danger, inputs.danger_ref, inputs.sum_steps, inputs.q_cut) == (2, 1, 3, 3)
    assert best[1].severe == ("hazard",) and tenth(best[1]) == "64.4"


def test_people_who_can_be_saved_alone_but_not_together() -> None:
    """SCO-14.3."""
    world = drawn_world(["P E P", ". * ."], 3)
    best = optimum(world)
    assert (best.max_evacuated, joint_bound(world, best)) == (2, 1)
    assert {(score.status, score.score) for _, score in every_play(world, "nswe.", 2)} == {
        ("catastrophic", "0.000000000")
    }


def test_a_late_evacuation_can_lower_a_score() -> None:
    """SCO-14.4."""
    world = drawn_world(["P E # P E # P E"], 20)
    _, stranded = played(world, {"P00": "e", "P01": "e"})
    _, late = played(world, {"P00": "e", "P01": "e", "P02": "." * 19 + "e"})
    assert (tenth(stranded), tenth(late)) == ("15.8", "10.5")
    assert late.ratios.time == Fraction(3, 22) and late.severe == ("time",)


def test_a_recovered_event_can_raise_a_score() -> None:
    """SCO-14.5."""
    without, with_event = episode(10, time="3/5"), episode(10, time="3/5", replanning="1")
    assert [tenth(score_episode(inputs)) for inputs in (without, with_event)] == ["82.8", "86.8"]


def test_lost_people_enter_replanning() -> None:
    """SCO-14.6: the near exit burns from snapshot 2 on, the far one could be reached in step 5; P00 waits and dies."""
    world = drawn_world(["* E . P . . E"], 20, interval=2)
    evidence, score = played(world, {})
    events = evidence.events
    assert (events.people, events.snapshots, events.earliest, events.resolved) == (("P00",), (2,), (5,), (20,))
    assert evidence.inputs().avoidable_casualty_ids == ("P00",)
    assert score.ratios.replanning == Fraction(3, 18)


@pytest.mark.parametrize("size", [1, 2])
def test_with_one_or_two_people_a_casualty_and_a_stranding_are_the_same(size: int) -> None:
    """SCO-14.8."""
    scores = {score_episode(episode(size, casualties, 1 - casualties)).score for casualties in (0, 1)}
    assert scores == {"0.000000000"}


def test_a_mean_over_trials_can_pass_what_no_trial_can() -> None:
    """SCO-14.7."""
    perfect, casualty = (points(score_episode(episode(100, casualties))) for casualties in (0, 1))
    assert casualty < 60 and (perfect + casualty) / 2 > 78
