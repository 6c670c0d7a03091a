"""One trial: its header, and a baseline's episodes; the baseline sees observations and nothing else (PCK-5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packs import result
from packs.pack import Pack
from packs.versions import EVALUATION_VERSION
from simulator.policies import registry
from simulator.record import run
from simulator.rng import MAX_SEED
from simulator.scenario import Scenario
from simulator.versions import METRICS_VERSION


def header(
    pack: Pack,
    model_id: str,
    submission_id: str,
    trial: tuple[int, int] = (0, 1),
    stochastic: bool = False,
    inference_digest: str | None = None,
) -> dict[str, Any]:
    """The first line of a result; `trial` is its index and their count, one of a deterministic policy (PCK-9.2)."""
    return {
        "evaluation_version": EVALUATION_VERSION,
        "metrics_version": METRICS_VERSION,
        "model_id": model_id,
        "submission_id": submission_id,
        "trial": {"index": trial[0], "count": trial[1]},
        "stochastic": stochastic,
        "inference_digest": inference_digest,
        "pack_digest": pack.digest,
        "evaluation_manifest": pack.manifest,
    }


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A baseline's episode; it can travel to another process."""

    index: int
    scenario: Scenario
    seed: int
    policy: str
    policy_seed: int


def tasks(pack: Pack, policy: str, policy_seed: int, trial: int = 0, first: int = 0) -> Iterator[Task]:
    """A trial's episodes from one index on; the policy seed is the given one + the episode-trial's number (PCK-5.7)."""
    for index in range(first, len(pack)):
        episode = pack.episode(index)
        own = (policy_seed + trial * len(pack) + index) % (MAX_SEED + 1)
        yield Task(index, episode.scenario, episode.seed, policy, own)


def play(task: Task) -> bytes:
    """The result's line of an episode, with a fresh policy (PCK-9.3)."""
    player = registry.make(task.policy, task.policy_seed)
    return result.run_line(task.index, run(task.scenario, task.seed, player.act))


def episodes(pack: Pack, policy: str, policy_seed: int) -> Iterator[bytes]:
    """The lines of the first trial's episodes, in order."""
    return map(play, tasks(pack, policy, policy_seed))
