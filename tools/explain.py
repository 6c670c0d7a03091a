"""bazel run //tools:explain -- REPORT.json --episode N: why an episode scored what it did."""

import argparse
import sys
from pathlib import Path

from scoring.report.explain import explain
from scoring.report.explain_text import explanation_text
from simulator import canonical
from simulator.errors import UsageError
from tools import cli, reports


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "explain",
        "Say why an episode scored what it did: person by person, factor by factor, and what cost most."
        " The report is what //tools:score prints with --json.",
        "bazel run //tools:explain -- report.json --episode 7",
    )
    out.add_argument("report", type=Path, help="the score report")
    out.add_argument("--episode", type=cli.integer, required=True, metavar="N", help="the episode's index")
    out.add_argument("--trial", type=cli.integer, default=0, metavar="T", help="the trial's index (default: 0)")
    out.add_argument("--json", action="store_true", help="print the explanation as canonical JSON")
    return out


def _check_range(name: str, index: int, count: int) -> None:
    if not 0 <= index < count:
        raise UsageError("out_of_range", f"--{name} {index}: the report has {name}s 0 to {count - 1}")


def run(options: argparse.Namespace) -> int:
    """The command."""
    report = reports.read(options.report)
    _check_range("episode", options.episode, len(report["episodes"]))
    _check_range("trial", options.trial, report["model"]["trials"])
    found = explain(report, options.episode, options.trial)
    if options.json:
        print(canonical.encode(found).decode())
    else:
        print(explanation_text(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
