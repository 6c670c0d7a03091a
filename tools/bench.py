"""bazel run //tools:bench: how long the product takes, beside what one would use instead."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from packs import files
from simulator import canonical
from simulator.errors import UsageError
from tools import cli
from tools.benchmarks import machine, page, rows_evaluation, rows_references, rows_scoring, rows_simulator, rows_tools
from tools.benchmarks.timing import Row, Timing, machine_load, measure

ROWS: dict[str, Callable[[], list[Row]]] = {
    "step": rows_simulator.steps,
    "fire": rows_simulator.fire,
    "draws": rows_simulator.draws,
    "references": rows_references.table,
    "cuts": rows_references.bounds,
    "episode": rows_scoring.episode,
    "evaluate": rows_evaluation.evaluation,
    "public": rows_scoring.public,
    "scale": rows_scoring.scale,
    "records": rows_scoring.streams,
    "bootstrap": rows_scoring.bootstrap,
    "packs": rows_tools.packs,
    "corpus": rows_tools.corpus,
    "start": rows_tools.start,
}


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "bench",
        "Measure the product, each row in turns with other ways to do the same. The peers are in an environment of"
        " their own: //tools:bench-peers is this command with them. A shared machine makes single figures vary; ratios"
        " of one run vary less.",
        "bazel run //tools:bench -- bootstrap scale",
    )
    out.add_argument("rows", nargs="*", metavar="ROW", help=f"which rows (default: all): {', '.join(ROWS)}")
    out.add_argument("--repeat", type=cli.integer, default=5, metavar="N", help="repetitions (default: 5)")
    out.add_argument("--markdown", type=Path, metavar="FILE", help="write the page docs/performance.md to FILE")
    out.add_argument("--json", action="store_true", help="print the figures as JSON; seconds are strings")
    return out


def chosen(names: list[str]) -> list[str]:
    """The names of the rows, all of them by default.

    Raises:
        UsageError: `unknown_row`.
    """
    for name in names:
        if name not in ROWS:
            raise UsageError("unknown_row", f"{name} is none of {', '.join(ROWS)}")
    return names or list(ROWS)


def run(options: argparse.Namespace) -> int:
    """The command."""
    if options.repeat < 1:
        raise UsageError("bad_repeat", "--repeat takes a number from 1 on")
    show, about = cli.Progress("bench: row"), machine.described()
    names = chosen(options.rows)
    found: list[Timing] = []
    for done, name in enumerate(names, 1):
        for row in ROWS[name]():
            found.append(measure(row, options.repeat))
            if not options.json:
                print("\n".join(page.lines(found[-1])), flush=True)
        show(done, len(names))
    about["load_at_end"] = machine_load()
    if options.markdown:
        command = f"bench {' '.join(options.rows)} --repeat {options.repeat}".replace("  ", " ")
        files.write_bytes(options.markdown, page.markdown(found, about, command).encode())
    if options.json:
        print(canonical.encode({"machine": about, "rows": [timing.document() for timing in found]}).decode())
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
