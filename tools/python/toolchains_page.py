"""The tables of docs/toolchains.md, from rows.bzl: `bazel run //tools/python:toolchains_page` writes them.

They stand between two comments of the page; what stands around them is written by hand.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

PAGE = "docs/toolchains.md"
BEGIN, END = "<!-- from tools/python/rows.bzl -->\n", "<!-- end -->\n"

Row = Mapping[str, Any]


def rows() -> Mapping[str, Row]:
    """INTERPRETERS of rows.bzl, in its order."""
    return dict(json.loads(Path(__file__).with_name("rows.json").read_text(encoding="utf-8")))


def updated(page: str, matrix: Mapping[str, Row]) -> str:
    """The page with the tables of a matrix."""
    head, _, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE} has no {BEGIN.strip()} and {END.strip()}")
    return f"{head}{BEGIN}\n{_rows_table(matrix)}\n{_builds_table(matrix)}\n{END}{tail}"


def _rows_table(matrix: Mapping[str, Row]) -> str:
    lines = [
        (f"`{name}`", row["interpreter"], _machine(row), "; ".join(map(_source, row["sources"])), _runs(row))
        for name, row in matrix.items()
    ]
    return _table(("row", "interpreter", "machine", "sources, in order", "what runs there"), lines)


def _machine(row: Row) -> str:
    if row["machine"] == "native":
        return "the one at hand"
    return f"{row['machine']}, emulated" if row["emulated"] else f"{row['machine']} on x86_64"


def _source(source: Row) -> str:
    match source["kind"]:
        case "standalone":
            return f"standalone build {source['version']} of {source['release']}"
        case "deb":
            qemu = f", run by qemu-{source['qemu']}" if source["qemu"] else ""
            return f"Debian {source['suite']}, `{source['package']}`{qemu}"
        case kind:
            return f"npm, `{kind}` {source['version']}, run by Node"


def _runs(row: Row) -> str:
    if row["manual"]:
        return "every test, where it is asked for by name (`manual`)"
    return "`portability_test` and `row_test`" if row["emulated"] else "every test"


def _builds_table(matrix: Mapping[str, Row]) -> str:
    builds = [source for row in matrix.values() for source in row["sources"] if source["kind"] == "standalone"]
    lines = [
        (source["version"], f"`{platform}`", f"`{sha256}`")
        for source in builds
        for platform, sha256 in sorted(source["sha256"].items())
    ]
    return _table(("standalone build", "platform", "SHA-256 of the archive"), lines)


def _table(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, ("---",) * len(head), *lines))


def main() -> int:
    page = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"], PAGE)
    page.write_text(updated(page.read_text(encoding="utf-8"), rows()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
