"""The laws of the references over real runs: no run is better than its bounds (SCO-4.2)."""

from itertools import chain, pairwise

from scoring.references import literal
from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import exit_bound
from scoring.references.joint import joint_bound
from scoring.references.optimum import optimum
from scoring.references.oracle import oracle_actions
from scoring.references.route import invalidated_cells, invalidations
from scoring.references.small_worlds import halls, worlds
from simulator.fire import FireWorld
from simulator.grid import DIRECTIONS
from simulator.phases import Simulator
from simulator.rng import Stream
from simulator.state import Snapshot


def run(world: FireWorld, stream: Stream) -> list[Snapshot]:
    """A run in which people follow the oracle most of the time and wander now and then."""
    reference = optimum(world)
    simulator = Simulator(world.scenario, world.seed, world)
    snapshots = [simulator.snapshot]
    while not snapshots[-1].terminated:
        actions = oracle_actions(world, reference, snapshots[-1])
        for person in actions:
            word = stream.next_u64()
            if word % 4 == 0:
                actions[person] = DIRECTIONS[word // 4 % 5]
        simulator.step(actions)
        snapshots.append(simulator.snapshot)
    return snapshots


def test_no_run_is_better_than_its_bounds() -> None:
    total = 0
    for number, world in enumerate(chain(worlds("laws", 150), halls("law-halls", 60))):
        snapshots = run(world, Stream(number, "walk"))
        reference, people = optimum(world), range(len(world.scenario.people))
        arrived = {
            i: next(s.step for s in snapshots if s.statuses[i] == "evacuated")
            for i in people
            if snapshots[-1].statuses[i] == "evacuated"
        }
        evacuees = list(arrived)
        earliest = [reference.earliest[i] or 0 for i in evacuees]
        q_exit, q_cut = exit_bound(world, reference, evacuees), CutBound(world, reference).bound(evacuees)
        assert sum(earliest) <= q_exit <= q_cut <= sum(arrived.values()), world
        assert len(evacuees) <= joint_bound(world, reference) <= reference.max_evacuated
        for i, step in arrived.items():
            cells = [s.positions[i] for s in snapshots[: step + 1]]
            danger = sum(literal.in_danger(world, cell, t) for t, cell in enumerate(cells[:-1]))
            assert (reference.earliest[i] or step + 1) <= step
            assert (reference.moves[i] or step + 1) <= sum(a != b for a, b in pairwise(cells))
            assert (reference.danger[i] or 0) <= danger
        total += len(evacuees)
    assert total


def test_no_recovery_is_faster_than_its_reference() -> None:
    events = 0
    for number, world in enumerate(halls("recovery", 80)):
        snapshots = run(world, Stream(number, "walk"))
        reference = optimum(world)
        for event in invalidations(invalidated_cells(world), snapshots):
            before, after = snapshots[event.snapshot - 1], snapshots[event.snapshot]
            assert after.statuses[event.person] == "active" and before.burning != after.burning
            left = [s.step for s in snapshots if s.statuses[event.person] == "evacuated"]
            earliest = reference.earliest_from(event.cell, event.snapshot)
            if left:
                assert earliest is not None and earliest <= left[0]
            events += 1
    assert events
