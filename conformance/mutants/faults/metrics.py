"""Faults of episode metrics and crowd diagnostics (MET)."""

from conformance.mutants.mutant import Mutant

_METRICS = "simulator.metrics"

FAULTS = (
    Mutant(
        "metrics.people.dead-stranded",
        ("MET-1.2",),
        "Casualties count as stranded.",
        _METRICS,
        '"stranded": last.statuses.count(ACTIVE),',
        '"stranded": len(last.statuses) - last.statuses.count(EVACUATED),',
    ),
    Mutant(
        "metrics.time.from-zero",
        ("MET-1.3",),
        "The first step counts as 0.",
        _METRICS,
        "sum(step.step * len(step.evacuations)",
        "sum((step.step - 1) * len(step.evacuations)",
    ),
    Mutant(
        "metrics.time.horizon",
        ("MET-1.3",),
        "The steps are those of the horizon, not of the run.",
        _METRICS,
        '"steps": len(run.steps),',
        '"steps": run.scenario.max_steps,',
    ),
    Mutant(
        "metrics.movements.seen-only",
        ("MET-1.4",),
        "Outcomes that never occurred are left out.",
        _METRICS,
        '"movements": {outcome: outcomes[outcome] for outcome in get_args(Outcome)},',
        '"movements": dict(outcomes),',
    ),
    Mutant(
        "metrics.danger.without-snapshot-0",
        ("MET-1.5",),
        "Snapshot 0 is left out of the danger zone.",
        _METRICS,
        "return sum(starts[cell] <= number for number, cells",
        "return sum(0 < number >= starts[cell] for number, cells",
    ),
    Mutant(
        "metrics.danger.evacuees-only",
        ("MET-1.5",),
        "Only evacuees count in the danger zone.",
        _METRICS,
        "    starts = danger_starts(run.scenario.grid, burn)\n",
        "    starts = danger_starts(run.scenario.grid, burn)\n"
        "    saved = _evacuees(run, run.steps[-1].state)\n"
        "    if saved is not None:\n"
        "        return sum(\n"
        "            starts[snapshot.positions[one]] <= number\n"
        "            for number, snapshot in enumerate(run.snapshots())\n"
        "            for one in set(saved) & set(snapshot.active())\n"
        "        )\n",
    ),
    Mutant(
        "metrics.danger.radius-1",
        ("MET-1.5", "SCO-3.5"),
        "The danger zone is one cell wide.",
        "simulator.danger",
        "HAZARD_RADIUS = 2",
        "HAZARD_RADIUS = 1",
    ),
    Mutant(
        "metrics.danger.radius-3",
        ("MET-1.5", "SCO-3.5"),
        "The danger zone is three cells wide.",
        "simulator.danger",
        "HAZARD_RADIUS = 2",
        "HAZARD_RADIUS = 3",
    ),
    Mutant(
        "metrics.distance.zero-without-fire",
        ("MET-1.6",),
        "Without a fire the least distance to it is 0.",
        _METRICS,
        "        return None\n    latest =",
        "        return 0\n    latest =",
    ),
    Mutant(
        "metrics.distance.last-snapshot",
        ("MET-1.6",),
        "The least distance to the fire is that of the last snapshot with an active person.",
        _METRICS,
        "latest = {cell: number for number, cells in _active_cells(run) for cell in cells}",
        "rows = [(number, cells) for number, cells in _active_cells(run) if cells]\n"
        "    latest = dict.fromkeys(rows[-1][1], rows[-1][0])",
    ),
    Mutant(
        "metrics.walked.everybody",
        ("MET-1.7",),
        "The cells that lost people walked count too.",
        _METRICS,
        "evacuees, total = _evacuees(run, last), 0",
        "evacuees, total = list(range(len(last.statuses))), 0",
    ),
    Mutant(
        "metrics.walked.without-exit",
        ("MET-1.7",),
        "The move onto the exit does not count.",
        _METRICS,
        "        before = after\n    return total\n",
        "        before = after\n    return total - len(evacuees)\n",
    ),
    Mutant(
        "metrics.paths.everybody",
        ("MET-1.7",),
        "The shortest paths of lost people count too.",
        _METRICS,
        "for index in _evacuees(run, last))",
        "for index in range(len(last.statuses)))",
    ),
    Mutant(
        "metrics.trapped.without-snapshot-0",
        ("MET-1.8",),
        "Snapshot 0 is left out of the trapped sets.",
        _METRICS,
        "sum(len(snapshot.trapped) for snapshot in run.snapshots())",
        "sum(len(snapshot.trapped) for snapshot in run.snapshots()[1:])",
    ),
    Mutant(
        "metrics.exits.used-only",
        ("MET-1.9",),
        "Exits through which nobody left are left out.",
        _METRICS,
        "    return counts\n",
        "    return {name: count for name, count in counts.items() if count}\n",
    ),
    Mutant(
        "metrics.crowd.stays-are-attempts",
        ("MET-2.1",),
        "Staying is an attempt to move.",
        _METRICS,
        "sum(action != STAY for step in run.steps for action in step.actions.values())",
        "sum(len(step.actions) for step in run.steps)",
    ),
    Mutant(
        "metrics.crowd.walls-block",
        ("MET-2.1",),
        "Moves against walls, the boundary and fire count as blocked by people.",
        _METRICS,
        "sum(outcomes[outcome] for outcome in CONGESTION)",
        'sum(count for outcome, count in outcomes.items() if outcome.startswith("blocked"))',
    ),
    Mutant(
        "metrics.crowd.conflicts-only",
        ("MET-2.2",),
        "A cell that several people want is contested only where one of them wins it.",
        _METRICS,
        "targets[BLOCKED_OCCUPIED].items() if movers > 1)",
        "targets[BLOCKED_OCCUPIED].items() if movers < 0)",
    ),
    Mutant(
        "metrics.crowd.single-movers",
        ("MET-2.2",),
        "An occupied cell is contested by one mover alone.",
        _METRICS,
        "targets[BLOCKED_OCCUPIED].items() if movers > 1)",
        "targets[BLOCKED_OCCUPIED].items() if movers > 0)",
    ),
    Mutant(
        "metrics.crowd.hotspots-per-step",
        ("MET-2.2",),
        "A hotspot counts once for every step in which it is contested.",
        _METRICS,
        "len(set().union(*contested))",
        "sum(map(len, contested))",
    ),
    Mutant(
        "metrics.crowd.windows-open",
        ("MET-2.3",),
        "The window of an exit leaves its last step out.",
        _METRICS,
        "sum(last - first + 1 for first, last in windows)",
        "sum(last - first for first, last in windows)",
    ),
    Mutant(
        "metrics.crowd.one-window",
        ("MET-2.3",),
        "All exits share one window.",
        _METRICS,
        "sum(last - first + 1 for first, last in windows)",
        "max([last for _, last in windows], default=0) - min([first for first, _ in windows], default=1) + 1",
    ),
)
