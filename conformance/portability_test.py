"""One row of the matrix: the whole corpus, the public pack, a generated suite, numbers and decimals, in one process.

Each digest is held against the committed one, so what docs/toolchains.md says of the rows is true while this passes.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance import portability, vectors
from simulator import canonical

RECORD = Path(__file__).parent / "portability.json"
UPDATE = "after a meant change: bazel run //tools:matrix -- digests"
CORPUS = vectors.load()
AREAS = sorted({vector.area for vector in CORPUS})


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORD.read_bytes())
    return found


@pytest.mark.parametrize("area", AREAS)
def test_the_product_answers_as_the_corpus_says(area: str) -> None:
    for vector in CORPUS:
        if vector.area == area:
            assert portability.answers()[vector.id] == vector.expected, vector.id


@pytest.mark.parametrize("name", portability.DIGESTS)
def test_digests_are_the_recorded_ones(name: str) -> None:
    assert portability.DIGESTS[name]() == recorded()["digests"][name], UPDATE


def test_nothing_else_is_recorded() -> None:
    assert recorded()["digests"].keys() == portability.DIGESTS.keys()
    assert RECORD.read_bytes() == canonical.encode(recorded())


def test_a_wrong_answer_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = portability.corpus()
    wrong = {**portability.answers(), CORPUS[0].id: {"status": "unsupported"}}
    monkeypatch.setattr(portability, "answers", lambda: wrong)
    assert portability.corpus() != before
