"""Every rule of strict parsing and of the scenario document, broken alone, as a file given to a real command.

Each row of RULES changes one piece of a valid scenario. The bad piece ends `replay --scenario` with exit code 3, the
rule's own code, and its JSON pointer or byte offset, in one line on stderr; its valid twin is read without a fault.
"""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from packs import files
from simulator import strict
from tools import cli, replay

EXAMPLE = Path(__file__).parents[1] / "testdata" / "example-run"
# 4 x 1,024 cells, so that 32,767 is the largest horizon.
VALID = """{"schema_version": "1.0", "scenario_id": "bad-input",
 "map": {"rows": 4, "cols": 1024, "walls": [[0, 0], [0, 2]]},
 "exits": [{"id": "E1", "position": [1, 9]}, {"id": "E2", "position": [3, 9]}],
 "people": [{"id": "P1", "position": [1, 0]}, {"id": "P2", "position": [1, 1]}],
 "fire": {"model": "stochastic", "ignition": [[2, 1], [2, 3]], "spread_interval": 1,
          "spread_probability": 0.25, "exits_flammable": false},
 "movement": {"enter_fire": "blocked"}, "termination": {"max_steps": 8},
 "metadata": {"title": "t", "notes": "n"}}"""

MAX = 2**53 - 1
MAP = '{"rows": 4, "cols": 1024, "walls": [[0, 0], [0, 2]]}'
STEPS, SPREAD, TITLE, LAST = '"max_steps": 8', "0.25", '"t"', '"notes": "n"}}'
INTERVAL, MODEL, NOTES = '"spread_interval": 1', '"model": "stochastic"', '"notes": "n"'
AT_STEPS, AT_SPREAD, AT_INTERVAL = "/termination/max_steps", "/fire/spread_probability", "/fire/spread_interval"
WALLS, IGNITION = "[[0, 0], [0, 2]]", "[[2, 1], [2, 3]]"
EXIT = '{"id": "E1", "position": [1, 9]}'
EXITS = f'[{EXIT}, {{"id": "E2", "position": [3, 9]}}]'
PERSON = '{"id": "P1", "position": [1, 0]}'
PEOPLE = f'[{PERSON}, {{"id": "P2", "position": [1, 1]}}]'


class Rule(NamedTuple):
    """A clause, the piece of VALID that is replaced, what breaks it, its valid twin, and the fault.

    `place` is the JSON pointer, or for syntax the byte within the bad piece. Bytes that are no UTF-8 stand in a piece
    as Python's surrogate escapes.
    """

    clause: str
    piece: str
    bad: str
    good: str
    code: str
    place: str | int


def missing(pointer: str, piece: str) -> Rule:
    return Rule("ENC-2.4", piece, "", piece, "missing_key", pointer)


SYNTAX = [
    Rule("ENC-2.1", TITLE, '"\udcff"', '"\u00ff"', "not_utf8", 1),
    Rule("ENC-2.1", TITLE, '"t\udcc3"', '"t\u00c3"', "not_utf8", 2),
    Rule("ENC-2.1", TITLE, '"\udcc0\udcaf"', '"/"', "not_utf8", 1),
    Rule("ENC-2.1", TITLE, '"\udced\udca0\udc80"', '"\ud7ff"', "not_utf8", 1),
    Rule("ENC-2.1", TITLE, '"\udcf4\udc90\udc80\udc80"', '"\U0010ffff"', "not_utf8", 1),
    Rule("ENC-2.1", '{"schema', '\ufeff{"schema', '\r\n\t {"schema', "byte_order_mark", 0),
    Rule("ENC-2.1", '{"schema', '\u00a0{"schema', ' {"schema', "bad_syntax", 0),
    Rule("ENC-2.1", VALID, "", VALID, "bad_syntax", 0),
    Rule("ENC-2.1", LAST, LAST[:-1], LAST, "bad_syntax", len(LAST) - 1),
    Rule("ENC-2.1", LAST, LAST + " {}", LAST + " \n", "bad_syntax", len(LAST) + 1),
    Rule("ENC-2.1", LAST, LAST + "\x00", LAST + "\n", "bad_syntax", len(LAST)),
    Rule("ENC-2.1", LAST, '"notes": "n",}}', LAST, "bad_syntax", 13),
    Rule("ENC-2.1", WALLS, "[[0, 0], [0, 2],]", WALLS, "bad_syntax", 16),
    Rule("ENC-2.1", WALLS, "[[0, 0] [0, 2]]", "[[0,0],[0,2]]", "bad_syntax", 8),
    Rule("ENC-2.1", STEPS, '"max_steps": /**/ 8', '"max_steps":   8', "bad_syntax", 13),
    Rule("ENC-2.1", STEPS, "max_steps: 8", STEPS, "bad_syntax", 0),
    Rule("ENC-2.1", STEPS, "'max_steps': 8", STEPS, "bad_syntax", 0),
    Rule("ENC-2.1", STEPS, '"max_steps" 8', STEPS, "bad_syntax", 12),
    Rule("ENC-2.1", TITLE, '"\n"', r'"\n"', "bad_syntax", 1),
    Rule("ENC-2.1", TITLE, '"\x1f"', '"\x7f"', "bad_syntax", 1),
    Rule("ENC-2.1", TITLE, r'"\x41"', r'"\u0041"', "bad_syntax", 2),
    Rule("ENC-2.1", TITLE, r'"\u00g0"', r'"\u00F0"', "bad_syntax", 2),
    Rule("ENC-2.1", STEPS, '"max_steps": 08', STEPS, "bad_syntax", 14),
    Rule("ENC-2.1", STEPS, '"max_steps": +8', STEPS, "bad_syntax", 13),
    Rule("ENC-2.1", STEPS, '"max_steps": 0x8', STEPS, "bad_syntax", 14),
    Rule("ENC-2.1", SPREAD, ".25", "25e-2", "bad_syntax", 0),
    Rule("ENC-2.1", SPREAD, "0.", "0.0", "bad_syntax", 1),
    Rule("ENC-2.1", SPREAD, "NaN", "0", "not_finite", 0),
    Rule("ENC-2.1", SPREAD, "Infinity", "1", "not_finite", 0),
    Rule("ENC-2.1", SPREAD, "-Infinity", "0.0", "not_finite", 0),
    Rule("ENC-2.1", "false", "False", "true", "bad_syntax", 0),
    Rule("ENC-2.2", TITLE, "[" * 63 + "]" * 63, TITLE, "too_deep", 62),
    Rule("ENC-2.2", TITLE, '{"a":' * 62 + "[]" + "}" * 62, TITLE, "too_deep", 62 * 5),
]

NUMBERS = [
    Rule("ENC-2.2", TITLE, "[" * 62 + "]" * 62, TITLE, "wrong_type", "/metadata/title"),
    Rule("ENC-2.3", STEPS, '"max_steps": 8.0', STEPS, "not_an_integer", AT_STEPS),
    Rule("ENC-2.3", STEPS, '"max_steps": 8e0', STEPS, "not_an_integer", AT_STEPS),
    Rule("ENC-2.3", STEPS, '"max_steps": 80E-1', STEPS, "not_an_integer", AT_STEPS),
    Rule("ENC-2.3", STEPS, '"max_steps": -0.0', STEPS, "not_an_integer", AT_STEPS),
    Rule("ENC-2.3", "[[0, 0]", "[[0, -0]", "[[0, 0]", "negative_zero", "/map/walls/0/1"),
    Rule("ENC-2.3", STEPS, '"max_steps": true', STEPS, "wrong_type", AT_STEPS),
    Rule("ENC-2.3", STEPS, '"max_steps": "8"', STEPS, "wrong_type", AT_STEPS),
    Rule(
        "ENC-2.3", INTERVAL, f'"spread_interval": {MAX + 1}', f'"spread_interval": {MAX}', "integer_range", AT_INTERVAL
    ),
    Rule("ENC-2.3", INTERVAL, '"spread_interval": -9007199254740992', INTERVAL, "integer_range", AT_INTERVAL),
    Rule("ENC-2.3", INTERVAL, '"spread_interval": 10000000000000000', INTERVAL, "integer_range", AT_INTERVAL),
    Rule("ENC-2.3", INTERVAL, f'"spread_interval": {"1" * 5000}', INTERVAL, "integer_range", AT_INTERVAL),
    Rule("ENC-2.3.1", SPREAD, "0." + "1" * 31, "0." + "1" * 30, "number_too_long", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "1" + "0" * 32, "1" + "e0", "number_too_long", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "1e309", "1e-999", "number_overflow", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "-0", "0", "negative_zero", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "-0.0", "0e5", "negative_zero", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "-1e-999", "1e-323", "negative_zero", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "-0.25", SPREAD, "out_of_range", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "-1e999", SPREAD, "out_of_range", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "1.0000000000000003", "1.0000000000000001", "out_of_range", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, '"0.25"', SPREAD, "wrong_type", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "true", "1.0", "wrong_type", AT_SPREAD),
    Rule("ENC-2.3.1", SPREAD, "null", SPREAD, "wrong_type", AT_SPREAD),
]

STRINGS = [
    Rule("ENC-2.6", TITLE, r'"\ud83d"', r'"\ud83d\ude00"', "lone_surrogate", "/metadata/title"),
    Rule("ENC-2.6", TITLE, r'"\ude00"', r'"\ue000"', "lone_surrogate", "/metadata/title"),
    Rule("ENC-2.6", TITLE, r'"\ude00\ud83d"', r'"\uD83D\uDE00"', "lone_surrogate", "/metadata/title"),
    Rule("ENC-2.6", TITLE, r'"\ud83d\ud83d\ude00"', r'"\ud7ff\ud83d\ude00"', "lone_surrogate", "/metadata/title"),
    Rule("ENC-2.6", '"bad-input"', r'"\ud800"', '"-"', "lone_surrogate", "/scenario_id"),
    Rule("ENC-2.6", '"1.0"', r'"\udfff"', '"1.0"', "lone_surrogate", "/schema_version"),
    Rule("ENC-2.6", MODEL, r'"model": "\ud800"', MODEL, "lone_surrogate", "/fire/model"),
    Rule("ENC-2.6", STEPS, r'"max_steps": "\ud800"', STEPS, "lone_surrogate", AT_STEPS),
    Rule("ENC-2.6", LAST, LAST[:-1] + r', "\ud800": 0}', LAST, "lone_surrogate", ""),
    Rule("ENC-2.6", STEPS, STEPS + r', "max_steps\udc00": 8', STEPS, "lone_surrogate", "/termination"),
    Rule("ENC-2.6", STEPS, r'"\ud800": 0, "other": 0, ' + STEPS, STEPS, "lone_surrogate", "/termination"),
    Rule("ENC-2.6", STEPS, STEPS + r', "\ud83d\ude00": 8', STEPS, "unknown_key", "/termination/\U0001f600"),
]

OBJECTS = [
    Rule("ENC-2.4", STEPS, f"{STEPS}, {STEPS}", STEPS, "duplicate_key", AT_STEPS),
    Rule("ENC-2.4", STEPS, STEPS + r', "max\u005fsteps": 8', r'"max\u005fsteps": 8', "duplicate_key", AT_STEPS),
    Rule("ENC-2.4", NOTES, f"{NOTES}, {NOTES}", NOTES, "duplicate_key", "/metadata/notes"),
    Rule("ENC-2.4", LAST, LAST[:-1] + ', "map": {}}', LAST, "duplicate_key", "/map"),
    Rule("ENC-2.4", LAST, LAST[:-1] + ', "seed": 0}', LAST, "unknown_key", "/seed"),
    Rule("ENC-2.4", '"rows": 4', '"rows": 4, "Rows": 4', '"rows": 4', "unknown_key", "/map/Rows"),
    Rule("ENC-2.4", '"id": "E1"', '"id": "E1", "open": true', '"id": "E1"', "unknown_key", "/exits/0/open"),
    Rule("ENC-2.4", '"id": "P2"', '"id": "P2", "speed": 1', '"id": "P2"', "unknown_key", "/people/1/speed"),
    Rule("ENC-2.4", MODEL, MODEL + ', "wind": 0', MODEL, "unknown_key", "/fire/wind"),
    Rule("ENC-2.4", '"blocked"', '"blocked", "": 0', '"blocked"', "unknown_key", "/movement/"),
    Rule("ENC-2.4", STEPS, STEPS + ', "a/b~c": 0', STEPS, "unknown_key", "/termination/a~1b~0c"),
    Rule("ENC-2.4", STEPS, STEPS + r', "\n\u001b": 0', STEPS, "unknown_key", r"/termination/\n\x1b"),
    Rule("ENC-2.4", NOTES, '"author": "n"', NOTES, "unknown_key", "/metadata/author"),
    Rule("ENC-2.4", MODEL, '"model": "deterministic"', MODEL, "unknown_key", AT_SPREAD),
]


MISSING = [
    missing("/schema_version", '"schema_version": "1.0", '),
    missing("/scenario_id", ' "scenario_id": "bad-input",'),
    missing("/map", f'"map": {MAP},'),
    missing("/map/rows", '"rows": 4, '),
    missing("/map/cols", ' "cols": 1024,'),
    missing("/map/walls", f', "walls": {WALLS}'),
    missing("/exits", f'"exits": {EXITS},'),
    missing("/exits/0/id", '"id": "E1", '),
    missing("/exits/1/position", ', "position": [3, 9]'),
    missing("/people", f'"people": {PEOPLE},'),
    missing("/people/1/id", '"id": "P2", '),
    missing("/people/0/position", ', "position": [1, 0]'),
    missing("/fire/model", MODEL + ", "),
    missing("/fire/ignition", f' "ignition": {IGNITION},'),
    missing("/fire/spread_interval", f" {INTERVAL},"),
    missing(AT_SPREAD, f'"spread_probability": {SPREAD}, '),
    missing("/fire/exits_flammable", ', "exits_flammable": false'),
    missing("/movement", '"movement": {"enter_fire": "blocked"},'),
    missing("/movement/enter_fire", '"enter_fire": "blocked"'),
    missing("/termination", '"termination": {"max_steps": 8},'),
    missing("/termination/max_steps", STEPS),
    missing("/fire", VALID[VALID.index('"fire"') : VALID.index('"movement"')]),
]

TYPES = [
    Rule("ENC-2.5", VALID, f"[{VALID}]", VALID, "wrong_type", ""),
    Rule("ENC-2.5", VALID, "null", VALID, "wrong_type", ""),
    *[
        Rule("ENC-2.5", piece, piece.replace(value, wrong, 1), piece, "wrong_type", pointer)
        for piece, value, wrong, pointer in [
            ('"1.0"', '"1.0"', "1.0", "/schema_version"),
            ('"bad-input"', '"bad-input"', "1", "/scenario_id"),
            (MAP, MAP, "[]", "/map"),
            ('"rows": 4', "4", "null", "/map/rows"),
            ('"cols": 1024', "1024", "{}", "/map/cols"),
            (WALLS, WALLS, "null", "/map/walls"),
            ("[0, 2]", "[0, 2]", "2", "/map/walls/1"),
            ("[0, 2]", "2", '"2"', "/map/walls/1/1"),
            (EXITS, EXITS, "{}", "/exits"),
            (EXIT, EXIT, '"E1"', "/exits/0"),
            ('"E1"', '"E1"', "1", "/exits/0/id"),
            ("[1, 9]", "[1, 9]", '{"row": 1, "col": 9}', "/exits/0/position"),
            (PEOPLE, PEOPLE, "null", "/people"),
            (PERSON, PERSON, "[1, 0]", "/people/0"),
            ('"P2"', '"P2"', "null", "/people/1/id"),
            ("[1, 1]", "[1, 1]", "null", "/people/1/position"),
            ('"fire": {', "{", '[], "x": {', "/fire"),
            (MODEL, '"stochastic"', "true", "/fire/model"),
            (IGNITION, IGNITION, '""', "/fire/ignition"),
            (INTERVAL, "1", "null", AT_INTERVAL),
            ("false", "false", "0", "/fire/exits_flammable"),
            ("false", "false", '"false"', "/fire/exits_flammable"),
            ('{"enter_fire": "blocked"}', '{"enter_fire": "blocked"}', '"blocked"', "/movement"),
            ('"blocked"', '"blocked"', "false", "/movement/enter_fire"),
            ('{"max_steps": 8}', '{"max_steps": 8}', "8", "/termination"),
            (STEPS, "8", "[8]", AT_STEPS),
            ('{"title": "t", "notes": "n"}', '{"title": "t", "notes": "n"}', "null", "/metadata"),
            (TITLE, TITLE, "null", "/metadata/title"),
            (NOTES, '"n"', "1", "/metadata/notes"),
        ]
    ],
]

SCENARIO = [
    Rule("SIM-2.1", "[1, 9]", "[1]", "[1, 9]", "too_short", "/exits/0/position"),
    Rule("SIM-2.1", "[1, 9]", "[1, 9, 0]", "[1, 9]", "too_long", "/exits/0/position"),
    Rule("SIM-2.1", "[1, 9]", "[-1, 9]", "[0, 9]", "out_of_range", "/exits/0/position/0"),
    Rule("SIM-2.2", '"1.0"', '"1.1"', '"1.0"', "bad_value", "/schema_version"),
    Rule("SIM-2.3", '"bad-input"', '""', '"b"', "too_short", "/scenario_id"),
    Rule("SIM-2.3", '"bad-input"', f'"{"b" * 65}"', f'"{"b" * 64}"', "too_long", "/scenario_id"),
    Rule("SIM-2.3", '"bad-input"', '"bad input"', '"Bad_in.put-9"', "bad_value", "/scenario_id"),
    Rule("SIM-2.3", '"bad-input"', '"b\u00e4d"', '"bad"', "bad_value", "/scenario_id"),
    Rule("SIM-2.4", '"rows": 4', '"rows": 0', '"rows": 4', "out_of_range", "/map/rows"),
    Rule("SIM-2.4", '"rows": 4', '"rows": 1025', '"rows": 1024', "out_of_range", "/map/rows"),
    Rule("SIM-2.4", '"cols": 1024', '"cols": 1025', '"cols": 10', "out_of_range", "/map/cols"),
    Rule("SIM-2.4", '"cols": 1024', '"cols": -1', '"cols": 1024', "out_of_range", "/map/cols"),
    Rule("SIM-2.5", WALLS, "[0, 0]", "[]", "wrong_type", "/map/walls/0"),
    Rule("SIM-2.6", EXITS, "[]", f"[{EXIT}]", "too_short", "/exits"),
    Rule("SIM-2.6", '"E1"', '"E 1"', '"E.1"', "bad_value", "/exits/0/id"),
    Rule("SIM-2.7", PEOPLE, "[]", f"[{PERSON}]", "too_short", "/people"),
    Rule("SIM-2.7", '"P2"', r'"P\u0000"', r'"\u0050_"', "bad_value", "/people/1/id"),
    Rule("SIM-2.8", MODEL, '"model": "Stochastic"', MODEL, "bad_value", "/fire/model"),
    Rule("SIM-2.9", IGNITION, "[[]]", "[]", "too_short", "/fire/ignition/0"),
    Rule("SIM-2.10", INTERVAL, '"spread_interval": 0', f'"spread_interval": {MAX}', "out_of_range", AT_INTERVAL),
    Rule("SIM-2.11", SPREAD, "1.5", "1", "out_of_range", AT_SPREAD),
    Rule("SIM-2.11", MODEL, '"model": "deterministic"', MODEL, "unknown_key", AT_SPREAD),
    Rule("SIM-2.11", f"{SPREAD}, ", f"{SPREAD}, {MODEL}, ", f"{SPREAD}, ", "duplicate_key", "/fire/model"),
    Rule("SIM-2.12", "false", "null", "true", "wrong_type", "/fire/exits_flammable"),
    Rule("SIM-2.13", '"blocked"', '"block"', '"casualty"', "bad_value", "/movement/enter_fire"),
    Rule("SIM-2.14", STEPS, '"max_steps": 0', '"max_steps": 1', "out_of_range", AT_STEPS),
    Rule("SIM-2.14", STEPS, '"max_steps": 100001', STEPS, "out_of_range", AT_STEPS),
    Rule("SIM-2.15", TITLE, f'"{"t" * 4097}"', f'"{"t" * 4096}"', "too_long", "/metadata/title"),
    Rule("SIM-2.15", '"n"', f'"{"n" * 4097}"', f'"{chr(0x1F600) * 4096}"', "too_long", "/metadata/notes"),
    Rule("SIM-2.16", "[0, 2]", "[0, 1024]", "[0, 1023]", "off_grid", "/map/walls/1"),
    Rule("SIM-2.16", "[3, 9]", "[4, 9]", "[3, 1023]", "off_grid", "/exits/1/position"),
    Rule("SIM-2.16", "[1, 0]", "[1, 1024]", "[1, 1023]", "off_grid", "/people/0/position"),
    Rule("SIM-2.16", "[2, 3]", "[4, 3]", "[3, 3]", "off_grid", "/fire/ignition/1"),
    Rule("SIM-2.17", "[1, 9]", "[0, 2]", "[0, 1]", "on_wall", "/exits/0/position"),
    Rule("SIM-2.17", "[1, 0]", "[0, 0]", "[0, 1]", "on_wall", "/people/0/position"),
    Rule("SIM-2.17", "[2, 1]", "[0, 2]", "[0, 1]", "on_wall", "/fire/ignition/0"),
    Rule("SIM-2.18", WALLS, "[[0, 2], [0, 0]]", "[[0, 2], [1, 2]]", "not_sorted", "/map/walls/1"),
    Rule("SIM-2.18", IGNITION, "[[2, 3], [2, 1]]", "[[2, 3], [3, 1]]", "not_sorted", "/fire/ignition/1"),
    Rule("SIM-2.18", '"E1"', '"E3"', '"E10"', "not_sorted", "/exits/1/id"),
    Rule("SIM-2.18", '"P2"', '"P"', '"P10"', "not_sorted", "/people/1/id"),
    Rule("SIM-2.19", WALLS, "[[0, 0], [0, 2], [0, 2]]", "[[0, 0], [0, 2], [0, 3]]", "repeated", "/map/walls/2"),
    Rule("SIM-2.19", IGNITION, "[[2, 1], [2, 3], [2, 1]]", "[[2, 1]]", "repeated", "/fire/ignition/2"),
    Rule("SIM-2.19", '"E2"', '"E1"', '"e1"', "repeated", "/exits/1/id"),
    Rule("SIM-2.19", '"P2"', '"P1"', '"p1"', "repeated", "/people/1/id"),
    Rule("SIM-2.20", "[3, 9]", "[1, 9]", "[2, 9]", "occupied", "/exits/1/position"),
    Rule("SIM-2.20", "[1, 1]", "[1, 0]", "[0, 1]", "occupied", "/people/1/position"),
    Rule("SIM-2.20", "[1, 1]", "[3, 9]", "[3, 8]", "occupied", "/people/1/position"),
    Rule("SIM-2.21", "[1, 0]", "[2, 1]", "[2, 0]", "on_ignition", "/people/0/position"),
    Rule("SIM-2.22", "[2, 3]", "[3, 9]", "[3, 8]", "exit_not_flammable", "/fire/ignition/1"),
    Rule("SIM-2.23", STEPS, '"max_steps": 32768', '"max_steps": 32767', "too_much", AT_STEPS),
]

RULES = SYNTAX + NUMBERS + STRINGS + OBJECTS + MISSING + TYPES + SCENARIO


class Run(NamedTuple):
    """A command's end: its exit code, and what it printed."""

    exit_code: int
    out: str
    err: str


Give = Callable[[str | bytes], Run]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scenario.json"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of another scenario; a copy, since a runfile may be a link, which no tool follows."""
    return Path(shutil.copyfile(EXAMPLE / "record.json", tmp_path / "record.json"))


@pytest.fixture
def give(path: Path, record: Path, capsys: pytest.CaptureFixture[str]) -> Give:
    """Runs `replay` with a scenario file of this content."""

    def run(content: str | bytes) -> Run:
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        exit_code = cli.main(replay.arguments(), replay.run, [str(record), "--scenario", str(path)])
        return Run(exit_code, *capsys.readouterr())

    return run


def check_refused(run: Run, path: Path, code: str, place: str | int) -> None:
    """One line with the code, and with the pointer unless it is empty; where there is an offset, that ends the line."""
    assert (run.exit_code, run.out, run.err.count("\n"), "Traceback" in run.err) == (3, "", 1, False)
    pointer = f" at {place}" if isinstance(place, str) and place else ""
    assert run.err.startswith(f"error: {path}: {code}{pointer}: ")
    assert run.err.endswith(f" (byte {place})\n") if isinstance(place, int) else "(byte" not in run.err


def check_read(run: Run) -> None:
    """The scenario is none of the record's, so the replay differs; but it was read."""
    assert (run.exit_code, run.err) == (1, "") and run.out.startswith("DIVERGES at header, /header/scenario_id: ")


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_broken_alone(rule: Rule, give: Give, path: Path) -> None:
    assert VALID.count(rule.piece) == 1
    check_read(give(VALID.replace(rule.piece, rule.good)))
    place = rule.place if isinstance(rule.place, str) else VALID.index(rule.piece) + rule.place
    check_refused(give(VALID.replace(rule.piece, rule.bad)), path, rule.code, place)


def test_too_many_people(give: Give, path: Path) -> None:
    run = give(VALID.replace(PEOPLE, "[" + ",".join(['{"id":"P","position":[0,0]}'] * 100_001) + "]"))
    check_refused(run, path, "too_long", "/people")


def test_a_document_above_the_limit(give: Give, path: Path, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert strict.MAX_BYTES == 256 << 20
    limit = record.stat().st_size
    monkeypatch.setattr(files, "MAX_BYTES", limit)
    largest = VALID.encode().ljust(limit)
    for pack in (bytes, gzip.compress):
        check_read(give(pack(largest)))
        check_refused(give(pack(largest + b" ")), path, "too_large", limit)


def test_gzip_of_other_than_one_member(give: Give, path: Path) -> None:
    packed = gzip.compress(VALID.encode())
    check_read(give(packed))
    for bad in (packed * 2, packed + b"\x00", packed + b"x", packed[:-1], b"\x1f\x8b"):
        check_refused(give(bad), path, "bad_gzip", "")


def test_files_that_are_none(path: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link, folder = tmp_path / "link.json", tmp_path / "folder"
    path.write_text(VALID, encoding="utf-8")
    link.symlink_to(path)
    folder.mkdir()
    for given, code in ((tmp_path / "absent", "no_such_file"), (link, "not_regular"), (folder, "not_regular")):
        exit_code = cli.main(replay.arguments(), replay.run, [str(record), "--scenario", str(given)])
        check_refused(Run(exit_code, *capsys.readouterr()), given, code, "")


def test_a_hostile_record_and_a_hostile_name_stay_on_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "a\nerror: b\x1b[2J.json"
    bad.write_text(r'{"header\nerror: all is well\u009b2J": 0}', encoding="utf-8")
    assert cli.main(replay.arguments(), replay.run, [str(bad)]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err[:-1].isprintable()
    assert r"a\nerror: b\x1b[2J.json: unknown_key at /header\nerror: all is well\x9b2J: " in err


def test_a_hostile_outcome_stays_on_its_line(path: Path, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a record says is shown beside what the replay says; a terminal must not obey it."""
    shutil.copyfile(EXAMPLE / "scenario.json", path)
    text = record.read_text(encoding="utf-8")
    for outcome, exit_code, start in (
        ("moved", 0, "replays: "),
        (r"\u009b2J\u202e", 1, "DIVERGES at step 1, /steps/0/"),
    ):
        record.write_text(text.replace("moved", outcome, 1), encoding="utf-8")
        assert cli.main(replay.arguments(), replay.run, [str(record), "--scenario", str(path)]) == exit_code
        out = capsys.readouterr().out
        assert out.startswith(start) and out[:-1].isprintable()
    assert r"\x9b2J\u202e" in out


def test_the_table_has_every_clause_and_code() -> None:
    clauses = {f"ENC-2.{n}" for n in (1, 2, 3, 4, 5, 6)} | {"ENC-2.3.1"} | {f"SIM-2.{n}" for n in range(1, 24)}
    assert {rule.clause for rule in RULES} == clauses
    syntax = {"byte_order_mark", "not_utf8", "bad_syntax", "not_finite", "too_deep"}
    shape = {"lone_surrogate", "duplicate_key", "unknown_key", "wrong_type", "not_an_integer", "number_too_long"}
    shape |= {"negative_zero", "integer_range", "number_overflow", "out_of_range", "too_short", "too_long"}
    shape |= {"bad_value", "missing_key"}
    meaning = {"repeated", "not_sorted", "off_grid", "on_wall", "occupied", "on_ignition", "exit_not_flammable"}
    assert {rule.code for rule in RULES} == syntax | shape | meaning | {"too_much"}
