"""One trial of a policy over a pack: the evaluator holds pack and seeds, the policy sees observations (PCK-5)."""

from collections.abc import Iterator
from typing import Any

from packs import result
from packs.pack import Pack
from packs.versions import EVALUATION_VERSION
from simulator.policies import registry
from simulator.record import run
from simulator.rng import MAX_SEED
from simulator.versions import METRICS_VERSION


def header(pack: Pack, model_id: str, submission_id: str) -> dict[str, Any]:
    """The first line of a result with one trial of a deterministic policy (PCK-9.2)."""
    return {
        "evaluation_version": EVALUATION_VERSION,
        "metrics_version": METRICS_VERSION,
        "model_id": model_id,
        "submission_id": submission_id,
        "trial": {"index": 0, "count": 1},
        "stochastic": False,
        "inference_digest": None,
        "pack_digest": pack.digest,
        "evaluation_manifest": pack.manifest,
    }


def episodes(pack: Pack, policy: str, policy_seed: int) -> Iterator[bytes]:
    """The lines of a trial's episodes, in order; each has a fresh policy, its seed `policy_seed` + index (PCK-9.3)."""
    for index in range(len(pack)):
        episode = pack.episode(index)
        player = registry.make(policy, (policy_seed + episode.index) % (MAX_SEED + 1))
        yield result.run_line(episode.index, run(episode.scenario, episode.seed, player.act))
