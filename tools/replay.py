"""bazel run //tools:replay -- RUN.json --scenario S.json: replays a run record and tells the first divergence."""

import argparse
import json
import sys
from pathlib import Path

from packs import files
from simulator import record, scenario
from simulator.canonical import digest
from simulator.errors import DocumentError, PackError, printable
from simulator.record import Divergence
from simulator.scenario import Scenario
from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "replay",
        "Replay a run record. Exit code 0: it replays without a difference; 1: it differs.",
        "bazel run //tools:replay -- run.json --scenario scenario.json",
    )
    out.add_argument("record", type=Path, help="the run record")
    out.add_argument("--scenario", type=Path, help="its scenario (default: the one with its hash in the pack)")
    cli.add_pack(out)
    out.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return out


def find_scenario(options: argparse.Namespace, wanted: str) -> Scenario:
    """The scenario that was given, or the pack's scenario with the record's hash.

    Raises:
        PackError: `no_scenario`.
    """
    if options.scenario:
        try:
            return scenario.parse(files.read_bytes(options.scenario))
        except DocumentError as error:
            error.source = str(options.scenario)
            raise
    pack = cli.load_pack(options.pack)
    for entry in pack.manifest["episodes"]:
        if entry["scenario_hash"] == wanted:
            return pack.episode(entry["index"]).scenario
    raise PackError("no_scenario", "no episode of the pack has a scenario with the record's hash; give --scenario")


def run(options: argparse.Namespace) -> int:
    """The command."""
    try:
        document = record.parse(files.read_bytes(options.record))
    except DocumentError as error:
        error.source = str(options.record)
        raise
    outcome = record.replay(document, find_scenario(options, document["header"]["scenario_hash"]))
    same = not isinstance(outcome, Divergence)
    if options.json:
        where = {} if not isinstance(outcome, Divergence) else {"step": outcome.step, "field": outcome.field}
        print(json.dumps({"replays": same, "record_digest": digest(document), **where}))
    elif isinstance(outcome, Divergence):
        step = "header" if outcome.step is None else f"step {outcome.step}"
        print(printable(f"DIVERGES at {step}, {outcome.field}: {outcome.message}"))
    else:
        print(f"replays: {len(outcome.steps)} steps, record sha256:{digest(document)}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
