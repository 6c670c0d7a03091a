"""bazel run //tools:matrix -- digests|update: what must be the same on every row of the interpreter matrix.

The digests, and what each row took, are kept in conformance/portability.json and shown in docs/toolchains.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from conformance import portability
from packs.files import read_bytes, write_bytes
from simulator import canonical
from simulator.errors import UsageError
from tools import cli

PAGE = "docs/toolchains.md"
BEGIN, END = "<!-- from conformance/portability.json -->\n", "<!-- end -->\n"
TARGET = "//conformance:portability_test_"
_STDERR = 2
NAMES = ("corpus", "scores", "suites", "arithmetic")

Record = dict[str, Any]


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "matrix",
        "Write the digests that every row of the interpreter matrix must compute, to conformance/portability.json and"
        f" {PAGE}. `digests` computes them here, in seconds. `update` then runs {TARGET}ROW for each row twice and"
        " writes the seconds: cold, with an empty output base, so that the interpreter and the packages are fetched;"
        " and warm, with all of that there. Exit code 1: a row computes something else, or can't be had; it loses its"
        " place in the table.",
        "bazel run //tools:matrix -- update cp313",
    )
    out.add_argument("what", choices=("digests", "update"))
    out.add_argument("rows", nargs="*", metavar="ROW", help="of update (default: every row that is not manual)")
    return out


def matrix() -> Mapping[str, Mapping[str, Any]]:
    """The rows, in their order."""
    return dict(json.loads(Path(__file__).parent.joinpath("python", "rows.json").read_bytes()))


def tables(record: Record, rows: Iterable[str]) -> str:
    """The digests, and a tick for each row that has computed them."""
    digests, seconds = record["digests"], record["rows"]
    lines: list[tuple[str, ...]] = [("digest", "SHA-256"), ("---", "---")]
    lines += [(name, f"`{digests[name]}`") for name in NAMES]
    ticks: list[tuple[str, ...]] = [("row", *NAMES, "cold", "warm"), ("---",) * 7]
    for row in rows:
        took = seconds.get(row)
        cells = ["✓"] * len(NAMES) + [f"{took['cold']} s", f"{took['warm']} s"] if took else ["not run"] * 6
        ticks.append((f"`{row}`", *cells))
    return _table(lines) + "\n" + _table(ticks)


def _table(lines: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def updated(page: str, record: Record, rows: Iterable[str]) -> str:
    """The page with the tables of a record.

    Raises:
        UsageError: `no_place`.
    """
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        raise UsageError("no_place", f"{PAGE} has no {BEGIN.strip()} and {END.strip()}")
    return f"{head}{begin}\n{tables(record, rows)}\n{end}{tail}"


def measure(root: Path, row: str) -> dict[str, int] | None:
    """The seconds of a row's test, cold and warm, with an output base of its own; None where it fails."""
    # Not under /tmp, which Bazel's sandbox hides.
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ember-matrix.", dir=cache, ignore_cleanup_errors=True) as folder:
        bazel = [str(root / "bazelw"), f"--output_base={folder}"]
        test = [*bazel, "test", "--noshow_progress", "--nocache_test_results", "--symlink_prefix=/", TARGET + row]
        took = {}
        try:
            for state in ("cold", "warm"):
                begun = time.monotonic()
                done = subprocess.run(test, cwd=root, stdout=_STDERR, check=False)
                took[state] = int(time.monotonic() - begun)
                if done.returncode:
                    return None
        finally:
            subprocess.run([*bazel, "clean", "--expunge"], cwd=root, capture_output=True, check=False)
        return took


def write(root: Path, record: Record) -> None:
    """Writes the record and the page."""
    write_bytes(root.joinpath(portability.FILE), canonical.encode(record))
    page = root.joinpath(PAGE)
    write_bytes(page, updated(read_bytes(page).decode(), record, matrix()).encode())


def _chosen(named: list[str]) -> list[str]:
    unknown = sorted(set(named) - matrix().keys())
    if unknown:
        raise UsageError("unknown_row", f"there is no row {unknown[0]}; there are {', '.join(matrix())}")
    return named or [row for row, facts in matrix().items() if not facts["manual"]]


def run(options: argparse.Namespace) -> int:
    """The command."""
    root = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ""))
    if not root.name:
        raise UsageError("no_workspace", "start this by `bazel run //tools:matrix -- …`: it writes to the checkout")
    if options.what == "digests" and options.rows:
        raise UsageError("no_rows", "digests are the same for every row: name none")
    chosen = _chosen(options.rows) if options.what == "update" else []
    record: Record = json.loads(read_bytes(root.joinpath(portability.FILE)))
    record["digests"] = {name: compute() for name, compute in portability.DIGESTS.items()}
    write(root, record)
    failed = 0
    for row in chosen:
        took = measure(root, row)
        record["rows"].pop(row, None)
        if took:
            record["rows"][row] = took
        failed += not took
        print(f"{row}: cold {took['cold']} s, warm {took['warm']} s" if took else f"{row}: FAILED", flush=True)
        write(root, record)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
