"""The digest of many files as one: a hash tree over path, size and bytes (CNF-8.4).

    leaf   SHA-256(00 ‖ canonical JSON of [path, size, SHA-256 of the bytes])
    node   SHA-256(01 ‖ left ‖ right)       an odd one at the end of a level goes up as it is
    root   SHA-256(02 ‖ canonical JSON of the number of leaves ‖ node)      with no leaves: without a node

The prefixes keep a leaf from passing as a node, and the count keeps a shorter list from passing as a longer one.
"""

import hashlib
from collections.abc import Mapping

from simulator.canonical import encode, sha256_hex

_LEAF, _NODE, _ROOT = b"\x00", b"\x01", b"\x02"


def root(files: Mapping[str, bytes]) -> str:
    """The root of files by path, in the order of their paths: 64 lowercase hex digits (CNF-8.4)."""
    return combine([leaf(path, files[path]) for path in sorted(files)])


def leaf(path: str, data: bytes) -> bytes:
    """The leaf of one file: 32 bytes."""
    return _hash(_LEAF + encode([path, len(data), sha256_hex(data)]))


def combine(leaves: list[bytes]) -> str:
    """The root over leaves in the order given: 64 lowercase hex digits."""
    level = list(leaves)
    while len(level) > 1:
        pairs = [_hash(_NODE + level[at] + level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return _hash(_ROOT + encode(len(leaves)) + b"".join(level)).hex()


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
