"""bazel run //tools:verify-certificate -- CERT.json: holds a certificate against this repository, offline."""

import argparse
import sys
from pathlib import Path

from conformance import certificate, profiles, vectors
from conformance.certificate_text import text
from conformance.lock import Finding
from conformance.standard import standard
from packs.files import read_bytes
from simulator import canonical
from simulator.errors import InputError
from tools import cli, programs


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


def findings(options: argparse.Namespace, found: certificate.Certificate) -> list[Finding]:
    """What differs between a certificate, this repository and the files at hand.

    Raises:
        InputError: the corpus, or a file at hand, can't be read.
    """
    predicate = found["predicate"]
    profile = predicate["profile"]
    if profile not in profiles.PROFILES:
        remedy = "verify it with the release that issued it"
        return [Finding("unknown_profile", "/predicate/profile", f"there is no profile {profile}", remedy)]
    wanted = standard(profile, predicate["seeds"]["challenge"], vectors.files(options.corpus))
    at_hand = {path: programs.digest(Path(path)) for path in options.testee}
    return certificate.verify(found, wanted) + certificate.verify_subjects(found, at_hand)


def run(options: argparse.Namespace) -> int:
    """The command."""
    try:
        found = certificate.read(read_bytes(options.certificate))
    except InputError as error:
        error.source = str(options.certificate)
        raise
    differing = findings(options, found)
    if options.json:
        rows = [{key: getattr(one, key) for key in ("code", "about", "message", "remedy")} for one in differing]
        self_digest = found["predicate"]["self_digest"]
        print(canonical.encode({"verified": not differing, "findings": rows, "self_digest": self_digest}).decode())
    elif differing:
        print("\n".join(map(str, differing)))
    else:
        print(f"verified: {text(found)}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
