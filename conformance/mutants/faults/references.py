"""Faults of the privileged references and bounds (SCO-3, SCO-4.2.1 to SCO-4.2.6)."""

from conformance.mutants.mutant import Mutant

_OPTIMUM, _DANGER, _JOINT = "scoring.references.optimum", "scoring.references.danger", "scoring.references.joint"
_SCHEDULE, _EXIT, _CUT = "scoring.references.schedule", "scoring.references.exit_bound", "scoring.references.cut_bound"
_CUTS, _FLOOD, _ROUTE = "scoring.references.cuts", "scoring.references.flood", "scoring.references.route"
_ATTRIBUTION, _WAYS = "scoring.attribution", "simulator.ways"

_OPTIMUM_TABLE = "    table = breakpoints(world)\n"


def _world(change: str) -> str:
    """The references of a world that is another in this respect."""
    return f"""    import dataclasses

    exits = {{exit_.cell for exit_ in world.scenario.exits}}
    world = dataclasses.replace(world, {change}) if exits else world
{_OPTIMUM_TABLE}"""


_PEOPLE_FAULTS = (
    Mutant(
        "references.rule.exit-burning-at-the-end",
        ("SCO-3.2",),
        "An exit that ignites in the step evacuates nobody.",
        _OPTIMUM,
        "exits = {exit_.cell: min(burn[exit_.cell], last) + 1",
        "exits = {exit_.cell: min(burn[exit_.cell] - 1, last) + 1",
    ),
    Mutant(
        "references.rule.exit-burning-at-the-start",
        ("SCO-3.2",),
        "An exit that ignited in the step before still evacuates.",
        _OPTIMUM,
        _OPTIMUM_TABLE,
        _world("burn_step=tuple(step + (cell in exits) for cell, step in enumerate(world.burn_step))"),
    ),
    Mutant(
        "references.rule.horizon-short",
        ("SCO-3.2",),
        "Nobody leaves in step H.",
        _OPTIMUM,
        "    last = scenario.max_steps\n    exits =",
        "    last = scenario.max_steps - 1\n    exits =",
    ),
    Mutant(
        "references.rule.horizon-long",
        ("SCO-3.2",),
        "There is a step H + 1.",
        _OPTIMUM,
        _OPTIMUM_TABLE,
        _world("scenario=dataclasses.replace(world.scenario, max_steps=world.scenario.max_steps + 1)"),
    ),
    Mutant(
        "references.rule.onto-igniting-cell",
        ("SCO-3.2",),
        "A cell that ignites in the step may be entered, as if it ignited one step later.",
        _OPTIMUM,
        _OPTIMUM_TABLE,
        _world("burn_step=tuple(step + (cell not in exits) for cell, step in enumerate(world.burn_step))"),
    ),
    Mutant(
        "references.rule.early-flight",
        ("SCO-3.2",),
        "A cell can't be entered in the last step before it ignites.",
        _OPTIMUM,
        "_propagate(exits, late, burn, scenario",
        "_propagate(exits, late, [max(step - 1, 1) for step in burn], scenario",
    ),
    Mutant(
        "references.table.relative",
        ("SCO-3.1",),
        "L(x, t) counts from t.",
        _OPTIMUM,
        "return None if steps is None else snapshot + steps",
        "return steps",
    ),
    Mutant(
        "references.people.moves-without-exit",
        ("SCO-3.1", "SCO-4.2.5"),
        "m* leaves the move onto the exit out.",
        _OPTIMUM,
        "        return self.earliest\n",
        "        return tuple(None if step is None else step - 1 for step in self.earliest)\n",
    ),
    Mutant(
        "references.people.everybody-savable",
        ("SCO-3.1", "SCO-4.1.1"),
        "M* is the number of people.",
        _OPTIMUM,
        "return sum(step is not None for step in self.earliest)",
        "return len(self.earliest)",
    ),
    Mutant(
        "references.danger.of-the-fastest",
        ("SCO-3.1",),
        "D* counts a snapshot that is free of danger where the escape only passes through danger later.",
        _DANGER,
        "solved.update((cell, level) for cell in waiting if latest[cell] >= 0)",
        "solved.update((cell, level + (level > 0)) for cell in waiting if latest[cell] >= 0)",
    ),
    Mutant(
        "references.danger.beyond-the-horizon",
        ("SCO-3.1", "SCO-3.2"),
        "The escape with the least danger may take more steps than there are.",
        _DANGER,
        "latest[exit_.cell] = min(burn[exit_.cell], scenario.max_steps)",
        "latest[exit_.cell] = burn[exit_.cell]",
    ),
    Mutant(
        "references.danger.one-cell",
        ("SCO-3.5",),
        "D* and D count a danger zone of one cell.",
        "simulator.danger",
        "for _ in range(HAZARD_RADIUS):",
        "for _ in range(HAZARD_RADIUS - 1):",
    ),
)

_BOUND_FAULTS = (
    Mutant(
        "bounds.schedule.closes-early",
        ("SCO-4.2.2",),
        "A slot can't be used in its last step.",
        _SCHEDULE,
        "closings[closed] < step:",
        "closings[closed] <= step:",
    ),
    Mutant(
        "bounds.schedule.unlimited",
        ("SCO-4.2.2",),
        "Any number of people is served in a step.",
        _SCHEDULE,
        "elif closed + used == len(closings):",
        "elif used < 0:",
    ),
    Mutant(
        "bounds.schedule.one-at-a-time",
        ("SCO-4.2.2",),
        "One person is served in a step, whatever the number of exits.",
        _SCHEDULE,
        "elif closed + used == len(closings):",
        "elif used:",
    ),
    Mutant(
        "bounds.exits.closed-when-they-ignite",
        ("SCO-4.2.2",),
        "An exit that ignites in a step serves nobody in it.",
        _EXIT,
        "min(world.burn_step[exit_.cell], last)",
        "min(world.burn_step[exit_.cell] - 1, last)",
    ),
    Mutant(
        "bounds.exits.first-only",
        ("SCO-4.2.2",),
        "Only one exit counts.",
        _EXIT,
        "return list_schedule(sorted(earliest_steps(optimum, evacuees)), closings)",
        "return list_schedule(sorted(earliest_steps(optimum, evacuees)), closings[-1:])",
    ),
    Mutant(
        "bounds.cuts.none",
        ("SCO-4.2.3",),
        "Q_cut is Q_exit.",
        _CUT,
        "        for level in self._levels:\n",
        "        for level in self._levels[:0]:\n",
    ),
    Mutant(
        "bounds.cuts.without-exits",
        ("SCO-4.2.3",),
        "Q_cut may be below Q_exit.",
        _CUT,
        "best = exit_bound(self._world, self._optimum, evacuees)",
        "best = base",
    ),
    Mutant(
        "bounds.cuts.not-merged",
        ("SCO-4.2.3",),
        "Components whose cuts share a cell are not merged.",
        _CUTS,
        "                for other in above[1:]:\n",
        "                for other in above[:0]:\n",
    ),
    Mutant(
        "bounds.cuts.farthest-only",
        ("SCO-4.2.3",),
        "Only the farthest threshold with two people behind it counts.",
        _CUT,
        "        for level in self._levels:\n",
        "        for level in self._levels[:1]:\n",
    ),
    Mutant(
        "bounds.cuts.nearest-only",
        ("SCO-4.2.3",),
        "Only the nearest threshold counts.",
        _CUT,
        "        for level in self._levels:\n",
        "        for level in self._levels[-1:]:\n",
    ),
    Mutant(
        "bounds.cuts.below-sum-of-l",
        ("SCO-4.2.3",),
        "A group may count less than the sum of its L_i.",
        _CUT,
        "return sum(max(0, delay - self._slack(cut, members)) for",
        "return sum(delay - self._slack(cut, members) for",
    ),
    Mutant(
        "bounds.cuts.start-of-the-step",
        ("SCO-4.2.3",),
        "A cut cell that ignites in a step can be entered in it.",
        _CUT,
        "min(world.burn_step[cell] - 1, last)",
        "min(world.burn_step[cell], last)",
    ),
    Mutant(
        "bounds.cuts.arrival-without-fire",
        ("SCO-4.2.3",),
        "r_i is the earliest arrival without fire.",
        _CUT,
        "detours[i].entries[threshold] if i in detours else distance[i] - threshold",
        "distance[i] - threshold",
    ),
    Mutant(
        "bounds.cuts.rest-without-fire",
        ("SCO-4.2.3",),
        "q_i is the threshold itself, fire ignored.",
        _CUT,
        "        entry = detour.entries[cut.threshold]\n        rest =",
        "        if cut.threshold:\n"
        "            return detour.earliest - detour.entries[cut.threshold] - cut.threshold\n"
        "        entry = detour.entries[cut.threshold]\n        rest =",
    ),
    Mutant(
        "bounds.cuts.first-visit",
        ("SCO-4.2.3",),
        "q_i is the rest of the way from where the cut is first reached.",
        _CUT,
        "        entry = detour.entries[cut.threshold]\n        rest =",
        "        for snapshot, cell in self._floods.arrivals(detour.start, cut.cells):\n"
        "            first = remaining(self._optimum.breakpoints[cell], snapshot) or 0\n"
        "            return detour.earliest - detour.entries[cut.threshold] - first\n"
        "        entry = detour.entries[cut.threshold]\n        rest =",
    ),
    Mutant(
        "bounds.cuts.entry-without-escape",
        ("SCO-4.2.3",),
        "r_i may be an arrival from which no escape is possible any more.",
        _FLOOD,
        "        if snapshot in ending:\n",
        "        if snapshot < 0:\n",
    ),
    Mutant(
        "bounds.joint.everybody",
        ("SCO-3.4",),
        "The joint bound is M*.",
        _JOINT,
        "return sum(flow.augment(cell) for _, cell in farthest_first)",
        "return len(farthest_first)",
    ),
    Mutant(
        "bounds.joint.without-waiting",
        ("SCO-3.2", "SCO-3.4"),
        "Nobody may wait.",
        _JOINT,
        "for near in (cell, *(cell + offset for offset in grid.offsets))",
        "for near in (cell + offset for offset in grid.offsets)",
    ),
    Mutant(
        "bounds.joint.greedy",
        ("SCO-3.4",),
        "A person who has a way keeps it, though another could take its place.",
        _JOINT,
        "for following in back + ahead:",
        "for following in ahead:",
    ),
)

_ACTUAL_FAULTS = (
    Mutant(
        "actual.danger.with-the-exit",
        ("SCO-3.5",),
        "The snapshot after the evacuation counts as danger too.",
        _ATTRIBUTION,
        "[starts[cell] for cell in track[:end]], range(end))",
        "[starts[cell] for cell in track[: end + 1]], range(end + 1))",
    ),
    Mutant(
        "actual.moves.steps",
        ("SCO-4.2.5",),
        "Waiting counts as moving.",
        _ATTRIBUTION,
        "sum(map(ne, track[:end], track[1:]))",
        "end",
    ),
    Mutant(
        "actual.moves.attempts",
        ("SCO-4.2.9", "SCO-4.2.10"),
        "Moves that people block count as moves.",
        "scoring.attribution",
        "moves=tuple(_moves(*pair) for pair in zip(tracks, ends, strict=True)),",
        """moves=tuple(
                None if end is None else sum(step.actions[person.id] != "stay" for step in run.steps[:end])
                for person, end in zip(world.scenario.people, ends, strict=True)
            ),""",
    ),
    Mutant(
        "actual.events.not-at-the-horizon",
        ("SCO-4.2.6",),
        "Events in the last snapshot do not count.",
        _ROUTE,
        "    for snapshot in snapshots:\n",
        "    for snapshot in list(snapshots)[:-1]:\n",
    ),
    Mutant(
        "actual.events.one-snapshot-late",
        ("SCO-4.2.6",),
        "An event compares the fires before and after the last snapshot, and is told one snapshot late.",
        _ROUTE,
        "hit = cells.get(snapshot.step)",
        "hit = cells.get(snapshot.step - 1)",
    ),
    Mutant(
        "actual.events.end-with-death",
        ("SCO-4.2.6",),
        "A lost person's event ends when it dies.",
        _ATTRIBUTION,
        "    resolved = (ends[event.person] for event in found)\n",
        """    every = list(snapshots)
    gone = [
        next((one.step for one in every if one.statuses[person] != "active"), horizon) for person in range(len(people))
    ]
    resolved = (gone[event.person] for event in found)
""",
    ),
    Mutant(
        "actual.events.cut-off-only",
        ("SCO-4.2.6",),
        "Only who is cut off has an event, not who has a longer way.",
        _WAYS,
        "                invalidated[snapshot] = frozenset(grown)\n",
        "                invalidated[snapshot] = frozenset(cell for cell in grown if ways.steps[cell] < 0)\n",
    ),
    Mutant(
        "actual.events.longer-only",
        ("SCO-4.2.6",),
        "Who is cut off has no event.",
        _WAYS,
        "                invalidated[snapshot] = frozenset(grown)\n",
        "                invalidated[snapshot] = frozenset(cell for cell in grown if ways.steps[cell] >= 0)\n",
    ),
)

FAULTS = _PEOPLE_FAULTS + _BOUND_FAULTS + _ACTUAL_FAULTS
