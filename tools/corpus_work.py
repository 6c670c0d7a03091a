"""The conformance corpus: vectors made from definitions, and whether the committed ones are those.

A definition is YAML: mappings, lists, text, integers, true, false and null; whatever else a reader of YAML may see in a
plain scalar (a date, an octal number, `yes`) is text.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from conformance.corpus import build, traceability
from conformance.corpus.definitions import read_area
from conformance.corpus.spelling import DefinitionError
from conformance.operations.registry import outcome
from conformance.second_reading.operations import OPERATIONS, Refusal
from simulator import canonical
from simulator.errors import InputError, UsageError

UPDATE = "bazel run //tools:corpus -- update"
PAGE = "docs/conformance/traceability.md"
CORPUS = "conformance/corpus"

Document = dict[str, Any]
Files = dict[str, bytes]

FLOOR = "coverage"
SETTINGS = ("aliases", FLOOR, "coverage_exceptions", "single_reading", "tombstones")
KEPT = ("both", "negative", "positive")
"""What never falls: the clauses with vectors of both kinds, and of each."""


class _Loader(yaml.SafeLoader):  # type: ignore[misc, unused-ignore]
    """YAML with JSON's scalars and no key twice."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping, as the base class makes it, whose keys all differ."""
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if len(set(keys)) < len(keys):
            raise yaml.constructor.ConstructorError(None, None, "a key stands twice", node.start_mark)
        return {key: self.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value, strict=True)}


_SCALARS = (("bool", "true|false", "tf"), ("int", "0|-?[1-9][0-9]*", "-0123456789"), ("null", "null", "n"))
for _tag, _pattern, _first in _SCALARS:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})$"), list(_first))


def read_definition(data: bytes) -> Document:
    """A definition as plain values.

    Raises:
        DefinitionError: it is no YAML of this kind.
    """
    try:
        found: Document = yaml.load(data.decode(), _Loader)
    except yaml.YAMLError as error:
        raise DefinitionError(str(error)) from None
    return found


@dataclass(frozen=True, slots=True)
class Made:
    """A corpus made anew.

    `files` by path from the root; `wrong` says what may not stay so, a line each; `counts` those of the coverage;
    `single` the cases of each operation that was read once.
    """

    files: Files
    wrong: list[str]
    counts: dict[str, int]
    single: dict[str, int]


def second(operation: str, given: Document) -> Document:
    """The second reading's outcome."""
    if operation not in OPERATIONS:
        return {"status": "unsupported"}
    try:
        return {"status": "ok", "output": OPERATIONS[operation](given)}
    except Refusal as refused:
        return {"status": "rejected", "stage": refused.stage, "code": refused.code, "pointer": refused.pointer}
    except Exception as error:
        return {"status": "error", "message": f"{type(error).__name__}: {error}"}


def make(root: Path, other: build.Outcome = second) -> Made:
    """The corpus of a tree's definitions, admitted where another reading agrees, and the page of traceability.

    Raises:
        DefinitionError: a definition is wrong.
    """
    home = root.joinpath(CORPUS)
    settings = {name: _settings(home, name) for name in SETTINGS}
    areas = {path.stem: read_area(read_definition(path.read_bytes())) for path in _definitions(home)}
    cases = [case for found in areas.values() for case in found]
    admitted = build.admit(cases, outcome, other, settings["single_reading"])
    files = {_path(area): build.area_file(area, found, admitted.expected) for area, found in areas.items()}
    wrong = build.bad_names([case.id for case in cases], settings["tombstones"], settings["aliases"]) + admitted.wrong
    wrong += [
        f"{name} is in single_reading.json, and has a second reading"
        for name in settings["single_reading"]
        if name not in admitted.single
    ]
    vectors = [vector for data in files.values() for vector in json.loads(data)["vectors"]]
    page, faults, counts = _traced(root, vectors, settings["coverage_exceptions"])
    floor, fallen = raised(counts, settings[FLOOR])
    files |= {PAGE: page.encode(), f"{CORPUS}/{FLOOR}.json": canonical.encode(floor)}
    return Made(files, wrong + faults + fallen, counts, admitted.single)


def _path(area: str) -> str:
    return f"{CORPUS}/vectors/{area}.json"


def raised(counts: Mapping[str, int], before: Mapping[str, int]) -> tuple[dict[str, int], list[str]]:
    """The coverage that must not be less from now on, and where it is less than it was."""
    floor = {name: max(counts[name], before.get(name, 0)) for name in KEPT}
    fallen = [name for name in KEPT if counts[name] < floor[name]]
    return floor, [f"coverage has fallen: {counts[name]} clauses {name}, not {floor[name]}" for name in fallen]


def _settings(home: Path, name: str) -> Document:
    found: Document = json.loads(home.joinpath(f"{name}.json").read_bytes())
    return found


def _definitions(home: Path) -> list[Path]:
    return sorted(home.joinpath("definitions").glob("*.yaml"))


def _traced(root: Path, vectors: list[Document], exceptions: Document) -> tuple[str, list[str], dict[str, int]]:
    """The page of traceability, what is wrong with the coverage, and its counts."""
    pages = [path.read_text(encoding="utf-8") for path in sorted(root.joinpath("docs", "contract").glob("*.md"))]
    found = traceability.coverage(traceability.normative(pages), vectors)
    wrong = traceability.faults(found, exceptions, {clause for vector in vectors for clause in vector["clauses"]})
    page = traceability.page(found, exceptions, len(vectors))
    return page, wrong, traceability.counts(found) | {"vectors": len(vectors)}


def stale(root: Path, files: Mapping[str, bytes]) -> list[str]:
    """The files of a corpus that a tree lacks, has with other bytes, or has and should not."""
    paths = {path: root.joinpath(path) for path in files}
    wrong = [path for path, place in paths.items() if not place.is_file() or place.read_bytes() != files[path]]
    found = root.joinpath(CORPUS, "vectors").glob("*.json")
    return sorted({*wrong, *(path.relative_to(root).as_posix() for path in found)} - ({*files} - {*wrong}))


def command(options: argparse.Namespace) -> int:
    """Makes the corpus of this checkout, and writes or compares it.

    Raises:
        InputError: `bad_definition`. UsageError: `no_checkout`.
    """
    root = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", Path(__file__).parents[1]))
    if not root.is_dir():
        raise UsageError("no_checkout", "the corpus is made in a checkout, with bazel")
    try:
        made = make(root)
    except DefinitionError as error:
        raise InputError("bad_definition", str(error)) from None
    for operation, count in sorted(made.single.items()):
        print(f"{operation} has no second reading yet: {count} cases are read once", file=sys.stderr)
    old = stale(root, made.files)
    if options.command == "update":
        _write(root, made.files, old)
        old = []
    found = made.wrong + [f"{path} is not what its definitions give: {UPDATE}" for path in old]
    print("".join(f"{line}\n" for line in found), end="", file=sys.stderr)
    print(canonical.encode(made.counts).decode() if options.json else _told(made.counts))
    return 1 if found else 0


def _told(counts: Mapping[str, int]) -> str:
    return (
        f"{counts['vectors']} vectors; of {counts['clauses']} clauses {counts['positive']} have a positive vector, "
        f"{counts['negative']} a negative one, {counts['both']} both"
    )


def _write(root: Path, files: Mapping[str, bytes], old: list[str]) -> None:
    for path in old:
        place = root.joinpath(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path in files:
            place.write_bytes(files[path])
        else:
            place.unlink()
