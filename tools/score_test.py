"""The commands as a person types them: output, exit codes, and errors without a traceback."""

import json
from pathlib import Path

import pytest

from packs.pack import Pack
from tools import cli, evaluate, replay, score


def call(module: object, *argv: str) -> int:
    return cli.main(module.arguments(), module.run, argv)  # type: ignore[attr-defined]


def test_unknown_policy_lists_the_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(evaluate, "--policy", "nope", "--out", str(tmp_path / "r.jsonl")) == 2
    assert "congestion-aware-v1" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_evaluate_then_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.jsonl"
    assert call(evaluate, "--policy", "always-stay", "--out", str(out)) == 0
    assert call(score, "--results", str(out)) == 0
    text = capsys.readouterr().out
    assert "EMBER Score 0.0 / 100" in text and "official; environment pack v1-public" in text
    assert call(score, "--results", str(out), "--json") == 0
    assert json.loads(capsys.readouterr().out)["official"] is True


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n", encoding="utf-8")
    assert call(score, "--results", str(bad)) == 3
    assert call(score, "--results", str(tmp_path / "absent")) == 3
    assert call(score, "--pack", str(tmp_path), "--results", str(bad)) == 3
    assert call(replay, str(bad)) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_a_replay(capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[1] / "testdata" / "example-run" / "record.json"
    folder = example.resolve().parent
    assert call(replay, str(folder / "record.json"), "--scenario", str(folder / "scenario.json")) == 0
    assert "e43cd72f09b7a5d316a4959c5d83b749055bc6af7be876e79d9d8075cd5e934f" in capsys.readouterr().out


def test_the_default_pack_is_the_public_one() -> None:
    pack: Pack = cli.load_pack(None)
    assert (pack.pack_id, len(pack.episodes)) == ("v1-public", 30)
