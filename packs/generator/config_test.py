"""Configurations: presets are valid, and every fault has its code and pointer (PCK-11.2)."""

import json
from typing import Any

import pytest

from packs.generator import config
from packs.generator.families import FAMILIES
from simulator import canonical
from simulator.errors import DocumentError, UsageError


def document() -> dict[str, Any]:
    """A fresh configuration: two families, three scenarios each."""
    return dict(json.loads(canonical.encode(config.preset(["office_grid", "open_hall"], 3).document)))


def parameters(value: dict[str, Any]) -> dict[str, Any]:
    return dict(value["families"][0]["parameters"])


def changed(**members: Any) -> dict[str, Any]:
    """The configuration with other parameters in its first family, None for an absent one."""
    out = document()
    mixed = parameters(out) | members
    out["families"][0]["parameters"] = {key: value for key, value in mixed.items() if value is not None}
    return out


def refused(value: Any) -> tuple[str, str, str]:
    with pytest.raises(DocumentError) as caught:
        config.from_value(value)
    return caught.value.stage, caught.value.code, caught.value.pointer


def test_presets() -> None:
    for name in FAMILIES:
        made = config.preset([name], 2)
        assert made.scenarios == [(0, 0), (0, 1)]
        assert config.parse(canonical.encode(made.document)).digest == made.digest == canonical.digest(made.document)
        assert config.parse(json.dumps(made.document, indent=1).encode()).digest == made.digest
    both = config.preset(["open_hall", "office_grid"], 3)
    assert both.digest == config.preset(["office_grid", "open_hall"], 3).digest
    assert both.scenarios == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("families", "count", "code"),
    [
        (["open_hall", "nope"], 1, "unknown_family"),
        ([""], 1, "unknown_family"),
        (["open_hall", "open_hall"], 1, "repeated_family"),
        (["open_hall"], 0, "bad_count"),
        (["open_hall"], 1001, "bad_count"),
    ],
)
def test_preset_faults(families: list[str], count: int, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        config.preset(families, count)
    assert (caught.value.code, caught.value.exit_code) == (code, 2)


FIRST = "/families/0/parameters"


@pytest.mark.parametrize(
    ("members", "code", "pointer"),
    [
        ({"rows": [4, 9]}, "out_of_range", "/rows/0"),
        ({"cols": [5, 65]}, "out_of_range", "/cols/1"),
        ({"people": [0, 9]}, "out_of_range", "/people/0"),
        ({"people": [1, 501]}, "out_of_range", "/people/1"),
        ({"exits": [1, 9]}, "out_of_range", "/exits/1"),
        ({"exits": [1]}, "too_short", "/exits"),
        ({"slack": [1, 2, 3]}, "too_long", "/slack"),
        ({"models": []}, "too_short", "/models"),
        ({"models": ["random"]}, "bad_value", "/models/0"),
        ({"spread_probability": [0]}, "wrong_type", "/spread_probability/0"),
        ({"spread_probability": ["0.50"]}, "bad_value", "/spread_probability/0"),
        ({"spread_probability": ["0.0"]}, "bad_value", "/spread_probability/0"),
        ({"spread_probability": ["1e-1"]}, "bad_value", "/spread_probability/0"),
        ({"exits_flammable": [0]}, "wrong_type", "/exits_flammable/0"),
        ({"room": [2, 4]}, "unknown_key", "/room"),
        ({"block": None}, "missing_key", "/block"),
        ({"slack": None}, "missing_key", "/slack"),
    ],
)
def test_shape_faults(members: dict[str, Any], code: str, pointer: str) -> None:
    assert refused(changed(**members)) == ("shape", code, FIRST + pointer)


@pytest.mark.parametrize(
    ("members", "code", "pointer"),
    [
        ({"rows": [9, 8]}, "out_of_range", "/rows/1"),
        ({"block": [3, 2]}, "out_of_range", "/block/1"),
        ({"models": ["stochastic", "deterministic"]}, "not_sorted", "/models/1"),
        ({"exits_flammable": [True, True]}, "repeated", "/exits_flammable/1"),
        ({"spread_probability": ["0.5", "0.25"]}, "not_sorted", "/spread_probability/1"),
    ],
)
def test_meaning_faults(members: dict[str, Any], code: str, pointer: str) -> None:
    assert refused(changed(**members)) == ("meaning", code, FIRST + pointer)
    with pytest.raises(DocumentError) as caught:
        config.inside({"config": changed(**members)})
    assert caught.value.pointer == f"/config{FIRST}{pointer}"


def test_faults_outside_the_parameters() -> None:
    value = document()
    assert refused(value | {"generator_config_version": "2.0"}) == ("shape", "bad_value", "/generator_config_version")
    assert refused(value | {"suite_id": "a" * 48}) == ("shape", "too_long", "/suite_id")
    assert refused(value | {"suite_id": "a b"}) == ("shape", "bad_value", "/suite_id")
    assert refused(value | {"families": []}) == ("shape", "too_short", "/families")
    assert refused(value | {"families": value["families"][::-1]}) == ("meaning", "not_sorted", "/families/1/family")
    assert refused(value | {"families": value["families"][:1] * 2}) == ("meaning", "repeated", "/families/1/family")
    for entry, fault in (
        ({"family": "nope"}, ("shape", "bad_value", "/families/0/family")),
        ({"count": 0}, ("shape", "out_of_range", "/families/0/count")),
        ({"count": 1001}, ("shape", "out_of_range", "/families/0/count")),
    ):
        assert refused(value | {"families": [value["families"][0] | entry]}) == fault


def test_syntax_faults() -> None:
    data = canonical.encode(document())
    for bad, code in ((data + b"x", "bad_syntax"), (data.replace(b'"count":3', b'"count":3.0', 1), "not_an_integer")):
        with pytest.raises(DocumentError) as caught:
            config.parse(bad)
        assert caught.value.code == code
