"""bazel run //tools:pack -- build|verify|digest|commit|show|diff: freezes suites into packs, and examines packs."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from packs import archive, files, folder, plan, statement, suite, verify
from packs.difference import differences
from packs.pack import Pack
from packs.plan import Plan
from packs.source import Files, Memory, Source
from simulator import canonical
from simulator.errors import UsageError
from simulator.rng import MAX_SEED
from tools import cli

_SEED = re.compile(r"0|[1-9][0-9]{0,15}")
_SECRET = re.compile(r"secret:([1-9][0-9]{0,4})")
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{64})")


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "pack",
        "Freeze a suite into an environment pack, verify packs, commit to one, and look inside.",
        "bazel run //tools:pack -- verify my-pack",
    )
    commands = out.add_subparsers(dest="action", required=True, metavar="build|verify|digest|commit|show|diff")
    _build_arguments(commands)
    verified = _command(commands, "verify", "Verify a pack, every fire world included.", "verify my-pack.tar")
    _add_pack(verified, "the pack, a folder or an archive (.tar or .tar.gz)")
    _command_with_pack(commands, "digest", "Print the digest of a pack.", "digest my-pack")
    committed = _command(
        commands,
        "commit",
        "Print the statement to sign and publish before an evaluation.",
        "commit my-pack --out c.json",
    )
    _add_pack(committed, "the pack")
    committed.add_argument("--out", type=Path, help="write the statement's exact bytes to this file instead")
    _command_with_pack(commands, "show", "Tell what is inside a pack, its seeds included.", "show my-pack")
    compared = _command(
        commands, "diff", "Tell what differs between two packs. Exit code 1: something does.", "diff old-pack new-pack"
    )
    compared.add_argument("first", type=Path, help="a pack")
    compared.add_argument("second", type=Path, help="another pack")
    for command in commands.choices.values():
        if command is not committed:
            command.add_argument("--json", action="store_true", help="print the result as canonical JSON")
    return out


def _command(commands: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    out: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, epilog=cli.as_typed(f"example:\n  bazel run //tools:pack -- {example}")
    )
    return out


def _add_pack(command: argparse.ArgumentParser, about: str) -> None:
    command.add_argument("pack", type=Path, help=about)
    command.add_argument("--expected-digest", type=_digest, help="the published digest: sha256:HEX, or HEX alone")


def _command_with_pack(commands: Any, name: str, about: str, example: str) -> None:
    _add_pack(_command(commands, name, about, example), "the pack")


def _build_arguments(commands: Any) -> None:
    out = _command(
        commands,
        "build",
        "Freeze a suite into a pack that does not exist yet.",
        "build my-suite --seeds secret:3 --plan plan.json --pack-id spring --out p.tar",
    )
    out.add_argument("suite", type=Path, help="a folder with manifest.json, generation.json or suite.yaml")
    out.add_argument("--out", type=Path, required=True, help="the folder to write, or the archive, if it ends in .tar")
    out.add_argument(
        "--seeds",
        type=_seeds,
        help="0,1,2: these; secret:K: K seeds from the system's secure source, drawn into --plan",
    )
    out.add_argument("--plan", type=Path, help="with secret:K the file to draw into; alone, the file to build from")
    out.add_argument("--pack-id", help="the pack's ID (default: the suite's); secret:K puts a nonce behind it")


def _digest(text: str) -> str:
    match = _DIGEST.fullmatch(text)
    if not match:
        raise argparse.ArgumentTypeError("a digest is sha256: and 64 lowercase hex digits, or the digits alone")
    return match.group(1)


def _seeds(text: str) -> list[int] | int:
    """The seeds of a list, or the number K of `secret:K`."""
    match = _SECRET.fullmatch(text)
    if match:
        return int(match.group(1))
    parts = text.split(",")
    if not all(_SEED.fullmatch(part) and int(part) <= MAX_SEED for part in parts):
        raise argparse.ArgumentTypeError("seeds are 0,1,2 (integers from 0 to 2^53 − 1), or secret:K")
    return [int(part) for part in parts]


def open_suite(path: Path) -> Source:
    """A suite's files: from its folder, or compiled from its YAML sources.

    Raises:
        InputError: there is no suite, or its sources are invalid.
    """
    if path.joinpath("suite.yaml").is_file():
        # YAML takes long to import, and no other command needs it.
        from packs import authored

        return Memory(authored.compile_suite(path))
    return folder.Folder(path)


def suite_id(source: Source) -> str:
    """The ID of a suite: what its pack is called if nothing else was said.

    Raises:
        PackError: `missing_file`. DocumentError: its manifest is invalid.
    """
    names = ("manifest.json", "suite/manifest.json")
    name = next((path for path in source.paths() if path in names), names[0])
    return suite.read_manifest(source.read(name)).suite_id


def make_plan(options: argparse.Namespace, source: Source) -> Plan:
    """The plan that the options ask for; one that is drawn is on the disk when this returns.

    Raises:
        UsageError: the options contradict each other. InputError: the plan's file is invalid.
    """
    if options.seeds is None:
        if options.plan is None or options.pack_id is not None:
            raise UsageError("bad_plan", "give --seeds, or a --plan alone, which has seeds and ID")
        return plan.load(options.plan)
    name = options.pack_id or suite_id(source)
    if isinstance(options.seeds, list):
        if options.plan is not None:
            raise UsageError("bad_plan", "seeds that are given need no --plan; it is for secret:K")
        return plan.given(name, options.seeds)
    if options.plan is None:
        raise UsageError(
            "bad_plan", "secret:K draws into a file, so that the pack can be built again: give --plan FILE"
        )
    drawn = plan.draw(name, options.seeds)
    plan.save(options.plan, drawn)
    return drawn


def write(out: Path, built: Files) -> None:
    """Writes a pack as what the name asks for: an archive or a folder.

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    (archive.write if out.suffix == ".tar" else folder.write)(out, built)


def _build(options: argparse.Namespace) -> int:
    if options.out.name.endswith((".gz", ".tgz")):
        raise UsageError("bad_out", "a pack is written as a folder or a .tar; compress that yourself")
    if options.out.exists():
        raise UsageError("exists", f"{options.out} exists already; a pack is written once")
    source = open_suite(options.suite)
    built = plan.build(make_plan(options, source), source, cli.Progress("fire world"))
    write(options.out, built)
    pack = verify.load(Memory(built))
    found = {"out": str(options.out), **_summary(pack)}
    _print(options, found, f"{options.out}: {pack.pack_id}, {len(pack)} episodes, sha256:{pack.digest}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    pack = verify.verify(options.pack, options.expected_digest, cli.Progress("fire world"))
    expected = "" if options.expected_digest is None else ", as expected"
    text = f"verified: {pack.pack_id}, {len(pack)} episodes, sha256:{pack.digest}{expected}"
    _print(options, {"verified": True, "expected": options.expected_digest is not None, **_summary(pack)}, text)
    return 0


def _print_digest(options: argparse.Namespace) -> int:
    pack = verify.open_pack(options.pack, options.expected_digest)
    _print(options, _summary(pack), f"sha256:{pack.digest}")
    return 0


def _commit(options: argparse.Namespace) -> int:
    pack = verify.verify(options.pack, options.expected_digest, cli.Progress("fire world"))
    data = canonical.encode(statement.commitment(pack))
    if options.out is None:
        print(data.decode())
        return 0
    if options.out.exists():
        raise UsageError("exists", f"{options.out} exists already")
    files.write_bytes(options.out, data)
    print(options.out)
    return 0


def _show(options: argparse.Namespace) -> int:
    pack = verify.open_pack(options.pack, options.expected_digest)
    found = contents(pack)
    _print(options, found, "\n".join(_shown(found)))
    return 0


def _diff(options: argparse.Namespace) -> int:
    one, two = verify.open_pack(options.first), verify.open_pack(options.second)
    found = list(differences(one, two))
    document = {
        "same": one.digest == two.digest,
        "digests": [one.digest, two.digest],
        "differences": [{"about": item.about, "text": item.text} for item in found],
    }
    lines = [f"{item.about}: {item.text}" for item in found]
    same = one.digest == two.digest
    _print(options, document, f"the same pack: sha256:{one.digest}" if same else "\n".join(lines))
    return 0 if same else 1


def _summary(pack: Pack) -> dict[str, Any]:
    return {
        "pack_id": pack.pack_id,
        "pack_digest": pack.digest,
        "suite_id": pack.suite.suite_id,
        "suite_version": pack.suite.suite_version,
        "episodes": len(pack),
        "bytes": pack.size,
    }


def contents(pack: Pack) -> dict[str, Any]:
    """What is inside a pack, for people and programs; sizes of maps in cells, of files in bytes."""
    seeds: dict[str, list[int]] = {name: [] for name in pack.suite.files}
    for entry in pack.manifest["episodes"]:
        seeds[entry["scenario_id"]].append(entry["seed"])
    scenarios = []
    for name, family in pack.suite.families.items():
        found = pack.scenario(name)
        scenarios.append(
            {
                "scenario_id": name,
                "primary_family": family,
                "rows": found.grid.rows,
                "cols": found.grid.cols,
                "people": len(found.people),
                "exits": len(found.exits),
                "max_steps": found.max_steps,
                "seeds": seeds[name],
            }
        )
    return {
        **_summary(pack),
        "source": pack.record["source"],
        "files": len(pack.record["files"]) + 1,
        "versions": pack.record["versions"],
        "families": sorted(set(pack.suite.families.values())),
        "scenarios": scenarios,
    }


def _shown(found: dict[str, Any]) -> Iterator[str]:
    kind = {"suite": "a plain suite", "generated_suite": "a generated suite"}[found["source"]]
    yield f"{found['pack_id']}  sha256:{found['pack_digest']}"
    yield (
        f"suite {found['suite_id']} {found['suite_version']}, {kind}: {len(found['scenarios'])} scenarios in"
        f" {len(found['families'])} families, {found['episodes']} episodes, {found['files']} files,"
        f" {found['bytes']} bytes"
    )
    yield "versions: " + ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    rows = [("scenario", "family", "map", "people", "exits", "steps", "seeds")]
    for item in found["scenarios"]:
        size = f"{item['rows']} × {item['cols']}"
        counts = (str(item[key]) for key in ("people", "exits", "max_steps"))
        rows.append((item["scenario_id"], item["primary_family"], size, *counts, " ".join(map(str, item["seeds"]))))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    for row in rows:
        left = [row[column].ljust(widths[column]) for column in range(3)]
        right = [row[column].rjust(widths[column]) for column in range(3, 6)]
        yield "  ".join([*left, *right, row[6]])


def _print(options: argparse.Namespace, document: dict[str, Any], text: str) -> None:
    print(canonical.encode(document).decode() if options.json else text)


ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "build": _build,
    "verify": _verify,
    "digest": _print_digest,
    "commit": _commit,
    "show": _show,
    "diff": _diff,
}


def run(options: argparse.Namespace) -> int:
    """The command."""
    return ACTIONS[options.action](options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
