"""The run record, and the replay that checks it (SIM-10, SIM-11)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulator import canonical, shape, state
from simulator.errors import InvalidActionError
from simulator.fire import FireWorld
from simulator.grid import DIRECTIONS
from simulator.observation import PEOPLE_SHAPE, observe
from simulator.phases import Simulator, StepRecord
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario
from simulator.spelling import END, Speller
from simulator.state import Snapshot
from simulator.versions import OBSERVATION_VERSION, SIMULATOR_VERSION

Act = Callable[[dict[str, Any]], Mapping[str, str]]

_IDS = shape.ListOf(shape.identifier())
_CELLS = shape.ListOf(shape.position())
SNAPSHOT_SHAPE = shape.Record(
    {
        "step": shape.Integer(0, 100_000),
        "people": PEOPLE_SHAPE,
        "burning": _CELLS,
        "trapped": _IDS,
        "rng_state": shape.Record({"fire": shape.word()}),
        "terminated": shape.Boolean(),
        "termination_reason": shape.Nullable(shape.Choice(state.ALL_RESOLVED, state.MAX_STEPS)),
    }
)
_STEP = shape.Record(
    {
        "step": shape.Integer(1, 100_000),
        "actions": shape.MapOf(shape.identifier(), shape.Choice(*DIRECTIONS)),
        "movements": shape.MapOf(
            shape.identifier(),
            shape.Record({"outcome": shape.Text(32, 1), "position": shape.position()}),
        ),
        "ignitions": _CELLS,
        "evacuations": shape.ListOf(shape.Record({"person": shape.identifier(), "exit": shape.identifier()})),
        "casualties": shape.ListOf(
            shape.Record({"person": shape.identifier(), "cause": shape.Choice("entered_fire", "fire_spread")})
        ),
        "state": SNAPSHOT_SHAPE,
    }
)
SHAPE = shape.Record(
    {
        "header": shape.Record(
            {
                "simulator_version": shape.Text(32, 1),
                "observation_version": shape.Text(32, 1),
                "schema_version": shape.Text(32, 1),
                "scenario_id": shape.identifier(),
                "scenario_hash": shape.hash_hex(),
                "seed": shape.Integer(0, MAX_SEED),
            }
        ),
        "initial_state": SNAPSHOT_SHAPE,
        "steps": shape.ListOf(_STEP, 0, 100_000),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class RunRecord:
    """One run of a scenario under a seed (SIM-10)."""

    scenario: Scenario
    seed: int
    initial_state: Snapshot
    steps: tuple[StepRecord, ...]

    def snapshots(self) -> tuple[Snapshot, ...]:
        """Snapshot 0 and the one after each step."""
        return (self.initial_state, *(step.state for step in self.steps))

    def document(self) -> dict[str, Any]:
        """The record document (SIM-10.1)."""
        return {
            "header": header(self.scenario, self.seed),
            "initial_state": state.document(self.scenario, self.initial_state),
            "steps": [step_document(self.scenario, step) for step in self.steps],
        }

    def encode(self) -> bytes:
        """The record's canonical bytes (ENC-1)."""
        speller = Speller(self.scenario)
        opening = speller.opening(header(self.scenario, self.seed), self.initial_state)
        return opening + b",".join([speller.step(step) for step in self.steps]) + END

    def digest(self) -> str:
        """The record's digest (ENC-3.1)."""
        return canonical.sha256_hex(self.encode())


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a record first differs from its replay: step (None: the header), field's pointer, why (SIM-11.2)."""

    step: int | None
    field: str
    message: str


def header(scenario: Scenario, seed: int) -> dict[str, Any]:
    """A record's header (SIM-10.2)."""
    return {
        "simulator_version": SIMULATOR_VERSION,
        "observation_version": OBSERVATION_VERSION,
        "schema_version": scenario.schema_version,
        "scenario_id": scenario.scenario_id,
        "scenario_hash": scenario.digest,
        "seed": seed,
    }


def step_document(scenario: Scenario, step: StepRecord) -> dict[str, Any]:
    """One step of a record (SIM-10.3)."""
    grid = scenario.grid
    return {
        "step": step.step,
        "actions": dict(step.actions),
        "movements": {
            person: {"outcome": outcome, "position": list(grid.position(step.movements.cells[person]))}
            for person, outcome in step.movements.outcomes.items()
        },
        "ignitions": grid.positions(step.ignitions),
        "evacuations": [{"person": person, "exit": exit_} for person, exit_ in step.evacuations],
        "casualties": [{"person": person, "cause": cause} for person, cause in step.casualties],
        "state": state.document(scenario, step.state),
    }


def parse(data: bytes) -> dict[str, Any]:
    """A record document, well shaped but not yet replayed (SIM-10).

    Raises:
        DocumentError: of stage "syntax" or "shape".
    """
    document: dict[str, Any] = shape.read(data, SHAPE)
    return document


def run(scenario: Scenario, seed: int, act: Act, world: FireWorld | None = None) -> RunRecord:
    """Runs a scenario to its end; `act` answers each observation with the actions of the step (SIM-4).

    Raises:
        InvalidActionError: an answer is not exactly one direction per active person.
    """
    simulator = Simulator(scenario, seed, world)
    first = simulator.snapshot
    steps = []
    while not simulator.snapshot.terminated:
        steps.append(simulator.step(act(observe(scenario, simulator.snapshot))))
    return RunRecord(scenario, seed, first, tuple(steps))


def replay(document: dict[str, Any], scenario: Scenario, world: FireWorld | None = None) -> RunRecord | Divergence:
    """Runs a well-shaped record's actions anew and compares everything it says (SIM-11).

    Returns:
        The authenticated run, or the first step and field that differ.
    """
    seed = document["header"]["seed"]
    for field, found, expected in _fields(document["header"], header(scenario, seed)):
        return Divergence(None, f"/header{field}", _differs(found, expected))
    simulator = Simulator(scenario, seed, world)
    first = simulator.snapshot
    for field, found, expected in _fields(document["initial_state"], state.document(scenario, first)):
        return Divergence(0, f"/initial_state{field}", _differs(found, expected))
    steps: list[StepRecord] = []
    for index, recorded in enumerate(document["steps"]):
        divergence = _replay_step(simulator, index, recorded, steps)
        if divergence:
            return divergence
    if not simulator.snapshot.terminated:
        return Divergence(len(steps), "/steps", "the record ends before the run does")
    return RunRecord(scenario, seed, first, tuple(steps))


def _replay_step(
    simulator: Simulator, index: int, recorded: dict[str, Any], steps: list[StepRecord]
) -> Divergence | None:
    number, place = index + 1, f"/steps/{index}"
    if simulator.snapshot.terminated:
        return Divergence(number, place, "the record goes on after the run has ended")
    try:
        step = simulator.step(recorded["actions"])
    except InvalidActionError as error:
        return Divergence(number, place + error.pointer, error.message)
    steps.append(step)
    for field, found, expected in _fields(recorded, step_document(simulator.scenario, step)):
        return Divergence(number, place + field, _differs(found, expected))
    return None


def _differs(found: Any, expected: Any) -> str:
    return f"the record says {_short(found)}, the replay {_short(expected)}"


def _short(value: Any) -> str:
    text = "nothing" if value is _ABSENT else canonical.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."


_ABSENT = object()


def _fields(found: Any, expected: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every leaf that differs, in the order of the expected document: pointer, found, expected."""
    if found == expected and type(found) is type(expected):
        return
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in [*expected, *sorted(set(found) - set(expected))]:
            inner = shape.step_into(pointer, key)
            yield from _fields(found.get(key, _ABSENT), expected.get(key, _ABSENT), inner)
    elif isinstance(found, list) and isinstance(expected, list):
        for index in range(max(len(found), len(expected))):
            pair = [side[index] if index < len(side) else _ABSENT for side in (found, expected)]
            yield from _fields(pair[0], pair[1], f"{pointer}/{index}")
    else:
        yield pointer, found, expected
