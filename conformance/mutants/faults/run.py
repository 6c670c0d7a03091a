"""Faults of the phases of a step, of what is shown, answers, records and replay (SIM-3, SIM-4, SIM-8 to SIM-11)."""

from conformance.mutants.mutant import Mutant

_PHASES, _STATE, _SEEN, _RECORD = "simulator.phases", "simulator.state", "simulator.observation", "simulator.record"
_ACTIVE = 'if person["status"] == "active"'
_LAST_MEMBER = '        "allowed_actions": list(DIRECTIONS),\n'

_ACTION_FAULTS = (
    Mutant(
        "actions.extra-ignored",
        ("SIM-4.2", "SIM-9.4"),
        "An action for somebody who is not active is ignored.",
        _PHASES,
        "if actions.keys() != set(active):",
        "if not actions.keys() >= set(active):",
    ),
    Mutant(
        "actions.missing-stays",
        ("SIM-4.2", "SIM-9.4"),
        "Who has no action stays.",
        _PHASES,
        "    if actions.keys() != set(active):\n",
        '    actions = dict.fromkeys(active, "stay") | dict(actions)\n    if actions.keys() != set(active):\n',
    ),
    Mutant(
        "actions.unknown-stays",
        ("SIM-4.2", "SIM-9.4"),
        "An unknown direction is taken for `stay`.",
        _PHASES,
        "    if not _DIRECTIONS.issuperset(actions.values()):\n        raise _refusal(active, actions)\n",
        '    actions = {one: way if way in DIRECTIONS else "stay" for one, way in actions.items()}\n',
    ),
    Mutant(
        "actions.missing-before-unexpected",
        ("SIM-9.4",),
        "A missing action is told before one for somebody who is not active.",
        _PHASES,
        "    person = (unexpected + wrong)[0]\n",
        "    person = (wrong + unexpected)[0]\n    unexpected = [] if wrong else unexpected\n",
    ),
    Mutant(
        "actions.other-members",
        ("SIM-9.3",),
        "An answer may have other members beside `actions`.",
        _SEEN,
        "shape.read(data, ACTION_SHAPE)",
        'ACTION_SHAPE.read({"actions": __import__("json").loads(data)["actions"]}, "")',
    ),
    Mutant(
        "actions.upper-case",
        ("SIM-9.3",),
        "A direction may be written in upper case.",
        _SEEN,
        "    found: dict[str, Any] = shape.read(data, ACTION_SHAPE)\n",
        "    wide = shape.MapOf(shape.identifier(), shape.Choice(*DIRECTIONS, *map(str.upper, DIRECTIONS)))\n"
        '    found = shape.read(data, shape.Record({"actions": wide}))\n'
        '    found["actions"] = {one: way.lower() for one, way in found["actions"].items()}\n',
    ),
)

_PHASE_FAULTS = (
    Mutant(
        "phases.fire-before-evacuation",
        ("SIM-4.6", "SIM-4.7", "SIM-4.10"),
        "The fire spreads before people leave, so that an exit that ignites in this step evacuates nobody.",
        _PHASES,
        """        evacuations = self._evacuate(cells, statuses)
        fire = next(self.fire)
        burning = spread_fire(before.burning, fire, self.flammable)
""",
        """        fire = next(self.fire)
        burning = spread_fire(before.burning, fire, self.flammable)
        evacuations = self._evacuate([0 if burning[cell] else cell for cell in cells], statuses)
""",
    ),
    Mutant(
        "phases.casualties-before-fire",
        ("SIM-4.8", "SIM-4.10"),
        "Casualties are looked for before the fire spreads.",
        _PHASES,
        "casualties = self._casualties(cells, statuses, burning)",
        "casualties = self._casualties(cells, statuses, before.burning)",
    ),
    Mutant(
        "phases.casualties-before-movement",
        ("SIM-4.5", "SIM-4.8", "SIM-4.10"),
        "People die on the cell that they left in this step.",
        _PHASES,
        "casualties = self._casualties(cells, statuses, burning)",
        "casualties = self._casualties(standing, statuses, burning)",
    ),
    Mutant(
        "phases.evacuation.burning-exit",
        ("SIM-4.6", "SIM-5.6"),
        "A burning exit evacuates people.",
        _PHASES,
        "if cell in self.exits and not self.snapshot.burning[cell]:",
        "if cell in self.exits:",
    ),
    Mutant(
        "phases.evacuation.one-step-late",
        ("SIM-4.6", "SIM-5.7"),
        "Who reaches an exit leaves in the next step.",
        _PHASES,
        "if cell in self.exits and not self.snapshot.burning[cell]:",
        "if cell in self.exits and cell == self.snapshot.positions[index] and not self.snapshot.burning[cell]:",
    ),
    Mutant(
        "phases.casualties.evacuated-too",
        ("SIM-4.8", "SIM-4.10"),
        "Who has just left through an exit that ignites dies all the same.",
        _PHASES,
        "if burning[cell] and statuses[index] == ACTIVE:",
        "if burning[cell]:",
    ),
    Mutant(
        "phases.casualties.causes-swapped",
        ("SIM-4.8", "SIM-10.5"),
        "`entered_fire` and `fire_spread` are swapped.",
        _PHASES,
        "ENTERED_FIRE if self.snapshot.burning[cell] else FIRE_SPREAD",
        "FIRE_SPREAD if self.snapshot.burning[cell] else ENTERED_FIRE",
    ),
    Mutant(
        "phases.end.horizon-first",
        ("SIM-4.9",),
        "`max_steps` wins where everybody is out at the horizon.",
        _PHASES,
        """        if not self.active:
            reason = ALL_RESOLVED
        elif number >= self.scenario.max_steps:
            reason = MAX_STEPS
""",
        """        if number >= self.scenario.max_steps:
            reason = MAX_STEPS
        elif not self.active:
            reason = ALL_RESOLVED
""",
    ),
    Mutant(
        "phases.end.one-step-late",
        ("SIM-1.6", "SIM-4.9"),
        "A run has a step after the horizon.",
        _PHASES,
        "elif number >= self.scenario.max_steps:",
        "elif number > self.scenario.max_steps:",
    ),
    Mutant(
        "phases.end.all-trapped",
        ("SIM-4.9", "SIM-8.2"),
        "A run ends once everybody is trapped.",
        _PHASES,
        "        if not self.active:\n            reason = ALL_RESOLVED\n",
        "        if len(trapped) == len(self.active):\n            reason = ALL_RESOLVED\n",
    ),
    Mutant(
        "phases.trapped.not-at-0",
        ("SIM-3.4",),
        "Nobody is trapped in snapshot 0.",
        _PHASES,
        "trapped = self._trapped(0, positions)",
        "trapped: tuple[str, ...] = ()",
    ),
    Mutant(
        "phases.trapped.through-fire",
        ("SIM-8.1",),
        "The way out may lead through cells that ignite during the run.",
        _PHASES,
        "if self.ways and fire.ignitions:",
        "if self.ways and fire.draws < 0:",
    ),
    Mutant(
        "phases.trapped.through-a-burning-exit",
        ("SIM-8.1",),
        "The way out may end at a burning exit.",
        "simulator.ways",
        "removed = list(cells)",
        "removed = [cell for cell in cells if self.steps[cell]]",
    ),
    Mutant(
        "phases.trapped.by-people",
        ("SIM-8.1",),
        "Other people stand in the way.",
        _PHASES,
        "        steps = self.ways.steps if self.ways else []\n",
        """        from simulator.grid import UNREACHABLE, distances

        grid, blocked = self.scenario.grid, bytearray(self.ways.blocked if self.ways else self.scenario.grid.terrain)
        for cell in cells:
            blocked[cell] = 1
        free = distances(grid, self.exits, bytes(blocked))
        steps = [max(free[cell + offset] for offset in grid.offsets) if cell in cells else UNREACHABLE
                 for cell in range(grid.size)]
""",
    ),
)

_SHOWN_FAULTS = (
    Mutant(
        "state.people.active-only",
        ("SIM-3.2",),
        "A snapshot forgets people who are no longer active.",
        _STATE,
        '"people": people_document(scenario, snapshot),',
        f'"people": [person for person in people_document(scenario, snapshot) {_ACTIVE}],',
    ),
    Mutant(
        "state.reason.empty",
        ("SIM-3.6",),
        "Before the end the reason is an empty text.",
        _STATE,
        '"termination_reason": snapshot.termination_reason,',
        '"termination_reason": snapshot.termination_reason or "",',
    ),
    Mutant(
        "state.burning.unsorted",
        ("SIM-1.4", "SIM-3.3"),
        "The burning cells are listed from the last to the first.",
        _STATE,
        '"burning": scenario.grid.positions(masked_cells(snapshot.burning)),',
        '"burning": scenario.grid.positions(masked_cells(snapshot.burning)[::-1]),',
    ),
    Mutant(
        "observation.step.next",
        ("SIM-9.1",),
        "The first observation has the step 1.",
        _SEEN,
        '"step": snapshot.step,',
        '"step": snapshot.step + 1,',
    ),
    Mutant(
        "observation.people.active-only",
        ("SIM-9.1",),
        "People who are no longer active are not shown.",
        _SEEN,
        '"people": people_document(scenario, snapshot),',
        f'"people": [person for person in people_document(scenario, snapshot) {_ACTIVE}],',
    ),
    Mutant(
        "observation.probability.zero",
        ("SIM-9.1.1",),
        "A deterministic fire is shown with the probability 0.",
        _SEEN,
        '"spread_probability": fire.spread_probability,',
        '"spread_probability": fire.spread_probability or 0,',
    ),
    Mutant(
        "observation.actions.sorted",
        ("SIM-9.1",),
        "The allowed actions are shown in another order.",
        _SEEN,
        _LAST_MEMBER,
        '        "allowed_actions": sorted(DIRECTIONS),\n',
    ),
    Mutant(
        "observation.leak.generator",
        ("SIM-3.9", "SIM-9.2"),
        "A model is shown the state of the fire's stream.",
        _SEEN,
        _LAST_MEMBER,
        _LAST_MEMBER + '        "rng_state": {"fire": f"{snapshot.rng_state:016x}"},\n',
    ),
    Mutant(
        "observation.leak.trapped",
        ("SIM-8.2", "SIM-9.2"),
        "A model is shown who is trapped.",
        _SEEN,
        _LAST_MEMBER,
        _LAST_MEMBER + '        "trapped": list(snapshot.trapped),\n',
    ),
    Mutant(
        "observation.leak.scenario",
        ("SIM-9.2",),
        "A model is shown the scenario's ID.",
        _SEEN,
        _LAST_MEMBER,
        _LAST_MEMBER + '        "scenario_id": scenario.scenario_id,\n',
    ),
    Mutant(
        "observation.leak.metadata",
        ("SIM-2.15", "SIM-9.2"),
        "A model is shown the metadata, where there are any.",
        _SEEN,
        _LAST_MEMBER,
        _LAST_MEMBER + '        **{key: text for key, text in scenario.document.items() if key == "metadata"},\n',
    ),
)

_RECORD_FAULTS = (
    Mutant(
        "record.header.without-schema",
        ("SIM-10.2",),
        "A record's header leaves the schema version out.",
        _RECORD,
        '        "schema_version": scenario.schema_version,\n',
        "",
    ),
    Mutant(
        "record.movements.without-stayed",
        ("SIM-10.4",),
        "A step has no movement of who stayed.",
        _RECORD,
        "            for person, outcome in step.movements.outcomes.items()\n",
        '            for person, outcome in step.movements.outcomes.items()\n            if outcome != "stayed"\n',
    ),
    Mutant(
        "record.bytes.evacuations-without-exit",
        ("SIM-10.5",),
        "The record's bytes name the exit of no evacuation.",
        "simulator.spelling",
        """[f'{{"exit":{self.exits[exit_]},"person":""",
        """[f'{{"exit":"","person":""",
    ),
    Mutant(
        "replay.header-not-compared",
        ("SIM-11.1",),
        "The header is not compared.",
        _RECORD,
        'in _fields(document["header"], header(scenario, seed)):',
        "in ():",
    ),
    Mutant(
        "replay.start-not-compared",
        ("SIM-11.1",),
        "The initial state is not compared.",
        _RECORD,
        'in _fields(document["initial_state"], state.document(scenario, first)):',
        "in ():",
    ),
    Mutant(
        "replay.states-not-compared",
        ("SIM-11.1",),
        "The states after the steps are not compared.",
        _RECORD,
        "in _fields(recorded, step_document(simulator.scenario, step)):",
        'in _fields(recorded | {"state": None}, step_document(simulator.scenario, step) | {"state": None}):',
    ),
    Mutant(
        "replay.longer-accepted",
        ("SIM-10.6", "SIM-11.3"),
        "A record may go on after the end of its run.",
        _RECORD,
        'return Divergence(number, place, "the record goes on after the run has ended")',
        "return None",
    ),
    Mutant(
        "replay.shorter-accepted",
        ("SIM-10.6", "SIM-11.3"),
        "A record may end before its run does.",
        _RECORD,
        '        return Divergence(len(steps), "/steps", "the record ends before the run does")\n',
        "        pass\n",
    ),
    Mutant(
        "replay.refused-at-the-step",
        ("SIM-11.3",),
        "Where actions are refused the step is named, not the entry.",
        _RECORD,
        "return Divergence(number, place + error.pointer, error.message)",
        "return Divergence(number, place, error.message)",
    ),
    Mutant(
        "replay.fields-by-key",
        ("SIM-11.2",),
        "The first field that differs is looked for in the order of the keys.",
        _RECORD,
        "for key in [*expected, *sorted(set(found) - set(expected))]:",
        "for key in sorted({*expected, *found}):",
    ),
)

FAULTS = _ACTION_FAULTS + _PHASE_FAULTS + _SHOWN_FAULTS + _RECORD_FAULTS
