"""bazel run //tools:generate -- --out DIR: makes a generated suite, ready to be frozen into a pack."""

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from packs import files
from packs.generator import config as configs
from packs.generator.config import Config
from packs.generator.families import FAMILIES
from packs.generator.generate import GENERATION, SUITE_MANIFEST, generate, generation, suite_manifest
from simulator import canonical
from simulator.errors import IncompleteError, InputError, UsageError
from simulator.rng import MAX_SEED
from tools import cli

COUNT = 20


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "generate",
        "Make a generated suite: scenarios of some families, drawn from a batch number. The same families, count and\n"
        "batch, or the same configuration and batch, give the same bytes on every machine.",
        "bazel run //tools:generate -- --families open_hall,office_grid --count 5 --batch 7 --out my-suite",
    )
    out.add_argument("--families", help=f"all (the default), or some of: {', '.join(FAMILIES)}; with commas")
    out.add_argument("--count", type=cli.integer, help=f"scenarios per family (default: {COUNT})")
    out.add_argument("--config", type=Path, help="a configuration file, in place of --families and --count")
    out.add_argument("--batch", type=cli.integer, default=1, help="the batch number, 0 … 2^53 − 1 (default: 1)")
    out.add_argument("--json", action="store_true", help="print what was made as canonical JSON")
    result = out.add_mutually_exclusive_group(required=True)
    result.add_argument("--out", type=Path, help="the folder to write; it must not exist")
    result.add_argument("--print-config", action="store_true", help="print the configuration, and make nothing")
    return out


def chosen_config(options: argparse.Namespace) -> Config:
    """The configuration that the options ask for.

    Raises:
        UsageError: `two_configurations`; what `preset` raises. InputError: the file is invalid, with its name.
    """
    if options.config is None:
        names = list(FAMILIES) if options.families in (None, "all") else options.families.split(",")
        return configs.preset(names, COUNT if options.count is None else options.count)
    if options.families is not None or options.count is not None:
        raise UsageError("two_configurations", "--config stands in place of --families and --count")
    try:
        return configs.parse(files.read_bytes(options.config))
    except InputError as error:
        error.source = error.source or str(options.config)
        raise


def write(root: Path, config: Config, batch: int) -> dict[str, Any]:
    """Writes a generated suite to a folder that does not exist yet, whole or not at all, and says what was made.

    One scenario is held at a time.

    Raises:
        UsageError: `exists`. InputError: `no_such_scenario`. IncompleteError: `cannot_write`.
    """
    if os.path.lexists(root):
        raise UsageError("exists", f"{root} exists already; a suite is written once")
    try:
        import tempfile  # here, since a command that only shows its help should not wait for it

        with tempfile.TemporaryDirectory(prefix=f".{root.name}.", dir=root.parent) as name:
            part = Path(name).joinpath("generated-suite")
            made = _write_files(part, config, batch)
            os.rename(part, root)
    except OSError as error:
        raise IncompleteError("cannot_write", f"{root}: {os.strerror(error.errno or 0)}") from None
    return made


def _write_files(part: Path, config: Config, batch: int) -> dict[str, Any]:
    part.joinpath("suite").mkdir(parents=True)
    show, total, size = cli.Progress("scenario"), len(config.scenarios), 0
    listed, pinned = [], []
    for item in generate(config, batch):
        size += part.joinpath(item.path).write_bytes(item.data)
        listed.append(item.listed)
        pinned.append(item.pinned)
        show(len(listed), total)
    manifest, record = suite_manifest(config, batch, listed), generation(config, batch, pinned)
    size += part.joinpath(SUITE_MANIFEST).write_bytes(canonical.encode(manifest))
    size += part.joinpath(GENERATION).write_bytes(canonical.encode(record))
    return {
        "suite_id": manifest["suite_id"],
        "suite_version": manifest["suite_version"],
        "suite_hash": canonical.digest(manifest),
        "config_digest": config.digest,
        "batch": batch,
        "families": len(config.document["families"]),
        "scenarios": total,
        "bytes": size,
    }


def next_command(root: Path) -> str:
    """The command that freezes the suite in a folder, with seeds that nobody knows."""
    suite, plan, pack = (shlex.quote(f"{root}{end}") for end in ("", "-plan.json", "-pack"))
    return cli.as_typed(f"bazel run //tools:pack -- build {suite} --seeds secret:3 --plan {plan} --out {pack}")


def run(options: argparse.Namespace) -> int:
    """The command."""
    if not 0 <= options.batch <= MAX_SEED:
        raise UsageError("bad_batch", f"a batch number is from 0 to {MAX_SEED}")
    config = chosen_config(options)
    if options.print_config:
        print(canonical.encode(config.document).decode())
        return 0
    made = write(options.out, config, options.batch)
    if options.json:
        print(canonical.encode(made).decode())
    else:
        print(
            f"{made['suite_id']}: {made['scenarios']} scenarios in {made['families']} families, {made['bytes']} bytes,"
            f" sha256:{made['suite_hash']}"
        )
    print(f"freeze it: {next_command(options.out)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
