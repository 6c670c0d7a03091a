"""The authoring form: what it compiles to, and where it says that a source is wrong."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.authoring import AuthoringError, compile_bytes, compile_text, draw, read_yaml
from simulator import canonical, scenario

SOURCE = """\
# A comment.
scenario_id: room-1
metadata:
  title: "A room"
  notes: >-
    Two lines
    of text.
map: |
  #####E#
  #PPP.*#
  EPPPPP#
  #P.P..E
  #EE#EEE
  EEEEE*#
  PPP####
ignition: [[0, 5], [5, 4]]
fire:
  model: stochastic
  spread_interval: 2
  spread_probability: 0.35
  exits_flammable: true
movement: {enter_fire: blocked}
termination: {max_steps: 60}
"""


def broken(old: str, new: str) -> AuthoringError:
    """The error of SOURCE after one change, made once."""
    assert SOURCE.count(old) == 1
    with pytest.raises(AuthoringError) as caught:
        compile_text(SOURCE.replace(old, new))
    assert caught.value.exit_code == 3
    return caught.value


def test_the_document() -> None:
    document = compile_text(SOURCE)
    assert list(document) == [
        "schema_version",
        "scenario_id",
        "map",
        "exits",
        "people",
        "fire",
        "movement",
        "termination",
        "metadata",
    ]
    assert (document["schema_version"], document["scenario_id"]) == ("1.0", "room-1")
    assert document["metadata"] == {"title": "A room", "notes": "Two lines of text."}
    assert (document["map"]["rows"], document["map"]["cols"]) == (7, 7)
    assert document["map"]["walls"][:6] == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 6]]
    assert document["fire"]["ignition"] == [[0, 5], [1, 5], [5, 4], [5, 5]]
    assert document["fire"]["spread_probability"] == 0.35 and document["fire"]["exits_flammable"] is True
    assert document["movement"] == {"enter_fire": "blocked"} and document["termination"] == {"max_steps": 60}


def test_ids_count_row_major_and_sort_as_strings() -> None:
    document = compile_text(SOURCE)
    people = {each["id"]: each["position"] for each in document["people"]}
    assert list(people) == sorted(people) and list(people)[:3] == ["P1", "P10", "P11"]
    assert (people["P1"], people["P3"], people["P4"], people["P13"]) == ([1, 1], [1, 3], [2, 1], [6, 2])
    exits = {each["id"]: each["position"] for each in document["exits"]}
    assert list(exits)[:3] == ["E1", "E10", "E11"] and exits["E1"] == [0, 5] and exits["E3"] == [3, 6]


def test_the_file_is_the_canonical_document_and_parses() -> None:
    data = compile_bytes(SOURCE)
    assert data == canonical.encode(compile_text(SOURCE))
    assert scenario.parse(data).digest == canonical.digest(compile_text(SOURCE))


def test_the_drawing_is_the_map() -> None:
    rows = SOURCE.split("map: |\n")[1].split("ignition")[0].replace("  ", "")
    assert draw(scenario.from_value(compile_text(SOURCE))) == rows


@settings(max_examples=60, deadline=None, database=None)
@given(st.integers(1, 6), st.integers(2, 6), st.data())
def test_drawing_and_compiling_are_inverse(rows: int, cols: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.sampled_from("##...EP*"), min_size=rows * cols, max_size=rows * cols))
    cells[:2] = "EP"
    text = "".join("".join(cells[r * cols : (r + 1) * cols]) + "\n" for r in range(rows))
    source = "".join(f"  {row}\n" for row in text.splitlines())
    document = compile_text(SOURCE.split("map")[0] + "map: |\n" + source + SOURCE.split("5, 4]]\n")[1])
    assert draw(scenario.from_value(document)) == text


def test_a_member_may_be_left_out_where_the_document_allows_it() -> None:
    text = SOURCE.replace('metadata:\n  title: "A room"\n  notes: >-\n    Two lines\n    of text.\n', "")
    text = text.replace("stochastic", "deterministic").replace("  spread_probability: 0.35\n", "")
    document = compile_text(text.replace("ignition: [[0, 5], [5, 4]]\n", ""))
    assert "metadata" not in document and "spread_probability" not in document["fire"]
    assert document["fire"]["ignition"] == [[1, 5], [5, 5]]


# What is changed, into what; the code; the line and column to look at.
FAULTS: list[tuple[str, str, str, int, int]] = [
    ("scenario_id: room-1", "scenario_id: [room", "bad_yaml", 3, 9),
    ("# A comment.", "\x07", "bad_yaml", 1, 1),
    ("scenario_id: room-1", "scenario_id: &a room-1", "yaml_anchor", 2, 14),
    ("blocked}", "*a }", "yaml_anchor", 22, 24),
    ("max_steps: 60", "max_steps: !!int 60", "yaml_tag", 23, 26),
    ("max_steps: 60", "max_steps: 0x3C", "yaml_scalar", 23, 26),
    ("max_steps: 60", "max_steps: 1_000", "yaml_scalar", 23, 26),
    ("max_steps: 60", "max_steps:", "yaml_scalar", 23, 25),
    ("exits_flammable: true", "exits_flammable: yes", "yaml_scalar", 21, 20),
    ("room-1", "2001-12-14", "yaml_scalar", 2, 14),
    ("0.35", ".5", "yaml_scalar", 20, 23),
    ("0.35", "0." + "3" * 31, "yaml_scalar", 20, 23),
    ("room-1", "[" * 5000 + "]" * 5000, "yaml_depth", 2, 29),
    ("movement: {", "movement: {enter_fire: casualty, ", "duplicate_key", 22, 34),
    ("movement: {", "movement: {[1]: 2, ", "bad_key", 22, 12),
    ("movement: {", "movement: {7: 2, ", "bad_key", 22, 12),
    ("movement: {enter", "speed: 3\nmovement: {enter", "unknown_key", 22, 8),
    ("map: |\n", "maps: |\n", "unknown_key", 8, 7),
    ("[[0, 5], [5, 4]]", "3", "bad_ignition", 16, 11),
    ("[5, 4]]", "[5, 4, 1]]", "bad_ignition", 16, 20),
    ("[5, 4]]", "[5, true]]", "bad_ignition", 16, 20),
    ("[5, 4]]", "7]", "bad_ignition", 16, 20),
    ("  model:", "  ignition: []\n  model:", "unknown_key", 18, 13),
    ("#PPP.*#", "#PPPx*#", "map_symbol", 10, 7),
    ("#PPP.*#", "#PPP*#", "map_ragged", 10, 3),
    ("#P.P..E", "#P.P..EE", "map_ragged", 12, 3),
    ("map: |\n", "map: >\n", "map_style", 8, 6),
]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"), FAULTS, ids=[f"{f[2]}-{f[1].strip()[:20]!r}" for f in FAULTS]
)
def test_faults_of_the_form(old: str, new: str, code: str, line: int, column: int) -> None:
    error = broken(old, new)
    assert (error.code, error.line, error.column) == (code, line, column)


# What is changed, into what; the pointer of the compiled document; the line and column in the source.
RULES: list[tuple[str, str, str, int, int]] = [
    ("max_steps: 60", "max_steps: 0", "/termination/max_steps", 23, 26),
    ("max_steps: 60", 'max_steps: "60"', "/termination/max_steps", 23, 26),
    ("{max_steps: 60}", "{}", "/termination/max_steps", 23, 14),
    ("enter_fire: blocked", "enter_fire: fly", "/movement/enter_fire", 22, 24),
    ("0.35", "1.5", "/fire/spread_probability", 20, 23),
    ("stochastic", "deterministic", "/fire/spread_probability", 20, 23),
    ("exits_flammable: true", "exits_flammable: true\n  wind: 3", "/fire/wind", 22, 9),
    ("room-1", "room 1", "/scenario_id", 2, 14),
    ("[5, 4]]", "[5, 5]]", "/fire/ignition/3", 16, 20),
    ("[5, 4]]", "[3, 1]]", "/people/12/position", 12, 4),
    ("[5, 4]]", "[9, 1]]", "/fire/ignition/3", 16, 20),
    ("title:", "name: x\n  title:", "/metadata/name", 4, 9),
]


@pytest.mark.parametrize(("old", "new", "pointer", "line", "column"), RULES, ids=[f"{r[2]}-{r[1]}" for r in RULES])
def test_faults_of_the_scenario(old: str, new: str, pointer: str, line: int, column: int) -> None:
    error = broken(old, new)
    assert (error.pointer, error.line, error.column) == (pointer, line, column)


def test_a_map_without_people_points_at_the_map() -> None:
    rows = SOURCE.split("map: |\n")[1].split("ignition")[0]
    error = broken(rows, "  E.*\n")
    assert (error.pointer, error.line) == ("/people", 8)


@pytest.mark.parametrize("text", ["", "# nothing", "[]", "word", "a: 1\n---\nb: 2\n"])
def test_what_is_no_source_at_all(text: str) -> None:
    with pytest.raises(AuthoringError):
        compile_text(text)


def test_an_error_names_the_file_once_it_is_known() -> None:
    error = broken("max_steps: 60", "max_steps: 0")
    assert str(error).startswith("23:26: ")
    error.source = "room.yaml"
    assert str(error).startswith("room.yaml:23:26: ")


def test_plain_values_can_be_read_alone() -> None:
    expected: dict[str, Any] = {"version": "1.0", "seeds": [0, 1], "deep": {"on": True, "share": 0.5}}
    assert read_yaml('version: "1.0"\nseeds: [0, 1]\ndeep: {"on": true, share: 0.5}\n') == expected
    with pytest.raises(AuthoringError):
        read_yaml("a: 1\na: 2\n")
