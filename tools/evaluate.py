"""bazel run //tools:evaluate -- --policy NAME --out R.jsonl: runs a policy over a pack and records every episode."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from packs import files, result
from packs.evaluation import trial
from packs.pack import Pack
from simulator import shape
from simulator.errors import UsageError
from simulator.policies import registry
from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "evaluate",
        "Run a policy over an environment pack and write the evaluation result of one trial.",
        "bazel run //tools:evaluate -- --policy congestion-aware-v1 --out result.jsonl",
    )
    cli.add_pack(out)
    out.add_argument("--policy", required=True, help=f"one of {', '.join(registry.POLICIES)}")
    out.add_argument("--policy-seed", type=int, default=0, help="the seed of policies that draw (default: 0)")
    out.add_argument("--submission", help="the submission's ID (default: the policy's name)")
    out.add_argument("--out", type=Path, required=True, help="the result file to write")
    return out


def evaluate(pack: Pack, policy: str, policy_seed: int, submission: str, out: Path) -> None:
    """Writes the result of one trial, whole or not at all.

    Raises:
        UsageError: `unknown_policy`, `bad_submission`.
    """
    registry.make(policy, policy_seed)
    if not shape.IDENTIFIER_PATTERN.fullmatch(submission):
        raise UsageError("bad_submission", "an ID has 1–64 characters of A–Z a–z 0–9 . _ -")
    with files.writing(out) as stream:
        result.write(stream, trial.header(pack, policy, submission), _counted(pack, policy, policy_seed))


def _counted(pack: Pack, policy: str, policy_seed: int) -> Iterator[bytes]:
    show = cli.Progress(f"{policy}: episode")
    for done, line in enumerate(trial.episodes(pack, policy, policy_seed), 1):
        yield line
        show(done, len(pack))


def run(options: argparse.Namespace) -> int:
    """The command."""
    registry.make(options.policy, options.policy_seed)
    pack = cli.load_pack(options.pack)
    evaluate(pack, options.policy, options.policy_seed, options.submission or options.policy, options.out)
    print(options.out)
    print(f"score it: bazel run //tools:score -- --results {options.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
