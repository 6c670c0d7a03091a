"""bazel run //tools:score -- --results R.jsonl …: authenticates results and prints the EMBER Score."""

import argparse
import sys
from pathlib import Path

from tools import cli

DEMO_POLICY = "congestion-aware-v1"


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "score",
        "Authenticate the results of one submission by replay, and print its EMBER Score. Give the files of all its"
        " trials: one without a file counts as missing in every episode.",
        "bazel run //tools:score -- --results trial-0.jsonl trial-1.jsonl trial-2.jsonl",
    )
    source = out.add_mutually_exclusive_group(required=True)
    source.add_argument("--results", type=Path, nargs="+", metavar="FILE", help="the result file of each trial")
    about = f"first evaluate {DEMO_POLICY}, then score it"
    source.add_argument("--demo", action="store_const", const=DEMO_POLICY, help=about)
    target = out.add_mutually_exclusive_group()
    cli.add_pack(target)
    target.add_argument("--suite", type=Path, metavar="DIR", help="score UNOFFICIAL against a suite without a pack")
    out.add_argument("--expected-digest", metavar="SHA256", help="the digest that was published for the pack")
    form = out.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the whole report as canonical JSON")
    form.add_argument("--csv", action="store_true", help="print its table as CSV")
    form.add_argument("--markdown", action="store_true", help="print its table in Markdown")
    cli.add_page(out)
    about = "beside --html: also write the replays as a page, to which each episode links"
    out.add_argument("--replays", type=Path, metavar="FILE", help=about)
    out.add_argument("--require-official", action="store_true", help="exit code 1 unless the score is official")
    out.add_argument("--joint-bound", action="store_true", help="also compute how many people can leave together")
    out.add_argument("--operational", type=Path, metavar="FILE", help="show an operational record below the text")
    cli.add_workers(out)
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import score_work  # here: --help does not wait for the work

    return score_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
