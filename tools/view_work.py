"""The work of //tools:view: what a page shows of records, of results, or of a pack."""

import argparse
import sys
from pathlib import Path
from typing import Any

from packs import files
from packs.pack import Pack
from scoring.target import pack_target
from simulator import record
from simulator.errors import DocumentError, UsageError
from simulator.fire import fire_world
from simulator.rng import MAX_SEED
from tools import cli
from tools.replay import find_scenario
from tools.view_data import Contents, exact_run, header_of, of_document
from tools.view_page import html
from tools.view_results import of_trials, side_by_side

MOST_SIDES = 2
PRIVATE = "note: the page holds every scenario and seed of the pack; don't show that of a private one to anybody"

_RESULT_START = b'{"evaluation_manifest":'


def check(options: argparse.Namespace) -> None:
    """Refuses options that do not go together.

    Raises:
        UsageError: `nothing_to_show`, `too_many_files`, `play_alone`.
    """
    if options.play and (options.files or options.scenario):
        raise UsageError("play_alone", "--play shows a pack's scenarios, and no files")
    if not options.play and not options.files:
        raise UsageError("nothing_to_show", "give a run record or a result, or --play")
    if len(options.files) > MOST_SIDES:
        raise UsageError("too_many_files", f"at most {MOST_SIDES} files can be shown side by side")


def is_result(path: Path) -> bool:
    """Whether a file begins as a result does (PCK-9.2).

    Raises:
        InputError: it can't be read.
    """
    with files.open_regular(path) as raw, files.decompressed(raw, str(path)) as stream:
        return stream.read(len(_RESULT_START)) == _RESULT_START


def records(options: argparse.Namespace) -> Contents:
    """The contents of one record, or of two side by side.

    Raises:
        InputError: a file is not a record, or its scenario is not to be found.
    """
    names = [path.name for path in options.files]
    out = Contents(" and ".join(names), names)
    out.show([_record(out, path, options) for path in options.files])
    return out


def _record(out: Contents, path: Path, options: argparse.Namespace) -> dict[str, Any]:
    """One record: by its bytes where they are its actions' own, else by a strict reading."""
    data = files.read_bytes(path)
    head = header_of(data) or {}
    seed, wanted = head.get("seed"), head.get("scenario_hash")
    if type(seed) is int and 0 <= seed <= MAX_SEED and type(wanted) is str:
        world = fire_world(find_scenario(options, wanted), seed)
        exact = exact_run(data, 0, len(data), world)
        if exact is not None:
            return out.side(world.scenario, seed, exact)
    try:
        document = record.parse(data)
    except DocumentError as error:
        error.source = str(path)
        raise
    found = find_scenario(options, document["header"]["scenario_hash"])
    recorded: int = document["header"]["seed"]
    return out.side(found, recorded, of_document(document, found, recorded))


def results(options: argparse.Namespace) -> Contents:
    """The contents of one result, or of two side by side.

    Raises:
        UsageError: `scenario_of_a_result`. InputError: the pack or a file is invalid.
    """
    if options.scenario:
        raise UsageError("scenario_of_a_result", "a result's scenarios are the pack's; leave --scenario out")
    target = pack_target(cli.load_pack(options.pack), False)
    make = of_trials if len(options.files) == 1 else side_by_side
    return make(options.files, lambda _: target)


def playables(pack: Pack) -> Contents:
    """The scenarios of a pack, to be played, each with its scheduled seeds."""
    out = Contents(f"Play {pack.pack_id}")
    seeds: dict[str, list[int]] = {}
    for entry in pack.manifest["episodes"]:
        seeds.setdefault(entry["scenario_id"], []).append(entry["seed"])
    for scenario_id, scheduled in seeds.items():
        out.offer(pack.scenario(scenario_id), pack.suite.families[scenario_id], scheduled)
    return out


def contents(options: argparse.Namespace) -> Contents:
    """What was asked for.

    Raises:
        UsageError: `mixed_kinds`; as `results`. InputError: a file or the pack is invalid.
    """
    if options.play:
        pack = cli.load_pack(options.pack)
        if options.pack:
            print(PRIVATE, file=sys.stderr)
        return playables(pack)
    kinds = {is_result(path) for path in options.files}
    if len(kinds) > 1:
        raise UsageError("mixed_kinds", "a run record and a result can't be shown side by side")
    return results(options) if kinds == {True} else records(options)


def run(options: argparse.Namespace) -> int:
    """The command."""
    check(options)
    cli.write_page(options.out, lambda: html(contents(options)))
    return 0
