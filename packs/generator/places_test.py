"""Where fires may start: each place against the distances of a literal flood (PCK-11.5)."""

from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from packs.generator import places, plans
from packs.generator.draw import Draw
from packs.generator.plans import Plan
from simulator.grid import Position
from simulator.rng import Stream

quick = settings(max_examples=25, deadline=None, database=None)
numbers = st.integers(0, 1 << 40)
PARAMETERS = {"rows": [7, 12], "cols": [9, 16], "exits": [1, 4], "pillars": [0, 12]}


def made(number: int) -> Plan:
    """A hall of one part."""
    while True:
        plan = plans.pillared_hall(Draw(Stream(number, "plan")), PARAMETERS)
        if all(way >= 0 for ways in places.steps_to_exits(plan).values() for way in ways):
            return plan
        number += 1


def flooded(plan: Plan, exit_: Position) -> dict[Position, int]:
    """Steps to an exit, by widening a set one step at a time."""
    floor, out, steps = set(plan.floor()), {exit_: 0}, 0
    while True:
        near = {(r + a, c + b) for r, c in out for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        new = near & floor - set(out)
        if not new:
            return out
        steps += 1
        out |= dict.fromkeys(new, steps)


@quick
@given(numbers)
def test_steps_to_exits(number: int) -> None:
    plan = made(number)
    tables = [flooded(plan, exit_) for exit_ in plan.exits]
    assert places.steps_to_exits(plan) == {at: [table[at] for table in tables] for at in plan.floor()}


def candidates(place: places.Place, number: int) -> tuple[list[Position], Mapping[Position, Sequence[int]], Plan]:
    plan = made(number)
    steps = places.steps_to_exits(plan)
    found = place(Draw(Stream(number, "fire")), steps)
    assert found == sorted(set(found)) and set(found) <= set(plan.floor())
    return found, steps, plan


@quick
@given(numbers)
def test_anywhere(number: int) -> None:
    found, steps, _ = candidates(places.anywhere, number)
    assert set(steps) - set(found) == {at for at, ways in steps.items() if any(way in (0, 1, 2) for way in ways)}


@quick
@given(numbers)
def test_centre(number: int) -> None:
    """The middle is between the first and the last row and column that have floor."""
    found, steps, _ = candidates(places.centre, number)
    top, bottom = min(at[0] for at in steps), max(at[0] for at in steps)
    left, right = min(at[1] for at in steps), max(at[1] for at in steps)

    def off(at: Position) -> int:
        return abs((at[0] - top) - (bottom - at[0])) + abs((at[1] - left) - (right - at[1]))

    least = min(off(at) for at in steps)
    assert found == [at for at in sorted(steps) if off(at) - least <= 2]
    assert any(off(at) == least for at in found)


@quick
@given(numbers)
def test_far(number: int) -> None:
    found, steps, _ = candidates(places.far, number)
    near = sorted(min(ways) for ways in steps.values())
    assert {min(steps[at]) for at in found} == {way for way in near if way * 4 >= near[-1] * 3}


@quick
@given(numbers)
def test_near_one_exit(number: int) -> None:
    found, steps, plan = candidates(places.near_one_exit, number)
    if found:
        close = [[exit_ for exit_, way in zip(plan.exits, steps[at], strict=True) if way <= 4] for at in found]
        assert all(len(exits) == 1 for exits in close) and len({exits[0] for exits in close}) == 1
        assert all(min(steps[at]) > 1 for at in found)


def test_each_exit_can_be_the_one() -> None:
    plan = plans.open_hall(Draw(Stream(3, "plan")), PARAMETERS | {"rows": [12, 12], "cols": [16, 16], "exits": [3, 3]})
    steps = places.steps_to_exits(plan)
    chosen = set()
    for number in range(30):
        found = places.near_one_exit(Draw(Stream(number, "fire")), steps)
        chosen |= {steps[at].index(min(steps[at])) for at in found}
    assert chosen == {0, 1, 2}
