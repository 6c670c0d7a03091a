"""What a challenge draws from its seed: numbers, small worlds, runs, packs, results (CNF-8.2)."""

import base64
import io
import re
from collections.abc import Sequence
from itertools import product
from typing import Any, TypeVar

from packs import pack, result, suite, verify
from packs.evaluation import trial
from packs.pack import Pack
from packs.source import Files, Memory
from simulator import canonical, record, scenario
from simulator.grid import DIRECTIONS
from simulator.phases import Simulator
from simulator.policies import registry
from simulator.record import RunRecord
from simulator.rng import MAX_SEED, Stream
from simulator.scenario import BLOCKED, CASUALTY, DETERMINISTIC, STOCHASTIC, Scenario

Item = TypeVar("Item")
Document = dict[str, Any]
Cells = list[list[int]]

# A probability can't be drawn as a float here; its token stands for this text until the document is spelled.
_P = "@probability"
_BYTES = b'{}[]",:0-.eE\\ \x00\xff'
_TOKENS = ("-0", "1.0", "1e0", "01", "9007199254740992", "-1", "null", "true", '"x"', "[]", "{}")
_NUMBER = re.compile(rb"(?<=[:\[,])-?[0-9][0-9.e-]*(?=[,\]}])")


class Draw:
    """Choices from a stream of its own, which moves no fire; the label tells what is drawn (SIM-7.1)."""

    def __init__(self, label: str) -> None:
        self._stream = Stream(0, label)

    def below(self, limit: int) -> int:
        """An integer from 0 to limit − 1."""
        return self._stream.next_u64() % limit

    def between(self, low: int, high: int) -> int:
        """An integer from low to high."""
        return low + self.below(high - low + 1)

    def one(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        return items[self.below(len(items))]

    def take(self, items: list[Item], count: int) -> list[Item]:
        """Takes some items out of a list, as long as it has any."""
        return [items.pop(self.below(len(items))) for _ in range(min(count, len(items)))]

    def some(self, items: Sequence[Item]) -> list[Item]:
        """Any of some items, in their order."""
        return [item for item in items if self.below(2)]

    def seed(self) -> int:
        """A seed of a fire."""
        return self.below(MAX_SEED + 1)

    def word(self) -> str:
        """A 64-bit word as 16 hex digits (ENC-3.3)."""
        return f"{self._stream.next_u64():016x}"

    def probability(self) -> str:
        """A probability as a JSON number: often the bounds, else any digits, sometimes tiny (ENC-2.3.1)."""
        kind = self.below(6)
        if kind < 2:
            return ("0", "1")[kind]
        return f"0.{self.below(10**16):016d}" + (f"e-{self.below(20)}" if kind == 2 else "")


def world_text(draw: Draw, prefix: str = "w") -> str:
    """Text of a scenario: 1 × 2 to 5 × 6 cells, up to 6 people and 12 steps; its ID begins with a prefix (SIM-2)."""
    rows = draw.between(1, 5)
    cols = draw.between(2, 6)
    cells = [[r, c] for r, c in product(range(rows), range(cols))]
    exits = draw.take(cells, draw.between(1, min(3, len(cells) - 1)))
    people = draw.take(cells, draw.between(1, 6))
    burning = draw.take(cells, draw.below(3))
    walls = draw.take(cells, draw.below(len(cells) // 2 + 1))
    flammable = draw.below(3) > 0
    if flammable and draw.below(5) == 0:
        burning.append(exits[0])
    document = {
        "schema_version": "1.0",
        "scenario_id": f"{prefix}-{draw.below(1 << 20)}",
        "map": {"rows": rows, "cols": cols, "walls": sorted(walls)},
        "exits": _named(draw, "E", exits),
        "people": _named(draw, "P", people),
        "fire": _fire(draw, sorted(burning), flammable),
        "movement": {"enter_fire": draw.one((BLOCKED, CASUALTY))},
        "termination": {"max_steps": draw.between(1, 12)},
    }
    return canonical.encode(document).decode().replace(f'"{_P}"', draw.probability())


def _named(draw: Draw, prefix: str, positions: Cells) -> list[Document]:
    """IDs of different lengths, so that their order is neither that of the cells nor of the numbers."""
    first = draw.below(12)
    items = [{"id": f"{prefix}{number}", "position": at} for number, at in enumerate(positions, first)]
    return sorted(items, key=lambda item: str(item["id"]))


def _fire(draw: Draw, ignition: Cells, flammable: bool) -> Document:
    rules = {"ignition": ignition, "spread_interval": draw.between(1, 3), "exits_flammable": flammable}
    if draw.below(4) == 0:
        return rules | {"model": DETERMINISTIC}
    return rules | {"model": STOCHASTIC, "spread_probability": _P}


def world(draw: Draw) -> Document:
    """A scenario and a seed, as an operation takes them."""
    return {"scenario": {"text": world_text(draw)}, "seed": draw.seed()}


def parsed(given: Document) -> Scenario:
    """The scenario of an input."""
    return scenario.parse(given["scenario"]["text"].encode())


def actions(draw: Draw, given: Document) -> list[dict[str, str]]:
    """Any directions for everybody, for some steps and at least one; no more steps than the run has (SIM-4.2)."""
    simulator = Simulator(parsed(given), given["seed"])
    wanted = draw.between(1, 12)
    out: list[dict[str, str]] = []
    while len(out) < wanted and not simulator.snapshot.terminated:
        out.append({person: draw.one(DIRECTIONS) for person in simulator.names})
        simulator.step(out[-1])
    return out


def played(draw: Draw, given: Document) -> RunRecord:
    """The run of a baseline."""
    policy = registry.make(draw.one(("congestion-aware-v1", "random-legal-v1", "always-stay")), draw.seed())
    return record.run(parsed(given), given["seed"], policy.act)


def damaged(draw: Draw, data: bytes) -> bytes:
    """A document with one fault, or none: a byte more, less or other, or another token for a number (ENC-2)."""
    numbers = list(_NUMBER.finditer(data))
    at, kind = draw.below(len(data)), draw.below(5)
    new = bytes([draw.one(_BYTES)])
    if kind < 3 and numbers:
        match = draw.one(numbers)
        return data[: match.start()] + draw.one(_TOKENS).encode() + data[match.end() :]
    return data[:at] + (b"" if kind == 3 else new) + data[at + (kind != 4) :]


def frozen(draw: Draw) -> Files:
    """The files of a pack of two drawn worlds with two seeds each (PCK-2)."""
    worlds = [scenario.parse(world_text(draw, prefix).encode()) for prefix in ("v", "w")]
    entries = [(item, item.scenario_id, [item.scenario_id]) for item in worlds]
    manifest = canonical.encode(suite.make_manifest("challenge", "1.0", entries))
    files = {suite.file_name(place): canonical.encode(item.document) for place, item in enumerate(worlds)}
    seeds = [draw.seed(), draw.seed()]
    return pack.build(f"p{draw.below(1 << 20)}", manifest, files, sorted(set(seeds)))


def opened(files: Files) -> Pack:
    """The pack of these files."""
    return verify.load(Memory(files))


def submission(draw: Draw, files: Files, model: str = "") -> bytes:
    """A result on a pack: one trial, of a baseline and now and then a failure (PCK-9)."""
    found = opened(files)
    name = draw.one(("congestion-aware-v1", "random-legal-v1", "nearest-exit-greedy-v1"))
    lines = list(trial.episodes(found, name, draw.seed()))
    lines = [
        result.failure_line(at, draw.one(result.FAILURES)) if draw.below(5) == 0 else line
        for at, line in enumerate(lines)
    ]
    out = io.BytesIO()
    result.write(out, trial.header(found, model or f"m{draw.below(1000)}", f"s{draw.below(1000)}"), lines)
    return out.getvalue()


def encoded(data: bytes) -> dict[str, str]:
    """Bytes as they travel in a case."""
    return {"base64": base64.b64encode(data).decode("ascii")}


def encoded_files(files: Files) -> dict[str, str]:
    """The files of a pack as they travel in a case."""
    return {path: encoded(data)["base64"] for path, data in sorted(files.items())}
