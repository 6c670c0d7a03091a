"""The commitment to a pack: a small statement to sign and to publish before an evaluation (PCK-6.2, PCK-6.5)."""

import re
from typing import Any

from packs.pack import RECORD, Pack

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:ember:environment-pack-commitment:1.0"

_NONCE = re.compile(r"-[0-9a-f]{32}")


def label(pack_id: str) -> str:
    """A pack's ID without its nonce. Who knows the nonce could tell from the digest which seeds are the right ones."""
    return pack_id[:-33] if _NONCE.fullmatch(pack_id[-33:]) and len(pack_id) > 33 else pack_id


def commitment(pack: Pack) -> dict[str, Any]:
    """The in-toto statement on a pack: its digest is the SHA-256 of its `pack.json`, and so the digest of a file.

    It tells neither the pack's nonce nor its suite, its seeds or how many there are.
    """
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": f"{label(pack.pack_id)}/{RECORD}", "digest": {"sha256": pack.digest}}],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "environment_pack_version": pack.record["environment_pack_version"],
            "versions": pack.record["versions"],
        },
    }
