"""bazel run //tools:evaluate -- --model KIND:… --out R.jsonl: runs a model over a pack and records every episode."""

import argparse
import sys
from pathlib import Path

from tools import cli, models


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "evaluate",
        "Run a model over an environment pack and write the evaluation result of each trial. The same command goes on"
        " where it was interrupted.",
        "bazel run //tools:evaluate -- --model 'cmd:./agent' --trials 3 --out results/",
    )
    cli.add_pack(out)
    models.add_options(out)
    out.add_argument("--model-id", metavar="ID", help="the exact model (default: its name, where that is an ID)")
    out.add_argument("--submission", metavar="ID", help="the submission's ID (default: the model's)")
    out.add_argument(
        "--trials", type=cli.integer, default=1, metavar="K", help="run the whole pack K times (default: 1)"
    )
    about = "the model was shown to answer the same observation always alike: one trial is enough"
    out.add_argument("--deterministic", action="store_true", help=about)
    out.add_argument("--out", required=True, metavar="PATH", help="the result file; a folder for several trials")
    about = "episodes of a model that are under way at once (default: 1)"
    out.add_argument("--concurrency", type=cli.integer, default=1, metavar="N", help=about)
    out.add_argument("--resume", action="store_true", help="go on with what was begun, and begin nothing")
    out.add_argument("--status", action="store_true", help="tell how far it is, and do nothing")
    out.add_argument("--json", action="store_true", help="print the summary, or the status, as canonical JSON")
    out.add_argument("--sign", type=Path, metavar="KEY", help="sign the results with an SSH key, by ssh-keygen")
    cli.add_workers(out)
    _money(out.add_argument_group("money (exact decimals)"))
    return out


def _money(out: argparse._ArgumentGroup) -> None:
    out.add_argument("--price-input", metavar="AMOUNT", help="of a million input tokens")
    out.add_argument("--price-output", metavar="AMOUNT", help="of a million output tokens")
    out.add_argument("--price-unit", metavar="UNIT", help="an ID, such as USD")
    out.add_argument("--budget", metavar="AMOUNT", help="begin no step once so much is spent")
    out.add_argument("--provider", default="local", metavar="ID", help="who runs the model (default: local)")


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import evaluate_work  # here: --help does not wait for the work

    return evaluate_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
