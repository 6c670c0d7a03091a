"""The authoring form of a scenario: YAML with a drawn map, compiled to the scenario document (PCK-10).

    scenario_id: v1-pub-05-central-ignition
    metadata: {title: Fire in the middle, notes: What it tests.}
    map: |
      #######
      #P.*.E#
      #######
    fire: {model: stochastic, spread_interval: 2, spread_probability: 0.35, exits_flammable: true}
    movement: {enter_fire: blocked}
    termination: {max_steps: 60}

Keys, symbols, the part of YAML that is taken and the codes of errors are those of PCK-10.1 to PCK-10.7. YAML is only
ever composed into a tree of nodes: no tag is resolved to an object and nothing is constructed, so a source can't run
anything; and it is bounded in characters, values and depth before any of them is looked at (PCK-10.8).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from simulator import canonical, scenario, shape
from simulator.errors import DocumentError, InputError
from simulator.grid import OPEN
from simulator.scenario import Scenario
from simulator.shape import step_into
from simulator.strict import Number
from simulator.versions import SCENARIO_SCHEMA_VERSION

WALL, FLOOR, EXIT, PERSON, IGNITION = SYMBOLS = "#.EP*"
MAX_CHARACTERS = 4 << 20
MAX_VALUES = 100_000
MAX_DEPTH = 16

_KEYS = ("scenario_id", "map", "ignition", "fire", "movement", "termination", "metadata")
_MEMBERS = ("schema_version", "scenario_id", "map", "exits", "people", "fire", "movement", "termination", "metadata")
_MAX_SIDE = 1024
_TEXT = "tag:yaml.org,2002:str"
_POSITIONS = shape.ListOf(shape.position())
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_LONGEST_NUMBER = 32
# What other readers of YAML make a boolean or an octal number of, though PyYAML does not.
_AMBIGUOUS = re.compile(r"[yYnN]|0o[0-7]+")
_DIRECTIVE = re.compile("^%", re.MULTILINE)
# Tabs, control characters, half surrogates, byte order marks, and line ends other than LF and CRLF.
_STRANGE = re.compile(
    "\r(?!\n)|[^\r\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_COMMENTED_ROW = re.compile(" *#(?! )")

Place = tuple[int, int]
Listed = tuple[list[int], Place]


class AuthoringError(InputError):
    """A scenario source breaks a rule. `line` and `column` count from 1 in the YAML text (PCK-10.7)."""

    def __init__(self, code: str, message: str, place: Place, pointer: str = "") -> None:
        super().__init__(code, message, pointer=pointer)
        self.line, self.column = place

    def describe(self) -> str:
        """File, line and column before the rest."""
        where = f"{self.source}:" if self.source else ""
        member = f" at {self.pointer}" if self.pointer else ""
        return f"{where}{self.line}:{self.column}: {self.code}{member}: {self.message}"


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """A compiled source: the scenario, and where in the source the members of its document come from (PCK-10.6).

    `places` maps JSON pointers to (line, column), both from 1; not every member has one of its own.
    """

    scenario: Scenario
    places: dict[str, Place]

    def place(self, pointer: str) -> Place:
        """The line and column of a member of the document, or of the closest one around it."""
        return _closest(self.places, pointer)


def decode(data: bytes) -> str:
    """The text of a source file (PCK-10.5).

    Raises:
        AuthoringError: `not_utf8`.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").split("\n")
        place = len(before), len(before[-1]) + 1
        raise AuthoringError("not_utf8", "the source is not UTF-8", place) from None


def compile_source(text: str) -> Compiled:
    """The scenario of a source text, with the places of its members (PCK-10.6). Pure: nothing else is read.

    Raises:
        AuthoringError: the text is no YAML, breaks the form, or describes a scenario that SIM-2 rejects.
    """
    source = _Source(text)
    try:
        return Compiled(scenario.from_value(_document(source)), source.places)
    except DocumentError as error:
        raise source.error(error.code, error.message, error.pointer) from None


def compile_text(text: str) -> dict[str, Any]:
    """The scenario document of a source text, lists in canonical order and every rule of SIM-2 checked (PCK-10.6).

    Raises:
        AuthoringError: as `compile_source`.
    """
    return compile_source(text).scenario.document


def compile_bytes(text: str) -> bytes:
    """The scenario file of a source text: the document's canonical bytes (PCK-10.6, ENC-1).

    Raises:
        AuthoringError: as `compile_source`.
    """
    return canonical.encode(compile_text(text))


def read_yaml(text: str) -> Any:
    """A text in the form's part of YAML, as plain values (PCK-10.5).

    Raises:
        AuthoringError: the text is no YAML, or uses what the form leaves out of it.
    """
    return _plain(_Source(text).value)


def draw(world: Scenario) -> str:
    """The map of a scenario in the form's symbols, one line per row (PCK-10.2).

    An exit that is an ignition shows as an exit.
    """
    grid = world.grid
    symbols = {cell: FLOOR if grid.terrain[cell] == OPEN else WALL for cell in grid.cells()}
    symbols |= dict.fromkeys(world.fire.ignition, IGNITION)
    symbols |= {each.cell: PERSON for each in world.people}
    symbols |= {each.cell: EXIT for each in world.exits}
    text = "".join(symbols.values())
    return "".join(text[start : start + grid.cols] + "\n" for start in range(0, len(text), grid.cols))


def _document(source: "_Source") -> dict[str, Any]:
    """The document, its map drawn out, before the scenario's own rules are checked."""
    if type(source.value) is not dict:
        raise source.error("not_a_mapping", "a scenario source is a mapping", "")
    rest = dict(source.value)
    unknown = next((key for key in rest if key not in _KEYS), None)
    if unknown is not None:
        message = f"a scenario source has no key {unknown[:80]!r}; there are {', '.join(_KEYS)}"
        raise source.error("unknown_key", message, step_into("", unknown))
    if "map" not in rest:
        raise source.error("missing_key", "the key 'map' is missing", "/map")
    cells = _cells(source, rest.pop("map"))
    listed = _listed(source, rest.pop("ignition", []))
    fire = rest.get("fire")
    if type(fire) is dict:
        if "ignition" in fire:
            raise source.error("unknown_key", "ignitions are drawn, or listed under 'ignition'", "/fire/ignition")
        rest["fire"] = {**fire, "ignition": _ignitions(source, cells, listed)}
    members = {"schema_version": SCENARIO_SCHEMA_VERSION, **_drawn(source, cells), **rest}
    return {name: members[name] for name in _MEMBERS if name in members}


def _cells(source: "_Source", block: Any) -> list[str]:
    """The rows of the map: known symbols, all rows equally long, an exit and a person among them."""
    rows = source.draw_rows(block)
    for row, (line, column) in zip(rows, source.rows, strict=True):
        strange = next((i for i, symbol in enumerate(row) if symbol not in SYMBOLS), None)
        if strange is not None:
            message = f"{row[strange]!r} is no map symbol; there are {' '.join(SYMBOLS)}"
            raise AuthoringError("map_symbol", message, (line, column + strange), "/map")
        if len(row) != len(rows[0]):
            message = f"this row has {len(row)} cells, the first has {len(rows[0])}"
            raise AuthoringError("map_ragged", message, (line, column + min(len(row), len(rows[0]))), "/map")
    for symbol, what in ((EXIT, "exit"), (PERSON, "person")):
        if not any(symbol in row for row in rows):
            raise source.error(f"map_no_{what}", f"the map has no {what}: draw at least one {symbol}", "/map")
    return rows


def _drawn(source: "_Source", cells: list[str]) -> dict[str, Any]:
    """The members `map`, `exits` and `people`; a map too large is shown at its first row or column too many."""
    rows, cols = len(cells), len(cells[0])
    source.places["/map/rows"] = source.cell([min(rows - 1, _MAX_SIDE), 0])
    source.places["/map/cols"] = source.cell([0, min(cols - 1, _MAX_SIDE)])
    return {
        "map": {"rows": rows, "cols": cols, "walls": _find(cells, WALL)},
        "exits": _named(source, "exits", EXIT, _find(cells, EXIT)),
        "people": _named(source, "people", PERSON, _find(cells, PERSON)),
    }


def _find(cells: list[str], symbol: str) -> list[list[int]]:
    return [[r, c] for r, row in enumerate(cells) for c, each in enumerate(row) if each == symbol]


def _named(source: "_Source", member: str, prefix: str, positions: list[list[int]]) -> list[dict[str, Any]]:
    """Positions with their IDs, by ID (PCK-10.3)."""
    ids = sorted((f"{prefix}{number}", position) for number, position in enumerate(positions, 1))
    source.places[f"/{member}"] = source.places["/map"]
    for index, (_, position) in enumerate(ids):
        source.places[f"/{member}/{index}"] = source.cell(position)
    return [{"id": name, "position": position} for name, position in ids]


def _listed(source: "_Source", value: Any) -> list[Listed]:
    """The positions under the key `ignition`, with their places (PCK-10.4)."""
    positions = _POSITIONS.read(value, "/ignition")
    return [(each, source.places[f"/ignition/{index}"]) for index, each in enumerate(positions)]


def _ignitions(source: "_Source", cells: list[str], listed: Iterable[Listed]) -> list[list[int]]:
    """The member `fire.ignition`: drawn and listed ones, row-major."""
    every = sorted([*((position, source.cell(position)) for position in _find(cells, IGNITION)), *listed])
    for index, (_, place) in enumerate(every):
        source.places[f"/fire/ignition/{index}"] = place
    return [position for position, _ in every]


class _Source:
    """A source text as values, numbers as their tokens, and the place of each value and key by its JSON pointer.

    `blocks` has the line before the first one of each literal block. `rows` has the place of the first symbol of each
    row of the map, once `draw_rows` has found them.
    """

    def __init__(self, text: str) -> None:
        self.places: dict[str, Place] = {"": (1, 1)}
        self.keys: dict[str, Place] = {}
        self.blocks: dict[str, int] = {}
        self.rows: list[Place] = []
        self._text = text
        self.value = self._read(_compose(text), "")

    def cell(self, position: list[int]) -> Place:
        """The place of a cell of the map."""
        line, column = self.rows[position[0]]
        return line, column + position[1]

    def error(self, code: str, message: str, pointer: str) -> AuthoringError:
        """An error at the value with this pointer, or at the key that should not be there."""
        place = self.keys.get(pointer) if code == "unknown_key" else None
        return AuthoringError(code, message, place or _closest(self.places, pointer), pointer)

    def draw_rows(self, block: Any) -> list[str]:
        """The rows of the map, none of them blank, nor lost to a comment (PCK-10.2)."""
        header = self.blocks.get("/map")
        if header is None:
            raise self.error("map_style", "the map is a literal block, drawn below 'map: |'", "/map")
        rows = block.rstrip("\n").split("\n") if block.strip("\n") else []
        lines = [line.removesuffix("\r") for line in self._text.split("\n")]
        _refuse_lost_rows(lines, header + len(rows))
        if not rows:
            raise self.error("map_blank", "the map has no rows", "/map")
        for line, row in enumerate(rows, header):
            self.rows.append((line + 1, len(lines[line]) - len(row) + 1))
            if not row:
                raise AuthoringError("map_blank", "this row of the map is blank", self.rows[-1], "/map")
        return rows

    def _read(self, node: yaml.Node, pointer: str) -> Any:
        self.places[pointer] = _at(node.start_mark)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, pointer)
        if isinstance(node, yaml.SequenceNode):
            return [self._read(item, f"{pointer}/{index}") for index, item in enumerate(node.value)]
        assert isinstance(node, yaml.ScalarNode)
        if node.style == "|":
            self.blocks[pointer] = node.start_mark.line + 1
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, pointer: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, item in node.value:
            name = _scalar(key) if isinstance(key, yaml.ScalarNode) else None
            place = _at(key.start_mark)
            if type(name) is not str:
                raise AuthoringError("bad_key", "a key must be a text", place, pointer)
            inner = step_into(pointer, name)
            if name in out:
                raise AuthoringError("duplicate_key", f"the key {name[:80]!r} stands twice", place, inner)
            self.keys[inner] = place
            out[name] = self._read(item, inner)
        return out


def _refuse_lost_rows(lines: list[str], below: int) -> None:
    """Refuses a row that YAML takes for a comment, since it is indented less than the rows above it."""
    while below < len(lines) and lines[below].lstrip(" ").startswith("#"):
        if _COMMENTED_ROW.match(lines[below]):
            message = "a row must be indented like the first, and a comment right below the map must start with '# '"
            raise AuthoringError("map_indent", message, (below + 1, lines[below].index("#") + 1), "/map")
        below += 1


def _compose(text: str) -> yaml.Node:
    """The node tree of a text that keeps to the form's part of YAML."""
    if len(text) > MAX_CHARACTERS:
        raise AuthoringError("too_large", f"the source has more than {MAX_CHARACTERS} characters", (1, 1))
    for code, pattern, message in (
        ("bad_character", _STRANGE, "a source has no {!r}; in quotes it can be written as an escape"),
        ("yaml_directive", _DIRECTIVE, "a line can't start with {!r}: directives are not part of the form"),
    ):
        found = pattern.search(text)
        if found:
            place = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
            raise AuthoringError(code, message.format(found[0]), place)
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise AuthoringError("bad_yaml", error.problem or "not YAML", _at(mark or loader.get_mark())) from None
    except (OverflowError, ValueError):
        # PyYAML asks chr() for whatever number an escape names.
        raise AuthoringError("bad_yaml", "the escape names no character", _at(loader.get_mark())) from None
    if node is None:
        raise AuthoringError("bad_yaml", "the source is empty", (1, 1))
    return node


class _Loader(yaml.SafeLoader):  # type: ignore[misc, unused-ignore]
    """Composes nodes, and refuses what the form leaves out before it builds more: aliases, tags, depth, numbers."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = self._count = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call, unused-ignore]
        self._count += 1
        for code, holds, message in (
            ("yaml_anchor", getattr(event, "anchor", None), "anchors and aliases are not part of the form"),
            ("yaml_tag", getattr(event, "tag", None), "tags are not part of the form"),
            ("yaml_depth", self._depth >= MAX_DEPTH, f"more than {MAX_DEPTH} nested values"),
            ("too_large", self._count > MAX_VALUES, f"more than {MAX_VALUES} values"),
        ):
            if holds:
                raise AuthoringError(code, message, _at(event.start_mark))
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def _scalar(node: yaml.ScalarNode) -> str | bool | Number:
    """A scalar as JSON would have it; YAML's own readings (yes, 0x10, 1_000, dates, null) are refused."""
    text: str = node.value
    if node.style is not None:
        return text
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
        return Number(text)
    if node.tag != _TEXT or _NUMBER.fullmatch(text) or _AMBIGUOUS.fullmatch(text):
        what = f"{text[:80]!r} has no plain meaning; quote a text" if text else "there is no value"
        raise AuthoringError("yaml_scalar", what, _at(node.start_mark))
    return text


def _plain(value: Any) -> Any:
    """A value with its number tokens as numbers."""
    if isinstance(value, Number):
        return int(value.token) if _INTEGER.fullmatch(value.token) else float(value.token)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def _closest(places: dict[str, Place], pointer: str) -> Place:
    while pointer not in places:
        pointer = pointer.rpartition("/")[0]
    return places[pointer]


def _at(mark: Any) -> Place:
    return mark.line + 1, mark.column + 1
