"""The work of `scenario`: sources are begun, compiled, drawn and linted."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from packs import authoring, files
from packs.authoring import Compiled
from simulator import canonical, scenario, shape
from simulator.errors import IncompleteError, InputError, UsageError, printable
from simulator.scenario import BLOCKED, Scenario
from tools import cli
from tools import scenario_lint as linter
from tools.scenario_lint import REFUSAL, WARNING, Finding

COLOURS = {"#": "90", ".": "37", "E": "1;32", "P": "1;36", "*": "1;31"}
SOURCE_ENDINGS, DOCUMENT_ENDINGS = (".yaml", ".yml"), (".json", ".json.gz")
TEMPLATE = """\
# A scenario in the authoring form. Draw the map, set the rules, then
#   bazel run //tools:scenario -- lint FILE.yaml
# An ID has 1 to 64 characters of A-Z a-z 0-9 . _ -
scenario_id: "@ID@"

# For people only; no model is ever shown it. May be left out.
metadata:
  title: A room with two exits
  notes: What this scenario is meant to test.

# '#' wall, '.' floor, 'E' exit, 'P' person, '*' fire at the start. One symbol per cell, all rows equally long.
# Exits are called E1, E2, ... and people P1, P2, ... from left to right, row by row.
map: |
  ###############
  #.P.....P.....#
  #....P........E
  #.P.......P...#
  #.....*.......#
  #..P.......P..#
  E....P....P...#
  ###############

# An exit that burns from the start is drawn E and also listed here, rows and columns counted from 0:
# ignition: [[2, 14]]

fire:
  # stochastic: in every spread_interval-th step each burning cell sets each open neighbour on fire with
  # spread_probability. deterministic: it always does, and spread_probability is left out.
  model: stochastic
  spread_interval: 2
  spread_probability: 0.5
  # Whether exits can burn: true or false.
  exits_flammable: true

movement:
  # What a move into fire is: blocked, or casualty (fatal).
  enter_fire: blocked

termination:
  # The last step of a run.
  max_steps: 40
"""


def load(path: Path) -> Compiled:
    """The scenario of a YAML source or JSON document, told apart by the file's name; a document has no places.

    Raises:
        AuthoringError, DocumentError: with the file's name. UsageError: `unknown_ending`.
    """
    if path.name.endswith(SOURCE_ENDINGS):
        return compiled(path)
    if not path.name.endswith(DOCUMENT_ENDINGS):
        endings = " ".join(SOURCE_ENDINGS + DOCUMENT_ENDINGS)
        raise UsageError("unknown_ending", f"{path} is neither a source nor a document; endings are {endings}")
    try:
        return Compiled(scenario.parse(files.read_bytes(path)), {})
    except InputError as error:
        error.source = str(path)
        raise


def compiled(path: Path) -> Compiled:
    """The scenario of a YAML source.

    Raises:
        AuthoringError: with the file's name.
    """
    try:
        return authoring.compile_source(authoring.decode(files.read_bytes(path)))
    except InputError as error:
        error.source = str(path)
        raise


def create(path: Path, data: bytes) -> None:
    """Writes a file that does not exist yet, whole or not at all.

    Raises:
        UsageError: `exists`. IncompleteError: `cannot_write`.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
            part = Path(folder) / "part"
            files.write_bytes(part, data)
            # A link never takes the place of another file, as a rename would.
            os.link(part, path)
    except FileExistsError:
        raise UsageError("exists", f"{path} exists already, and stays as it is") from None
    except OSError as error:
        raise IncompleteError("cannot_write", f"{path}: {os.strerror(error.errno or 0)}") from None


def template(path: Path) -> str:
    """A source to start from; its ID is the file's name without its ending, where that is an ID."""
    name = path.stem if shape.IDENTIFIER_PATTERN.fullmatch(path.stem) else "my-scenario"
    return TEMPLATE.replace("@ID@", name)


def picture(world: Scenario, colour: bool) -> str:
    """A scenario for people: what it is, its rules, its map."""
    document, fire = world.document, world.fire
    chance = "" if fire.spread_probability is None else f" with probability {document['fire']['spread_probability']}"
    burn = "can" if fire.exits_flammable else "can't"
    lines = [
        f"{world.scenario_id}: {world.grid.rows} by {world.grid.cols}, {len(world.people)} people, "
        f"{len(world.exits)} exits, sha256:{world.digest}",
        f"{fire.model} fire{chance}, spread interval {fire.spread_interval}, exits {burn} burn; a move into fire is "
        f"{'blocked' if world.enter_fire == BLOCKED else 'fatal'}; {world.max_steps} steps",
    ]
    alight = [exit_.id for exit_ in world.exits if exit_.cell in fire.ignition]
    if alight:
        lines.append(f"burning from the start: {', '.join(alight)}")
    drawing = authoring.draw(world)
    return "\n".join(lines) + "\n" + (painted(drawing) if colour else drawing)


def painted(drawing: str) -> str:
    """A map in colour."""
    return "".join(f"\x1b[{COLOURS[char]}m{char}\x1b[0m" if char in COLOURS else char for char in drawing)


def told(path: Path, source: Compiled, found: Sequence[Finding]) -> Iterator[str]:
    """The findings on a file, one line each, and how many there are."""
    name = printable(str(path))
    for finding in found:
        place = "{}:{}".format(*source.place(finding.pointer)) if source.places else f" {finding.pointer}"
        seed = "" if finding.seed is None else f" (seed {finding.seed})"
        yield f"{name}:{place}: {finding.kind}: {finding.code}: {finding.message}{seed}"
    counts = [sum(finding.kind == kind for finding in found) for kind in (REFUSAL, WARNING)]
    yield f"{name}: " + ", ".join(
        f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in zip(counts, (REFUSAL, WARNING), strict=True)
    )


def listed(path: Path, source: Compiled, found: Sequence[Finding]) -> dict[str, Any]:
    """The findings on a file as a plain JSON value; a document has no lines and columns."""
    entries = []
    for finding in found:
        line, column = source.place(finding.pointer) if source.places else (None, None)
        entries.append({**finding.document(), "line": line, "column": column})
    return {
        "file": os.fsencode(path).decode("utf-8", "replace"),
        "scenario_id": source.scenario.scenario_id,
        "scenario_hash": source.scenario.digest,
        "findings": entries,
        "refused": any(finding.kind == REFUSAL for finding in found),
    }


def _lint(options: argparse.Namespace) -> int:
    """Every file is read before the first is judged, so that a bad one is told at once."""
    refused, entries = False, []
    for path, source in [(path, load(path)) for path in options.files]:
        found = linter.lint(source.scenario, options.seeds, _teller(path))
        refused |= any(finding.kind == REFUSAL for finding in found)
        entries.append(listed(path, source, found))
        if not options.json:
            print("\n".join(told(path, source, found)))
    if options.json:
        print(canonical.encode({"seeds": list(options.seeds), "files": entries, "refused": refused}).decode())
    return 1 if refused else 0


def _teller(path: Path) -> linter.Tell:
    """Says on stderr what is being worked out, on a terminal only."""
    live = sys.stderr.isatty()
    return lambda what: print(f"{path}: {what}", file=sys.stderr, flush=True) if live else None


def _compile(options: argparse.Namespace) -> int:
    data = canonical.encode(compiled(options.file).scenario.document)
    if options.out:
        files.write_bytes(options.out, data)
        print(options.out)
    else:
        print(data.decode())
    return 0


def run(options: argparse.Namespace) -> int:
    """The command."""
    if options.action == "lint":
        return _lint(options)
    if options.action == "compile":
        return _compile(options)
    if options.action == "show":
        print(picture(load(options.file).scenario, sys.stdout.isatty() and not os.environ.get("NO_COLOR")), end="")
        return 0
    create(options.file, template(options.file).encode())
    print(options.file)
    print(cli.as_typed(f"draw your map, then: bazel run //tools:scenario -- lint {options.file}"), file=sys.stderr)
    return 0
