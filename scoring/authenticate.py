"""Authentication from scratch: nothing that a result says is believed (SCO-2).

An episode's line is authentic when it is, to the byte, the line that its own actions give rise to. `score_task` takes
all the trials of one episode, so that its fire world and references are worked out once; it is a pure function, and
may run in another process.
"""

from dataclasses import dataclass
from typing import Any

from packs.result import RECORD_KEY, RUN_END, EpisodeLine, run_start
from scoring.aggregate import EpisodeTrial
from scoring.attribution import References, gather, joint, references
from scoring.crowd import Crowd
from scoring.episode import failed_episode, score_episode
from scoring.forgery import code
from simulator import canonical, metrics, scenario
from simulator.echo import echoed
from simulator.errors import PackError, ScoringInputError
from simulator.fire import FireWorld, fire_world
from simulator.record import Divergence, RunRecord, replay

MISSING = "missing"

Authentic = tuple[RunRecord, dict[str, Any], str]
"""An authenticated run, its metrics document, and the digest of its record."""


@dataclass(frozen=True, slots=True)
class Task:
    """One scheduled episode with what every trial states about it, None for a gap.

    `scenario` holds the bytes of its scenario, `fire_world` the digest that a pack pins, or None.
    """

    index: int
    scenario: bytes
    seed: int
    fire_world: str | None
    trials: tuple[EpisodeLine | None, ...]
    joint_bound: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """What the trials of one episode came to, and how many people can leave together, where that was asked for."""

    trials: tuple[EpisodeTrial, ...]
    joint_bound: int | None


def refuse(
    kind: str, message: str, source: str, episode: int | None = None, step: int | None = None
) -> ScoringInputError:
    """A scoring input error that names file, episode and step (SCO-2.3)."""
    where = "" if episode is None else f"episode {episode}: " if step is None else f"episode {episode}, step {step}: "
    error = ScoringInputError(kind, where + message)
    error.source = source
    return error


def score_task(task: Task) -> Scored:
    """Authenticates and scores one episode in all its trials (SCO-2, SCO-4).

    Raises:
        PackError: `fire_world_differs`. InputError: a line is not what the scenario, its fire and a replay give.
    """
    world = fire_world(scenario.parse(task.scenario), task.seed)
    if task.fire_world not in (None, world.digest()):
        pointer = f"/episodes/{task.index}/fire_world"
        raise PackError("fire_world_differs", "the fire is not the one that the pack records", pointer=pointer)
    known = references(world)
    trials = tuple(_trial(line, known) for line in task.trials)
    evacuated = [trial.score.inputs.evacuated for trial in trials if trial.score.inputs]
    return Scored(trials, joint(known, evacuated) if task.joint_bound and known.optimum.max_evacuated else None)


def _trial(line: EpisodeLine | None, known: References) -> EpisodeTrial:
    failure = MISSING if line is None else line.failure
    if line is None or failure is not None:
        return EpisodeTrial(failed_episode(failure or MISSING, known.optimum.max_evacuated))
    run, found, digest = exactly(line, known.world) or strictly(line, known.world)
    evidence = gather(run, known)
    return EpisodeTrial(score_episode(evidence.inputs()), evidence, Crowd(**found["crowd"]), digest)


def exactly(line: EpisodeLine, world: FireWorld) -> Authentic | None:
    """The run of a line with exactly the bytes that its actions give rise to; None leaves the verdict to `strictly`."""
    data = line.data
    start = data.find(RECORD_KEY) + len(RECORD_KEY)
    end = len(data) - len(RUN_END)
    run = echoed(data, start, end, world.scenario, world.seed, world)
    if run is None or not data.endswith(RUN_END):
        return None
    found = metrics.episode_metrics(run)
    if run_start(line.index, found) != data[:start]:
        return None
    return run, found, canonical.sha256_hex(memoryview(data)[start:end])


def strictly(line: EpisodeLine, world: FireWorld) -> Authentic:
    """The same by a strict reading of the line; what differs first is named (SCO-2.2, SCO-2.3).

    Raises:
        DocumentError, InputError: the line is not canonical, or not a run's.
        ScoringInputError: a code of `forgery`, `metrics_differ`.
    """
    document = line.document()
    run = replayed(document["run_record"], line, world)
    expected = metrics.episode_metrics(run)
    if canonical.encode(document["metrics"]) != canonical.encode(expected):
        raise refuse("metrics_differ", "the stored metrics are not those of the run", line.source, line.index)
    return run, expected, canonical.digest(document["run_record"])


def replayed(record: dict[str, Any], line: EpisodeLine, world: FireWorld) -> RunRecord:
    """The run of a record that belongs to the episode and replays without a difference (SCO-2.2).

    Raises:
        ScoringInputError: `swapped_episode`, `other_seed`, or a code of `forgery`.
    """
    header = record["header"]
    if (header["scenario_id"], header["scenario_hash"]) != (world.scenario.scenario_id, world.scenario.digest):
        message = f"/header/scenario_hash: the record is of scenario {header['scenario_id']}"
        raise refuse("swapped_episode", message, line.source, line.index)
    if header["seed"] != world.seed:
        message = f"/header/seed: the record is of seed {header['seed']}, the episode of {world.seed}"
        raise refuse("other_seed", message, line.source, line.index)
    outcome = replay(record, world.scenario, world)
    if isinstance(outcome, Divergence):
        message = f"{outcome.field}: {outcome.message}"
        raise refuse(code(outcome), message, line.source, line.index, outcome.step)
    return outcome
