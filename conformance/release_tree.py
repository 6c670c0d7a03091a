"""A small release for the tests of the lock: this repository's own files, with a corpus of three vectors."""

import functools
import json
from pathlib import Path
from typing import Any

from conformance import components
from simulator import canonical

ROOT = Path(__file__).parents[1]
VECTORS = "conformance/corpus/vectors/rng.json"


def vector(name: str, operation: str = "rng.words", **members: Any) -> dict[str, Any]:
    """A vector; its answer is not a right one."""
    why = {"catches": "nothing", "effect": "none"}
    out = {"id": name, "operation": operation, "input": {"count": 1}, "expected": {"status": "ok", "output": {}}}
    return out | {"clauses": ["SIM-7.1"], "why": why, "profile": "rng", "cost": 1} | members


def corpus(*vectors: dict[str, Any]) -> bytes:
    """The file of these vectors."""
    return canonical.encode({"corpus_format": "1.0", "area": "rng", "vectors": list(vectors)})


def release() -> dict[str, bytes]:
    """Its tree: the versions, schemas, constants, pack and clauses are those of this repository."""
    return dict(_release())


@functools.cache
def _release() -> dict[str, bytes]:
    kept = ("conformance/corpus/", components.ERRATA)
    tree = {path: data for path, data in components.read_tree(ROOT).items() if not path.startswith(kept)}
    return tree | {
        VECTORS: corpus(vector("rng.words.0001"), vector("rng.words.0002"), vector("score.x.0001", "score.inputs")),
        components.TOMBSTONES: json.dumps({"rng.words.0000": "withdrawn"}).encode(),
        components.ALIASES: b"{}",
        components.TRACED: b'{"both":2,"negative":2,"positive":3}',
        components.ERRATA: b'{"errata":[]}',
    }


def with_version(tree: dict[str, bytes], component: str, version: str = "9.9") -> dict[str, bytes]:
    """The tree with another version of a component."""
    item = next(item for item in components.COMPONENTS if item.id == component)
    if item.where.endswith(".json"):
        changed = json.dumps(json.loads(tree[item.where]) | {item.name: version}).encode()
    else:
        before = components.versions(tree)[component]
        old = f'{item.name} = "{before}"'.encode()
        assert old in tree[item.where]
        changed = tree[item.where].replace(old, f'{item.name} = "{version}"'.encode())
    return tree | {item.where: changed}
