"""Evidence from real runs: hard cases of the contract, and a literal reading of random ones (SCO-4.1, SCO-4.2)."""

from collections import deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from scoring.attribution import gather, joint, references
from scoring.constants import CONSTANTS
from scoring.crowd import Crowd
from scoring.episode import EpisodeScore, score_episode
from scoring.evidence import Events, Evidence
from scoring.references.small_worlds import drawn_world, follow, halls, worlds
from simulator import danger, metrics
from simulator.fire import FireWorld
from simulator.grid import DIRECTIONS
from simulator.record import RunRecord, run
from simulator.rng import Stream

Plan = Mapping[str, str]


def played(world: FireWorld, plans: Plan) -> tuple[Evidence, EpisodeScore]:
    evidence = gather(follow(world, plans), references(world))
    return evidence, score_episode(evidence.inputs())


def test_attribution_is_by_person() -> None:
    """A savable person dies, an unsavable one is stranded: that is one avoidable casualty, not none."""
    world = drawn_world(["* . P . E", "# # # # #", "P # # # #"], 10)
    evidence, score = played(world, {})
    inputs = evidence.inputs()
    assert (inputs.avoidable_casualty_ids, inputs.unavoidable_stranded_ids) == (("P00",), ("P01",))
    assert evidence.people.earliest == (2, None)
    assert score.status == "catastrophic"


def test_an_unavoidable_queue_at_an_exit_is_not_charged() -> None:
    world = drawn_world([". P .", "P E P"], 5)
    evidence, score = played(world, {"P00": "s", "P01": ".e", "P02": "..w"})
    assert evidence.people.steps == (1, 2, 3)
    assert (evidence.inputs().sum_l, evidence.q_exit, evidence.q_cut) == (3, 6, 6)
    assert score.component("time") == "1.000000000000" and score.score == "100.000000000"


def test_an_unavoidable_queue_at_a_door_is_not_charged() -> None:
    """Three people behind one door cell, two exits beyond it: the exits alone would allow 13."""
    world = drawn_world(["# P # E #", "P . . . E", "# P # # #"], 9)
    evidence, score = played(world, {"P00": "seene", "P01": ".eeee", "P02": "..neee"})
    assert evidence.people.steps == (4, 5, 6)
    assert (evidence.inputs().sum_l, evidence.q_exit, evidence.q_cut) == (12, 13, 15)
    assert score.score == "100.000000000"


def test_an_avoidable_queue_is_charged() -> None:
    """Both people take the left exit, though the right one is free."""
    world = drawn_world(["E P P E"], 5)
    _, best = played(world, {"P00": "w", "P01": "e"})
    evidence, score = played(world, {"P00": "w", "P01": "ww"})
    assert best.score == "100.000000000"
    assert evidence.people.steps == (1, 2) and evidence.q_cut == 2
    assert score.ratios.time == Fraction(2, 3) and score.ratios.path == Fraction(2, 3)


def test_blocked_moves_are_no_input() -> None:
    """Everybody pushes for the exit in every step, or waits for its turn: one trajectory, one score."""
    world = drawn_world([". P .", "P E P"], 5)
    pushing, waiting = {"P00": "s", "P01": "ee", "P02": "www"}, {"P00": "s", "P01": ".e", "P02": "..w"}
    outcomes = {outcome for step in follow(world, pushing).steps for outcome in step.movements.outcomes.values()}
    assert "blocked_conflict" in outcomes
    assert played(world, pushing) == played(world, waiting)


def test_exposure_above_the_least_is_charged() -> None:
    world = drawn_world(["* . . P . . E"], 9, interval=9)
    _, safe = played(world, {"P00": "eee"})
    evidence, late = played(world, {"P00": "weeee"})
    assert (evidence.people.danger, evidence.people.danger_ref, evidence.people.steps) == ((1,), (0,), (5,))
    assert safe.score == "100.000000000" and late.ratios.hazard == Fraction(4, 5)
    assert (evidence.people.moves, evidence.people.moves_ref) == ((5,), (3,))


def test_a_casualtys_recovery_ends_at_the_horizon() -> None:
    """Fire takes the near exit in step 1. One person is on its way to the far one by then, one never leaves."""
    world = drawn_world(["* E P . . . E"], 12)
    evidence, gone = played(world, {"P00": "eeee"})
    assert evidence.events == Events(people=("P00",), snapshots=(1,), earliest=(4,), resolved=(4,))
    assert gone.ratios.replanning == 1
    evidence, died = played(world, {})
    assert evidence.events == Events(people=("P00",), snapshots=(1,), earliest=(5,), resolved=(12,))
    assert died.ratios.replanning == Fraction(4, 11)


def test_an_event_at_the_horizon_is_counted_and_not_scored() -> None:
    """The near exit burns in the last step: an event without a recovery."""
    evidence, score = played(drawn_world(["* E P . . . E"], 1), {"P00": "e"})
    assert evidence.events == Events(people=("P00",), snapshots=(1,), earliest=(None,), resolved=(1,))
    assert (evidence.inputs().events, evidence.inputs().recoverable) == (1, 0)
    assert score.component("replanning") is None


def burning(world: FireWorld, snapshot: int) -> set[int]:
    return {cell for cell, step in enumerate(world.burn_step) if step <= snapshot}


def exit_distance(world: FireWorld, cell: int, snapshot: int) -> int | None:
    """The fire-aware distance to the nearest non-burning exit, by breadth-first search from the person."""
    fire, exits = burning(world, snapshot), {exit_.cell for exit_ in world.scenario.exits}
    seen, queue = {cell: 0}, deque([cell])
    while queue:
        here = queue.popleft()
        if here in exits and here not in fire:
            return seen[here]
        for offset in world.scenario.grid.offsets:
            near = here + offset
            if near not in seen and not world.scenario.grid.terrain[near] and near not in fire:
                seen[near] = seen[here] + 1
                queue.append(near)
    return None


def in_danger(world: FireWorld, cell: int, snapshot: int) -> bool:
    row, col = world.scenario.grid.position(cell)
    spots = map(world.scenario.grid.position, burning(world, snapshot))
    return any(0 < abs(row - r) + abs(col - c) <= 2 for r, c in spots)


def literal(record: RunRecord, world: FireWorld) -> dict[str, list[Any]]:
    """Steps, danger, moves and events, snapshot by snapshot, as the contract says them."""
    snapshots = record.snapshots()
    found: dict[str, list[Any]] = {"steps": [], "danger": [], "moves": [], "events": []}
    for place, _ in enumerate(world.scenario.people):
        cells = [snapshot.positions[place] for snapshot in snapshots]
        alive = [snapshot.statuses[place] == "active" for snapshot in snapshots]
        out = snapshots[-1].statuses[place] == "evacuated"
        end = alive.count(True)
        found["steps"].append(end if out else None)
        found["danger"].append(sum(in_danger(world, cells[t], t) for t in range(end)) if out else None)
        found["moves"].append(sum(cells[t] != cells[t + 1] for t in range(end)) if out else None)
        for t in range(1, len(snapshots)):
            if alive[t] and burning(world, t) != burning(world, t - 1):
                before, after = exit_distance(world, cells[t], t - 1), exit_distance(world, cells[t], t)
                if before is not None and (after is None or after > before):
                    found["events"].append((t, place, end if out else world.scenario.max_steps))
    found["events"].sort()
    return found


def wandering(world: FireWorld, label: str) -> RunRecord:
    stream = Stream(world.seed, label)

    def act(observation: dict[str, Any]) -> dict[str, str]:
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        return {person: DIRECTIONS[stream.next_u64() % len(DIRECTIONS)] for person in active}

    return run(world.scenario, world.seed, act)


@pytest.mark.parametrize("sequence", [worlds, halls])
def test_evidence_is_what_the_snapshots_say(sequence: Callable[[str, int], Any]) -> None:
    totals = {"evacuees": 0, "danger": 0, "events": 0}
    for world in sequence("attribution", 60):
        record, known = wandering(world, "attribution"), references(world)
        evidence = gather(record, known)
        people, events, expected = evidence.people, evidence.events, literal(record, world)
        assert [list(people.steps), list(people.danger), list(people.moves)] == [
            expected["steps"],
            expected["danger"],
            expected["moves"],
        ]
        ids = [person.id for person in world.scenario.people]
        rows = zip(events.snapshots, events.people, events.resolved, strict=True)
        assert list(rows) == [(t, ids[place], end) for t, place, end in expected["events"]]
        score_episode(evidence.inputs())
        totals["evacuees"] += evidence.inputs().evacuated
        totals["danger"] += evidence.inputs().danger
        totals["events"] += len(events.people)
    assert min(totals.values()) > 20, "the worlds must have something to say"


def test_the_joint_bound_is_known_where_everyone_left() -> None:
    known = references(drawn_world(["P P E"], 9))
    assert joint(known, [1, 2]) == 2
    crowded = references(drawn_world(["P E P"], 1))
    assert crowded.optimum.max_evacuated == 2 and joint(crowded, [1]) == 1


def test_one_hazard_radius() -> None:
    assert CONSTANTS.hazard_radius == danger.HAZARD_RADIUS


def test_the_crowd_counts_of_a_run_are_those_of_its_metrics() -> None:
    """Three people at one exit: two conflicts, one cell contested in two steps."""
    run_record = follow(drawn_world([". P .", "P E P"], 5), {"P00": "s", "P01": "ee", "P02": "www"})
    crowd = Crowd(**metrics.episode_metrics(run_record)["crowd"])
    assert crowd == Crowd(attempts=6, blocked=3, contested=2, hotspots=1, peak=1, exit_evacuations=3, exit_steps=3)
