"""Authentication from scratch: nothing that a result says is believed (SCO-2)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packs import result
from packs.manifest import Episode
from packs.pack import Pack
from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.attribution import References, gather, references
from scoring.crowd import Crowd
from scoring.episode import failed_episode, score_episode
from simulator import canonical, metrics
from simulator.errors import ScoringInputError
from simulator.fire import FireWorld, fire_world
from simulator.record import Divergence, RunRecord, replay

MISSING = "missing"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One result file, read to its end: its header and what each scheduled episode came to."""

    header: dict[str, Any]
    digest: str
    episodes: tuple[EpisodeTrial, ...]


def refuse(
    code: str, message: str, path: Path, episode: int | None = None, step: int | None = None
) -> ScoringInputError:
    """A scoring input error that names file, episode and step (SCO-2.3)."""
    where = "" if episode is None else f"episode {episode}: " if step is None else f"episode {episode}, step {step}: "
    error = ScoringInputError(code, where + message)
    error.source = str(path)
    return error


def worlds(pack: Pack) -> Iterator[References]:
    """The references of each scheduled episode, in order (SCO-3)."""
    for episode in pack.episodes:
        yield references(fire_world(episode.scenario, episode.seed))


def authenticate(path: Path, pack: Pack, known: Sequence[References], progress: Progress | None = None) -> Trial:
    """Replays a result on a pack and scores its episodes (SCO-2).

    Raises:
        InputError: the file is not a result, or anything in it differs from what the pack and a replay give.
    """
    lines = result.read(path)
    header = next(lines)
    _check_header(header, pack, path)
    trials: dict[int, EpisodeTrial] = {}
    digest = ""
    for line in lines:
        if "digest" in line:
            digest = line["digest"]
            break
        index = line["index"]
        if index >= len(pack.episodes):
            raise refuse("unscheduled", "the pack does not schedule this episode", path, index)
        trials[index] = _episode(line, pack.episodes[index], known[index], path)
        if progress:
            progress(len(trials), len(pack.episodes))
    absent = [trials.get(index) or _failed(MISSING, item) for index, item in enumerate(known)]
    return Trial(header, digest, tuple(absent))


def _check_header(header: dict[str, Any], pack: Pack, path: Path) -> None:
    if header["evaluation_manifest"] != pack.manifest:
        raise refuse("other_manifest", "the result's evaluation manifest is not the pack's", path)
    if header["pack_digest"] not in (None, pack.digest):
        raise refuse("other_pack", "the result was made with another pack", path)
    if header["trial"]["index"] >= header["trial"]["count"]:
        raise refuse("bad_trial", "the trial's index is not below its count", path)


def _failed(kind: str, known: References) -> EpisodeTrial:
    return EpisodeTrial(failed_episode(kind, known.optimum.max_evacuated))


def _episode(line: dict[str, Any], episode: Episode, known: References, path: Path) -> EpisodeTrial:
    if "failure" in line:
        return _failed(line["failure"], known)
    run = replayed(line["run_record"], episode, known.world, path)
    expected = metrics.episode_metrics(run)
    if canonical.encode(line["metrics"]) != canonical.encode(expected):
        raise refuse("metrics_differ", "the stored metrics are not those of the run", path, episode.index)
    evidence = gather(run, known)
    crowd = Crowd(**expected["crowd"])
    return EpisodeTrial(score_episode(evidence.inputs()), evidence, crowd, canonical.digest(line["run_record"]))


def replayed(record: dict[str, Any], episode: Episode, world: FireWorld, path: Path) -> RunRecord:
    """The run of a record that belongs to an episode and replays without a difference (SCO-2.2, SCO-2.4).

    Raises:
        ScoringInputError: `other_episode`, `replay_differs`.
    """
    header = record["header"]
    wanted = {
        "seed": episode.seed,
        "scenario_id": episode.scenario.scenario_id,
        "scenario_hash": episode.scenario.digest,
    }
    for key, value in wanted.items():
        if header[key] != value:
            raise refuse("other_episode", f"the record's {key} is not the episode's", path, episode.index)
    outcome = replay(record, episode.scenario, world)
    if isinstance(outcome, Divergence):
        message = f"{outcome.field}: {outcome.message}"
        raise refuse("replay_differs", message, path, episode.index, outcome.step)
    return outcome


def schedule(pack: Pack, trials: Sequence[Trial]) -> list[ScheduledEpisode]:
    """The scheduled episodes with all their trials (SCO-6)."""
    families = pack.suite.families
    return [
        ScheduledEpisode(
            index=episode.index,
            scenario_id=episode.scenario.scenario_id,
            family=families[episode.scenario.scenario_id],
            seed=episode.seed,
            trials=tuple(trial.episodes[episode.index] for trial in trials),
        )
        for episode in pack.episodes
    ]


def check_together(trials: Sequence[Trial], path: Path) -> dict[str, Any]:
    """The common header of one submission's trials, given in the order of their indices (SCO-12).

    Raises:
        ScoringInputError: `other_submission`, `absent_trial`, `repeated_trial`.
    """
    first = trials[0].header
    for trial in trials:
        if trial.header | {"trial": None} != first | {"trial": None}:
            raise refuse("other_submission", "the files are not trials of one submission", path)
    found = [(trial.header["trial"]["index"], trial.header["trial"]["count"]) for trial in trials]
    if len(set(found)) < len(found):
        raise refuse("repeated_trial", "a trial is given twice", path)
    if found != [(index, len(trials)) for index in range(len(trials))]:
        raise refuse("absent_trial", f"the headers promise {found[0][1]} trials; give all of them", path)
    return first
