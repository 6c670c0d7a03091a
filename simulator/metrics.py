"""Metrics and crowd diagnostics of a run, in integers (MET-1, MET-2). None of them is an input of the score."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, get_args

from simulator import shape
from simulator.grid import STAY, Grid, distances
from simulator.movement import CONGESTION, Outcome, intents
from simulator.phases import ENTERED_FIRE, FIRE_SPREAD, StepRecord
from simulator.record import RunRecord
from simulator.state import ACTIVE, EVACUATED, Snapshot

HAZARD_RADIUS = 2

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
    outcomes = Counter(move.outcome for step in run.steps for move in step.movements.values())
    near = _fire_distances(run)
    return {
        "people": len(run.scenario.people),
        "evacuated": last.statuses.count(EVACUATED),
        "casualties": {cause: causes[cause] for cause in (ENTERED_FIRE, FIRE_SPREAD)},
        "stranded": last.statuses.count(ACTIVE),
        "steps": len(run.steps),
        "evacuation_steps": sum(step.step * len(step.evacuations) for step in run.steps),
        "movements": {outcome: outcomes[outcome] for outcome in get_args(Outcome)},
        "danger_states": sum(count for distance, count in near.items() if 0 < distance <= HAZARD_RADIUS),
        "least_fire_distance": min(near, default=None),
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


def _fire_distances(run: RunRecord) -> Counter[int]:
    """How many active person-states are at each Manhattan distance from the fire (MET-1.5, MET-1.6)."""
    out: Counter[int] = Counter()
    grid = run.scenario.grid
    burning: bytes | None = None
    field: list[int] = []
    for snapshot in run.snapshots():
        if snapshot.burning != burning:
            burning = snapshot.burning
            field = manhattan_field(grid, burning)
        out.update(field[snapshot.positions[index]] for index in snapshot.active() if field)
    return out


def manhattan_field(grid: Grid, burning: bytes) -> list[int]:
    """The Manhattan distance from each cell to the nearest burning one, walls ignored; empty without fire (MET-1.6).

    One sweep down and one up: a grid without walls needs no search.
    """
    if not any(burning):
        return []
    far = grid.rows + grid.cols
    out = [0 if burns else far for burns in burning]
    for offset in (-1, -grid.stride):
        for cell in grid.cells():
            out[cell] = min(out[cell], out[cell + offset] + 1)
    for offset in (1, grid.stride):
        for cell in reversed(list(grid.cells())):
            out[cell] = min(out[cell], out[cell + offset] + 1)
    return out


def _crowd(run: RunRecord, outcomes: Counter[Outcome]) -> dict[str, int]:
    """Crowd diagnostics (MET-2)."""
    contested = [_contested(run, before, step) for before, step in zip(run.snapshots()[:-1], run.steps, strict=True)]
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


def _contested(run: RunRecord, before: Snapshot, step: StepRecord) -> set[int]:
    """The cells that two or more movers target after phase 3 (MET-2.2)."""
    world = run.scenario
    cells = {world.people[index].id: before.positions[index] for index in before.active()}
    _, targets = intents(world.grid, cells, step.actions, before.burning, world.enter_fire)
    return {cell for cell, movers in Counter(targets.values()).items() if movers > 1}


def _windows(steps: Iterable[StepRecord]) -> Iterable[tuple[int, int]]:
    """First and last step with an evacuation, for each exit that had one (MET-2.3)."""
    out: dict[str, tuple[int, int]] = {}
    for step in steps:
        for _, exit_id in step.evacuations:
            out[exit_id] = (out.get(exit_id, (step.step, 0))[0], step.step)
    return out.values()
