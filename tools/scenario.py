"""bazel run //tools:scenario -- new|compile|show|lint: writing scenarios in the authoring form, and judging them."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from simulator.rng import MAX_SEED
from tools import cli

_SEED = re.compile(r"0|[1-9][0-9]{0,15}")


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser("scenario", "Write, compile, draw and lint scenarios.", "bazel run //tools:scenario -- new r.yaml")
    commands = out.add_subparsers(dest="action", required=True, metavar="new|compile|show|lint")
    new = _command(commands, "new", "Write a commented template, to be changed.", "new room.yaml")
    new.add_argument("file", type=Path, help="the YAML file to write; there must be none yet")
    compiled = _command(commands, "compile", "Compile a YAML source.", "compile room.yaml --out room.json")
    compiled.add_argument("file", type=Path, help="the YAML source")
    compiled.add_argument("--out", type=Path, help="write the canonical document to this file, instead of printing it")
    show = _command(commands, "show", "Draw a scenario's map.", "show room.yaml")
    show.add_argument("file", type=Path, help="a YAML source or a JSON document")
    check = _command(
        commands,
        "lint",
        "Tell whether scenarios are fit to be published with their seeds. Exit code 1: one of them is refused.",
        "lint room.yaml hall.json --seeds 0,1,2",
    )
    check.add_argument("files", type=Path, nargs="+", metavar="FILE", help="YAML sources or JSON documents")
    check.add_argument("--seeds", type=seeds, default=(0, 1, 2), help="the scheduled seeds (default: 0,1,2)")
    check.add_argument("--json", action="store_true", help="print the findings as canonical JSON")
    return out


def _command(commands: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    epilog = cli.as_typed(f"example:\n  bazel run //tools:scenario -- {example}")
    made: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about, epilog=epilog)
    return made


def seeds(text: str) -> tuple[int, ...]:
    """The seeds of `0,1,2`.

    Raises:
        ArgumentTypeError: not integers 0 to 2^53 - 1 in decimal, each once.
    """
    parts = text.split(",")
    if not all(_SEED.fullmatch(part) and int(part) <= MAX_SEED for part in parts) or len(set(parts)) < len(parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of different integers 0 to 2^53 - 1, such as 0,1,2")
    return tuple(map(int, parts))


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import scenario_work  # here: --help does not wait for the work

    return scenario_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
