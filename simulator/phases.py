"""The simulator: the nine phases of a step, in their order (SIM-4).

1 observation   2 actions   3 movement validation   4 collision resolution   5 movement
6 evacuation    7 fire propagation    8 casualties and trapping    9 termination
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from simulator.errors import InvalidActionError, SimulationError
from simulator.fire import FireProcess, FireStep, FireWorld
from simulator.grid import DIRECTIONS, UNREACHABLE, pick
from simulator.movement import Movements, move
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario
from simulator.shape import step_into
from simulator.state import ACTIVE, ALL_RESOLVED, CASUALTY, EVACUATED, MAX_STEPS, Snapshot, Status
from simulator.ways import Ways

Cause = Literal["entered_fire", "fire_spread"]
ENTERED_FIRE: Cause = "entered_fire"
FIRE_SPREAD: Cause = "fire_spread"
_DIRECTIONS = frozenset(DIRECTIONS)


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step: what was asked, what came of it, and the state after it (SIM-10.3).

    `ignitions` are cells; `evacuations` are (person ID, exit ID) and `casualties` (person ID, cause), by person.
    """

    step: int
    actions: dict[str, str]
    movements: Movements
    ignitions: tuple[int, ...]
    evacuations: tuple[tuple[str, str], ...]
    casualties: tuple[tuple[str, Cause], ...]
    state: Snapshot


def check_actions(scenario: Scenario, snapshot: Snapshot, actions: Mapping[str, str]) -> dict[str, str]:
    """Phase 2: exactly one direction for every active person, in order of IDs (SIM-4.2).

    Raises:
        InvalidActionError: `missing_action`, `unexpected_action` or `unknown_direction`, at the person's pointer.
    """
    return _checked([scenario.people[index].id for index in snapshot.active()], actions)


def _checked(active: list[str], actions: Mapping[str, str]) -> dict[str, str]:
    if not _DIRECTIONS.issuperset(actions.values()):
        raise _refusal(active, actions)
    if list(actions) == active:
        return dict(actions)
    if actions.keys() != set(active):
        raise _refusal(active, actions)
    return dict(zip(active, map(actions.__getitem__, active), strict=True))


def _refusal(active: list[str], actions: Mapping[str, str]) -> InvalidActionError:
    """The first fault: somebody who is not active, then by person an absent or unknown direction."""
    unexpected = sorted(actions.keys() - set(active))
    wrong = [person for person in active if person not in actions or actions[person] not in DIRECTIONS]
    person = (unexpected + wrong)[0]
    code, message = "unknown_direction", f"the directions are {', '.join(DIRECTIONS)}"
    if unexpected:
        code, message = "unexpected_action", "this is no active person"
    elif person not in actions:
        code, message = "missing_action", "an active person has no action"
    return InvalidActionError(code, message, pointer=step_into("/actions", person))


class Simulator:
    """One run of a scenario under a seed. `snapshot` is the current state (SIM-4).

    With a `world`, the fire is read from it instead of being computed anew; it must be of the same scenario and seed.
    """

    def __init__(self, scenario: Scenario, seed: int, world: FireWorld | None = None) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise SimulationError("bad_seed", f"a seed is an integer 0 … {MAX_SEED}")
        self.scenario = scenario
        self.world = world
        self.exits = {exit_.cell: exit_.id for exit_ in scenario.exits}
        self.flammable = scenario.flammable()
        process = FireProcess(scenario, seed)
        first_state = process.stream.state
        self.fire: Iterator[FireStep] = iter(world.steps[1:]) if world else iter(process.advance, None)
        self.ways = None if world else Ways(scenario, scenario.fire.ignition)
        positions = tuple(person.cell for person in scenario.people)
        burning = scenario.grid.mask(scenario.fire.ignition)
        statuses = (ACTIVE,) * len(positions)
        self._set_active(statuses)
        trapped = self._trapped(0, positions)
        self.snapshot = Snapshot(0, positions, statuses, burning, trapped, first_state, False, None)

    def step(self, actions: Mapping[str, str]) -> StepRecord:
        """Runs phases 2 to 9 and moves to the next snapshot.

        Raises:
            InvalidActionError: the actions are not exactly one direction per active person; nothing changed.
            SimulationError: `terminated`, the run has ended; `fire_contract`, as `spread_fire`.
        """
        before = self.snapshot
        if before.terminated:
            raise SimulationError("terminated", "the run has ended")
        taken = _checked(self.names, actions)
        standing, rules = pick(before.positions, self.active), self.scenario.enter_fire
        moves = move(self.scenario.grid, self.names, standing, tuple(taken.values()), before.burning, rules)
        cells = moves.ends
        positions, statuses = self._placed(before.positions, cells), list(before.statuses)
        evacuations = self._evacuate(cells, statuses)
        fire = next(self.fire)
        burning = spread_fire(before.burning, fire, self.flammable)
        casualties = self._casualties(cells, statuses, burning)
        if evacuations or casualties:
            self._set_active(statuses)
        self.snapshot = self._snapshot(positions, tuple(statuses), burning, fire)
        return StepRecord(self.snapshot.step, taken, moves, fire.ignitions, evacuations, casualties, self.snapshot)

    def _set_active(self, statuses: Iterable[Status]) -> None:
        self.active = [index for index, status in enumerate(statuses) if status == ACTIVE]
        self.names = [self.scenario.people[index].id for index in self.active]

    def _placed(self, positions: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
        """Everybody's position, from the cells of the active people."""
        if len(cells) == len(positions):
            return cells
        out = list(positions)
        for index, cell in zip(self.active, cells, strict=True):
            out[index] = cell
        return tuple(out)

    def _evacuate(self, cells: tuple[int, ...], statuses: list[Status]) -> tuple[tuple[str, str], ...]:
        """Phase 6: whoever stands on an exit that did not burn at the start of the step (SIM-4.6)."""
        if self.exits.keys().isdisjoint(cells):
            return ()
        out = []
        for index, person, cell in zip(self.active, self.names, cells, strict=True):
            if cell in self.exits and not self.snapshot.burning[cell]:
                statuses[index] = EVACUATED
                out.append((person, self.exits[cell]))
        return tuple(out)

    def _casualties(
        self, cells: tuple[int, ...], statuses: list[Status], burning: bytes
    ) -> tuple[tuple[str, Cause], ...]:
        """Phase 8: whoever is still active on a burning cell (SIM-4.8)."""
        if not any(pick(burning, cells)):
            return ()
        out: list[tuple[str, Cause]] = []
        for index, person, cell in zip(self.active, self.names, cells, strict=True):
            if burning[cell] and statuses[index] == ACTIVE:
                statuses[index] = CASUALTY
                out.append((person, ENTERED_FIRE if self.snapshot.burning[cell] else FIRE_SPREAD))
        return tuple(out)

    def _snapshot(
        self, positions: tuple[int, ...], statuses: tuple[Status, ...], burning: bytes, fire: FireStep
    ) -> Snapshot:
        """Phases 8 and 9: the trapped set, and whether the run ends (SIM-4.8, SIM-4.9)."""
        number = self.snapshot.step + 1
        if self.ways and fire.ignitions:
            self.ways.ignite(fire.ignitions)
        trapped = self._trapped(number, positions)
        reason = None
        if not self.active:
            reason = ALL_RESOLVED
        elif number >= self.scenario.max_steps:
            reason = MAX_STEPS
        return Snapshot(number, positions, statuses, burning, trapped, fire.rng_state, reason is not None, reason)

    def _trapped(self, number: int, positions: tuple[int, ...]) -> tuple[str, ...]:
        """The active people with no path to a non-burning exit (SIM-8.1)."""
        cells = pick(positions, self.active)
        steps = self.ways.steps if self.ways else []
        table, limit = (self.world.ways.shut, number) if self.world else (steps, UNREACHABLE)
        found = pick(table, cells)
        if not found or min(found) > limit:
            return ()
        return tuple([person for person, value in zip(self.names, found, strict=True) if value <= limit])


def spread_fire(burning: bytes, fire: FireStep, flammable: bytes) -> bytes:
    """Phase 7: the burning mask after a step of the fire; `flammable` is the mask of what can burn (SIM-4.7).

    Raises:
        SimulationError: `fire_contract`, the fire lit a cell that can't burn, or that burns already (SIM-6.1).
    """
    if not fire.ignitions:
        return burning
    out = bytearray(burning)
    for cell in fire.ignitions:
        if not 0 <= cell < len(out) or not flammable[cell]:
            raise SimulationError("fire_contract", "the fire model lit a cell that can't burn")
        if out[cell]:
            raise SimulationError("fire_contract", "the fire model lit a cell that burns already")
        out[cell] = 1
    return bytes(out)
