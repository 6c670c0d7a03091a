"""Trying mutants against a corpus made by hand."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.mutants import apply, mutant
from conformance.mutants.catalogue import MUTANTS
from conformance.mutants.harness import BrokenMutant, Harness
from conformance.mutants.mutant import StaleMutant, patched

WORDS = ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"]
STATE = {"state": "0" * 16, "count": 3}


def vector(name: str, given: dict[str, Any], output: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "operation": "rng.words", "input": given, "expected": {"status": "ok", "output": output}}


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harness]:
    folder: Path = tmp_path_factory.mktemp("corpus")
    right = vector("rng.words.0001", STATE, {"words": WORDS, "end_state": "daa66d2c7ddf743f"})
    wrong = vector("rng.words.0002", STATE, {"words": WORDS[::-1], "end_state": "daa66d2c7ddf743f"})
    folder.joinpath("rng.json").write_text(json.dumps({"vectors": [right, wrong]}))
    with Harness(folder) as running:
        yield running


def test_the_product_and_a_mutant(harness: Harness) -> None:
    assert list(harness.ask(None)) == ["rng.words.0002"]
    assert list(harness.ask("rng.words.increment")) == ["rng.words.0001", "rng.words.0002"]
    assert list(harness.ask("rng.words.increment", ["rng.words.0001"])) == ["rng.words.0001"]
    assert harness.ask("rng.streams.without-label", ["rng.words.0001"]) == {}
    assert harness.ask(None, ["rng.words.0001"]) == {}


@pytest.mark.parametrize(("name", "why"), [("no.such.mutant", "KeyError"), (None, "KeyError")])
def test_what_cannot_be_asked(harness: Harness, name: str | None, why: str) -> None:
    with pytest.raises(BrokenMutant, match=why):
        harness.ask(name, ["rng.words.0003"])
    assert harness.ask(None, ["rng.words.0001"]) == {}


def test_a_stale_mutant_is_an_error() -> None:
    some = MUTANTS["rng.words.increment"]
    assert patched(f"a = 1\n{some.old}\n", some) == f"a = 1\n{some.new}\n"
    for source in ("", some.old * 2):
        with pytest.raises(StaleMutant, match="rng.words.increment is stale"):
            patched(source, some)


def test_the_importer_patches_one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("toy_a.py").write_text("VALUE = 1\n")
    tmp_path.joinpath("toy_b.py").write_text("from toy_a import VALUE\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(apply, "LAYERS", ("toy_a", "toy_b"))
    importer = apply.Importer()
    monkeypatch.setattr("sys.meta_path", [importer, *__import__("sys").meta_path])
    fault = mutant.Mutant("toy", (), "", "toy_a", "VALUE = 1", "VALUE = 2")
    values = []
    for chosen in (None, fault, None):
        importer.mutant = chosen
        apply.forget()
        values.append(__import__("toy_b").VALUE)
    assert values == [1, 2, 1]
    importer.mutant = replace(fault, old="VALUE = 3")
    apply.forget()
    with pytest.raises(StaleMutant):
        __import__("toy_b")
