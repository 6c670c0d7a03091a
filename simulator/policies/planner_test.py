"""The planner against its own rules and a literal search."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.movement import resolve
from simulator.policies.forecast import Forecast, forecasts
from simulator.policies.planner import HAZARD, MOVE, TIME, Plan, Planner
from simulator.policies.reservations import Reservations
from simulator.policies.testdata.worlds import observation, random_world, world
from simulator.policies.view import View, Viewer
from simulator.scenario import Scenario

LAST = 14


def opening(where: Scenario) -> tuple[View, list[Forecast]]:
    here = observation(where)
    view = Viewer().view(here)
    return view, forecasts(view, here["rules"]["fire"])


def cost(view: View, forecast: Forecast, plan: Plan) -> int:
    """What the docstring says a plan costs."""
    danger = sum(forecast.danger[cell] <= step for step, cell in enumerate(plan[1:-1], 1))
    return TIME * (len(plan) - 1) + HAZARD * danger + MOVE * sum(a != b for a, b in zip(plan, plan[1:], strict=False))


def cheapest(view: View, forecast: Forecast, start: int) -> int | None:
    """The least cost of a plan for one person alone, by trying every move in every snapshot."""
    changes = (0, *view.grid.offsets)

    @cache
    def best(step: int, cell: int) -> int:
        found = [10**9]
        for near in (cell + change for change in changes) if step < LAST else ():
            if view.grid.terrain[near] or view.burning[near]:
                continue
            spent = TIME + (MOVE if near != cell else 0)
            if near in view.exits:
                if forecast.burns[near] > step:
                    found.append(spent)
            elif forecast.burns[near] > step + 1:
                found.append(spent + (HAZARD if forecast.danger[near] <= step + 1 else 0) + best(step + 1, near))
        return min(found)

    return best(0, start) if best(0, start) < 10**9 else None


@settings(max_examples=60, deadline=None, database=None)
@given(st.integers(0, 10**6))
def test_a_person_alone_gets_the_cheapest_plan(seed: int) -> None:
    view, expected = opening(random_world(seed, side=6))
    planner = Planner(view, LAST, expected)
    for _, cell in view.people:
        for forecast in expected:
            plan = planner.find(Reservations(view.grid.size), forecast, cell)
            assert (cost(view, forecast, plan) if plan else None) == cheapest(view, forecast, cell)


@settings(max_examples=80, deadline=None, database=None)
@given(st.integers(0, 10**6))
def test_plans_never_collide_in_the_public_resolver(seed: int) -> None:
    view, expected = opening(random_world(seed, crowd=20, side=7))
    plans = Planner(view, LAST, expected).everybody()
    names = {-view.grid.stride: "north", view.grid.stride: "south", -1: "west", 1: "east", 0: "stay"}
    walking = plans
    step = 0
    while walking:
        at = {person: plan[step] for person, plan in walking.items()}
        actions = {person: names[plan[step + 1] - plan[step]] for person, plan in walking.items()}
        moves = resolve(view.grid, at, actions, view.burning, "blocked")
        assert moves.cells == {p: plan[step + 1] for p, plan in walking.items()}
        step += 1
        walking = {person: plan for person, plan in walking.items() if len(plan) > step + 1}
    assert all(plan[-1] in view.exits and len(plan) - 1 <= LAST for plan in plans.values())
    assert all(plan[0] == dict(view.people)[person] for person, plan in plans.items())


def test_a_corridor_is_emptied_one_behind_the_other() -> None:
    view, expected = opening(world("PPP..E"))
    plans = Planner(view, LAST, expected).everybody()
    assert {person: len(plan) - 1 for person, plan in plans.items()} == {"P2": 3, "P1": 4, "P0": 5}


def test_people_spread_over_exits_by_arrival() -> None:
    view, expected = opening(world("PPP...\nPPP..E\nPPPE.."))
    plans = Planner(view, LAST, expected).everybody()
    assert {plan[-1] for plan in plans.values()} == set(view.exits)
    assert max(len(plan) - 1 for plan in plans.values()) < len(plans)


@pytest.mark.parametrize(
    ("drawing", "interval"),
    [
        pytest.param("P.P\n.E.\nEPP\n.E*\nP.E", 1, id="those-beside-the-fire-first"),
        pytest.param(".P#P\nPPP#\nPPEE", 3, id="then-the-nearest"),
        pytest.param(".PP\n*PE", 3, id="again-with-the-unserved-in-front"),
    ],
)
def test_the_order_of_planning_serves_everybody_who_can_be(drawing: str, interval: int) -> None:
    view, expected = opening(world(drawing, interval=interval))
    alone = Planner(view, LAST, expected)
    savable = [person for person, cell in view.people if alone.find(Reservations(view.grid.size), expected[0], cell)]
    assert sorted(Planner(view, LAST, expected).everybody()) == savable


def test_of_two_ways_equally_long_the_one_out_of_danger_is_taken() -> None:
    view, expected = opening(world("P.....*\n.#.####\n..E####"))
    plan = Planner(view, LAST, expected).everybody()["P0"]
    assert [view.grid.position(cell) for cell in plan] == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]


def test_nobody_is_planned_into_fire_or_beyond_the_last_step() -> None:
    view, expected = opening(world("P....E"))
    assert Planner(view, 5, expected).everybody() and not Planner(view, 4, expected).everybody()
    view, expected = opening(world("P....E\n....*."))
    assert not Planner(view, LAST, expected).everybody()
