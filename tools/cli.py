"""What the commands share: exit codes, progress on stderr, and no traceback for anybody's mistake but ours (ENC-5)."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from packs import folder, pack
from packs.pack import Pack
from packs.public.pack import public_pack
from simulator.errors import EmberError

Command = Callable[[argparse.Namespace], int]


def parser(name: str, about: str, example: str) -> argparse.ArgumentParser:
    """A command's parser, whose help ends with an example."""
    return argparse.ArgumentParser(
        prog=f"bazel run //tools:{name} --",
        description=about,
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def main(arguments: argparse.ArgumentParser, command: Command, argv: Sequence[str] | None = None) -> int:
    """Runs a command; the exit code is 0, 1 (a negative verdict), or what the error's type says."""
    try:
        return command(arguments.parse_args(argv))
    except EmberError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 4


class Progress:
    """A line on stderr that counts, on a terminal only."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.live = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self.live:
            end = "\n" if done == total else ""
            print(f"\r{self.what} {done}/{total}", end=end, file=sys.stderr, flush=True)


def add_pack(arguments: argparse.ArgumentParser) -> None:
    """The option `--pack`."""
    arguments.add_argument("--pack", type=Path, help="the folder of an environment pack (default: the public pack)")


def load_pack(path: Path | None) -> Pack:
    """The verified pack of a folder, or the public one.

    Raises:
        PackError, DocumentError: it fails verification.
    """
    return pack.load(folder.read(path or public_pack()), progress=Progress("pack: fire world"))
