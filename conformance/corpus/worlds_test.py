"""Tests of drawn worlds."""

from typing import Any

import pytest

from conformance.corpus.spelling import DefinitionError, Token
from conformance.corpus.worlds import compiled, document, text

WORLD: dict[str, Any] = {
    "map": "P#E\n*PE",
    "fire": {"every": 2, "p": "0.25", "exits": "burn"},
    "enter": "casualty",
    "steps": 5,
    "ignition": [[0, 2]],
    "names": {"P1": "Zoe", "E2": "A"},
    "metadata": {"title": "t"},
    "id": "w-1",
}


def test_every_part_of_a_world() -> None:
    assert document(WORLD) == {
        "schema_version": "1.0",
        "scenario_id": "w-1",
        "metadata": {"title": "t"},
        "map": {"rows": 2, "cols": 3, "walls": [[0, 1]]},
        "exits": [{"id": "A", "position": [1, 2]}, {"id": "E1", "position": [0, 2]}],
        "people": [{"id": "P2", "position": [1, 1]}, {"id": "Zoe", "position": [0, 0]}],
        "fire": {
            "model": "stochastic",
            "ignition": [[0, 2], [1, 0]],
            "spread_interval": 2,
            "spread_probability": Token("0.25"),
            "exits_flammable": True,
        },
        "movement": {"enter_fire": "casualty"},
        "termination": {"max_steps": 5},
    }
    assert compiled(WORLD).document["fire"]["spread_interval"] == 2


def test_a_probability_stays_the_token_that_it_is() -> None:
    assert '"spread_probability":1e-1,' in text(WORLD | {"fire": {"p": "1e-1"}})
    assert "spread_probability" not in text({"map": "PE"})


@pytest.mark.parametrize(
    "world", [{"map": "PE", "size": 1}, {"map": "PX"}, {"map": "PE\n."}, {"map": "P", "fire": {"q": 1}}]
)
def test_what_the_form_does_not_have(world: dict[str, Any]) -> None:
    with pytest.raises(DefinitionError):
        document(world)
