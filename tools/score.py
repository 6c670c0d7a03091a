"""bazel run //tools:score -- --results R.jsonl …: authenticates results and prints the EMBER Score."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from packs.pack import Pack
from scoring import authenticate as auth
from scoring.report import model, text
from simulator import canonical
from simulator.errors import UsageError
from tools import cli
from tools.evaluate import evaluate

DEMO_POLICY = "congestion-aware-v1"


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "score",
        "Authenticate the results of one submission by replay, and print its EMBER Score.",
        "bazel run //tools:score -- --results result.jsonl",
    )
    cli.add_pack(out)
    source = out.add_mutually_exclusive_group(required=True)
    source.add_argument("--results", type=Path, nargs="+", help="the result file of each trial")
    source.add_argument("--demo", action="store_true", help=f"first evaluate {DEMO_POLICY}, then score it")
    out.add_argument("--json", action="store_true", help="print the whole report as canonical JSON")
    return out


def report(pack: Pack, paths: Sequence[Path]) -> dict[str, Any]:
    """The report of one submission's result files.

    Raises:
        ScoringInputError, DocumentError: a result is not authentic, or the files do not belong together.
    """
    known = list(auth.worlds(pack))
    trials = [auth.authenticate(path, pack, known, cli.Progress(f"{path.name}: episode")) for path in paths]
    trials.sort(key=lambda trial: int(trial.header["trial"]["index"]))
    head = auth.check_together(trials, paths[0])
    who = model.Model(
        head["model_id"],
        head["submission_id"],
        head["stochastic"],
        head["inference_digest"],
        tuple(trial.digest for trial in trials),
    )
    target = model.Target(
        pack.suite.suite_id,
        pack.suite.suite_version,
        pack.suite.digest,
        canonical.digest(pack.manifest),
        pack.pack_id,
        pack.digest,
    )
    return model.report(who, target, auth.schedule(pack, trials))


def run(options: argparse.Namespace) -> int:
    """The command."""
    pack = cli.load_pack(options.pack)
    if options.demo:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{DEMO_POLICY}.jsonl"
            evaluate(pack, DEMO_POLICY, 0, DEMO_POLICY, path)
            found = report(pack, [path])
    else:
        if len(set(options.results)) < len(options.results):
            raise UsageError("repeated_result", "a result file stands twice")
        found = report(pack, options.results)
    if options.json:
        print(canonical.encode(found).decode())
    else:
        print(text.render(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
