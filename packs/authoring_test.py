"""The authoring form: what it compiles to, and where it says that a source is wrong."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import authoring
from packs.authoring import (
    AuthoringError,
    compile_bytes,
    compile_source,
    compile_text,
    decode,
    draw,
    read_yaml,
)
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
    world = compile_source(with_map(*text.splitlines())).scenario
    assert draw(world) == text
    again = compile_source(with_map(*draw(world).splitlines())).scenario
    assert again.document == world.document and again.digest == world.digest


def test_a_member_may_be_left_out_where_the_document_allows_it() -> None:
    text = SOURCE.replace('metadata:\n  title: "A room"\n  notes: >-\n    Two lines\n    of text.\n', "")
    text = text.replace("stochastic", "deterministic").replace("  spread_probability: 0.35\n", "")
    document = compile_text(text.replace("ignition: [[0, 5], [5, 4]]\n", ""))
    assert "metadata" not in document and "spread_probability" not in document["fire"]
    assert document["fire"]["ignition"] == [[1, 5], [5, 5]]


# What is changed, into what; the code; the line and column to look at; and into what it could have been changed.
Fault = tuple[str, str, str, int, int, str]
YAML_FAULTS: list[Fault] = [
    ("scenario_id: room-1", "scenario_id: [room", "bad_yaml", 3, 9, "scenario_id: room"),
    (
        "movement: {enter_fire: blocked}",
        "movement: {enter_fire: blocked",
        "bad_yaml",
        23,
        12,
        "movement: {enter_fire: blocked,}",
    ),
    ('"A room"', '"\\U00110000"', "bad_yaml", 4, 13, '"\\U0010FFFD"'),
    ('"A room"', '"\\UFFFFFFFF"', "bad_yaml", 4, 13, '"\\uFFFF"'),
    ("60}\n", "60}\n---\na: 1\n", "bad_yaml", 24, 1, "60}\n# ---\n"),
    ("# A comment.", "\x07", "bad_character", 1, 1, "# \u00e9\u2192\U0001f600"),
    ("# A comment.", "\ufeff# A comment.", "bad_character", 1, 1, ""),
    ("  model:", "\tmodel:", "bad_character", 18, 1, "  model:"),
    ("blocked}", "blocked}\t", "bad_character", 22, 32, "blocked} "),
    ("#PPP.*#", "#PPP\t*#", "bad_character", 10, 7, "#PPPP*#"),
    ("# A comment.", "# A\rcomment.", "bad_character", 1, 4, "# A\r\n# comment."),
    ("A room", "A\x85room", "bad_character", 4, 12, "A\\Nroom"),
    ("A room", "A\u2028room", "bad_character", 4, 12, "A\\u2028room"),
    ("A room", "A\ud800room", "bad_character", 4, 12, "A\\u00e9room"),
    ("# A comment.", "%YAML 1.2\n---", "yaml_directive", 1, 1, "---"),
    ("scenario_id: room-1", "scenario_id: &a room-1", "yaml_anchor", 2, 14, "scenario_id: a-room-1"),
    ("blocked}", "*a }", "yaml_anchor", 22, 24, "casualty }"),
    ("max_steps: 60", "max_steps: !!int 60", "yaml_tag", 23, 26, "max_steps: 60 "),
    ("room-1", "!!python/object/apply:os.getcwd []", "yaml_tag", 2, 14, "os.getcwd"),
    ("room-1", "[" * 5000 + "]" * 5000, "yaml_depth", 2, 29, "room-2"),
    ("max_steps: 60", "max_steps: 0x3C", "yaml_scalar", 23, 26, "max_steps: 6"),
    ("max_steps: 60", "max_steps: 1_000", "yaml_scalar", 23, 26, "max_steps: 1000"),
    ("max_steps: 60", "max_steps: 060", "yaml_scalar", 23, 26, "max_steps: 6"),
    ("max_steps: 60", "max_steps: 0o60", "yaml_scalar", 23, 26, "max_steps: 6"),
    ("max_steps: 60", "max_steps: 1:30", "yaml_scalar", 23, 26, "max_steps: 90"),
    ("max_steps: 60", "max_steps: +60", "yaml_scalar", 23, 26, "max_steps: 60"),
    ("max_steps: 60", "max_steps:", "yaml_scalar", 23, 25, "max_steps: 1"),
    ("max_steps: 60", "max_steps: null", "yaml_scalar", 23, 26, "max_steps: 1"),
    ("exits_flammable: true", "exits_flammable: yes", "yaml_scalar", 21, 20, "exits_flammable: true "),
    ("exits_flammable: true", "exits_flammable: True", "yaml_scalar", 21, 20, "exits_flammable: true "),
    ("room-1", "no", "yaml_scalar", 2, 14, '"no"'),
    ("room-1", "y", "yaml_scalar", 2, 14, "'y'"),
    ("room-1", "2001-12-14", "yaml_scalar", 2, 14, '"2001-12-14"'),
    ("0.35", ".5", "yaml_scalar", 20, 23, "0.5"),
    ("0.35", ".inf", "yaml_scalar", 20, 23, "1"),
    ("0.35", "0." + "3" * 31, "yaml_scalar", 20, 23, "0." + "3" * 30),
    ("movement: {", "movement: {on: 1, ", "yaml_scalar", 22, 12, "movement: {"),
    ("metadata:\n", "metadata:\n  <<: {notes: n}\n", "yaml_scalar", 4, 3, "metadata:\n"),
    ("movement: {", "movement: {[1]: 2, ", "bad_key", 22, 12, "movement: { "),
    ("movement: {", "movement: {7: 2, ", "bad_key", 22, 12, "movement: { "),
    ("movement: {", "movement: {enter_fire: casualty, ", "duplicate_key", 22, 34, "movement: { "),
    ("movement: {", "movement: {'enter_fire': casualty, ", "duplicate_key", 22, 36, "movement: { "),
    ("termination:", "scenario_id: room-2\ntermination:", "duplicate_key", 23, 1, "'termination':"),
]
FORM_FAULTS: list[Fault] = [
    ("movement: {enter", "speed: 3\nmovement: {enter", "unknown_key", 22, 1, "movement: {enter"),
    ("movement: {enter", "schema_version: '1.0'\nmovement: {enter", "unknown_key", 22, 1, "movement: {enter"),
    ("map: |\n", "maps: |\n", "unknown_key", 8, 1, "map: |  \n"),
    ("map: |\n", "metadata: |\n", "duplicate_key", 8, 1, "map: |-\n"),
    ("  model:", "  ignition: []\n  model:", "unknown_key", 18, 3, "  model:"),
    ("exits_flammable: true", "exits_flammable: true\n  a/b~c: 3", "unknown_key", 22, 3, "exits_flammable: true "),
    ("exits_flammable: true", "exits_flammable: true\n  wind: 3", "unknown_key", 22, 3, "exits_flammable: true "),
    ("title:", "name: x\n  title:", "unknown_key", 4, 3, "title:"),
    ("movement: {enter_fire: blocked}\n", "", "missing_key", 2, 1, "movement: {enter_fire: casualty}\n"),
    ("{max_steps: 60}", "{}", "missing_key", 23, 14, "{max_steps: 61}"),
    ("  exits_flammable: true\n", "", "missing_key", 18, 3, "  exits_flammable: true \n"),
    ("[[0, 5], [5, 4]]", "3", "wrong_type", 16, 11, "[]"),
    ("[5, 4]]", "[5, 4, 1]]", "too_long", 16, 20, "[5, 4,],]"),
    ("[5, 4]]", "[5]]", "too_short", 16, 20, "[5, 3]]"),
    ("[5, 4]]", "[5, true]]", "wrong_type", 16, 24, "[5, 3]]"),
    ("[5, 4]]", "[5, 4.0]]", "not_an_integer", 16, 24, "[5, 4]]"),
    ("[5, 4]]", "[-1, 4]]", "out_of_range", 16, 21, "[1, 4]]"),
    ("[5, 4]]", "7]", "wrong_type", 16, 20, "[5, 4],]"),
    ("map: |\n", "map: >\n", "map_style", 8, 6, "map: |+\n"),
    ("#PPP.*#", "#PPPx*#", "map_symbol", 10, 7, "#PPP#*#"),
    ("#PPP.*#", "#PPP.*e", "map_symbol", 10, 9, "#PPP.*E"),
    ("#PPP.*#", "#PP .*#", "map_symbol", 10, 6, "#PP..*#"),
    ("#PPP.*#\n", "#PPP.*# \n", "map_symbol", 10, 10, "#PPP.*#\r\n"),
    ("#PPP.*#", "#PPP*#", "map_ragged", 10, 9, "#PPP**#"),
    ("#P.P..E", "#P.P..EE", "map_ragged", 12, 10, "#P.P..#"),
    ("  #PPP.*#", "   #PPP.*#", "map_symbol", 10, 3, "  ##PP.*#"),
    ("  #PPP.*#\n", "\n  #PPP.*#\n", "map_blank", 10, 1, "  #PPP.*#\n"),
    ("map: |\n", "map: |\n\n", "map_blank", 9, 1, "map: |2\n"),
    ("  PPP####\n", "  PPP####\n #######\n", "map_indent", 16, 2, "  PPP####\n # ######\n"),
    ("  PPP####\n", "  PPP####\n# End.\n#.....#\n", "map_indent", 17, 1, "  PPP####\n# End.\n\n#.....#\n"),
]
# What is changed, into what; the code, the pointer and the line and column in the source; and a valid change.
RULES: list[tuple[str, str, str, str, int, int, str]] = [
    ("max_steps: 60", "max_steps: 0", "out_of_range", "/termination/max_steps", 23, 26, "max_steps: 1"),
    ("max_steps: 60", 'max_steps: "60"', "wrong_type", "/termination/max_steps", 23, 26, "max_steps: 60"),
    ("max_steps: 60", "max_steps: 60.0", "not_an_integer", "/termination/max_steps", 23, 26, "max_steps: 60"),
    ("max_steps: 60", "max_steps: 6e1", "not_an_integer", "/termination/max_steps", 23, 26, "max_steps: 61"),
    ("max_steps: 60", "max_steps: -0", "negative_zero", "/termination/max_steps", 23, 26, "max_steps: 9"),
    (
        "max_steps: 60",
        "max_steps: 12345678901234567",
        "integer_range",
        "/termination/max_steps",
        23,
        26,
        "max_steps: 100000",
    ),
    (
        "movement: {enter_fire: blocked}",
        "movement: blocked",
        "wrong_type",
        "/movement",
        22,
        11,
        "movement: {enter_fire: 'blocked'}",
    ),
    ("enter_fire: blocked", "enter_fire: fly", "bad_value", "/movement/enter_fire", 22, 24, "enter_fire: casualty"),
    (
        "exits_flammable: true",
        "exits_flammable: 1",
        "wrong_type",
        "/fire/exits_flammable",
        21,
        20,
        "exits_flammable: true",
    ),
    ("0.35", "1.5", "out_of_range", "/fire/spread_probability", 20, 23, "1.0"),
    ("0.35", "1e999", "number_overflow", "/fire/spread_probability", 20, 23, "1e-999"),
    ("0.35", "-0.0", "negative_zero", "/fire/spread_probability", 20, 23, "0.0"),
    ("0.35", "low", "wrong_type", "/fire/spread_probability", 20, 23, "0"),
    ("stochastic", "deterministic", "unknown_key", "/fire/spread_probability", 20, 3, "'stochastic'"),
    ("room-1", "room 1", "bad_value", "/scenario_id", 2, 14, "room_1"),
    ("room-1", '""', "too_short", "/scenario_id", 2, 14, '"1"'),
    ("room-1", "r" * 65, "too_long", "/scenario_id", 2, 14, "r" * 64),
    ("room-1", "1", "wrong_type", "/scenario_id", 2, 14, "'1'"),
    ('"A room"', "1.0", "wrong_type", "/metadata/title", 4, 10, "'1.0'"),
    ('"A room"', '"\\ud800"', "lone_surrogate", "/metadata/title", 4, 10, '"\\uE000"'),
    ("[5, 4]]", "[5, 5]]", "repeated", "/fire/ignition/3", 16, 20, "[4, 1]]"),
    ("[5, 4]]", "[3, 1]]", "on_ignition", "/people/12/position", 12, 4, "[3, 2]]"),
    ("[5, 4]]", "[9, 1]]", "off_grid", "/fire/ignition/3", 16, 20, "[3, 4]]"),
    ("[5, 4]]", "[4, 0]]", "on_wall", "/fire/ignition/2", 16, 20, "[4, 1]]"),
    ("[[0, 5], [5, 4]]\nfire:", "[[1, 1]]\nfire:", "on_ignition", "/people/0/position", 10, 4, "[[0, 5]]\nfire:"),
    (
        "exits_flammable: true",
        "exits_flammable: false",
        "exit_not_flammable",
        "/fire/ignition/0",
        16,
        12,
        "exits_flammable: true",
    ),
]


@pytest.mark.parametrize("fault", YAML_FAULTS + FORM_FAULTS, ids=lambda fault: f"{fault[2]}-{fault[1].strip()[:20]!r}")
def test_faults_of_yaml_and_of_the_form(fault: Fault) -> None:
    old, new, code, line, column, valid = fault
    error = broken(old, new)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert compile_text(SOURCE.replace(old, valid))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule[2]}-{rule[1].strip()[:20]!r}")
def test_faults_of_the_scenario(rule: tuple[str, str, str, str, int, int, str]) -> None:
    old, new, code, pointer, line, column, valid = rule
    error = broken(old, new)
    assert (error.code, error.pointer, error.line, error.column) == (code, pointer, line, column)
    assert compile_text(SOURCE.replace(old, valid))


def with_map(*rows: str) -> str:
    """SOURCE with another map, and no more ignitions than it draws."""
    drawn = "".join(f"  {row}\n" for row in rows)
    head, rest = SOURCE.split("map: |\n")
    return f"{head}map: |\n{drawn}" + rest.split("[5, 4]]\n")[1]


# Rows of a map; the code, and the line and column; rows that would do.
MAPS: list[tuple[tuple[str, ...], str, int, int, tuple[str, ...]]] = [
    ((), "map_blank", 8, 6, ("EP",)),
    (("...", ".P."), "map_no_exit", 8, 6, ("...", "EP.")),
    (("E.*",), "map_no_person", 8, 6, ("EP*",)),
    (("E" + "P" * 1024,), "out_of_range", 9, 1027, ("E" + "P" * 1023,)),
    (("E", "P", *"." * 1023), "out_of_range", 1033, 3, ("E", "P", *"." * 1022)),
]


@pytest.mark.parametrize(("rows", "code", "line", "column", "valid"), MAPS, ids=[m[1] for m in MAPS])
def test_faults_of_the_map(rows: tuple[str, ...], code: str, line: int, column: int, valid: tuple[str, ...]) -> None:
    with pytest.raises(AuthoringError) as caught:
        compile_text(with_map(*rows))
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)
    assert compile_text(with_map(*valid))


def test_a_world_too_large_over_time_points_at_its_steps() -> None:
    source = with_map("EP" + "." * 398, *("." * 400,) * 9).replace("max_steps: 60", "max_steps: 40000")
    with pytest.raises(AuthoringError) as caught:
        compile_text(source)
    assert (caught.value.code, caught.value.line, caught.value.column) == ("too_much", 25, 26)


def test_every_code_of_the_form_is_tried() -> None:
    tried = (
        {fault[2] for fault in YAML_FAULTS + FORM_FAULTS} | {row[1] for row in MAPS} | {"too_large", "not_a_mapping"}
    )
    assert {code for code in tried if code.startswith(("bad_", "yaml_", "map_", "not_a_m", "too_la"))} == {
        *("bad_character", "bad_key", "bad_yaml", "not_a_mapping", "too_large"),
        *("map_blank", "map_indent", "map_no_exit", "map_no_person", "map_ragged", "map_style", "map_symbol"),
        *("yaml_anchor", "yaml_depth", "yaml_directive", "yaml_scalar", "yaml_tag"),
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "bad_yaml"), ("# nothing", "bad_yaml"), ("[]", "not_a_mapping"), ("word", "not_a_mapping")],
)
def test_what_is_no_source_at_all(text: str, code: str) -> None:
    with pytest.raises(AuthoringError) as caught:
        compile_text(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, 1, 1)


def test_a_source_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authoring, "MAX_CHARACTERS", len(SOURCE))
    monkeypatch.setattr(authoring, "MAX_VALUES", 50)
    compile_text(SOURCE)
    assert read_yaml("[" + "0,\n" * 49 + "]") == [0] * 49
    for text, place in ((SOURCE + "#", (1, 1)), ("[" + "0,\n" * 50 + "]", (50, 1))):
        with pytest.raises(AuthoringError) as caught:
            read_yaml(text)
        assert (caught.value.code, caught.value.line, caught.value.column) == ("too_large", *place)


def test_a_source_is_utf8() -> None:
    assert decode("# \u00e9\n".encode()) == "# \u00e9\n"
    with pytest.raises(AuthoringError) as caught:
        decode("a: 1\n# \u00e9 ".encode() + b"\xff\n")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("not_utf8", 2, 5)


def test_a_billion_laughs_are_refused_at_the_first() -> None:
    laughs = "a0: &a0 [ha]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    with pytest.raises(AuthoringError) as caught:
        compile_text(laughs)
    assert (caught.value.code, caught.value.line, caught.value.column) == ("yaml_anchor", 1, 5)


@settings(max_examples=150, deadline=None, database=None)
@given(
    st.integers(0, len(SOURCE)),
    st.integers(0, 3),
    st.text(st.sampled_from("\t\n #:*&!%{}[],|>-?'\"\\EPx01.~@`"), max_size=4),
)
def test_a_damaged_source_compiles_or_points_into_itself(at: int, cut: int, insert: str) -> None:
    text = SOURCE[:at] + insert + SOURCE[at + cut :]
    try:
        scenario.from_value(compile_text(text))
    except AuthoringError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines) + 1 and error.column >= 1
        assert error.line > len(lines) or error.column <= len(lines[error.line - 1]) + 1


def test_the_places_of_a_compiled_source() -> None:
    compiled = compile_source(SOURCE)
    assert compiled.scenario.document == compile_text(SOURCE)
    expected = {"": (2, 1), "/map": (8, 6), "/people/0": (10, 4), "/exits/1/id": (14, 4), "/fire/ignition/0": (16, 12)}
    assert {pointer: compiled.place(pointer) for pointer in expected} == expected


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
