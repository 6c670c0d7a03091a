"""The oracle keeps everyone's optimum, and alone it arrives exactly at L."""

from scoring.references import literal
from scoring.references.optimum import optimum
from scoring.references.oracle import oracle_actions
from scoring.references.small_worlds import drawn_world, worlds
from simulator.fire import FireWorld
from simulator.grid import EAST, NORTH, SOUTH, STAY, WEST
from simulator.state import ACTIVE, Snapshot


def snapshot_of(world: FireWorld, step: int, cells: list[int]) -> Snapshot:
    """Everybody active, on these cells."""
    return Snapshot(step, tuple(cells), (ACTIVE,) * len(cells), world.burning(step), (), 0, False, None)


def target(world: FireWorld, cell: int, direction: str) -> int:
    north, west, east, south = world.scenario.grid.offsets
    return cell + {STAY: 0, NORTH: north, WEST: west, EAST: east, SOUTH: south}[direction]


def test_alone_everybody_arrives_exactly_at_the_optimum() -> None:
    walked = 0
    for world in worlds("oracle", 200):
        reference = optimum(world)
        cells = [person.cell for person in world.scenario.people]
        arrived: dict[int, int] = {}
        for step in range(world.scenario.max_steps):
            actions = oracle_actions(world, reference, snapshot_of(world, step, cells))
            for number, person in enumerate(world.scenario.people):
                near = target(world, cells[number], actions[person.id])
                if number in arrived or reference.earliest[number] is None:
                    continue
                choices = dict(literal.choices(world, cells[number], step))
                assert near in choices
                cells[number] = near
                if choices[near]:
                    arrived[number] = step + 1
        assert arrived == {number: step for number, step in enumerate(reference.earliest) if step is not None}
        walked += len(arrived)
    assert walked


def test_of_equal_ways_the_first_neighbour_in_row_major_order_is_taken() -> None:
    world = drawn_world([". E .", "E P E", ". E ."], 5)
    start = [world.scenario.people[0].cell]
    assert oracle_actions(world, optimum(world), snapshot_of(world, 0, start)) == {"P00": NORTH}
    world = drawn_world([". # .", "E P E", ". E ."], 5)
    assert oracle_actions(world, optimum(world), snapshot_of(world, 0, start)) == {"P00": WEST}


def test_people_without_an_escape_stay_and_the_resolved_get_no_action() -> None:
    world = drawn_world(["P # P E"], 5)
    cells = [person.cell for person in world.scenario.people]
    whole = snapshot_of(world, 0, cells)
    assert oracle_actions(world, optimum(world), whole) == {"P00": STAY, "P01": EAST}
    burning, trapped = whole.burning, whole.trapped
    later = Snapshot(1, tuple(cells), ("active", "evacuated"), burning, trapped, 0, False, None)
    assert oracle_actions(world, optimum(world), later) == {"P00": STAY}
