"""The simulator: the nine phases of a step, in their order (SIM-4).

1 observation   2 actions   3 movement validation   4 collision resolution   5 movement
6 evacuation    7 fire propagation    8 casualties and trapping    9 termination
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from simulator.errors import InvalidActionError, SimulationError
from simulator.fire import FireProcess, FireStep, FireWorld
from simulator.grid import DIRECTIONS
from simulator.movement import Move, resolve
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario
from simulator.shape import step_into
from simulator.state import ACTIVE, ALL_RESOLVED, CASUALTY, EVACUATED, MAX_STEPS, Snapshot, Status, TrapWatch

Cause = Literal["entered_fire", "fire_spread"]
ENTERED_FIRE: Cause = "entered_fire"
FIRE_SPREAD: Cause = "fire_spread"


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step: what was asked, what came of it, and the state after it (SIM-10.3).

    `ignitions` are cells; `evacuations` are (person ID, exit ID) and `casualties` (person ID, cause), by person.
    """

    step: int
    actions: dict[str, str]
    movements: dict[str, Move]
    ignitions: tuple[int, ...]
    evacuations: tuple[tuple[str, str], ...]
    casualties: tuple[tuple[str, Cause], ...]
    state: Snapshot


def check_actions(scenario: Scenario, snapshot: Snapshot, actions: Mapping[str, str]) -> dict[str, str]:
    """Phase 2: exactly one direction for every active person, in order of IDs (SIM-4.2).

    Raises:
        InvalidActionError: `missing_action`, `unexpected_action` or `unknown_direction`, at the person's pointer.
    """
    active = [scenario.people[index].id for index in snapshot.active()]
    for person in sorted(set(actions) - set(active)):
        raise InvalidActionError("unexpected_action", "this is no active person", pointer=step_into("/actions", person))
    for person in active:
        if person not in actions:
            raise InvalidActionError(
                "missing_action", "an active person has no action", pointer=step_into("/actions", person)
            )
        if actions[person] not in DIRECTIONS:
            message = f"the directions are {', '.join(DIRECTIONS)}"
            raise InvalidActionError("unknown_direction", message, pointer=step_into("/actions", person))
    return {person: actions[person] for person in active}


class Simulator:
    """One run of a scenario under a seed. `snapshot` is the current state (SIM-4).

    With a `world`, the fire is read from it instead of being computed anew; it must be of the same scenario and seed.
    """

    def __init__(self, scenario: Scenario, seed: int, world: FireWorld | None = None) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise SimulationError("bad_seed", f"a seed is an integer 0 … {MAX_SEED}")
        self.scenario = scenario
        self.exits = {exit_.cell: exit_.id for exit_ in scenario.exits}
        self.index = {person.id: index for index, person in enumerate(scenario.people)}
        self.traps = TrapWatch(scenario)
        process = FireProcess(scenario, seed)
        first_state = process.stream.state
        self.fire: Iterator[FireStep] = iter(world.steps[1:]) if world else iter(process.advance, None)
        positions = tuple(person.cell for person in scenario.people)
        burning = scenario.grid.mask(scenario.fire.ignition)
        trapped = self.traps.trapped(burning, enumerate(positions))
        statuses = (ACTIVE,) * len(positions)
        self.snapshot = Snapshot(0, positions, statuses, burning, trapped, first_state, False, None)

    def step(self, actions: Mapping[str, str]) -> StepRecord:
        """Runs phases 2 to 9 and moves to the next snapshot.

        Raises:
            InvalidActionError: the actions are not exactly one direction per active person; nothing changed.
            SimulationError: the run has ended.
        """
        before = self.snapshot
        if before.terminated:
            raise SimulationError("terminated", "the run has ended")
        taken = check_actions(self.scenario, before, actions)
        standing = {person: before.positions[self.index[person]] for person in taken}
        moves = resolve(self.scenario.grid, standing, taken, before.burning, self.scenario.enter_fire)
        positions, statuses = list(before.positions), list(before.statuses)
        for person, move in moves.items():
            positions[self.index[person]] = move.cell
        evacuations = self._evacuate(moves, statuses)
        fire = next(self.fire)
        casualties = self._casualties(moves, statuses, fire)
        self.snapshot = self._snapshot(tuple(positions), tuple(statuses), fire)
        return StepRecord(self.snapshot.step, taken, moves, fire.ignitions, evacuations, casualties, self.snapshot)

    def _evacuate(self, moves: Mapping[str, Move], statuses: list[Status]) -> tuple[tuple[str, str], ...]:
        """Phase 6: whoever stands on an exit that did not burn at the start of the step (SIM-4.6)."""
        out = []
        for person, move in moves.items():
            if move.cell in self.exits and not self.snapshot.burning[move.cell]:
                statuses[self.index[person]] = EVACUATED
                out.append((person, self.exits[move.cell]))
        return tuple(out)

    def _casualties(
        self, moves: Mapping[str, Move], statuses: list[Status], fire: FireStep
    ) -> tuple[tuple[str, Cause], ...]:
        """Phase 8: whoever is still active on a burning cell (SIM-4.8)."""
        before, spread = self.snapshot.burning, set(fire.ignitions)
        out: list[tuple[str, Cause]] = []
        for person, move in moves.items():
            if statuses[self.index[person]] == ACTIVE and (before[move.cell] or move.cell in spread):
                statuses[self.index[person]] = CASUALTY
                out.append((person, ENTERED_FIRE if before[move.cell] else FIRE_SPREAD))
        return tuple(out)

    def _snapshot(self, positions: tuple[int, ...], statuses: tuple[Status, ...], fire: FireStep) -> Snapshot:
        """Phases 8 and 9: the trapped set, and whether the run ends (SIM-4.8, SIM-4.9)."""
        number = self.snapshot.step + 1
        burning = spread_fire(self.snapshot.burning, fire)
        active = [index for index, status in enumerate(statuses) if status == ACTIVE]
        trapped = self.traps.trapped(burning, [(index, positions[index]) for index in active])
        reason = None
        if not active:
            reason = ALL_RESOLVED
        elif number >= self.scenario.max_steps:
            reason = MAX_STEPS
        return Snapshot(number, positions, statuses, burning, trapped, fire.rng_state, reason is not None, reason)


def spread_fire(burning: bytes, fire: FireStep) -> bytes:
    """Phase 7: the burning mask after a step of the fire (SIM-4.7).

    Raises:
        SimulationError: the fire lit a cell that already burns.
    """
    if not fire.ignitions:
        return burning
    out = bytearray(burning)
    for cell in fire.ignitions:
        if out[cell]:
            raise SimulationError("fire_contract", "the fire model lit a cell that burns already")
        out[cell] = 1
    return bytes(out)
