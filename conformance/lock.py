"""The release lock: what a release promised, and whether a tree still keeps it (CNF-9).

A lock is a pure function of a tree's bytes. `compare` holds a tree's lock against the lock of what was released:

1. What changed must come with a new version of a component that owns it; versions only rise (CNF-9.2).
2. Released vectors stay. One that changed or is gone has an erratum, one that is gone a tombstone or an alias, and its
   ID never comes back (CNF-9.3, CNF-9.4). Errata stay too.
3. A vector more, or less, is a new coverage version (CNF-9.3).
4. The number of a clause stays defined, and no fewer clauses are exercised (CNF-9.5).
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from conformance import components, merkle
from conformance.components import ALIASES, CONSTANTS, ERRATA, IDS, ITEMS, OPERATIONS, TOMBSTONES, TRACED, VECTORS, Tree
from simulator import canonical, shape
from simulator.errors import InputError
from simulator.shape import IDENTIFIER, ListOf, MapOf, Nullable, Record, Text

LOCK_VERSION = "1.0"
RELOCK = "bazel run //tools:release -- lock"
# What a vector promises; its prose, clauses and cost may be mended.
JUDGED = ("operation", "input", "expected", "twin", "profile")

Lock = dict[str, Any]

_ID, _NAME, _DIGEST = Text(64, 1, IDENTIFIER, "an ID"), Text(512, 1), shape.hash_hex()
_ERRATUM = Record(
    {
        "vector": _ID,
        "old": _DIGEST,
        "new": Nullable(_DIGEST),
        "component": shape.Choice(*IDS),
        "version": Text(64, 1),
        "cause": Text(4096, 1),
    }
)
_ERRATA = Record({"errata": ListOf(_ERRATUM)})
_COUNT = shape.Integer(0)

SHAPE = Record(
    {
        "lock_version": Text(64, 1),
        "versions": MapOf(_NAME, Text(64, 1)),
        "components": MapOf(_NAME, _DIGEST),
        "items": MapOf(_NAME, _DIGEST),
        "corpus": Record({"root": _DIGEST, "files": _COUNT, "vectors": _COUNT}),
        "vectors": MapOf(_NAME, MapOf(_ID, _DIGEST)),
        "tombstones": ListOf(_ID),
        "aliases": MapOf(_ID, _ID),
        "errata": ListOf(_ERRATUM),
        "clauses": ListOf(_NAME),
        "traced": MapOf(_NAME, _COUNT),
        "root": _DIGEST,
    }
)

_CLAUSE = re.compile(r"^[#*\s]*([A-Z]{3}-[0-9]+(?:\.[0-9]+)*)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that is broken: a stable code, what it is about, and what makes it right."""

    code: str
    about: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.code}: {self.about}: {self.message}\n    to make it right: {self.remedy}"


def lock(tree: Tree) -> Lock:
    """The lock of a tree (CNF-9.2).

    Raises:
        InputError: `no_version`, `no_component`, `repeated_vector`. DocumentError: the errata have another shape.
    """
    parts = dict(_items(tree))
    vectors = _vectors(tree)
    out: Lock = {
        "lock_version": LOCK_VERSION,
        "versions": components.versions(tree),
        "components": _component_digests(parts, vectors),
        "items": {name: canonical.sha256_hex(data) for name, data in parts.items()},
        "corpus": corpus(tree),
        "vectors": {
            operation: {name: canonical.sha256_hex(data) for name, data in sorted(found.items())}
            for operation, found in sorted(vectors.items())
        },
        "tombstones": sorted(_document(tree, TOMBSTONES)),
        "aliases": _document(tree, ALIASES),
        "errata": shape.read(tree[ERRATA], _ERRATA)["errata"] if ERRATA in tree else [],
        "clauses": sorted({clause for page in _pages(tree) for clause in _CLAUSE.findall(page)}),
        "traced": _document(tree, TRACED),
    }
    return out | {"root": canonical.digest(out)}


def corpus(tree: Tree) -> dict[str, Any]:
    """The corpus as one: the root over its files by path, how many they are, and how many vectors (CNF-8.4)."""
    files = {path: data for path, data in tree.items() if fnmatchcase(path, VECTORS)}
    count = sum(len(found) for found in _vectors(files).values())
    return {"root": merkle.root(files), "files": len(files), "vectors": count}


def encode(found: Lock) -> bytes:
    """The bytes of a lock's file: a line for each digest, so that a review sees what changed."""
    return (json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def decode(data: bytes) -> Lock:
    """A lock from the bytes of its file.

    Raises:
        DocumentError: it is no lock. InputError: `lock_version_differs`.
    """
    found: Lock = shape.read(data, SHAPE)
    if found["lock_version"] != LOCK_VERSION:
        message = f"the lock has version {found['lock_version']}, this checker reads {LOCK_VERSION}"
        raise InputError("lock_version_differs", message, pointer="/lock_version")
    return found


def compare(base: Lock, now: Lock) -> list[Finding]:
    """What a tree with the lock `now` breaks of the promises of `base`; nothing, if it is in order."""
    raised = {name for name in now["versions"] if base["versions"].get(name) != now["versions"][name]}
    out = [*_version_faults(base, now), *_item_faults(base, now, raised), *_vector_faults(base, now, raised)]
    return out + [*_identity_faults(base, now), *_history_faults(base, now)]


def gate(committed: Lock, now: Lock) -> list[Finding]:
    """As `compare`; with nothing to find there, also that the committed lock is the tree's own."""
    found = compare(committed, now)
    if found or committed == now:
        return found
    parts = ", ".join(sorted(key for key in now if committed.get(key) != now[key] and key != "root"))
    return [Finding("lock_outdated", components.LOCK, f"the tree differs from its lock in {parts}", RELOCK)]


def judged(vector: Mapping[str, Any]) -> bytes:
    """The canonical bytes of what a vector promises (CNF-9.3)."""
    return canonical.encode({key: vector[key] for key in JUDGED if key in vector})


def flat(found: Lock) -> dict[str, tuple[str, str]]:
    """The vectors of a lock by ID: operation and digest."""
    return {name: (kind, digest) for kind, group in found["vectors"].items() for name, digest in group.items()}


def _items(tree: Tree) -> Iterator[tuple[str, bytes]]:
    """What must not change without a version, vectors apart."""
    yield CONSTANTS, canonical.encode(components.constants(tree))
    for path in sorted(tree):
        if path.endswith(".schema.json") or any(fnmatchcase(path, pattern) for pattern in ITEMS):
            yield path, tree[path]


def _vectors(tree: Tree) -> dict[str, dict[str, bytes]]:
    """What each vector promises, by operation and ID."""
    out: dict[str, dict[str, bytes]] = {}
    seen: set[str] = set()
    for path in sorted(tree):
        if fnmatchcase(path, VECTORS):
            for vector in json.loads(tree[path])["vectors"]:
                if vector["id"] in seen:
                    raise InputError("repeated_vector", f"{vector['id']} stands twice in the corpus")
                seen.add(vector["id"])
                out.setdefault(vector["operation"], {})[vector["id"]] = judged(vector)
    return out


def _component_digests(parts: Mapping[str, bytes], vectors: Mapping[str, Mapping[str, bytes]]) -> dict[str, str]:
    """The root over everything that a component owns."""
    owned: dict[str, dict[str, bytes]] = {name: {} for name in IDS}
    for path, data in parts.items():
        for name in components.owners(ITEMS, path):
            owned[name][path] = merkle.leaf(path, data)
    for operation, group in vectors.items():
        leaves = {vector: merkle.leaf(vector, data) for vector, data in group.items()}
        for name in components.owners(OPERATIONS, operation):
            owned[name] |= leaves
    return {name: merkle.combine([leaves[key] for key in sorted(leaves)]) for name, leaves in owned.items()}


def _document(tree: Tree, path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(tree[path]) if path in tree else {}
    return found


def _pages(tree: Tree) -> Iterator[str]:
    return (data.decode() for path, data in tree.items() if components.is_page(path))


def _raise(names: tuple[str, ...]) -> str:
    """The remedy of what needs a version."""
    places = [f"{item.name} in {item.where}" for item in components.COMPONENTS if item.id in names]
    return f"undo it, or raise {' or '.join(places)}; then {RELOCK}"


def _version_faults(base: Lock, now: Lock) -> Iterator[Finding]:
    for name, before in base["versions"].items():
        after = now["versions"].get(name)
        if after is None:
            yield Finding("component_removed", name, "the component is gone", "restore it in conformance/components.py")
        elif _order(after) < _order(before):
            yield Finding("version_lowered", name, f"{before} became {after}", _raise((name,)))


def _order(version: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"[.+-]", version)]


def _item_faults(base: Lock, now: Lock, raised: set[str]) -> Iterator[Finding]:
    for path, before in base["items"].items():
        after = now["items"].get(path)
        names = components.owners(ITEMS, path)
        if after != before and not raised.intersection(names):
            code = "removed_without_version" if after is None else "changed_without_version"
            what = "it is gone" if after is None else "it changed"
            yield Finding(code, path, f"{what}, and no version of {', '.join(names)} did", _raise(names))


def _vector_faults(base: Lock, now: Lock, raised: set[str]) -> Iterator[Finding]:
    """Released vectors that changed or are gone."""
    found = flat(now)
    for name, (operation, before) in flat(base).items():
        after = found.get(name, ("", None))[1]
        if after == before or found.get(now["aliases"].get(name), ("", None))[1] == before:
            continue
        names = components.owners(OPERATIONS, operation)
        if not raised.intersection(names):
            code = "vector_removed" if after is None else "vector_changed"
            yield Finding(code, name, f"a released vector, and no version of {', '.join(names)} changed", _raise(names))
        if not _has_erratum(now, name, before, after, names):
            entry = {"vector": name, "old": before, "new": after}
            text = f"add to {ERRATA} an entry with {canonical.encode(entry).decode()}, component, version and cause"
            yield Finding(
                "erratum_missing", name, "a released vector changed without an erratum", f"{text}; then {RELOCK}"
            )


def _has_erratum(now: Lock, name: str, old: str, new: str | None, names: tuple[str, ...]) -> bool:
    return any(
        (entry["vector"], entry["old"], entry["new"]) == (name, old, new)
        and entry["component"] in names
        and entry["version"] == now["versions"][entry["component"]]
        for entry in now["errata"]
    )


def _identity_faults(base: Lock, now: Lock) -> Iterator[Finding]:
    """IDs that were given away, and what is covered."""
    before, after = set(flat(base)), set(flat(now))
    retired = {*now["tombstones"], *now["aliases"]}
    for name in sorted(before - after - retired):
        yield Finding("no_tombstone", name, "a released vector is gone", f"restore it, or add its ID to {TOMBSTONES}")
    for name in sorted({*base["tombstones"], *base["aliases"]} - retired):
        yield Finding("tombstone_removed", name, "a retired ID is not listed any more", f"restore it in {TOMBSTONES}")
    for name in sorted(after & retired):
        yield Finding("id_reused", name, "a vector has the ID of a retired one", "give it an ID that never was")
    if before != after and base["versions"].get("coverage") == now["versions"].get("coverage"):
        about = f"{len(after - before)} vectors more, {len(before - after)} fewer"
        yield Finding("coverage_not_raised", "coverage", about, _raise(("coverage",)))


def _history_faults(base: Lock, now: Lock) -> Iterator[Finding]:
    if now["errata"][: len(base["errata"])] != base["errata"]:
        yield Finding("errata_changed", ERRATA, "a released erratum changed", "restore it; errata are only appended")
    for clause in sorted(set(base["clauses"]) - set(now["clauses"])):
        text = "restore its number; a clause that is withdrawn keeps it and says that it is withdrawn"
        yield Finding("clause_removed", clause, "no page defines it any more", text)
    for kind, count in sorted(base["traced"].items()):
        if now["traced"].get(kind, 0) < count:
            message = f"{count} clauses had vectors, {now['traced'].get(kind, 0)} have"
            yield Finding("traceability_fell", kind, message, "add vectors that cite the clauses that lack one")
