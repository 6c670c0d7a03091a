"""Metrics and crowd diagnostics of a run, in integers (MET-1, MET-2). None of them is an input of the score."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any, get_args

from simulator import shape
from simulator.danger import danger_starts, widened
from simulator.grid import NEVER, STAY, Grid, distances
from simulator.movement import BLOCKED_CONFLICT, BLOCKED_OCCUPIED, CONGESTION, Outcome
from simulator.phases import ENTERED_FIRE, FIRE_SPREAD, StepRecord
from simulator.record import RunRecord
from simulator.state import ACTIVE, EVACUATED, Snapshot

_COUNT = shape.Integer(0)
SHAPE = shape.Record(
    {
        **dict.fromkeys(("people", "evacuated", "stranded", "steps", "evacuation_steps"), _COUNT),
        **dict.fromkeys(("danger_states", "cells_moved", "static_shortest_paths", "trapped_states"), _COUNT),
        "casualties": shape.Record(dict.fromkeys((ENTERED_FIRE, FIRE_SPREAD), _COUNT)),
        "movements": shape.Record(dict.fromkeys(get_args(Outcome), _COUNT)),
        "least_fire_distance": shape.Nullable(_COUNT),
        "exit_evacuations": shape.MapOf(shape.identifier(), _COUNT),
        "crowd": shape.Record(
            dict.fromkeys(
                ("attempts", "blocked", "contested", "hotspots", "peak", "exit_evacuations", "exit_steps"), _COUNT
            )
        ),
    }
)


def episode_metrics(run: RunRecord) -> dict[str, Any]:
    """The metrics document of an episode (MET-1.1)."""
    last = run.steps[-1].state
    causes = Counter(cause for step in run.steps for _, cause in step.casualties)
    outcomes = Counter(chain.from_iterable(step.movements.results for step in run.steps))
    burn = _burn_steps(run)
    return {
        "people": len(run.scenario.people),
        "evacuated": last.statuses.count(EVACUATED),
        "casualties": {cause: causes[cause] for cause in (ENTERED_FIRE, FIRE_SPREAD)},
        "stranded": last.statuses.count(ACTIVE),
        "steps": len(run.steps),
        "evacuation_steps": sum(step.step * len(step.evacuations) for step in run.steps),
        "movements": {outcome: outcomes[outcome] for outcome in get_args(Outcome)},
        "danger_states": _danger_states(run, burn),
        "least_fire_distance": _least_fire_distance(run, burn),
        "cells_moved": _cells_moved(run, last),
        "static_shortest_paths": _static_paths(run, last),
        "trapped_states": sum(len(snapshot.trapped) for snapshot in run.snapshots()),
        "exit_evacuations": _per_exit(run),
        "crowd": _crowd(run, outcomes),
    }


def _evacuees(run: RunRecord, last: Snapshot) -> list[int]:
    return [index for index in range(len(run.scenario.people)) if last.statuses[index] == EVACUATED]


def _cells_moved(run: RunRecord, last: Snapshot) -> int:
    """Changes of cell of the evacuees (MET-1.7)."""
    evacuees, total = _evacuees(run, last), 0
    before = run.initial_state.positions
    for step in run.steps:
        after = step.state.positions
        total += sum(before[index] != after[index] for index in evacuees)
        before = after
    return total


def _static_paths(run: RunRecord, last: Snapshot) -> int:
    """Fewest moves of the evacuees over open cells, fire ignored (MET-1.7)."""
    grid = run.scenario.grid
    steps = distances(grid, [exit_.cell for exit_ in run.scenario.exits], grid.terrain)
    return sum(steps[run.scenario.people[index].cell] for index in _evacuees(run, last))


def _per_exit(run: RunRecord) -> dict[str, int]:
    counts = dict.fromkeys((exit_.id for exit_ in run.scenario.exits), 0)
    for step in run.steps:
        for _, exit_id in step.evacuations:
            counts[exit_id] += 1
    return counts


def _burn_steps(run: RunRecord) -> list[int]:
    """Per padded cell, the first snapshot of the run in which it burns, else NEVER."""
    burn = [NEVER] * run.scenario.grid.size
    for number, cells in enumerate((run.scenario.fire.ignition, *(step.ignitions for step in run.steps))):
        for cell in cells:
            burn[cell] = number
    return burn


def _active_cells(run: RunRecord) -> Iterable[tuple[int, list[int]]]:
    """Each snapshot's number and the cells of its active people."""
    for number, snapshot in enumerate(run.snapshots()):
        yield number, [snapshot.positions[index] for index in snapshot.active()]


def _danger_states(run: RunRecord, burn: list[int]) -> int:
    """Active person-states in the danger zone; a living person's cell does not burn (MET-1.5)."""
    starts = danger_starts(run.scenario.grid, burn)
    return sum(starts[cell] <= number for number, cells in _active_cells(run) for cell in cells)


def _least_fire_distance(run: RunRecord, burn: list[int]) -> int | None:
    """The least Manhattan distance of an active person from the fire (MET-1.6)."""
    if not run.scenario.fire.ignition:
        return None
    latest = {cell: number for number, cells in _active_cells(run) for cell in cells}
    distance, near = 0, burn
    while not any(near[cell] <= number for cell, number in latest.items()):
        distance, near = distance + 1, widened(run.scenario.grid, near)
    return distance


def _crowd(run: RunRecord, outcomes: Counter[Outcome]) -> dict[str, int]:
    """Crowd diagnostics (MET-2)."""
    contested = [contested_cells(run.scenario.grid, step) for step in run.steps]
    windows = _windows(run.steps)
    return {
        "attempts": sum(action != STAY for step in run.steps for action in step.actions.values()),
        "blocked": sum(outcomes[outcome] for outcome in CONGESTION),
        "contested": sum(len(cells) for cells in contested),
        "hotspots": len(set().union(*contested)),
        "peak": max((len(cells) for cells in contested), default=0),
        "exit_evacuations": sum(len(step.evacuations) for step in run.steps),
        "exit_steps": sum(last - first + 1 for first, last in windows),
    }


def contested_cells(grid: Grid, step: StepRecord) -> set[int]:
    """The cells that two or more movers target after phase 3 (MET-2.2).

    Of several movers to a cell all but one are in conflict, or all are blocked by who stands there (SIM-5.1, SIM-5.2).
    """
    offsets = grid.direction_offsets
    targets: dict[Outcome, Counter[int]] = {BLOCKED_CONFLICT: Counter(), BLOCKED_OCCUPIED: Counter()}
    moves = step.movements
    for person, outcome, cell in zip(moves.people, moves.results, moves.ends, strict=True):
        if outcome in targets:
            targets[outcome][cell + offsets[step.actions[person]]] += 1
    return {*targets[BLOCKED_CONFLICT], *(cell for cell, movers in targets[BLOCKED_OCCUPIED].items() if movers > 1)}


def _windows(steps: Iterable[StepRecord]) -> Iterable[tuple[int, int]]:
    """First and last step with an evacuation, for each exit that had one (MET-2.3)."""
    out: dict[str, tuple[int, int]] = {}
    for step in steps:
        for _, exit_id in step.evacuations:
            out[exit_id] = (out.get(exit_id, (step.step, 0))[0], step.step)
    return out.values()
