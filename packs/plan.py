"""Plans: what is decided, or drawn, once before a pack is built (PCK-6.1, PCK-6.4).

The build is a pure function of plan and suite. So a private pack's chance is drawn in one place, kept in one file, and
the same pack can be built from it anywhere.
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packs import pack
from packs.files import read_bytes
from packs.generator import loader
from packs.generator.generate import GENERATION
from packs.pack import Progress
from packs.source import MAX_LISTING, Files, Source, missing
from simulator import canonical, shape
from simulator.errors import DocumentError, IncompleteError, UsageError
from simulator.meaning import Fault, refuse_first
from simulator.rng import MAX_SEED

PLAN_VERSION = "1.0"
NONCE_DIGITS = 32
MAX_SEEDS = 10_000
MAX_LABEL = 64 - NONCE_DIGITS - 1

SHAPE = shape.Record(
    {
        "plan_version": shape.Choice(PLAN_VERSION),
        "pack_id": shape.identifier(),
        "seeds": shape.ListOf(shape.Integer(0, MAX_SEED), 1, MAX_SEEDS),
    }
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A pack's ID, and the seeds that every scenario is run with, in their order."""

    pack_id: str
    seeds: tuple[int, ...]

    def encode(self) -> bytes:
        """The canonical bytes of the plan's document."""
        return canonical.encode({"plan_version": PLAN_VERSION, "pack_id": self.pack_id, "seeds": list(self.seeds)})


def parse(data: bytes) -> Plan:
    """The plan of a document.

    Raises:
        DocumentError: it is none, or a seed stands twice.
    """
    return _plan(shape.read(data, SHAPE))


def _plan(document: dict[str, Any]) -> Plan:
    seeds = document["seeds"]
    seen: set[int] = set()
    faults = []
    for index, seed in enumerate(seeds):
        if seed in seen:
            faults.append(Fault(("seeds", index), "repeated", "the seed stands twice"))
        seen.add(seed)
    refuse_first(document, faults)
    return Plan(document["pack_id"], tuple(seeds))


def given(pack_id: str, seeds: Sequence[int]) -> Plan:
    """A plan with an ID and seeds that somebody chose.

    Raises:
        UsageError: `bad_plan`.
    """
    try:
        return _plan(SHAPE.read({"plan_version": PLAN_VERSION, "pack_id": pack_id, "seeds": list(seeds)}, ""))
    except DocumentError as error:
        raise UsageError("bad_plan", error.message, pointer=error.pointer) from None


def draw(label: str, count: int) -> Plan:
    """A plan whose seeds, and the nonce at the end of its ID, come from the system's secure source (PCK-6.1).

    Raises:
        UsageError: `bad_plan`: no label that leaves room for the nonce, or not 1 … 10,000 seeds.
    """
    if len(label) > MAX_LABEL:
        raise UsageError("bad_plan", f"with a nonce behind it, an ID has at most {MAX_LABEL} characters")
    if not 1 <= count <= MAX_SEEDS:
        raise UsageError("bad_plan", f"a plan has 1 to {MAX_SEEDS} seeds")
    seeds: dict[int, None] = {}
    while len(seeds) < count:
        seeds[secrets.randbelow(MAX_SEED + 1)] = None
    return given(f"{label}-{secrets.token_hex(NONCE_DIGITS // 2)}", list(seeds))


def save(path: Path, plan: Plan) -> None:
    """Writes a plan where there is no file yet, for nobody's eyes but its owner's, and onto the disk.

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(
            "exists", f"{path} exists already; a plan is drawn once: build from it, or name another file"
        ) from None
    except OSError as error:
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(plan.encode())
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None


def load(path: Path) -> Plan:
    """The plan of a file.

    Raises:
        InputError: the file can't be read. DocumentError: it holds no plan.
    """
    data = read_bytes(path)
    try:
        return parse(data)
    except DocumentError as error:
        error.source = str(path)
        raise


def build(plan: Plan, suite: Source, progress: Progress | None = None) -> Files:
    """The files of the pack that a plan makes of a suite's folder, plain or generated (PCK-2).

    Raises:
        DocumentError, PackError: the suite is invalid.
    """
    paths = suite.paths()
    generated = GENERATION in paths
    if generated:
        loader.load(paths, suite.read)
    folder = "suite/" if generated else ""
    if folder + "manifest.json" not in paths:
        raise missing(folder + "manifest.json")
    manifest = suite.read(folder + "manifest.json", MAX_LISTING)
    names = [path.removeprefix(folder) for path in paths if path.startswith(folder)]
    files = {name: suite.read(folder + name) for name in names if name != "manifest.json"}
    generation = suite.read(GENERATION) if generated else None
    return pack.build(plan.pack_id, manifest, files, plan.seeds, generation, progress)
