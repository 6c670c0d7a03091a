"""The laws of the simulator over random worlds: what holds in every world, whoever acts (SIM-4 … SIM-7, SIM-11)."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise

from simulator import state
from simulator.fire import FireWorld, fire_world
from simulator.grid import STAY
from simulator.movement import CONGESTION, resolve
from simulator.observation import observe
from simulator.phases import Simulator
from simulator.policies import registry
from simulator.random_worlds import Document, RandomWorld, hold
from simulator.record import Act, RunRecord, parse, replay, run, step_document

INCREMENT = 0x9E3779B97F4A7C15
WORDS = 1 << 64


def stay(observation: Document) -> dict[str, str]:
    return {person["id"]: STAY for person in observation["people"] if person["status"] == "active"}


def test_the_order_of_actions_does_not_matter() -> None:
    hold(order_of_actions, 150)


def order_of_actions(world: RandomWorld) -> int:
    """A step handed its actions in another order has the same outcome (SIM-5.8); returns the blocks by other people."""
    draw, act = world.draw("order"), world.wander("order")
    one, other = Simulator(world.scenario, world.seed), Simulator(world.scenario, world.seed)
    blocked = 0
    while not one.snapshot.terminated:
        actions = act(observe(world.scenario, one.snapshot))
        before = one.snapshot
        step, twin = one.step(actions), other.step(draw.shuffled(actions))
        assert step == twin
        assert repr(step_document(world.scenario, step)) == repr(step_document(world.scenario, twin))
        places = {person.id: cell for person, cell in zip(world.scenario.people, before.positions, strict=True)}
        standing = draw.shuffled({person: places[person] for person in actions})
        rules = before.burning, world.scenario.enter_fire
        moves = resolve(world.scenario.grid, standing, draw.shuffled(actions), *rules)
        assert list(moves.outcomes.items()) == list(step.movements.outcomes.items())
        assert list(moves.cells.items()) == list(step.movements.cells.items())
        blocked += sum(outcome in CONGESTION for outcome in step.movements.outcomes.values())
    return blocked


def test_the_fire_does_not_depend_on_actions() -> None:
    hold(fire_of_actions, 120)


def fire_of_actions(world: RandomWorld) -> int:
    """Whoever acts, the shared snapshots have the same fire (SIM-6.9); returns how many differ in their people."""
    acts: list[Act] = [stay, world.wander("one"), registry.make("nearest-exit-greedy-v1", 0).act]
    runs = [run(world.scenario, world.seed, act).snapshots() for act in acts]
    apart = 0
    for one, other in ((one, other) for pair in combinations(runs, 2) for one, other in zip(*pair, strict=False)):
        assert (one.burning, one.rng_state) == (other.burning, other.rng_state), one.step
        apart += (one.positions, one.statuses) != (other.positions, other.statuses)
    whole = fire_world(world.scenario, world.seed)
    for snapshot in chain(*runs):
        assert snapshot.burning == whole.burning(snapshot.step)
        assert snapshot.rng_state == whole.steps[snapshot.step].rng_state
    return apart


def test_a_spread_step_draws_once_for_each_edge() -> None:
    hold(draws_of_edges, 150)


def draws_of_edges(world: RandomWorld) -> int:
    """draws(t) = E_t on spread steps of a stochastic fire, and 0 else (SIM-6.8.1); returns the draws."""
    rules = world.scenario.document["fire"]
    whole, total = fire_world(world.scenario, world.seed), 0
    for before, after in pairwise(snapshot_documents(run(world.scenario, world.seed, stay))):
        words = [int(each["rng_state"]["fire"], 16) for each in (before, after)]
        draws = (words[1] - words[0]) * pow(INCREMENT, -1, WORDS) % WORDS
        spreads = rules["model"] == "stochastic" and after["step"] % rules["spread_interval"] == 0
        assert draws == (edges(world.scenario.document, before["burning"]) if spreads else 0), after["step"]
        assert draws == whole.steps[after["step"]].draws
        total += draws
    return total


def snapshot_documents(record: RunRecord) -> Iterator[Document]:
    for snapshot in record.snapshots():
        yield state.document(record.scenario, snapshot)


def edges(document: Document, burning: list[list[int]]) -> int:
    """Pairs of a burning cell and a neighbour that can still catch fire, cell by cell over the whole map (SIM-6.3)."""
    rows, cols = document["map"]["rows"], document["map"]["cols"]
    spared = [] if document["fire"]["exits_flammable"] else [exit_["position"] for exit_ in document["exits"]]
    count = 0
    for row in range(rows):
        for col in range(cols):
            if [row, col] not in document["map"]["walls"] + spared + burning:
                around = ([row - 1, col], [row, col - 1], [row, col + 1], [row + 1, col])
                count += sum(at in burning for at in around)
    return count


def ignitions(whole: FireWorld) -> list[tuple[int, ...]]:
    return [step.ignitions for step in whole.steps]


def test_certain_fire_is_the_deterministic_one_and_impossible_fire_never_spreads() -> None:
    hold(certain_and_impossible_fire, 150)


def certain_and_impossible_fire(world: RandomWorld) -> int:
    """p = 1 ignites what the deterministic fire does, p = 0 nothing (SIM-6.6); returns the cells spread to."""
    certain, impossible, sure = (
        ignitions(fire_world(world.with_fire(probability), world.seed)) for probability in (1.0, 0.0, None)
    )
    assert certain == sure
    assert impossible[0] == certain[0] and not any(impossible[1:])
    records = [run(world.with_fire(p), world.seed, world.wander("fire")) for p in (1.0, None)]
    outcomes = [[(s.positions, s.statuses, s.burning) for s in record.snapshots()] for record in records]
    assert outcomes[0] == outcomes[1]
    return sum(map(len, certain[1:]))


def test_a_replay_returns_the_same_record() -> None:
    hold(replay_of_a_run, 100)


def replay_of_a_run(world: RandomWorld) -> int:
    """What was written and read again replays to the same steps and bytes (SIM-11); returns the steps."""
    record = run(world.scenario, world.seed, world.wander("record"))
    written = record.encode()
    for fire in (None, fire_world(world.scenario, world.seed)):
        again = replay(parse(written), world.scenario, fire)
        assert isinstance(again, RunRecord), again
        assert (again.initial_state, again.steps) == (record.initial_state, record.steps)
        assert (again.seed, again.encode()) == (world.seed, written)
    return len(record.steps)
