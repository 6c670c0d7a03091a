"""bazel run //tools:corpus -- update|check: the vectors of the conformance corpus, made from their definitions."""

import argparse
import sys

from tools import cli

ABOUT = "Make the vectors of the conformance corpus from their definitions, or check that the committed ones are those."


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser("corpus", ABOUT, "bazel run //tools:corpus -- update")
    out.add_argument("command", choices=("update", "check"), help="write the files, or compare them")
    out.add_argument("--json", action="store_true", help="print the counts as canonical JSON")
    return out


def command(options: argparse.Namespace) -> int:
    """The command."""
    from tools import corpus_work  # here: --help does not wait for the work

    return corpus_work.command(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), command))
