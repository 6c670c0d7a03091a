"""Whole runs, what is shown on the way, and how an answer is read (SIM-4, SIM-9, SIM-10)."""

from collections.abc import Iterator

from conformance.operations.inputs import ACTIONS, DIGEST, DIRECTION, DOCUMENT, SEED, document, text, world
from conformance.operations.operation import STAGES, BadInput, Operation, Plain
from simulator import canonical, metrics, shape, state
from simulator.errors import InvalidActionError
from simulator.grid import STAY
from simulator.observation import observe, parse_actions
from simulator.phases import Simulator, StepRecord
from simulator.record import RunRecord, step_document
from simulator.shape import ListOf, MapOf, Record, Shape


def play(simulator: Simulator, actions: list[dict[str, str]]) -> Iterator[StepRecord]:
    """The steps of these actions, no more.

    Raises:
        InvalidActionError: a step's actions are refused; the pointer is /actions/INDEX/PERSON, INDEX from 0.
        BadInput: the run ends before them.
    """
    for index, taken in enumerate(actions):
        if simulator.snapshot.terminated:
            raise BadInput("bad_input", f"the run ends after {index} steps")
        try:
            yield simulator.step(taken)
        except InvalidActionError as error:
            pointer = f"/actions/{index}{error.pointer.removeprefix('/actions')}"
            raise InvalidActionError(error.code, error.message, pointer=pointer) from None


def whole(given: Plain) -> RunRecord:
    """The run of an input's scenario, seed and actions; where those end before the run does, everybody stays.

    Raises:
        DocumentError: the scenario is refused. InvalidActionError, BadInput: as `play`.
    """
    scenario, seed = world(given)
    simulator = Simulator(scenario, seed)
    first = simulator.snapshot
    steps = list(play(simulator, given["actions"]))
    while not simulator.snapshot.terminated:
        steps.append(simulator.step(dict.fromkeys(simulator.names, STAY)))
    return RunRecord(scenario, seed, first, tuple(steps))


def _run(given: Plain) -> Plain:
    run = whole(given)
    return {
        "record_digest": run.digest(),
        "initial_state": canonical.digest(state.document(run.scenario, run.initial_state)),
        "steps": [canonical.digest(step_document(run.scenario, step)) for step in run.steps],
        "metrics": metrics.episode_metrics(run),
    }


def _step(given: Plain, step: int) -> Plain:
    run = whole(given)
    _within(step, len(run.steps) + 1)
    if not step:
        return text(state.document(run.scenario, run.initial_state))
    return text(step_document(run.scenario, run.steps[step - 1]))


def _observations(given: Plain) -> list[Plain]:
    run = whole(given)
    return [observe(run.scenario, snapshot) for snapshot in run.snapshots()[:-1]]


def _observe(given: Plain) -> Plain:
    return {"observations": list(map(canonical.digest, _observations(given)))}


def _observed(given: Plain, step: int) -> Plain:
    found = _observations(given)
    _within(step, len(found))
    return text(found[step])


def _within(step: int, count: int) -> None:
    if step >= count:
        raise BadInput("no_trace", f"there are the steps 0 to {count - 1}")


def _act(given: Plain) -> Plain:
    scenario, seed = world(given)
    simulator = Simulator(scenario, seed)
    for _ in play(simulator, given["actions"]):
        pass
    if simulator.snapshot.terminated:
        raise BadInput("bad_input", "nobody is asked after the end of the run")
    return {"actions": parse_actions(document(given["answer"]), scenario, simulator.snapshot)}


_GIVEN: dict[str, Shape] = {"scenario": DOCUMENT, "seed": SEED, "actions": ACTIONS}

_PLAYED = (
    "`actions` has what is given to the steps 1, 2, …; where it ends before the run does, everybody who is active"
    " stays. It never has more items than the run has steps.",
    "Where the actions of a step are refused, the pointer is `/actions/INDEX/ID`, the index of the step's actions"
    " from 0.",
)

OPERATIONS = (
    Operation(
        "simulator.run",
        "The run of a scenario, a seed and everybody's actions: the digests of its record and steps, and its metrics.",
        (
            *("SIM-3.1", "SIM-3.2", "SIM-3.3", "SIM-4.1", "SIM-4.2", "SIM-4.3", "SIM-4.4", "SIM-4.5", "SIM-4.6"),
            *("SIM-4.7", "SIM-4.8", "SIM-4.9", "SIM-6.9", "SIM-8.1", "SIM-10.1", "SIM-10.2", "SIM-10.3", "SIM-10.4"),
            *("SIM-10.5", "SIM-10.6", "MET-1.1", "MET-1.2", "MET-1.3", "MET-1.4", "MET-1.5", "MET-1.6", "MET-1.7"),
            *("MET-1.8", "MET-1.9", "MET-2.1", "MET-2.2", "MET-2.3"),
        ),
        Record(_GIVEN),
        Record(
            {"record_digest": DIGEST, "initial_state": DIGEST, "steps": ListOf(DIGEST, 1), "metrics": metrics.SHAPE}
        ),
        _run,
        (*STAGES, "action"),
        _step,
        rules=(*_PLAYED, "Traced, the answer is snapshot 0 for step 0, and else that step of the record (SIM-10.3)."),
    ),
    Operation(
        "simulator.observe",
        "The digests of all that a model is shown in such a run.",
        ("SIM-9.1", "SIM-9.1.1", "SIM-9.2"),
        Record(_GIVEN),
        Record({"observations": ListOf(DIGEST, 1)}),
        _observe,
        (*STAGES, "action"),
        _observed,
        rules=(
            *_PLAYED,
            "There is one digest for each snapshot that is not terminated. Traced, the answer is the observation of"
            " that snapshot.",
        ),
    ),
    Operation(
        "simulator.act",
        "A model's answer after the steps of the actions given: how it is read, or refused.",
        ("SIM-4.2", "SIM-9.3", "SIM-9.4"),
        Record({**_GIVEN, "answer": DOCUMENT}),
        Record({"actions": MapOf(shape.identifier(), DIRECTION)}),
        _act,
        (*STAGES, "action"),
        rules=(
            "The model is asked after as many steps as `actions` has; the run has not ended by then.",
            "Whatever is wrong with the answer has the stage action, faults of its syntax and shape too, and a pointer"
            " into the answer.",
        ),
    ),
)
