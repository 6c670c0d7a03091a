"""bazel run //tools:view -- RUN.json|RESULT.jsonl … -o out.html: replays to look at, or scenarios to play."""

import argparse
import sys
from pathlib import Path

from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "view",
        "Make one page of run records or results: it replays them in the browser, opens from disk and fetches nothing."
        " Two files are shown side by side. With --play: the pack's scenarios, to be played.",
        "bazel run //tools:view -- result.jsonl -o replays.html",
    )
    out.add_argument("files", type=Path, nargs="*", metavar="FILE", help="a run record or a result; or two of a kind")
    out.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the page")
    out.add_argument("--play", action="store_true", help="the pack's scenarios, to be played in the page")
    out.add_argument("--scenario", type=Path, help="the records' scenario (default: the one with its hash in the pack)")
    cli.add_pack(out)
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import view_work  # here: --help does not wait for the work

    return view_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
