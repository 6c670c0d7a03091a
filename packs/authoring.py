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

1. The keys are those of the scenario document (SIM-2). The map is a literal block (`|`), one line per row; it stands
   for the document's `map`, `exits`, `people` and `fire.ignition`. `schema_version` is the current one.
2. `#` is a wall, `.` floor, `E` an exit, `P` a person, `*` an ignition. All rows have the same length.
3. Exits are called E1, E2, … and people P1, P2, … in row-major order; the document lists them by ID.
4. A cell holds one symbol, so an exit that burns from the start is drawn `E` and listed under the optional key
   `ignition: [[row, col], …]`, which adds to the `*` of the map.
5. Of YAML the form takes one document of mappings, sequences, strings, `true`, `false` and numbers as JSON writes them.
   Repeated keys, anchors, aliases, tags and every scalar that YAML makes something else of are refused.
6. Only the compiled document is ever frozen, hashed or scored, and it has passed the scenario's own rules.
7. An error has a line and a column. Its code is the scenario's own, or one of `bad_yaml`, `yaml_anchor`, `yaml_tag`,
   `yaml_depth`, `yaml_scalar`, `bad_key`, `duplicate_key`, `unknown_key`, `missing_key`, `not_a_mapping`, `map_style`,
   `map_symbol`, `map_ragged`, `bad_ignition`.
"""

import re
from typing import Any

import yaml

from simulator import canonical, scenario
from simulator.errors import DocumentError, InputError
from simulator.grid import OPEN
from simulator.scenario import Scenario
from simulator.versions import SCENARIO_SCHEMA_VERSION

WALL, FLOOR, EXIT, PERSON, IGNITION = SYMBOLS = "#.EP*"

_KEYS = ("scenario_id", "map", "ignition", "fire", "movement", "termination", "metadata")
_MEMBERS = ("schema_version", "scenario_id", "map", "exits", "people", "fire", "movement", "termination", "metadata")
_MAX_DEPTH = 16
_TEXT = "tag:yaml.org,2002:str"
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_NUMBER = re.compile(r"(?=.{1,32}\Z)-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")

Place = tuple[int, int]
Row = tuple[str, Place]


class AuthoringError(InputError):
    """A scenario source breaks a rule. `line` and `column` count from 1 in the YAML text (PCK-10.7)."""

    def __init__(self, code: str, message: str, place: Place, pointer: str = "") -> None:
        super().__init__(code, message, pointer=pointer)
        self.line, self.column = place

    def __str__(self) -> str:
        where = f"{self.source}:" if self.source else ""
        return f"{where}{self.line}:{self.column}: {self.code}: {self.message}"


def compile_text(text: str) -> dict[str, Any]:
    """The scenario document of a source text, lists in canonical order and every rule of SIM-2 checked (PCK-10.6).

    Raises:
        AuthoringError: the text is no YAML, breaks the form, or describes a scenario that SIM-2 rejects.
    """
    source = _Source(text)
    document = _document(source)
    try:
        scenario.from_value(document)
    except DocumentError as error:
        raise source.error(error.code, error.message, error.pointer) from None
    return document


def compile_bytes(text: str) -> bytes:
    """The scenario file of a source text: the document's canonical bytes (PCK-10.6, ENC-1).

    Raises:
        AuthoringError: as `compile_text`.
    """
    return canonical.encode(compile_text(text))


def read_yaml(text: str) -> Any:
    """A text in the form's part of YAML, as plain values (PCK-10.5).

    Raises:
        AuthoringError: the text is no YAML, or uses what the form leaves out of it.
    """
    return _Source(text).value


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
        raise source.error("unknown_key", f"a scenario source has no key {unknown!r}", f"/{unknown}")
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


def _cells(source: "_Source", rows: list[Row]) -> list[list[str]]:
    """The symbols of the map, row by row, each a known one and all rows equally long."""
    for row, (line, column) in rows:
        strange = next((i for i, symbol in enumerate(row) if symbol not in SYMBOLS), None)
        if strange is not None:
            message = f"{row[strange]!r} is no map symbol; there are {' '.join(SYMBOLS)}"
            raise AuthoringError("map_symbol", message, (line, column + strange), "/map")
        if len(row) != len(rows[0][0]):
            message = f"this row has {len(row)} cells, the first has {len(rows[0][0])}"
            raise AuthoringError("map_ragged", message, (line, column), "/map")
    source.rows = [place for _, place in rows]
    return [list(row) for row, _ in rows]


def _drawn(source: "_Source", cells: list[list[str]]) -> dict[str, Any]:
    """The members `map`, `exits` and `people`."""
    size = {"rows": len(cells), "cols": len(cells[0])}
    return {
        "map": {**size, "walls": _find(cells, WALL)},
        "exits": _named(source, "exits", EXIT, _find(cells, EXIT)),
        "people": _named(source, "people", PERSON, _find(cells, PERSON)),
    }


def _find(cells: list[list[str]], symbol: str) -> list[list[int]]:
    return [[r, c] for r, row in enumerate(cells) for c, each in enumerate(row) if each == symbol]


def _named(source: "_Source", member: str, prefix: str, positions: list[list[int]]) -> list[dict[str, Any]]:
    """Positions with their IDs, by ID."""
    ids = sorted((f"{prefix}{number}", position) for number, position in enumerate(positions, 1))
    source.places[f"/{member}"] = source.place("/map")
    for index, (_, position) in enumerate(ids):
        source.places[f"/{member}/{index}"] = source.cell(position)
    return [{"id": name, "position": position} for name, position in ids]


def _listed(source: "_Source", value: Any) -> list[tuple[list[int], Place]]:
    """The positions under the key `ignition`, with their places."""
    if type(value) is not list:
        raise source.error("bad_ignition", "ignition is a list of [row, col]", "/ignition")
    out = []
    for index, each in enumerate(value):
        if type(each) is not list or len(each) != 2 or any(type(number) is not int for number in each):
            raise source.error("bad_ignition", "an ignition is [row, col]", f"/ignition/{index}")
        out.append((each, source.place(f"/ignition/{index}")))
    return out


def _ignitions(source: "_Source", cells: list[list[str]], listed: list[tuple[list[int], Place]]) -> list[list[int]]:
    """The member `fire.ignition`: drawn and listed ones, row-major."""
    drawn = [(position, source.cell(position)) for position in _find(cells, IGNITION)]
    every = sorted(drawn + listed)
    for index, (_, place) in enumerate(every):
        source.places[f"/fire/ignition/{index}"] = place
    return [position for position, _ in every]


class _Source:
    """A source text as plain values, and the place of each by its JSON pointer in the compiled document.

    The value of the key `map` is a list of rows, each with the place of its first symbol.
    """

    def __init__(self, text: str) -> None:
        self.places: dict[str, Place] = {"": (1, 1)}
        self.rows: list[Place] = []
        self._lines = _BREAKS.split(text)
        self.value = self._read(_compose(text), "")

    def place(self, pointer: str) -> Place:
        """The place of a pointer, or of the closest value around it that has one."""
        while pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        return self.places[pointer]

    def cell(self, position: list[int]) -> Place:
        """The place of a cell of the map."""
        line, column = self.rows[position[0]]
        return line, column + position[1]

    def error(self, code: str, message: str, pointer: str) -> AuthoringError:
        """An error at the value with this pointer."""
        return AuthoringError(code, message, self.place(pointer), pointer)

    def _read(self, node: yaml.Node, pointer: str) -> Any:
        self.places[pointer] = _at(node.start_mark)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, pointer)
        if pointer == "/map":
            return self._map(node)
        if isinstance(node, yaml.SequenceNode):
            return [self._read(item, f"{pointer}/{index}") for index, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, pointer: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key, item in node.value:
            name = _scalar(key) if isinstance(key, yaml.ScalarNode) else None
            if type(name) is not str:
                raise AuthoringError("bad_key", "a key must be a word", _at(key.start_mark), pointer)
            if name in out:
                raise AuthoringError("duplicate_key", f"the key {name!r} is repeated", _at(key.start_mark), pointer)
            out[name] = self._read(item, f"{pointer}/{name}")
        return out

    def _map(self, node: yaml.Node) -> list[Row]:
        if not isinstance(node, yaml.ScalarNode) or node.style != "|":
            raise self.error("map_style", "the map is a literal block, written under 'map: |'", "/map")
        first = node.start_mark.line + 1
        rows = node.value.removesuffix("\n").split("\n")
        drawn = self._lines[first : first + len(rows)]
        return [
            (row, (line, len(text) - len(row) + 1))
            for line, (row, text) in enumerate(zip(rows, drawn, strict=False), first + 1)
        ]


def _compose(text: str) -> yaml.Node:
    """The node tree of a text that keeps to the form's part of YAML."""
    try:
        _check_events(text)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise AuthoringError("bad_yaml", error.problem or "not YAML", _at(mark) if mark else (1, 1)) from None
    except yaml.reader.ReaderError as error:
        before = _BREAKS.split(text[: error.position])
        raise AuthoringError("bad_yaml", error.reason, (len(before), len(before[-1]) + 1)) from None
    if node is None:
        raise AuthoringError("bad_yaml", "the source is empty", (1, 1))
    return node


def _check_events(text: str) -> None:
    """Refuse what the form leaves out of YAML before a tree is built: aliases, anchors, tags, bottomless nesting."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if getattr(event, "anchor", None):
            raise AuthoringError("yaml_anchor", "anchors and aliases are not part of the form", _at(event.start_mark))
        if getattr(event, "tag", None):
            raise AuthoringError("yaml_tag", "tags are not part of the form", _at(event.start_mark))
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _MAX_DEPTH:
            raise AuthoringError("yaml_depth", f"more than {_MAX_DEPTH} nested values", _at(event.start_mark))


def _scalar(node: yaml.Node) -> Any:
    """A scalar as JSON would have it; YAML's own readings (yes, 0x10, 1_000, dates, null) are refused."""
    text = node.value
    if node.tag == _TEXT:
        return text
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    raise AuthoringError("yaml_scalar", f"{text!r} has no plain meaning; quote a text", _at(node.start_mark))


def _at(mark: Any) -> Place:
    return mark.line + 1, mark.column + 1
