"""Ways to the exits as the fire grows, against a flood fill from nothing (SIM-8, SCO-4.2.6)."""

from collections.abc import Sequence

from simulator import scenario
from simulator.fire import fire_world
from simulator.grid import NEVER, UNREACHABLE
from simulator.phases import Simulator
from simulator.random_worlds import random_world
from simulator.scenario import Scenario
from simulator.ways import Ways

Position = tuple[int, int]


def make(size: Position, walls: Sequence[Position], exits: Sequence[Position], people: Sequence[Position]) -> Scenario:
    return scenario.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "ways",
            "map": {"rows": size[0], "cols": size[1], "walls": [list(at) for at in sorted(walls)]},
            "exits": [{"id": f"E{i}", "position": list(at)} for i, at in enumerate(exits)],
            "people": [{"id": f"P{i}", "position": list(at)} for i, at in enumerate(people)],
            "fire": {"model": "deterministic", "ignition": [], "spread_interval": 1, "exits_flammable": True},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 9},
        }
    )


def trapped(world: Scenario, fire: Sequence[Position]) -> list[str]:
    """The people without a way out, with the fire there from the start."""
    ways = Ways(world, [world.grid.cell(*at) for at in fire])
    return [person.id for person in world.people if ways.steps[person.cell] < 0]


def test_nobody_is_trapped_without_fire_or_walls() -> None:
    assert trapped(make((1, 4), [], [(0, 0)], [(0, 2), (0, 3)]), []) == []


def test_fire_cuts_the_only_way() -> None:
    assert trapped(make((1, 5), [], [(0, 0)], [(0, 1), (0, 3)]), [(0, 2)]) == ["P1"]


def test_walls_trap_without_fire() -> None:
    assert trapped(make((2, 3), [(0, 1), (1, 1)], [(0, 0)], [(0, 2)]), []) == ["P0"]


def test_diagonals_are_no_path() -> None:
    assert trapped(make((2, 2), [(0, 1)], [(0, 0)], [(1, 1)]), [(1, 0)]) == ["P0"]


def test_people_do_not_block_a_path() -> None:
    assert trapped(make((1, 4), [], [(0, 0)], [(0, 1), (0, 2), (0, 3)]), []) == []


def test_a_burning_exit_is_no_way_out() -> None:
    assert trapped(make((1, 4), [], [(0, 0)], [(0, 2)]), [(0, 0)]) == ["P0"]
    two = make((1, 4), [], [(0, 0), (0, 3)], [(0, 2)])
    assert trapped(two, [(0, 0)]) == []
    assert trapped(two, [(0, 0), (0, 3)]) == ["P0"]


def test_distances() -> None:
    world = make((2, 3), [(0, 1)], [(0, 0)], [(0, 2)])
    cells = list(world.grid.cells())
    ways = Ways(world)
    assert [ways.steps[cell] for cell in cells] == [0, UNREACHABLE, 4, 1, 2, 3]
    assert ways.ignite([world.grid.cell(1, 1)]) == [cells[5], cells[2]]
    assert [ways.steps[cell] for cell in cells] == [0] + [UNREACHABLE] * 2 + [1] + [UNREACHABLE] * 2


def flood(world: Scenario, burning: set[int]) -> set[int]:
    """Cells with a path to a non-burning exit, by growing the set until nothing changes."""
    free = {cell for cell in world.grid.cells() if not world.grid.terrain[cell]} - burning
    out = {exit_.cell for exit_ in world.exits} & free
    while True:
        near = {cell + offset for cell in out for offset in world.grid.offsets} & free
        if near <= out:
            return out
        out |= near


def test_ways_in_random_worlds_equal_the_flood_fill_in_every_snapshot() -> None:
    shut = 0
    for number in range(200):
        world = fire_world(random_world(number).scenario, number)
        burning: set[int] = set()
        ways = Ways(world.scenario)
        for snapshot, step in enumerate(world.steps):
            burning.update(step.ignitions)
            ways.ignite(step.ignitions)
            open_cells = flood(world.scenario, burning)
            for cell in world.scenario.grid.cells():
                assert (ways.steps[cell] >= 0) == (cell in open_cells)
                assert (world.ways.shut[cell] > snapshot) == (cell in open_cells)
                shut += snapshot and world.ways.shut[cell] == snapshot
        assert all(value <= len(world.steps) or value == NEVER for value in world.ways.shut)
    assert shut > 100


def test_the_trapped_set_is_the_same_with_and_without_a_world() -> None:
    seen = 0
    for number in range(200):
        world = random_world(number)
        alone = Simulator(world.scenario, world.seed)
        given = Simulator(world.scenario, world.seed, fire_world(world.scenario, world.seed))
        while not alone.snapshot.terminated:
            stay = {world.scenario.people[index].id: "stay" for index in alone.snapshot.active()}
            assert alone.step(stay) == given.step(stay)
            seen += len(alone.snapshot.trapped)
    assert seen > 100
