"""Cuts from one sweep against components searched threshold by threshold."""

from scoring.references import literal
from scoring.references.cuts import find_cuts
from scoring.references.small_worlds import drawn_world, worlds
from simulator.fire import FireWorld
from simulator.grid import distances

Groups = set[tuple[int, frozenset[int], frozenset[int]]]


def fast_groups(world: FireWorld) -> Groups:
    grid = world.scenario.grid
    distance = distances(grid, literal.exit_cells(world), grid.terrain)
    people = {person.cell: number for number, person in enumerate(world.scenario.people)}
    levels = find_cuts(grid, distance, people)
    thresholds = [level[0].threshold for level in levels]
    assert thresholds == sorted(thresholds, reverse=True)
    for cut in (cut for level in levels for cut in level):
        far = [distance[world.scenario.people[member].cell] for member in cut.members]
        assert far == sorted(far)
        assert len(set(cut.members)) == len(cut.members) and len(set(cut.cells)) == len(cut.cells)
    return {(cut.threshold, frozenset(cut.cells), frozenset(cut.members)) for level in levels for cut in level}


def slow_groups(world: FireWorld) -> Groups:
    out = set()
    for threshold in range(1, max(literal.wall_distance(world).values())):
        for component, cut in literal.groups(world, threshold):
            members = frozenset(i for i, person in enumerate(world.scenario.people) if person.cell in component)
            if len(members) > 1:
                out.add((threshold, frozenset(cut), members))
    return out


def test_groups_equal_those_of_each_threshold_alone() -> None:
    found = 0
    for world in worlds("cuts", 300):
        expected = slow_groups(world)
        assert fast_groups(world) == expected, world
        found += len(expected)
    assert found


def test_components_with_a_common_cut_cell_are_one_group() -> None:
    # Two arms of w > 1 meet only in the cut cell before the exit; at w > 2 they are two groups of one person each.
    world = drawn_world(["P . . . P", "# # E # #"], 9)
    cells = {person.cell for person in world.scenario.people}
    ((threshold, cut, members),) = fast_groups(world)
    assert (threshold, len(cut), set(members)) == (1, 1, {0, 1})
    assert not cells & cut


def test_both_sides_of_a_pillar_meet_again() -> None:
    world = drawn_world(["P P . . E", "P # # . #", "P P . . E"], 9)
    assert fast_groups(world) == slow_groups(world)
    assert {threshold for threshold, _, _ in fast_groups(world)} == {1, 2, 3}


def test_a_cell_without_a_path_to_an_exit_is_in_no_group() -> None:
    assert fast_groups(drawn_world(["P P . # E . ."], 9)) == set()
