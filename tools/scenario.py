"""bazel run //tools:scenario -- compile|show FILE.yaml: the authoring form, compiled or drawn."""

import argparse
import sys
from pathlib import Path

from packs import authoring, files
from simulator import scenario
from simulator.errors import DocumentError, InputError
from simulator.scenario import Scenario
from tools import cli

COLOURS = {"#": "90", ".": "37", "E": "1;32", "P": "1;36", "*": "1;31"}


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser("scenario", "Compile or draw a scenario's YAML form.", "bazel run //tools:scenario -- show s.yaml")
    out.add_argument("action", choices=["compile", "show"], help="compile: print its JSON; show: draw its map")
    out.add_argument("file", type=Path, help="the YAML file")
    return out


def load(path: Path) -> tuple[bytes, Scenario]:
    """A YAML file's compiled document and scenario.

    Raises:
        AuthoringError, DocumentError: with the file's name.
    """
    try:
        data = authoring.compile_bytes(decoded(files.read_bytes(path), path))
        return data, scenario.parse(data)
    except InputError as error:
        error.source = error.source or str(path)
        raise


def decoded(data: bytes, path: Path) -> str:
    """The text of a file.

    Raises:
        DocumentError: `not_utf8`.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError("syntax", "not_utf8", f"{path} is not UTF-8", "", error.start) from None


def painted(drawing: str) -> str:
    """A map in colour."""
    return "".join(f"\x1b[{COLOURS[char]}m{char}\x1b[0m" if char in COLOURS else char for char in drawing)


def run(options: argparse.Namespace) -> int:
    """The command."""
    data, world = load(options.file)
    if options.action == "compile":
        print(data.decode())
        return 0
    drawing = authoring.draw(world)
    print(
        f"{world.scenario_id}: {world.grid.rows} × {world.grid.cols}, {len(world.people)} people, sha256:{world.digest}"
    )
    print(painted(drawing) if sys.stdout.isatty() else drawing)
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
