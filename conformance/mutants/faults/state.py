"""Faults of snapshots, of records as documents, and of the moment that is observed (SIM-3, SIM-4, SIM-6, SIM-10)."""

from conformance.mutants.mutant import Mutant

_STATE, _PHASES, _SPELLING = "simulator.state", "simulator.phases", "simulator.spelling"
_OPERATION = "conformance.operations.simulation"

FAULTS = (
    Mutant(
        "state.members.without-trapped",
        ("SIM-3.1",),
        "A snapshot does not say who is trapped.",
        _STATE,
        '        "trapped": list(snapshot.trapped),\n',
        "",
    ),
    Mutant(
        "state.stream.upper-case",
        ("SIM-3.5",),
        "The state of the stream is written in upper case.",
        _STATE,
        '{"fire": word_hex(snapshot.rng_state)}',
        '{"fire": word_hex(snapshot.rng_state).upper()}',
    ),
    Mutant(
        "state.start.after-a-draw",
        ("SIM-3.7",),
        "In snapshot 0 the stream stands after its first draw.",
        _PHASES,
        "first_state = process.stream.state",
        "first_state = (process.stream.state + 0x9E3779B97F4A7C15) % 2**64",
    ),
    Mutant(
        "observation.moment.after-the-step",
        ("SIM-4.1",),
        "The observation of a step shows the state after it.",
        _OPERATION,
        "for snapshot in run.snapshots()[:-1]]",
        "for snapshot in run.snapshots()[1:]]",
    ),
    Mutant(
        "phases.fire.stopped-by-people",
        ("SIM-6.2", "SIM-6.9"),
        "Fire does not spread to a cell on which somebody stands.",
        _PHASES,
        "        fire = next(self.fire)\n",
        "        fire = next(self.fire)\n"
        "        lit = tuple(cell for cell in fire.ignitions if cell not in cells)\n"
        "        fire = FireStep(lit, fire.draws, fire.rng_state)\n",
    ),
    Mutant(
        "record.members.start",
        ("SIM-10.1",),
        "The bytes of a record call the initial state by another name.",
        _SPELLING,
        '"initial_state":',
        '"start":',
    ),
    Mutant(
        "record.steps.without-stays",
        ("SIM-10.3",),
        "The bytes of a record leave the actions of those who stayed out.",
        _SPELLING,
        "for person, action in step.actions.items()]",
        'for person, action in step.actions.items() if action != "stay"]',
    ),
)
