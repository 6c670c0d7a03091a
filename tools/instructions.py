"""bazel run //tools:instructions: what the kernels cost in instructions, and whether that has risen."""

import argparse
import os
import sys
from pathlib import Path

from packs import files
from simulator import canonical
from simulator.errors import UsageError
from tools import cli
from tools.benchmarks import counting


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "instructions",
        "Count the instructions of some kernels under callgrind and compare them with the accepted counts. Counts are"
        " the same on a busy machine. `accept` writes the counted ones to tools/benchmarks/instructions.json.",
        "bazel run //tools:instructions -- accept",
    )
    out.add_argument("what", nargs="?", choices=("check", "accept"), default="check", help="default: check")
    out.add_argument("--json", action="store_true", help="print the counts as JSON")
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    known, build = counting.accepted(), counting.build()
    found = counting.count()
    old = known.get(build, {})
    print("\n".join(counting.table(old, found)), file=sys.stderr)
    if options.json:
        print(canonical.encode({"build": build, "counts": found}).decode())
    if options.what == "accept":
        root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
        if not root:
            raise UsageError("no_workspace", f"counts are accepted by `{counting.ACCEPT}`")
        text = canonical.encode(known | {build: found}).decode().replace("},", "},\n")
        files.write_bytes(Path(root, "tools/benchmarks", counting.COUNTS.name), (text + "\n").encode())
        return 0
    over = counting.risen(old, found)
    if over:
        print(f"risen by more than {counting.TOLERANCE} %: {', '.join(over)}; if that is meant: {counting.ACCEPT}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
