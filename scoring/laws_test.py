"""The laws of references and scores over random worlds: no run is better than its bounds (SCO-3, SCO-4.2)."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from scoring.attribution import References, gather, references
from scoring.episode import score_episode
from scoring.evidence import columns
from scoring.references import literal
from scoring.references.danger import least_danger
from scoring.references.exit_bound import exit_bound
from scoring.references.joint import joint_bound
from scoring.references.oracle import oracle_actions
from simulator.errors import ScoringInputError
from simulator.fire import fire_world
from simulator.grid import DIRECTIONS
from simulator.movement import CONGESTION
from simulator.phases import Simulator
from simulator.policies import registry
from simulator.random_worlds import RandomWorld, hold
from simulator.record import RunRecord, run
from simulator.state import EVACUATED

BASELINES = (
    "congestion-aware-v1",
    "fire-aware-shortest-path-v1",
    "nearest-exit-greedy-v1",
    "random-legal-v1",
    "static-shortest-path-v1",
)


def known_of(world: RandomWorld) -> References:
    return references(fire_world(world.scenario, world.seed))


def play(world: RandomWorld, policy: str) -> RunRecord:
    return run(world.scenario, world.seed, registry.make(policy, world.number).act)


def runs(world: RandomWorld, known: References) -> Iterator[RunRecord]:
    """Every baseline's run, one without any sense, and two of people who see the future, one with steps aside."""
    for policy in BASELINES:
        yield play(world, policy)
    yield run(world.scenario, world.seed, world.wander("wander"))
    for often in (4, 1 << 20):
        yield foresight(world, known, often)


def foresight(world: RandomWorld, known: References, often: int) -> RunRecord:
    """Everybody follows the own optimum (SCO-3.3), but takes any direction once in `often` times."""
    draw, simulator, steps = world.draw("foresight"), Simulator(world.scenario, world.seed, known.world), []
    first = simulator.snapshot
    while not simulator.snapshot.terminated:
        actions = oracle_actions(known.world, known.optimum, simulator.snapshot)
        aside = {person: DIRECTIONS[draw.below(5)] for person in actions if not draw.below(often)}
        steps.append(simulator.step(actions | aside))
    return RunRecord(world.scenario, world.seed, first, tuple(steps))


def arrivals(record: RunRecord) -> dict[int, int]:
    """A_i of the evacuees, off the snapshots."""
    out: dict[int, int] = {}
    for snapshot in record.snapshots():
        for person, status in enumerate(snapshot.statuses):
            if status == EVACUATED:
                out.setdefault(person, snapshot.step)
    return out


def test_the_bounds_of_time_are_in_order() -> None:
    hold(bounds_of_time, 60)


def bounds_of_time(world: RandomWorld) -> int:
    """sum(L_i) ≤ Q_exit ≤ Q_cut ≤ sum(A_i) (SCO-4.2.1); returns how often Q_cut is above Q_exit."""
    known, above = known_of(world), 0
    for record in runs(world, known):
        arrived, found = arrivals(record), gather(record, known)
        left = [known.optimum.earliest[person] or 0 for person in arrived]
        assert sum(left) <= found.q_exit <= found.q_cut <= sum(arrived.values()), arrived
        assert all(own <= arrived[person] for own, person in zip(left, arrived, strict=True))
        above += found.q_exit < found.q_cut
    return above


def test_nobody_gets_out_with_fewer_moves_or_in_less_danger() -> None:
    hold(bounds_of_ways, 60)


def bounds_of_ways(world: RandomWorld) -> int:
    """m*_i ≤ m_i and D*_i ≤ D_i (SCO-3.1), both counted off the snapshots; returns how many were in danger."""
    known, exposed = known_of(world), 0
    for record in runs(world, known):
        snapshots, people = record.snapshots(), gather(record, known).people
        for person, step in arrivals(record).items():
            cells = [snapshot.positions[person] for snapshot in snapshots[: step + 1]]
            danger = sum(literal.in_danger(known.world, cell, t) for t, cell in enumerate(cells[:-1]))
            moves = sum(one != other for one, other in pairwise(cells))
            assert (people.steps[person], people.danger[person], people.moves[person]) == (step, danger, moves)
            assert (known.optimum.danger[person] or 0) <= danger, person
            assert (known.optimum.moves[person] or 0) <= moves, person
            exposed += danger > 0
    return exposed


def test_nobody_recovers_faster_than_alone() -> None:
    hold(bounds_of_recovery, 90)


def bounds_of_recovery(world: RandomWorld) -> int:
    """L(x_e, t_e) ≤ r_e for whoever lost a way and got out (SCO-4.2.6); returns how many did."""
    known, recovered = known_of(world), 0
    index = {person.id: number for number, person in enumerate(world.scenario.people)}
    for record in runs(world, known):
        snapshots, arrived, events = record.snapshots(), arrivals(record), gather(record, known).events
        for name, snapshot, earliest, resolved in zip(*columns(events).values(), strict=True):
            person = index[name]
            assert person in snapshots[snapshot].active()
            assert snapshots[snapshot - 1].burning != snapshots[snapshot].burning
            assert earliest == known.optimum.earliest_from(snapshots[snapshot].positions[person], snapshot)
            assert resolved == arrived.get(person, world.scenario.max_steps)
            if person in arrived:
                assert earliest is not None and earliest <= resolved, (name, snapshot)
                recovered += 1
    return recovered


def test_evacuees_are_savable_and_no_more_than_can_leave_together() -> None:
    hold(bounds_of_evacuation, 60)


def bounds_of_evacuation(world: RandomWorld) -> int:
    """Evacuees are savable (SCO-4.1.2), and evacuated ≤ the joint bound ≤ M* (SCO-3.4); returns the evacuees."""
    known = known_of(world)
    bound, total = joint_bound(known.world, known.optimum), 0
    assert bound <= known.optimum.max_evacuated
    for record in runs(world, known):
        arrived = arrivals(record)
        assert all(known.optimum.earliest[person] is not None for person in arrived), arrived
        assert len(arrived) <= bound
        total += len(arrived)
    return total


def test_fast_references_equal_the_literal_ones() -> None:
    hold(references_word_by_word, 60, 221, 578)


def references_word_by_word(world: RandomWorld) -> int:
    """L(x, t), m*, D* and both bounds of Time (SCO-3.1, SCO-4.2); returns how often Q_cut is above Q_exit."""
    known = known_of(world)
    fire, slow = known.world, literal.Bounds(known.world)
    moves, danger = literal.moves_left(fire), literal.danger_left(fire)
    for cell in range(world.scenario.grid.size):
        for snapshot in range(world.scenario.max_steps + 2):
            left = slow.left.get((cell, snapshot))
            expected = None if left is None else snapshot + left
            assert known.optimum.earliest_from(cell, snapshot) == expected, (cell, snapshot)
    walked = {state: left for state, left in slow.left.items() if state[0] not in literal.exit_cells(fire)}
    assert {state: moves[state] for state in walked} == walked
    starts = [cell for cell, snapshot in walked if not snapshot]
    assert least_danger(fire, starts) == {cell: danger[cell, 0] for cell in starts}
    people = [(person.cell, 0) for person in world.scenario.people]
    assert known.optimum.earliest == tuple(map(slow.left.get, people))
    assert known.optimum.moves == tuple(map(moves.get, people))
    assert known.optimum.danger == tuple(map(danger.get, people))
    return time_word_by_word(world, known, slow)


def time_word_by_word(world: RandomWorld, known: References, slow: literal.Bounds) -> int:
    """Q_exit and Q_cut for all the savable people and for some (SCO-4.2.2, SCO-4.2.3)."""
    draw, savable, above = world.draw("evacuees"), slow.savable(), 0
    for evacuees in (savable, [person for person in savable if draw.below(2)]):
        q_exit, q_cut = slow.exits(evacuees), slow.bound(evacuees)
        if q_exit is not None:
            assert exit_bound(known.world, known.optimum, evacuees) == q_exit, evacuees
        if q_cut is None or q_exit is None:
            with pytest.raises(ScoringInputError, match="capacity_exceeded"):
                known.cuts.bound(evacuees)
        else:
            assert known.cuts.bound(evacuees) == q_cut, evacuees
            above += q_cut > q_exit
    return above


def test_scrubbing_blocked_moves_changes_no_snapshot_and_no_digit() -> None:
    hold(scrubbed_blocks, 150)


def scrubbed_blocks(world: RandomWorld) -> int:
    """Runs that differ only in blocked moves have one trajectory and one score (SIM-5.9); returns evacuees' blocks."""
    known = known_of(world)
    plain, scrubbed = (play(world, policy) for policy in ("congestion-aware-v1", "adv-block-scrub"))
    assert plain.snapshots() == scrubbed.snapshots()
    scores = [score_episode(gather(record, known).inputs()).document() for record in (plain, scrubbed)]
    assert scores[0] == scores[1]
    assert not blocked_people(scrubbed)
    out = [person for step in plain.steps for person, _ in step.evacuations]
    return sum(person in out for person in blocked_people(plain))


def blocked_people(record: RunRecord) -> list[str]:
    """Who was blocked by others, once for each time."""
    moves = (move for step in record.steps for move in step.movements.outcomes.items())
    return [person for person, outcome in moves if outcome in CONGESTION]
