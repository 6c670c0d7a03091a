"""Views of observations."""

from simulator.grid import UNREACHABLE, distances
from simulator.policies.testdata.worlds import observation, world
from simulator.policies.view import Viewer, downhill, steps


def test_a_view_says_what_the_observation_says() -> None:
    seen = observation(world("P.#E\n.*.P"))
    seen["people"][0]["status"] = "casualty"
    view = Viewer().view(seen)
    cell = view.grid.cell
    assert view.step == 0 and (view.grid.rows, view.grid.cols) == (2, 4)
    assert view.exits == (cell(0, 3),) and view.people == (("P1", cell(1, 3)),)
    inside = [each for each in view.grid.cells() if view.blocked[each]]
    assert inside == [cell(0, 2), cell(1, 1)]
    assert [each for each in view.grid.cells() if view.burning[each]] == [cell(1, 1)]
    assert all(view.blocked[each] for each in range(view.grid.size) if each not in view.grid.cells())


def test_only_the_map_is_kept_between_observations() -> None:
    viewer, first = Viewer(), observation(world("P.E"))
    grid = viewer.view(first).grid
    later = viewer.view({**first, "step": 7, "burning": [[0, 2]]})
    assert later.grid is grid and later.step == 7 and later.open_exits == []


def test_directions_change_cells_as_the_contract_says() -> None:
    grid = Viewer().view(observation(world("PE\n..\n.."))).grid
    middle = grid.cell(1, 0)
    moved = {direction: grid.position(middle + change) for direction, change in steps(grid)}
    assert list(moved) == ["stay", "north", "south", "west", "east"]
    assert moved == {"stay": (1, 0), "north": (0, 0), "south": (2, 0), "west": (1, -1), "east": (1, 1)}


def test_downhill_takes_the_first_free_step_and_stays_without_one() -> None:
    view = Viewer().view(observation(world("E..\n.P.\n*..\n##E")))
    near = distances(view.grid, [view.grid.cell(0, 0)], view.grid.terrain)
    assert downhill(view, near, view.grid.cell(1, 1)) == "north"
    south = distances(view.grid, [view.grid.cell(3, 2)], view.grid.terrain)
    assert downhill(view, south, view.grid.cell(1, 0)) == "east"
    nowhere = [UNREACHABLE] * view.grid.size
    assert downhill(view, nowhere, view.grid.cell(1, 1)) == "stay"
