"""The work of `verify-certificate`: what a certificate says is computed anew and compared."""

import argparse
from pathlib import Path

from conformance import certificate, profiles, vectors
from conformance.certificate_text import text
from conformance.lock import Finding
from conformance.standard import standard
from packs.files import read_bytes
from simulator import canonical
from simulator.errors import InputError
from tools import programs


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
