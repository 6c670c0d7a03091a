"""The conversation of the second reading's testee, and the exchanges of the documentation (CNF-1 to CNF-3)."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from conformance import profiles
from conformance.protocol import answer, bye, case, decode, encode, hello
from conformance.second_reading.testee import COMPONENTS, PROFILES, talk

EXCHANGES = Path(__file__).parents[2] / "docs" / "protocol" / "exchanges"
NONCE = "0123456789abcdef" * 2


def told(*lines: bytes) -> list[Any]:
    """The answers to some lines, as a runner takes them."""
    out = io.BytesIO()
    talk(io.BytesIO(b"".join(lines)), out)
    return [answer(decode(line)) for line in out.getvalue().splitlines(keepends=True)]


def test_hello() -> None:
    ready = told(encode(hello(NONCE)), encode(bye()), encode(hello(NONCE)))
    assert len(ready) == 1
    assert ready[0]["run"] == NONCE
    assert set(ready[0]["profiles"]) == set(PROFILES) == set(profiles.PROFILES)
    assert ready[0]["components"] == COMPONENTS == profiles.components(profiles.PROFILES)


def test_cases() -> None:
    words = case("a", "rng.words", {"state": "0" * 16, "count": 1})
    traced = case("b", "rng.words", {"state": "0" * 16, "count": 1}, 0)
    found = told(b"noise\n", b"[]\n", encode(words), encode(traced), encode(case("c", "no.such", {})))
    assert found[0]["output"] == {"words": ["e220a8397b1dcdaf"], "end_state": "9e3779b97f4a7c15"}
    assert [one["status"] for one in found] == ["ok", "unsupported", "unsupported"]
    assert told(encode(case("d", "rng.words", {})))[0]["status"] == "error"


@pytest.mark.parametrize("path", sorted(EXCHANGES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_exchanges(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    assert told(*lines[::2]) == [json.loads(line) for line in lines[1::2]]
