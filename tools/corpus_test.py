"""Tests of the command that makes the corpus; they make all of it once.

The product stands in for the second reading, which takes long; corpus_agreement_test asks that one.
"""

import shutil
from pathlib import Path

import pytest

from conformance.corpus.spelling import DefinitionError
from conformance.operations.registry import outcome
from tools import cli, corpus, corpus_work

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def made() -> corpus_work.Made:
    return corpus_work.make(ROOT, outcome)


def test_the_committed_files_are_what_the_definitions_give(made: corpus_work.Made) -> None:
    assert corpus_work.stale(ROOT, made.files) == [], f"run: {corpus_work.UPDATE}"


def test_every_case_is_admitted_every_clause_covered_and_nothing_lost(made: corpus_work.Made) -> None:
    assert made.wrong == []


def test_what_is_stale(made: corpus_work.Made, tmp_path: Path) -> None:
    vectors = tmp_path.joinpath(corpus_work.CORPUS, "vectors")
    shutil.copytree(ROOT.joinpath(corpus_work.CORPUS, "vectors"), vectors)
    others = [path for path in made.files if not path.startswith(f"{corpus_work.CORPUS}/vectors/")]
    assert corpus_work.stale(tmp_path, made.files) == sorted(others)
    vectors.joinpath("rng.json").write_bytes(b"{}")
    vectors.joinpath("gone.json").write_bytes(b"{}")
    here = [f"{corpus_work.CORPUS}/vectors/{name}.json" for name in ("gone", "rng")]
    assert corpus_work.stale(tmp_path, made.files) == sorted(others + here)


def test_an_update_writes_and_removes(
    made: corpus_work.Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BUILD_WORKSPACE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(corpus_work, "make", lambda root: made)
    gone = tmp_path.joinpath(corpus_work.CORPUS, "vectors", "gone.json")
    gone.parent.mkdir(parents=True)
    gone.write_bytes(b"{}")
    assert cli.main(corpus.arguments(), corpus.command, ["check"]) == 1
    assert f"gone.json is not what its definitions give: {corpus_work.UPDATE}" in capsys.readouterr().err
    cli.main(corpus.arguments(), corpus.command, ["update"])
    assert not gone.exists() and corpus_work.stale(tmp_path, made.files) == []
    assert f"{made.counts['vectors']} vectors" in capsys.readouterr().out


def test_a_floor_only_rises() -> None:
    counts = {"both": 3, "negative": 5, "positive": 7, "vectors": 9, "clauses": 9}
    floor, fallen = corpus_work.raised(counts, {"both": 4, "negative": 5})
    assert floor == {"both": 4, "negative": 5, "positive": 7}
    assert fallen == ["coverage has fallen: 3 clauses both, not 4"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: [1, -2, true, null, 'x', 1.5, 2001-01-01, yes, 0x10, 017, 1_0]", None),
        ("1: x", {1: "x"}),
    ],
)
def test_scalars_are_those_of_json(text: str, value: object) -> None:
    wanted = {"a": [1, -2, True, None, "x", "1.5", "2001-01-01", "yes", "0x10", "017", "1_0"]}
    assert corpus_work.read_definition(text.encode()) == (value or wanted)


@pytest.mark.parametrize("text", ["a: 1\na: 2", "a: [", "1: x\n1: y"])
def test_no_definition(text: str) -> None:
    with pytest.raises(DefinitionError):
        corpus_work.read_definition(text.encode())
