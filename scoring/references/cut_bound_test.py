"""Q_cut against the definition, over explicit components, reachable states and schedules."""

from itertools import chain

import pytest

from scoring.references import literal
from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import exit_bound
from scoring.references.optimum import optimum
from scoring.references.small_worlds import drawn_world, halls, worlds
from simulator.errors import ScoringInputError


def test_equals_the_definition() -> None:
    beyond_exits = refused = 0
    for world in chain(worlds("cut-bound", 100), halls("halls", 100)):
        reference = optimum(world)
        fast, slow = CutBound(world, reference), literal.Bounds(world)
        savable = slow.savable()
        for evacuees in (savable, savable[1:], savable[::2]):
            expected = slow.bound(evacuees)
            if expected is None:
                refused += 1
                with pytest.raises(ScoringInputError, match="capacity_exceeded"):
                    fast.bound(evacuees)
            else:
                assert fast.bound(evacuees) == expected, (world, evacuees)
                beyond_exits += expected > exit_bound(world, reference, evacuees)
    assert beyond_exits and refused


def test_every_threshold_is_exact_where_it_must_be() -> None:
    # Few thresholds beat Q_exit, so the others are asked for as if anything would be enough.
    exact = 0
    for world in halls("thresholds", 120, 257, 473):
        fast, slow = CutBound(world, optimum(world)), literal.Bounds(world)
        savable = slow.savable()
        base = sum(slow.left[slow.starts[i], 0] for i in savable)
        for level in fast._levels:
            expected = slow.threshold(slow.groups[level[0].cut.threshold - 1], savable)
            if expected is None:
                continue
            assert base + fast._gain(level, frozenset(savable), -1) == expected, world
        exact += sum(slack > 0 for slack in fast._slacks.values())
    assert exact


@pytest.mark.parametrize(
    ("rows", "bound"),
    [
        # The true minimum is 3, for the second exit is out of reach, yet it counts as a slot.
        (["P E P # E"], 2),
        (["P E P"], 3),
        # One door for six people and two exits: they leave in steps 3 … 8; the exits alone would allow 27.
        (["P P # E", "P P . .", "P P # E"], 33),
        # Two people come to a door of one cell at once: the exits allow 5 + 5, and one of them waits a step.
        (["P . # E", ". . . .", "P . # E"], 5 + 6),
        # A second way round the wall, and the queue is gone: 27, what the exits allow.
        (["P P . E", "P P # .", "P P . E"], 2 + 2 + 3 + 3 + 4 + 4),
    ],
)
def test_small_maps(rows: list[str], bound: int) -> None:
    world = drawn_world(rows, 20)
    assert CutBound(world, optimum(world)).bound(range(len(world.scenario.people))) == bound


def test_without_evacuees_the_bound_is_zero() -> None:
    world = drawn_world(["P P . E"], 9)
    assert CutBound(world, optimum(world)).bound([]) == 0
