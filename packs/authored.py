"""Suites written in YAML: a listing `suite.yaml`, and the sources of its scenarios in `scenarios/` (PCK-8.8)."""

from pathlib import Path
from typing import Any

from packs import authoring, suite
from packs.files import read_bytes
from packs.source import Files
from simulator import canonical, scenario, shape
from simulator.errors import InputError
from simulator.rng import MAX_SEED

LISTING, FOLDER = "suite.yaml", "scenarios"

SHAPE = shape.Record(
    {
        "suite_id": shape.identifier(),
        "suite_version": shape.identifier(),
        "scenarios": shape.ListOf(
            shape.Record(
                {
                    "file": shape.Text(255, 1, "[A-Za-z0-9_-][A-Za-z0-9._-]*", "the name of a file"),
                    "primary_family": shape.identifier(),
                    "families": shape.ListOf(shape.identifier(), 1),
                }
            ),
            1,
        ),
    },
    {"seeds": shape.ListOf(shape.Integer(0, MAX_SEED), 1)},
)


def read_listing(sources: Path) -> dict[str, Any]:
    """The listing of a folder: ID, version and scenarios of the suite, and perhaps seeds to develop with.

    Raises:
        InputError: it can't be read, or is not well formed.
    """
    path = sources.joinpath(LISTING)
    value = _told(path, lambda: authoring.read_yaml(_text(path)))
    listing: dict[str, Any] = _told(path, lambda: SHAPE.read(value, ""))
    return listing


def compile_suite(sources: Path) -> Files:
    """The files of the suite: `manifest.json`, and each scenario compiled (PCK-10.6).

    Raises:
        InputError: a source can't be read, or is invalid; with its path.
    """
    listing = read_listing(sources)
    data, entries = [], []
    for item in listing["scenarios"]:
        path = sources.joinpath(FOLDER, item["file"])
        text = _told(path, lambda at=path: authoring.compile_bytes(_text(at)))
        data.append(text)
        entries.append((scenario.parse(text), item["primary_family"], item["families"]))
    manifest = canonical.encode(suite.make_manifest(listing["suite_id"], listing["suite_version"], entries))
    found = _told(sources.joinpath(LISTING), lambda: suite.read_manifest(manifest))
    return dict(zip(found.files.values(), data, strict=True)) | {"manifest.json": manifest}


def _text(path: Path) -> str:
    # Sources are their author's own, and may be links, as in a tree of runfiles; what is frozen is not.
    return authoring.decode(read_bytes(path.resolve()))


def _told(path: Path, read: Any) -> Any:
    """What a reading gives, or its error with the path."""
    try:
        return read()
    except InputError as error:
        error.source = error.source or str(path)
        raise
