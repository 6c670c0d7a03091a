"""bazel run //tools:bench: how long the product takes, each row against a slower way in the same run."""

import argparse
import sys

from simulator import canonical
from simulator.errors import UsageError
from tools import bench_rows, cli
from tools.bench_timing import Row, Timing, measure


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "bench",
        "Measure the product. Each row is repeated, interleaved with the slower way that it is compared with, and the"
        " medians are of CPU seconds. A shared machine makes single figures vary; ratios of one run vary less.",
        "bazel run //tools:bench -- bootstrap scale",
    )
    names = ", ".join(bench_rows.ROWS)
    out.add_argument("rows", nargs="*", metavar="ROW", help=f"which rows (default: all): {names}")
    out.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions (default: 5)")
    out.add_argument("--json", action="store_true", help="print the figures as JSON; seconds are strings")
    return out


def chosen(names: list[str]) -> list[str]:
    """The names of the rows, all of them by default.

    Raises:
        UsageError: `unknown_row`.
    """
    for name in names:
        if name not in bench_rows.ROWS:
            raise UsageError("unknown_row", f"{name} is none of {', '.join(bench_rows.ROWS)}")
    return names or list(bench_rows.ROWS)


def line(found: Timing) -> str:
    """A row of the table: what, median, least and greatest time, and the ratio to the slower way."""
    ratio = "" if found.ratio is None else f"{found.ratio:>8.1f}x faster than {found.peer}"
    spread = f"{found.least * 1000:.1f} … {found.most * 1000:.1f}"
    memory = "" if found.peak is None else f"   peak memory {found.peak / 2**20:.0f} MiB"
    return f"{found.name:<44}{found.median * 1000:>10.1f} ms  ({spread}){ratio}{memory}"


def run(options: argparse.Namespace) -> int:
    """The command."""
    if options.repeat < 1:
        raise UsageError("bad_repeat", "--repeat takes a number from 1 on")
    show = cli.Progress("bench: row")
    names = chosen(options.rows)
    found: list[Timing] = []
    for done, name in enumerate(names, 1):
        rows: list[Row] = bench_rows.ROWS[name]()
        for row in rows:
            found.append(measure(row, options.repeat))
            if not options.json:
                print(line(found[-1]), flush=True)
        show(done, len(names))
    if options.json:
        print(canonical.encode([timing.document() for timing in found]).decode())
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
