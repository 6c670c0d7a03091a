"""bazel run //tools:leaderboard -- REPORT…: score reports in order, each beside its comparison with the one above."""

import argparse
import sys
from pathlib import Path

from scoring.leaderboard import document, leaderboard
from scoring.report import standing_pages, standings
from simulator import canonical
from tools import cli, reports


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "leaderboard",
        "Put score reports in order. The reports are what //tools:score prints with --json; all are official on one"
        " environment pack, or all UNOFFICIAL on one suite.",
        "bazel run //tools:leaderboard -- a.json b.json c.json",
    )
    out.add_argument("reports", type=Path, nargs="+", metavar="REPORT", help="a score report")
    form = out.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the leaderboard as canonical JSON")
    form.add_argument("--csv", action="store_true", help="print it as CSV")
    form.add_argument("--markdown", action="store_true", help="print it as a table in Markdown")
    cli.add_page(out)
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    rows = leaderboard(map(reports.read, options.reports))
    cli.write_page(options.html, lambda: standing_pages.leaderboard_html(rows))
    if options.json:
        print(canonical.encode(document(rows)).decode())
    elif options.csv:
        print(standings.leaderboard_csv(rows), end="")
    elif options.markdown:
        print(standings.leaderboard_markdown(rows), end="")
    else:
        print(standings.leaderboard_text(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
