"""The fire against a slow literal twin that scans the whole grid for every step (SIM-6)."""

from fractions import Fraction
from typing import Any

import pytest

from simulator import scenario as scenarios
from simulator.canonical import digest
from simulator.fire import FireProcess, fire_world
from simulator.grid import NEVER
from simulator.rng import GAMMA, Stream, splitmix64, stream_seed
from simulator.scenario import Scenario

Position = tuple[int, int]
PROBABILITIES = (0, 2.0**-53, 0.1, 0.35, 0.5, 0.8, 1 - 2.0**-53, 1)
WORLDS = 200
RING = [(0, 2), (1, 1), (1, 3), (2, 2)]


def make(**fire: Any) -> Scenario:
    """An open 3 × 5 world with the exit in the top left and a fire in the middle."""
    return scenarios.from_value(document(3, 5, [], [(0, 0)], (0, 1), fire))


def document(
    rows: int, cols: int, walls: list[Position], exits: list[Position], person: Position, fire: dict[str, Any]
) -> dict[str, Any]:
    rules = {"model": "deterministic", "ignition": [[1, 2]], "spread_interval": 1, "exits_flammable": True} | fire
    return {
        "schema_version": "1.0",
        "scenario_id": "fire-test",
        "map": {"rows": rows, "cols": cols, "walls": [list(at) for at in sorted(walls)]},
        "exits": [{"id": f"E{i}", "position": list(at)} for i, at in enumerate(exits)],
        "people": [{"id": "P1", "position": list(person)}],
        "fire": rules,
        "movement": {"enter_fire": "blocked"},
        "termination": {"max_steps": 8},
    }


def random_world(number: int, model: str | None = None, probability: float | None = None) -> Scenario:
    """A small world; the same geometry whatever the model and probability."""
    stream = Stream(number, "test/fire")

    def below(limit: int) -> int:
        return stream.next_u64() % limit

    rows, cols = 1 + below(6), 3 + below(5)
    free = [(row, col) for row in range(rows) for col in range(cols)]
    person = free.pop(below(len(free)))
    exits = [free.pop(below(len(free)))]
    exits_flammable = below(2) == 1
    lit = {free.pop(below(len(free))) for _ in range(below(4)) if free}
    if exits_flammable and below(4) == 0:
        lit.add(exits[0])
    walls = [at for at in free if below(4) == 0 and at not in lit]
    chosen = model or ("deterministic" if below(4) == 0 else "stochastic")
    fire: dict[str, Any] = {
        "model": chosen,
        "ignition": [list(at) for at in sorted(lit)],
        "spread_interval": 1 + below(3),
        "exits_flammable": exits_flammable,
    }
    p = PROBABILITIES[below(len(PROBABILITIES))] if probability is None else probability
    if chosen == "stochastic":
        fire["spread_probability"] = p
    return scenarios.from_value(document(rows, cols, walls, exits, person, fire))


def neighbours(row: int, col: int) -> list[Position]:
    """In row-major order."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def frontier(doc: dict[str, Any], burning: set[Position]) -> list[tuple[Position, Position]]:
    """Every edge (candidate, source) in canonical order, by the definition."""
    walls = {tuple(at) for at in doc["map"]["walls"]}
    exits = {tuple(item["position"]) for item in doc["exits"]}
    edges = []
    for row in range(doc["map"]["rows"]):
        for col in range(doc["map"]["cols"]):
            cell = (row, col)
            barred = cell in exits and not doc["fire"]["exits_flammable"]
            if cell not in burning and cell not in walls and not barred:
                edges += [(cell, source) for source in neighbours(row, col) if source in burning]
    return edges


def slow_fire(doc: dict[str, Any], seed: int, steps: int) -> list[tuple[list[Position], int, int, int]]:
    """Per step: cells newly burning, draws, generator state, edges of the frontier before the step."""
    state = stream_seed(seed, "fire")
    burning = {tuple(at) for at in doc["fire"]["ignition"]}
    out = []
    for step in range(1, steps + 1):
        edges = frontier(doc, burning)
        lit: list[Position] = []
        draws = 0
        if step % doc["fire"]["spread_interval"] == 0:
            for candidate, _ in edges:
                success = True
                if doc["fire"]["model"] == "stochastic":
                    state, word = splitmix64(state)
                    draws += 1
                    success = Fraction(word >> 11, 2**53) < Fraction(doc["fire"]["spread_probability"])
                if success and candidate not in lit:
                    lit.append(candidate)
        burning |= set(lit)
        out.append((lit, draws, state, len(edges)))
    return out


def test_fire_equals_the_literal_twin() -> None:
    spread = 0
    for number in range(WORLDS):
        world = random_world(number)
        process = FireProcess(world, number)
        for lit, draws, state, _ in slow_fire(world.document, number, 8):
            step = process.advance()
            assert [world.grid.position(cell) for cell in step.ignitions] == lit
            assert (step.draws, step.rng_state) == (draws, state)
            spread += len(lit)
    assert spread > 500


def test_draws_are_the_edges_of_the_frontier_on_spread_steps() -> None:
    for number in range(60):
        for probability in (0, 0.35, 1):
            world = random_world(number, "stochastic", probability)
            process = FireProcess(world, number)
            before = process.stream.state
            interval = world.fire.spread_interval
            for index, (_, _, _, edges) in enumerate(slow_fire(world.document, number, 8)):
                step = process.advance()
                assert step.draws == (edges if (index + 1) % interval == 0 else 0)
                assert step.rng_state == (before + step.draws * GAMMA) % 2**64
                before = step.rng_state


def test_probability_one_equals_the_deterministic_model() -> None:
    for number in range(60):
        certain = FireProcess(random_world(number, "stochastic", 1), number)
        plain = FireProcess(random_world(number, "deterministic"), number)
        first = plain.stream.state
        for _ in range(8):
            step = plain.advance()
            assert certain.advance().ignitions == step.ignitions
            assert (step.draws, step.rng_state) == (0, first)


def test_probability_zero_draws_but_never_spreads() -> None:
    process = FireProcess(make(model="stochastic", spread_probability=0), 0)
    for step in (process.advance() for _ in range(4)):
        assert (step.ignitions, step.draws) == ((), 4)


def test_every_edge_is_drawn_after_an_earlier_success() -> None:
    # First four candidates of one source; then the corners between them with two, and two cells with one.
    process = FireProcess(make(model="stochastic", spread_probability=1), 0)
    assert [process.advance().draws for _ in range(2)] == [4, 4 * 2 + 2]


def test_spread_interval() -> None:
    process = FireProcess(make(spread_interval=3), 0)
    assert [len(process.advance().ignitions) for _ in range(6)] == [0, 0, 4, 0, 0, 6]


@pytest.mark.parametrize("model", ["deterministic", "stochastic"])
def test_exits_that_can_not_burn(model: str) -> None:
    fire: dict[str, Any] = {"model": model, "exits_flammable": False}
    if model == "stochastic":
        fire["spread_probability"] = 1
    world = make(**fire)
    burn = fire_world(world, 0).burn_step
    assert burn[world.exits[0].cell] == NEVER
    assert [cell for cell in world.grid.cells() if burn[cell] == NEVER] == [world.exits[0].cell]
    flammable = make(**fire | {"exits_flammable": True})
    assert fire_world(flammable, 0).burn_step[flammable.exits[0].cell] == 3


def test_walls_stop_the_fire() -> None:
    walls = [(0, 3), (1, 3), (2, 3)]
    world = scenarios.from_value(document(3, 5, walls, [(0, 0)], (0, 1), {}))
    burn = fire_world(world, 0).burn_step
    unburnt = [world.grid.position(cell) for cell in world.grid.cells() if burn[cell] == NEVER]
    assert unburnt == [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)]


def test_no_ignition_no_fire() -> None:
    world = fire_world(make(model="stochastic", spread_probability=1, ignition=[]), 4)
    assert all((step.ignitions, step.draws) == ((), 0) for step in world.steps)
    assert set(world.burn_step) == {NEVER}


def test_order_of_ignition_is_row_major() -> None:
    process = FireProcess(make(), 0)
    grid = make().grid
    assert [grid.position(cell) for cell in process.advance().ignitions] == RING


def test_fire_world_holds_the_whole_horizon() -> None:
    for number in range(40):
        world = random_world(number)
        whole = fire_world(world, number)
        process = FireProcess(world, number)
        burning = set(world.fire.ignition)
        assert len(whole.steps) == world.max_steps + 1
        assert whole.steps[0].ignitions == world.fire.ignition
        assert whole.burning(0) == world.grid.mask(burning)
        for t in range(1, world.max_steps + 1):
            step = process.advance()
            assert whole.steps[t] == step
            burning |= set(step.ignitions)
            assert whole.burning(t) == world.grid.mask(burning)


def test_fire_world_document() -> None:
    world = make(model="stochastic", spread_probability=1)
    whole = fire_world(world, 2)
    told = whole.document()
    assert told["scenario_hash"] == world.digest
    assert told["seed"] == 2
    assert told["ignitions"][:2] == [[[1, 2]], [list(at) for at in RING]]
    assert told["draws"][:2] == [4, 10]
    assert len(told["ignitions"]) == len(told["draws"]) + 1 == 9
    last = (stream_seed(2, "fire") + sum(told["draws"]) * GAMMA) % 2**64
    assert told["final_rng_state"] == f"{last:016x}"
    assert whole.digest() == digest(told)


def test_seeds_differ() -> None:
    world = make(model="stochastic", spread_probability=0.5)
    assert len({fire_world(world, seed).digest() for seed in range(10)}) == 10
