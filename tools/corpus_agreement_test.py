"""The two readings answer every case of the corpus alike (docs/conformance)."""

from pathlib import Path

from tools import corpus_work

ROOT = Path(__file__).parents[1]


def test_both_readings_answer_alike() -> None:
    made = corpus_work.make(ROOT)
    assert made.wrong == []
    assert corpus_work.stale(ROOT, made.files) == [], f"run: {corpus_work.UPDATE}"


def test_the_second_reading_refuses_and_breaks_in_words() -> None:
    state = {"state": "0" * 16, "count": 1}
    assert corpus_work.second("rng.words", state)["status"] == "ok"
    assert corpus_work.second("rng.dice", {}) == {"status": "unsupported"}
    refused = corpus_work.second("document.read", {"kind": "scenario", "document": {"text": "{}"}})
    assert refused == {"status": "rejected", "stage": "shape", "code": "missing_key", "pointer": "/exits"}
    assert corpus_work.second("rng.words", {})["status"] == "error"
