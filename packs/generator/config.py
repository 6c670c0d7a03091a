"""The configuration of a generated suite: its shape, its meaning, and the presets (PCK-11.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from packs.generator.families import FAMILIES
from packs.versions import GENERATOR_CONFIG_VERSION
from simulator import canonical, shape
from simulator.errors import UsageError
from simulator.meaning import Fault, Path, order_faults, refuse_first
from simulator.scenario import BLOCKED, CASUALTY, DETERMINISTIC, STOCHASTIC

MAX_SIDE, MAX_PEOPLE, MAX_EXITS, MAX_COUNT = 64, 500, 8, 1000
SUITE_ID = "generated"


def _range(low: int, high: int) -> shape.Tuple:
    return shape.Tuple(shape.Integer(low, high), shape.Integer(low, high))


def _some(item: shape.Shape) -> shape.ListOf:
    return shape.ListOf(item, 1, 16)


_COMMON: dict[str, shape.Shape] = {
    "rows": _range(5, MAX_SIDE),
    "cols": _range(5, MAX_SIDE),
    "people": _range(1, MAX_PEOPLE),
    "exits": _range(1, MAX_EXITS),
    "models": _some(shape.Choice(DETERMINISTIC, STOCHASTIC)),
    "spread_interval": _range(1, 1000),
    "spread_probability": _some(shape.Text(8, 1, r"0\.[0-9]{0,5}[1-9]|1", "a decimal such as 0.25, or 1")),
    "exits_flammable": _some(shape.Boolean()),
    "enter_fire": _some(shape.Choice(BLOCKED, CASUALTY)),
    "ignitions": _range(1, 16),
    "slack": _range(0, 1000),
}
_EXTRA: dict[str, shape.Shape] = {"pillars": _range(0, 40), "room": _range(1, 32), "block": _range(1, 32)}


def _entry(names: Sequence[str], parameters: shape.Record) -> shape.Record:
    return shape.Record(
        {"family": shape.Choice(*names), "count": shape.Integer(1, MAX_COUNT), "parameters": parameters}
    )


def _variant(name: str) -> shape.Record:
    extra = FAMILIES[name].extra
    return _entry([name], shape.Record(_COMMON | ({extra: _EXTRA[extra]} if extra else {})))


SHAPE = shape.Record(
    {
        "generator_config_version": shape.Choice(GENERATOR_CONFIG_VERSION),
        "suite_id": shape.Text(47, 1, r"[A-Za-z0-9._-]{1,47}", "an ID of at most 47 characters"),
        "suite_version": shape.identifier(),
        "families": shape.ListOf(
            shape.OneOf(
                {name: _variant(name) for name in FAMILIES},
                lambda members: str(members.get("family")),
                _entry(list(FAMILIES), shape.Record(_COMMON, _EXTRA)),
            ),
            1,
        ),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Config:
    """A valid configuration; its digest is part of every stream's label (PCK-11.2)."""

    document: dict[str, Any]
    digest: str

    @property
    def scenarios(self) -> list[tuple[int, int]]:
        """Per scenario of the suite, in order, its place in `families` and its number within the family."""
        families = self.document["families"]
        return [(place, number) for place, entry in enumerate(families) for number in range(entry["count"])]


def parse(data: bytes) -> Config:
    """A configuration from the bytes of its document, in any formatting (PCK-11.2).

    Raises:
        DocumentError: the first fault, by stage and then by document order (ENC-5).
    """
    return _checked(shape.read(data, SHAPE))


def from_value(value: Any) -> Config:
    """A configuration from a plain JSON value (PCK-11.2).

    Raises:
        DocumentError: as `parse`, but for syntax.
    """
    return _checked(SHAPE.read(value, ""))


def preset(families: Sequence[str], count: int) -> Config:
    """The preset parameters of some families, `count` scenarios each (PCK-11.2).

    Raises:
        UsageError: `unknown_family`, with the names that exist; `repeated_family`; `bad_count`.
    """
    for name in families:
        if name not in FAMILIES:
            raise UsageError("unknown_family", f"no family is called {name!r}; there are {', '.join(FAMILIES)}")
    if len(set(families)) < len(families):
        raise UsageError("repeated_family", "a family is named twice")
    if not 1 <= count <= MAX_COUNT:
        raise UsageError("bad_count", f"a family has 1 to {MAX_COUNT} scenarios")
    entries = [{"family": name, "count": count, "parameters": dict(FAMILIES[name].preset)} for name in sorted(families)]
    return from_value(
        {
            "generator_config_version": GENERATOR_CONFIG_VERSION,
            "suite_id": SUITE_ID,
            "suite_version": "1.0",
            "families": entries,
        }
    )


def inside(generation: dict[str, Any]) -> Config:
    """The configuration inside a well-shaped generation record (PCK-11.2, PCK-11.6).

    Raises:
        DocumentError: stage "meaning", with a pointer into the record.
    """
    document = generation["config"]
    refuse_first(generation, _faults(document, ("config",)))
    return Config(document, canonical.digest(document))


def _checked(document: dict[str, Any]) -> Config:
    refuse_first(document, _faults(document, ()))
    return Config(document, canonical.digest(document))


def _faults(document: dict[str, Any], prefix: Path) -> Iterator[Fault]:
    """Lists out of order, and ranges whose high end is below the low one (PCK-11.2)."""
    names = [entry["family"] for entry in document["families"]]
    yield from order_faults((*prefix, "families"), names, ("family",))
    for place, entry in enumerate(document["families"]):
        for name, value in entry["parameters"].items():
            path: Path = (*prefix, "families", place, "parameters", name)
            if name in ("models", "spread_probability", "exits_flammable", "enter_fire"):
                yield from order_faults(path, value)
            elif value[0] > value[1]:
                yield Fault((*path, 1), "out_of_range", f"the range ends at {value[1]}, below {value[0]}")
