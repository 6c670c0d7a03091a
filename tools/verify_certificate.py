"""bazel run //tools:verify-certificate -- CERT.json: holds a certificate against this repository, offline."""

import argparse
import sys
from pathlib import Path

from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "verify-certificate",
        "Compute anew what a certificate says of corpus, versions, counts, results, challenge and runner.\n"
        "Exit code 1: something differs; 3: it is no certificate, or was changed after it was issued.",
        "bazel run //tools:verify-certificate -- fire.json --testee ./my-engine",
    )
    out.add_argument("certificate", type=Path, help="the certificate, as JSON")
    out.add_argument(
        "--testee", action="append", default=[], metavar="PATH", help="a file that must be one of its subjects"
    )
    out.add_argument("--corpus", type=Path, metavar="FOLDER", help="the vectors (default: this repository's)")
    out.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import verify_certificate_work  # here: --help does not wait for the work

    return verify_certificate_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
