"""bazel run //tools:certify -- --profile full -- ./engine: certifies an implementation, in any language."""

import argparse
import re
import sys
from fractions import Fraction
from pathlib import Path

from conformance import profiles
from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "certify",
        "Run a whole profile and a fresh challenge on an implementation, and certify it if everything passes.\n"
        "Exit code 1: it does not conform; each failure is told with its first divergence.",
        "bazel run //tools:certify -- --profile fire --out fire.json -- ./my-engine --fast",
    )
    out.usage = f"{out.prog} [options] -- TESTEE [ARGUMENT ...]"
    out.add_argument("testee", nargs="+", metavar="TESTEE", help="the program and its arguments, after --")
    out.add_argument(
        "--profile", choices=profiles.PROFILES, default=profiles.FULL, help="what to certify (default: full)"
    )
    out.add_argument("--out", type=Path, metavar="FILE", help="write the certificate to this file")
    out.add_argument("--html", type=Path, metavar="FILE", help="write it as a page as well")
    out.add_argument(
        "--subject", action="append", default=[], metavar="PATH", help="a further file or folder of the testee"
    )
    out.add_argument("--results", type=Path, metavar="FILE", help="write the result of every case")
    out.add_argument("--junit", type=Path, metavar="FILE", help="write them as JUnit XML")
    out.add_argument(
        "--timeout-scale", type=_scale, default=Fraction(1), metavar="X", help="multiplies every time limit"
    )
    out.add_argument("--seed", type=_seed, help="the seed of the order (default: a fresh one)")
    out.add_argument(
        "--challenge-seed", type=_challenge, help="repeat the challenge of an earlier run; certifies nothing"
    )
    out.add_argument("--corpus", type=Path, metavar="FOLDER", help="the vectors (default: this repository's)")
    out.add_argument("--json", action="store_true", help="print the certificate, or the results document, as JSON")
    return out


def _scale(value: str) -> Fraction:
    from conformance.runner.main import scale

    return scale(value)


def _seed(value: str) -> str:
    from conformance.runner.main import seed_text

    return seed_text(value)


def _challenge(value: str) -> str:
    from conformance.challenge import SEED_BYTES

    if not re.fullmatch(f"[0-9a-f]{{{SEED_BYTES * 2}}}", value):
        raise argparse.ArgumentTypeError(f"the seed of a challenge has {SEED_BYTES * 2} lowercase hex digits")
    return value


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import certify_work  # here: --help does not wait for the work

    return certify_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
