"""Verifying a generated suite: it is generated again, and every byte compared (PCK-11.7).

One scenario is held at a time. Nothing is believed that was read: the suite that comes out is the one made here.
"""

from collections.abc import Callable, Iterable
from typing import Any

from packs import suite
from packs.generator import config as configs
from packs.generator.config import Config
from packs.generator.generate import GENERATION, SUITE_MANIFEST, Generated, generate, generation, suite_manifest
from packs.suite import Suite
from packs.versions import GENERATION_MANIFEST_VERSION, GENERATOR_CONFIG_VERSION, GENERATOR_VERSION
from simulator import canonical, shape
from simulator.errors import DocumentError, InputError, PackError
from simulator.rng import MAX_SEED

Read = Callable[[str], bytes]
Progress = Callable[[int, int], None]

VERSIONS = {
    "generation_manifest_version": GENERATION_MANIFEST_VERSION,
    "generator_version": GENERATOR_VERSION,
    "generator_config_version": GENERATOR_CONFIG_VERSION,
}

_PROXIES = shape.Record(
    {
        "density": shape.Text(32, 3, r"[1-9][0-9]*/[1-9][0-9]*", "a fraction"),
        "shortest_path": shape.Record(dict.fromkeys(("min", "median", "max"), shape.Integer(1))),
        "exit_capacity": shape.Integer(0),
        "exit_fire_step": shape.Nullable(shape.Integer(0)),
    }
)

SHAPE = shape.Record(
    dict.fromkeys(VERSIONS, shape.Text(32, 1))
    | {
        "config": configs.SHAPE,
        "batch": shape.Integer(0, MAX_SEED),
        "scenarios": shape.ListOf(
            shape.Record(
                {
                    "scenario_id": shape.identifier(),
                    "family": shape.identifier(),
                    "number": shape.Integer(0),
                    "proxies": _PROXIES,
                }
            ),
            1,
        ),
    }
)


def load(paths: Iterable[str], read: Read, progress: Progress | None = None) -> Suite:
    """The suite of a generated suite's files, all of which are what the generator makes (PCK-11.7).

    `paths` names every file, relative to the folder that holds `generation.json`; `read` gives the bytes of one.

    Raises:
        PackError: `missing_file`, `version_differs`, `generation_files`, `generation_differs`, `no_such_scenario`.
        DocumentError: `generation.json` is invalid.
    """
    present = set(paths)
    if GENERATION not in present:
        raise PackError("missing_file", f"there is no {GENERATION}")
    pinned_bytes = read(GENERATION)
    config, batch = _read_generation(pinned_bytes)
    _check_files(config, present)
    listed, pinned = [], []
    for item in _regenerated(config, batch):
        _compare(item.path, read(item.path), item.data)
        listed.append(item.listed)
        pinned.append(item.pinned)
        if progress:
            progress(len(listed), len(config.scenarios))
    manifest = canonical.encode(suite_manifest(config, batch, listed))
    _compare(SUITE_MANIFEST, read(SUITE_MANIFEST), manifest)
    _compare(GENERATION, pinned_bytes, canonical.encode(generation(config, batch, pinned)))
    return suite.read_manifest(manifest)


def _read_generation(data: bytes) -> tuple[Config, int]:
    try:
        document: dict[str, Any] = shape.read(data, SHAPE)
        for key, value in VERSIONS.items():
            if document[key] != value:
                message = f"{GENERATION} has {document[key]!r}, this code has {value!r}: generate the suite anew"
                raise PackError("version_differs", message, pointer=f"/{key}")
        return configs.inside(document), document["batch"]
    except DocumentError as error:
        error.source = GENERATION
        raise


def _check_files(config: Config, present: set[str]) -> None:
    """The files are those that the configuration asks for: told before anything is generated."""
    wanted = {GENERATION, SUITE_MANIFEST} | {f"suite/{suite.file_name(n)}" for n in range(len(config.scenarios))}
    for path in sorted(wanted ^ present):
        what = "lacks" if path in wanted else "has no place for"
        raise PackError("generation_files", f"the generated suite {what} {path}")


def _regenerated(config: Config, batch: int) -> Iterable[Generated]:
    try:
        yield from generate(config, batch)
    except InputError as error:
        raise PackError(error.code, error.message, pointer=f"/config{error.pointer}") from None


def _compare(path: str, found: bytes, made: bytes) -> None:
    if found != made:
        short = min(len(found), len(made))
        at = next((at for at in range(short) if found[at] != made[at]), short)
        raise PackError("generation_differs", f"{path} is not what the generator makes (from byte {at} on)")
