"""Forecasts against the fire itself."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.fire import fire_world
from simulator.grid import NEVER
from simulator.observation import observe
from simulator.phases import Simulator
from simulator.policies.forecast import Forecast, forecasts
from simulator.policies.testdata.worlds import observation, random_world, world
from simulator.policies.view import Viewer
from simulator.scenario import Scenario


def seen(where: Scenario, seed: int, steps: int) -> tuple[list[Forecast], list[int], int]:
    """The forecasts after some steps in which everybody stays, the cells of the grid, and the step reached."""
    simulator = Simulator(where, seed)
    while simulator.snapshot.step < steps and not simulator.snapshot.terminated:
        here = observe(where, simulator.snapshot)
        simulator.step({each["id"]: "stay" for each in here["people"] if each["status"] == "active"})
    here = observe(where, simulator.snapshot)
    view = Viewer().view(here)
    return forecasts(view, here["rules"]["fire"]), list(view.grid.cells()), view.step


@settings(max_examples=60, deadline=None, database=None)
@given(st.integers(0, 10**6), st.integers(0, 8))
def test_a_deterministic_fire_burns_as_forecast(seed: int, steps: int) -> None:
    where = random_world(seed, stochastic=False)
    (forecast,), cells, now = seen(where, 0, steps)
    truth = fire_world(where, 0).burn_step
    for cell in cells:
        if truth[cell] <= where.max_steps:
            assert forecast.burns[cell] == max(truth[cell], now)
        else:
            assert forecast.burns[cell] > where.max_steps


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_danger_is_the_first_fire_within_two_cells(seed: int, steps: int) -> None:
    where = random_world(seed)
    for forecast in seen(where, 3, steps)[0]:
        for cell in where.grid.cells():
            row, col = where.grid.position(cell)
            near = [
                forecast.burns[each]
                for each in where.grid.cells()
                if sum(abs(a - b) for a, b in zip(where.grid.position(each), (row, col), strict=True)) <= 2
            ]
            assert forecast.danger[cell] == min(near)


def test_the_paces_of_a_stochastic_fire() -> None:
    where = world("*.......P#E", interval=2, probability=0.25)
    view = Viewer().view(observation(where))
    row = [view.grid.cell(0, col) for col in range(9)]
    found = [
        [forecast.burns[cell] for cell in row] for forecast in forecasts(view, observation(where)["rules"]["fire"])
    ]
    assert found == [
        [0, 2, 6, 12, 16, 22, 26, 32, 36],
        [0, 2, 10, 18, 26, 34, 42, 50, 58],
        [0] + [NEVER] * 8,
    ]


def test_a_certain_fire_is_forecast_as_a_deterministic_one() -> None:
    drawing = "*....P..E\n..#......"
    certain = observation(world(drawing, interval=3, probability=1.0))
    exact = observation(world(drawing, interval=3))
    views = [Viewer().view(each) for each in (certain, exact)]
    first = forecasts(views[0], certain["rules"]["fire"])[0]
    assert first == forecasts(views[1], exact["rules"]["fire"])[0]


def test_a_fire_that_never_spreads_is_forecast_to_stand_still() -> None:
    here = observation(world("*P.E", probability=0.0))
    (forecast,) = forecasts(Viewer().view(here), here["rules"]["fire"])
    assert [burn for burn in forecast.burns if burn != NEVER] == [0]


def test_fireproof_exits_stop_the_forecast() -> None:
    here = observation(world("*E.P", exits_flammable=False))
    view = Viewer().view(here)
    (forecast,) = forecasts(view, here["rules"]["fire"])
    assert [forecast.burns[view.grid.cell(0, col)] for col in range(4)] == [0, NEVER, NEVER, NEVER]
