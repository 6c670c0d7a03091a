"""The scenario document and its rules (SIM-2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from simulator import canonical, shape
from simulator.grid import OPEN, Grid, make_grid
from simulator.meaning import Fault, Path, order_faults, refuse_first
from simulator.versions import SCENARIO_SCHEMA_VERSION

MAX_CELL_STEPS = 1 << 27
DETERMINISTIC, STOCHASTIC = "deterministic", "stochastic"
BLOCKED, CASUALTY = "blocked", "casualty"

EnterFire = Literal["blocked", "casualty"]
FireModel = Literal["deterministic", "stochastic"]


@dataclass(frozen=True, slots=True)
class Person:
    """A person and the cell where it starts."""

    id: str
    cell: int


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit and its cell."""

    id: str
    cell: int


@dataclass(frozen=True, slots=True)
class FireRules:
    """How the fire starts and spreads (SIM-6). `spread_probability` is None for the deterministic model."""

    model: FireModel
    ignition: tuple[int, ...]
    spread_interval: int
    spread_probability: float | None
    exits_flammable: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A valid scenario. People and exits are in order of their IDs; `digest` is the scenario hash (SIM-2)."""

    scenario_id: str
    grid: Grid
    exits: tuple[Exit, ...]
    people: tuple[Person, ...]
    fire: FireRules
    enter_fire: EnterFire
    max_steps: int
    document: dict[str, Any]
    digest: str

    @property
    def schema_version(self) -> str:
        """The version of the document's schema."""
        return SCENARIO_SCHEMA_VERSION

    def flammable(self) -> bytes:
        """The mask of the cells that can burn: open ones, but for the exits where exits can't (SIM-6.2)."""
        out = bytearray(kind == OPEN for kind in self.grid.terrain)
        if not self.fire.exits_flammable:
            for exit_ in self.exits:
                out[exit_.cell] = 0
        return bytes(out)


def _fire(probability: bool | None) -> shape.Record:
    models = {True: (STOCHASTIC,), False: (DETERMINISTIC,), None: (DETERMINISTIC, STOCHASTIC)}[probability]
    required: dict[str, shape.Shape] = {
        "model": shape.Choice(*models),
        "ignition": shape.ListOf(shape.position()),
        "spread_interval": shape.Integer(1),
        "exits_flammable": shape.Boolean(),
    }
    spread: dict[str, shape.Shape] = {"spread_probability": shape.Probability()}
    if probability is None:
        return shape.Record(required, spread)
    return shape.Record(required | spread if probability else required)


_PLACED = shape.Record({"id": shape.identifier(), "position": shape.position()})

SHAPE = shape.Record(
    {
        "schema_version": shape.Choice(SCENARIO_SCHEMA_VERSION),
        "scenario_id": shape.identifier(),
        "map": shape.Record(
            {
                "rows": shape.Integer(1, 1024),
                "cols": shape.Integer(1, 1024),
                "walls": shape.ListOf(shape.position()),
            }
        ),
        "exits": shape.ListOf(_PLACED, 1),
        "people": shape.ListOf(_PLACED, 1, 100_000),
        "fire": shape.OneOf(
            {STOCHASTIC: _fire(True), DETERMINISTIC: _fire(False)},
            lambda members: str(members.get("model")),
            _fire(None),
        ),
        "movement": shape.Record({"enter_fire": shape.Choice(BLOCKED, CASUALTY)}),
        "termination": shape.Record({"max_steps": shape.Integer(1, 100_000)}),
    },
    {"metadata": shape.Record({}, {"title": shape.Text(4096), "notes": shape.Text(4096)})},
)


def parse(data: bytes) -> Scenario:
    """A scenario from the bytes of its document, in any formatting (SIM-2).

    Raises:
        DocumentError: the first fault, by stage and then by document order (ENC-5).
    """
    return _compile(shape.read(data, SHAPE))


def from_value(value: Any) -> Scenario:
    """A scenario from a plain JSON value (SIM-2).

    Raises:
        DocumentError: as `parse`, but for syntax.
    """
    return _compile(SHAPE.read(value, ""))


def _compile(document: dict[str, Any]) -> Scenario:
    refuse_first(document, _faults(document))
    area, fire = document["map"], document["fire"]
    grid = make_grid(area["rows"], area["cols"], area["walls"])
    return Scenario(
        scenario_id=document["scenario_id"],
        grid=grid,
        exits=tuple(Exit(item["id"], grid.cell(*item["position"])) for item in document["exits"]),
        people=tuple(Person(item["id"], grid.cell(*item["position"])) for item in document["people"]),
        fire=FireRules(
            model=fire["model"],
            ignition=tuple(grid.cell(*at) for at in fire["ignition"]),
            spread_interval=fire["spread_interval"],
            spread_probability=fire.get("spread_probability"),
            exits_flammable=fire["exits_flammable"],
        ),
        enter_fire=cast(EnterFire, document["movement"]["enter_fire"]),
        max_steps=document["termination"]["max_steps"],
        document=document,
        digest=canonical.digest(document),
    )


def _faults(document: dict[str, Any]) -> Iterator[Fault]:
    """Every contradiction between the document's well-shaped values (SIM-2)."""
    lists: list[tuple[Path, list[list[int]]]] = [
        (("map", "walls"), document["map"]["walls"]),
        (("fire", "ignition"), document["fire"]["ignition"]),
    ]
    for path, cells in lists:
        yield from order_faults(path, cells)
        yield from _off_grid(document, [((*path, i), at) for i, at in enumerate(cells)])
    for name in ("exits", "people"):
        yield from order_faults((name,), [item["id"] for item in document[name]], ("id",))
        yield from _off_grid(document, _placed(document, name))
    yield from _on_wall(document)
    yield from _shared_cells(document)
    yield from _ignition_faults(document)
    area, steps = document["map"], document["termination"]["max_steps"]
    if area["rows"] * area["cols"] * (steps + 1) > MAX_CELL_STEPS:
        yield Fault(("termination", "max_steps"), "too_much", "rows · cols · (max_steps + 1) is more than 2^27")


def _placed(document: dict[str, Any], name: str) -> list[tuple[Path, list[int]]]:
    return [((name, i, "position"), item["position"]) for i, item in enumerate(document[name])]


def _off_grid(document: dict[str, Any], places: list[tuple[Path, list[int]]]) -> Iterator[Fault]:
    rows, cols = document["map"]["rows"], document["map"]["cols"]
    for path, (row, col) in places:
        if row >= rows or col >= cols:
            yield Fault(path, "off_grid", f"[{row}, {col}] is not on the grid of {rows} × {cols}")


def _on_wall(document: dict[str, Any]) -> Iterator[Fault]:
    walls = {tuple(at) for at in document["map"]["walls"]}
    ignition: list[tuple[Path, list[int]]] = [
        (("fire", "ignition", i), at) for i, at in enumerate(document["fire"]["ignition"])
    ]
    for path, at in _placed(document, "exits") + _placed(document, "people") + ignition:
        if tuple(at) in walls:
            yield Fault(path, "on_wall", f"{at} is a wall")


def _shared_cells(document: dict[str, Any]) -> Iterator[Fault]:
    """Two exits, two people, or a person and an exit on one cell; a person on an ignition cell (SIM-2.20, SIM-2.21)."""
    taken: dict[tuple[int, ...], str] = {}
    for name in ("exits", "people"):
        for index, item in enumerate(document[name]):
            at = tuple(item["position"])
            if at in taken:
                yield Fault((name, index, "position"), "occupied", f"{taken[at]} has this cell")
            taken.setdefault(at, item["id"])
    burning = {tuple(at) for at in document["fire"]["ignition"]}
    for path, place in _placed(document, "people"):
        if tuple(place) in burning:
            yield Fault(path, "on_ignition", "a person can't start on a burning cell")


def _ignition_faults(document: dict[str, Any]) -> Iterator[Fault]:
    if document["fire"]["exits_flammable"]:
        return
    exits = {tuple(item["position"]) for item in document["exits"]}
    for index, at in enumerate(document["fire"]["ignition"]):
        if tuple(at) in exits:
            yield Fault(("fire", "ignition", index), "exit_not_flammable", "an exit that can't burn can't be lit")
