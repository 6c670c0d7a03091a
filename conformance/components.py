"""The components of a release: where each says its version, and what must not change without it (CNF-9.1, CNF-9.2).

Everything is read from the bytes of a tree and nothing is imported from it, so that the checker of one commit can judge
the tree of another. A version is the string that a module binds to a name, or a member of a JSON document.
"""

import ast
import functools
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from simulator.errors import InputError

Tree = Mapping[str, bytes]
"""Files by their path from the root of the repository."""

COVERAGE_VERSION = "1.1"
"""Which vectors there are: a vector that is added or removed raises it (CNF-9.3)."""


@dataclass(frozen=True, slots=True)
class Component:
    """One thing with a version: `where` is the module, or JSON document, that binds the version to `name`."""

    id: str
    where: str
    name: str


_SIMULATOR, _PACKS = "simulator/versions.py", "packs/versions.py"

COMPONENTS = (
    Component("simulator", _SIMULATOR, "SIMULATOR_VERSION"),
    Component("observation", _SIMULATOR, "OBSERVATION_VERSION"),
    Component("action_schema", _SIMULATOR, "ACTION_SCHEMA_VERSION"),
    Component("scenario_schema", _SIMULATOR, "SCENARIO_SCHEMA_VERSION"),
    Component("metrics", _SIMULATOR, "METRICS_VERSION"),
    Component("crowd_diagnostics", _SIMULATOR, "CROWD_DIAGNOSTICS_VERSION"),
    Component("environment_pack", _PACKS, "ENVIRONMENT_PACK_VERSION"),
    Component("generator", _PACKS, "GENERATOR_VERSION"),
    Component("generator_config", _PACKS, "GENERATOR_CONFIG_VERSION"),
    Component("generation_manifest", _PACKS, "GENERATION_MANIFEST_VERSION"),
    Component("evaluation_manifest", _PACKS, "EVALUATION_MANIFEST_VERSION"),
    Component("evaluation", _PACKS, "EVALUATION_VERSION"),
    Component("public_suite", "packs/public/v1-public/suite/manifest.json", "suite_version"),
    Component("scoring", "scoring/constants.py", "SCORING_VERSION"),
    Component("statistics", "scoring/constants.py", "STATISTICS_VERSION"),
    Component("protocol", "conformance/protocol.py", "PROTOCOL_VERSION"),
    Component("corpus_format", "conformance/vectors.py", "CORPUS_FORMAT"),
    Component("coverage", "conformance/components.py", "COVERAGE_VERSION"),
    Component("certificate", "conformance/certificate.py", "CERTIFICATE_VERSION"),
)
IDS = tuple(component.id for component in COMPONENTS)

_WORLD = ("simulator", "observation", "action_schema", "scenario_schema", "metrics", "crowd_diagnostics")
_FROZEN = ("environment_pack", "evaluation_manifest", "evaluation")
_GENERATED = ("generator", "generator_config", "generation_manifest")
_SCORE = ("scoring", "statistics")

# What may have changed when a vector's answer did: its area's own components, and those below that they rest on.
OPERATIONS = {
    "json.*": _WORLD,
    "document.*": (*_WORLD, *_FROZEN, *_GENERATED, *_SCORE),
    "rng.*": _WORLD,
    "fire.*": (*_WORLD, "environment_pack"),
    "movement.*": _WORLD,
    "simulator.*": _WORLD,
    "replay.*": _WORLD,
    "pack.*": (*_WORLD, *_FROZEN, *_GENERATED),
    "generator.*": (*_WORLD, *_GENERATED),
    "result.*": (*_WORLD, *_FROZEN),
    "references.*": (*_WORLD, *_SCORE),
    "score.*": (*_WORLD, *_FROZEN, *_SCORE),
    "bootstrap.*": _SCORE,
}

_SCHEMAS = {
    "simulator/schemas/scenario": ("scenario_schema",),
    "simulator/schemas/snapshot": ("simulator",),
    "simulator/schemas/run-record": ("simulator",),
    "simulator/schemas/observation": ("observation",),
    "simulator/schemas/action-output": ("action_schema",),
    "simulator/schemas/episode-metrics": ("metrics",),
    "packs/schemas/suite-manifest": ("environment_pack",),
    "packs/schemas/pack": ("environment_pack",),
    "packs/schemas/evaluation-manifest": ("evaluation_manifest",),
    "packs/schemas/result-*": ("evaluation",),
    "packs/schemas/operational-record": ("evaluation",),
    "packs/schemas/generator-config": ("generator_config",),
    "packs/schemas/generation": ("generation_manifest",),
    "scoring/schemas/*": ("scoring",),
    "docs/protocol/schemas/message.*": ("protocol",),
    "docs/protocol/schemas/*": ("protocol", *_WORLD, *_FROZEN, *_GENERATED, *_SCORE),
}

# What must not change without the version of one of these.
ITEMS = {f"{path}.schema.json": owners for path, owners in _SCHEMAS.items()} | {
    "scoring/constants.py#constants": ("scoring",),
    "packs/public/v1-public/pack.json": ("public_suite", *_WORLD, *_FROZEN, *_GENERATED),
    "packs/generator/golden*.json": _GENERATED,
}

CONSTANTS = "scoring/constants.py#constants"
"""Not a file: the document that the module spells."""
PAGES = ("docs/contract/*.md", "docs/protocol/*.md", "docs/conformance/certificates.md", "docs/conformance/releases.md")
"""The pages whose clauses are numbered for good."""
VECTORS = "conformance/corpus/vectors/*.json"
TOMBSTONES = "conformance/corpus/tombstones.json"
ALIASES = "conformance/corpus/aliases.json"
TRACED = "conformance/corpus/coverage.json"
"""How many clauses the corpus exercises, by kind."""
ERRATA = "conformance/errata.json"
LOCK = "conformance/release.lock.json"

# Every file that a lock is made from (CNF-9.2).
PATTERNS = (
    *sorted({component.where for component in COMPONENTS}),
    "*/schemas/*.schema.json",
    *ITEMS,
    *PAGES,
    VECTORS,
    TOMBSTONES,
    ALIASES,
    TRACED,
    ERRATA,
)


def owners(table: Mapping[str, tuple[str, ...]], name: str) -> tuple[str, ...]:
    """The components of the first pattern of a table that a name matches.

    Raises:
        InputError: `no_component`; what has no component can't be locked.
    """
    for pattern, found in table.items():
        if fnmatchcase(name, pattern):
            return found
    raise InputError("no_component", f"{name} belongs to no component; say to which in conformance/components.py")


def is_page(path: str) -> bool:
    """Whether a file is a page with numbered clauses."""
    return any(fnmatchcase(path, pattern) for pattern in PAGES)


def versions(tree: Tree) -> dict[str, str]:
    """The version of each component, as the tree says it (CNF-9.1).

    Raises:
        InputError: `no_version`, its place is absent or binds no string to the name.
    """
    out = {}
    bound = {where: _bound(where, tree) for where in {component.where for component in COMPONENTS}}
    for component in COMPONENTS:
        value = bound[component.where].get(component.name)
        if not isinstance(value, str):
            message = f"{component.where} gives {component.name} no version string"
            raise InputError("no_version", message)
        out[component.id] = value
    return out


def constants(tree: Tree) -> Any:
    """The document of the scoring constants, as the tree's module spells it (SCO-4.5.1).

    Raises:
        InputError: `no_version`, there is none.
    """
    where = CONSTANTS.partition("#")[0]
    found = _bound(where, tree).get("_DOCUMENT")
    if not isinstance(found, dict):
        raise InputError("no_version", f"{where} holds no document of constants")
    return found


def _bound(where: str, tree: Tree) -> dict[str, Any]:
    """What a module or a JSON document binds to names."""
    if where not in tree:
        return {}
    if where.endswith(".json"):
        document: dict[str, Any] = json.loads(tree[where])
        return document
    return _spelled(tree[where])


@functools.cache
def _spelled(source: bytes) -> dict[str, Any]:
    """What a module's source binds; the same bytes are read once."""
    return dict(_bindings(ast.parse(source)))


def _bindings(module: ast.Module) -> Iterator[tuple[str, Any]]:
    """The names at a module's top that are bound to plain values, with earlier names in them resolved."""
    known: dict[str, Any] = {}
    for node in module.body:
        match node:
            case ast.Assign(targets=[target], value=expression) | ast.AnnAssign(target=target, value=expression):
                try:
                    value = _value(expression, known)
                except LookupError:
                    continue
                known[ast.unparse(target)] = value
                yield ast.unparse(target), value


def _value(node: ast.expr | None, known: Mapping[str, Any]) -> Any:
    """The value of an expression of constants, known names, lists and dicts.

    Raises:
        LookupError: it is another one.
    """
    match node:
        case ast.Constant():
            return node.value
        case ast.Name() if node.id in known:
            return known[node.id]
        case ast.List():
            return [_value(item, known) for item in node.elts]
        case ast.Dict() if all(node.keys):
            return {
                _value(key, known): _value(item, known) for key, item in zip(node.keys, node.values, strict=True) if key
            }
    raise LookupError("no plain value")


def read_tree(root: Path) -> dict[str, bytes]:
    """The files of a folder that a lock is made from; those that are hidden or Bazel's own are none."""
    out = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "bazel-", "__pycache__")))
        for path in (Path(folder, name) for name in files):
            name = path.relative_to(root).as_posix()
            if any(fnmatchcase(name, pattern) for pattern in PATTERNS):
                out[name] = path.read_bytes()
    return out
