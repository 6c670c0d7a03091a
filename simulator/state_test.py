"""Snapshots and the trapped set, against a flood fill on positions (SIM-3, SIM-8)."""

from typing import Any

from simulator import scenario as scenarios
from simulator import state
from simulator.grid import UNREACHABLE
from simulator.rng import Stream
from simulator.scenario import Scenario
from simulator.state import Snapshot, TrapWatch

Position = tuple[int, int]


def make(size: Position, walls: list[Position], exits: list[Position], people: list[Position]) -> Scenario:
    return scenarios.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "state-test",
            "map": {"rows": size[0], "cols": size[1], "walls": [list(at) for at in sorted(walls)]},
            "exits": [{"id": f"E{i}", "position": list(at)} for i, at in enumerate(exits)],
            "people": [{"id": f"P{i}", "position": list(at)} for i, at in enumerate(people)],
            "fire": {"model": "deterministic", "ignition": [], "spread_interval": 1, "exits_flammable": True},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 9},
        }
    )


def trapped(world: Scenario, fire: list[Position], watch: TrapWatch | None = None) -> tuple[str, ...]:
    burning = world.grid.mask(world.grid.cell(*at) for at in fire)
    people = [(index, person.cell) for index, person in enumerate(world.people)]
    return (watch or TrapWatch(world)).trapped(burning, people)


def test_nobody_is_trapped_without_fire_or_walls() -> None:
    assert trapped(make((1, 4), [], [(0, 0)], [(0, 2), (0, 3)]), []) == ()


def test_fire_cuts_the_only_way() -> None:
    world = make((1, 5), [], [(0, 0)], [(0, 1), (0, 3)])
    assert trapped(world, [(0, 2)]) == ("P1",)


def test_walls_trap_without_fire() -> None:
    assert trapped(make((2, 3), [(0, 1), (1, 1)], [(0, 0)], [(0, 2)]), []) == ("P0",)


def test_diagonals_are_no_path() -> None:
    assert trapped(make((2, 2), [(0, 1)], [(0, 0)], [(1, 1)]), [(1, 0)]) == ("P0",)


def test_people_do_not_block_a_path() -> None:
    assert trapped(make((1, 4), [], [(0, 0)], [(0, 1), (0, 2), (0, 3)]), []) == ()


def test_a_burning_exit_is_no_way_out() -> None:
    one = make((1, 4), [], [(0, 0)], [(0, 2)])
    assert trapped(one, [(0, 0)]) == ("P0",)
    two = make((1, 4), [], [(0, 0), (0, 3)], [(0, 2)])
    assert trapped(two, [(0, 0)]) == ()
    assert trapped(two, [(0, 0), (0, 3)]) == ("P0",)


def test_only_the_given_people_count() -> None:
    world = make((1, 4), [], [(0, 0)], [(0, 2), (0, 3)])
    burning = world.grid.mask([world.exits[0].cell])
    assert TrapWatch(world).trapped(burning, [(1, world.people[1].cell)]) == ("P1",)
    assert TrapWatch(world).trapped(burning, []) == ()


def flood(world: Scenario, fire: set[Position]) -> set[Position]:
    """Positions with a path to a non-burning exit, by growing the set until nothing changes."""
    document = world.document
    walls = {tuple(at) for at in document["map"]["walls"]}
    free = {(r, c) for r in range(world.grid.rows) for c in range(world.grid.cols)} - walls - fire
    out = {tuple(item["position"]) for item in document["exits"]} & free
    while True:
        near = {(r + a, c + b) for r, c in out for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} & free
        if near <= out:
            return out
        out |= near


def random_world(number: int) -> tuple[Scenario, list[Position]]:
    """A world, and cells without people in the order in which they catch fire."""
    stream = Stream(number, "test/state")

    def below(limit: int) -> int:
        return stream.next_u64() % limit

    free = [(row, col) for row in range(4) for col in range(5)]
    exits = [free.pop(below(len(free))) for _ in range(1 + below(2))]
    people = [free.pop(below(len(free))) for _ in range(1 + below(5))]
    walls = [free.pop(below(len(free))) for _ in range(below(8))]
    burn = free + exits
    return make((4, 5), walls, exits, people), [burn.pop(below(len(burn))) for _ in range(6)]


def test_random_worlds_equal_the_flood_fill_as_the_fire_grows() -> None:
    seen = 0
    for number in range(150):
        world, fire = random_world(number)
        watch = TrapWatch(world)
        for count in (0, 1, 1, 3, 6):
            safe = flood(world, set(fire[:count]))
            expected = tuple(p.id for p in world.people if world.grid.position(p.cell) not in safe)
            assert trapped(world, fire[:count], watch) == expected
            seen += len(expected)
    assert seen > 100


def test_exit_distances() -> None:
    world = make((2, 3), [(0, 1)], [(0, 0)], [(0, 2)])
    found = state.exit_distances(world, world.grid.mask([]))
    assert [found[cell] for cell in world.grid.cells()] == [0, UNREACHABLE, 4, 1, 2, 3]
    found = state.exit_distances(world, world.grid.mask([world.grid.cell(1, 1)]))
    assert [found[cell] for cell in world.grid.cells()] == [0] + [UNREACHABLE] * 2 + [1] + [UNREACHABLE] * 2


def test_the_snapshot_document() -> None:
    world = make((2, 3), [], [(0, 0)], [(0, 2), (1, 2)])
    cells = tuple(person.cell for person in world.people)
    burning = world.grid.mask([world.grid.cell(1, 2), world.grid.cell(0, 1)])
    snapshot = Snapshot(4, cells, ("active", "casualty"), burning, ("P0",), 0xAB, True, "max_steps")
    expected: dict[str, Any] = {
        "step": 4,
        "people": [
            {"id": "P0", "position": [0, 2], "status": "active"},
            {"id": "P1", "position": [1, 2], "status": "casualty"},
        ],
        "burning": [[0, 1], [1, 2]],
        "trapped": ["P0"],
        "rng_state": {"fire": "00000000000000ab"},
        "terminated": True,
        "termination_reason": "max_steps",
    }
    assert state.document(world, snapshot) == expected
    assert list(state.document(world, snapshot)) == list(expected)
    assert snapshot.active() == [0]
