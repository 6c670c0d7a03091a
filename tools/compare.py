"""bazel run //tools:compare -- A.json B.json: which of two submissions is better, if the scores can tell."""

import argparse
import sys
from pathlib import Path

from scoring.compare import compare, comparison_document
from scoring.report.standing_pages import comparison_html
from scoring.report.standings import comparison_text
from simulator import canonical
from tools import cli, reports


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "compare",
        "Compare two score reports, episode by episode. The reports are what //tools:score prints with --json.",
        "bazel run //tools:compare -- a.json b.json",
    )
    out.add_argument("a", type=Path, help="the report called A")
    out.add_argument("b", type=Path, help="the report called B")
    out.add_argument("--json", action="store_true", help="print the comparison as canonical JSON, every episode listed")
    cli.add_page(out)
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    a, b = reports.read(options.a), reports.read(options.b)
    cli.write_page(options.html, lambda: comparison_html(a, b, compare(a, b)))
    if options.json:
        print(canonical.encode(comparison_document(a, b)).decode())
    else:
        print(comparison_text(a, b, compare(a, b)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
