"""Verdicts on results: the second reading against the product, on results spoilt at random (SCO-2, PCK-9).

Both must accept, with the same scores, or refuse with the same code. EMBER_OPT_AGREEMENT=N asks for 10 N results.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

from conformance.second_reading.canonical import canonical
from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.mutations import bent, spoilt
from conformance.second_reading.pack import verify_pack
from conformance.second_reading.packing import pack_files, random_lines, result_header, sealed
from conformance.second_reading.result import read_result
from conformance.second_reading.worlds import Choices, random_world
from packs.source import Memory
from packs.verify import load
from scoring.submission import score
from scoring.target import pack_target
from simulator.errors import EmberError

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "3")) * 10
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))


def read_again(data: bytes) -> Any:
    """The value of a line, or None where it has none that could be written canonically."""
    try:
        value = json.loads(data)
        canonical(value)
        return value
    except (ValueError, RecursionError):
        return None


def spoilt_result(lines: list[Any], number: int) -> bytes:
    """The bytes of a result after a change to a line, to the order of lines, or to the bytes."""
    choices = Choices(number, "spoilt-result")
    what = choices.below(12)
    at = choices.below(len(lines))
    if what < 7:
        value = read_again((bent if what < 5 else spoilt)(lines[at], number))
        if isinstance(value, dict):
            lines = [*lines[:at], value, *lines[at + 1 :]]
    elif what == 7:
        lines = [*lines[:at], lines[choices.below(len(lines))], *lines[at + choices.below(2) :]]
    data = sealed(lines)
    if what == 8:
        data = data[: choices.below(len(data) + 1)]
    elif what == 9:
        place = choices.below(len(data))
        data = data[:place] + bytes([choices.below(256)]) + data[place + choices.below(2) :]
    elif what == 10:
        data = sealed(lines, **{["episodes", "failures"][choices.below(2)]: choices.below(6)})
    elif what == 11:
        data = data + [b"", b"\n", b"{}\n", data][choices.below(4)]
    return gzip.compress(data) + [b"", b"", b"\x00"][choices.below(3)] if choices.below(5) == 0 else data


def my_verdict(data: bytes, target: dict[str, Any]) -> Any:
    try:
        found = read_result(data, target)
        return [result.get("score", result["failure"]) for result in found["results"]]
    except Fault as fault:
        return fault.code


def their_verdict(path: Path, files: Any) -> Any:
    pack = load(Memory(files))
    try:
        report = score([path], lambda manifest: pack_target(pack, False))
    except EmberError as error:
        return error.code
    trials = [row["trials"][0] for row in report["episodes"]]
    return [trial["failure"] if trial["failure"] is not None else trial["score"] for trial in trials]


def verdicts(number: int, path: Path) -> tuple[Any, Any]:
    """Both verdicts on result `number`."""
    entries = [(random_world(number // 10), "a"), (random_world(number // 10 + 1), "b")]
    files = pack_files(entries, [1])
    target = verify_pack(files)
    header = result_header(target["schedule"], target["digest"])
    lines = [header, *random_lines(entries, target["schedule"], number)]
    data = spoilt_result(lines, number) if number % 10 else sealed(lines)
    path.write_bytes(data)
    return my_verdict(data, target), their_verdict(path, files)


def test_spoilt_results(tmp_path: Path) -> None:
    for number in range(FIRST, FIRST + COUNT):
        mine, theirs = verdicts(number, tmp_path / "result")
        assert mine == theirs, number
