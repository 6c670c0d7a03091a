"""Q_cut against the definition, over explicit components, reachable states and schedules."""

from collections.abc import Sequence
from itertools import chain

import pytest

from scoring.references import literal
from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import exit_bound
from scoring.references.optimum import optimum
from scoring.references.small_worlds import drawn_world, halls, worlds
from simulator.errors import ScoringInputError
from simulator.fire import FireWorld


class LiteralCutBound:
    """scoring.md §4.2 and D16, word by word."""

    def __init__(self, world: FireWorld) -> None:
        self.world = world
        self.left = literal.steps_left(world)
        self.distance = literal.wall_distance(world)
        self.groups = [literal.groups(world, d) for d in range(1, max(self.distance.values()))]
        self.starts = [person.cell for person in world.scenario.people]
        self.states = [literal.reachable(world, cell) & set(self.left) for cell in self.starts]

    def savable(self) -> list[int]:
        return [i for i, start in enumerate(self.starts) if (start, 0) in self.left]

    def bound(self, evacuees: Sequence[int]) -> int | None:
        """The maximum over all thresholds and Q_exit; None where somebody can't be served."""
        exits = literal.exit_cells(self.world)
        room = [self._count(exits, step - 1) for step in range(self.world.scenario.max_steps + 1)]
        best = self._schedule([self.left[self.starts[i], 0] for i in evacuees], room)
        for groups in self.groups:
            total = self.threshold(groups, evacuees)
            if best is None or total is None:
                return None
            best = max(best, total)
        return best

    def threshold(self, groups: list[tuple[set[int], set[int]]], evacuees: Sequence[int]) -> int | None:
        total, outside = 0, set(evacuees)
        for component, cut in groups:
            members = [i for i in evacuees if self.starts[i] in component]
            outside -= set(members)
            entries = [[(t, self.left[y, t]) for y, t in self.states[i] if y in cut] for i in members]
            # Steps of entry are numbered like snapshots: whoever stands on the cut at snapshot s entered in step s.
            room = [self._count(cut, step) for step in range(self.world.scenario.max_steps + 1)]
            entered = self._schedule([min(t for t, _ in states) for states in entries], room)
            if entered is None:
                return None
            rest = sum(min(left for _, left in states) for states in entries)
            total += max(entered + rest, sum(self.left[self.starts[i], 0] for i in members))
        return total + sum(self.left[self.starts[i], 0] for i in outside)

    def _count(self, cells: set[int], snapshot: int) -> int:
        """How many cells do not burn at a snapshot, and so not before."""
        return sum(not literal.burns(self.world, cell, snapshot) for cell in cells)

    def _schedule(self, releases: list[int], room: list[int]) -> int | None:
        waiting, total = list(releases), 0
        for step in range(1, len(room)):
            for release in [release for release in waiting if release <= step][: room[step]]:
                waiting.remove(release)
                total += step
        return None if waiting else total


def test_equals_the_definition() -> None:
    beyond_exits = refused = 0
    for world in chain(worlds("cut-bound", 100), halls("halls", 100)):
        reference = optimum(world)
        fast, slow = CutBound(world, reference), LiteralCutBound(world)
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
        fast, slow = CutBound(world, optimum(world)), LiteralCutBound(world)
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
        # D27: the true minimum is 3, for the second exit is out of reach, yet it counts as a slot.
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
