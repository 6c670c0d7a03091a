"""compare, leaderboard and explain as a person types them (SCO-8.4 to SCO-8.7)."""

import gzip
import json
import os
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.model import Model, report
from scoring.report.reported import EVIDENCE, seen
from scoring.schedules import TARGET, changed, schedule
from simulator.canonical import encode
from tools import cli, compare, explain, leaderboard

Write = Callable[[str, dict[str, Any]], str]


def made(model_id: str, dead: int, **target: Any) -> dict[str, Any]:
    """A report of two trials: six episodes, the second trial of the last one a failure."""
    scores = [[score_episode(episode(10, dead * (n % 2))), score_episode(episode(10, dead))] for n in range(5)]
    rows = schedule([(f"f{n % 2}", f"s{n}", pair) for n, pair in enumerate(scores)])
    rows.append(ScheduledEpisode(5, "t", "g", 5, (seen(EVIDENCE), EpisodeTrial(failed_episode("timeout", 6)))))
    model = Model(model_id, "s-" + model_id, False, None, ("0" * 64, "1" * 64))
    return report(model, replace(TARGET, **target), rows)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a report as //tools:score --json prints it, and gives its path."""

    def put(name: str, document: dict[str, Any]) -> str:
        path = tmp_path / name
        path.write_bytes(encode(document) + b"\n")
        return str(path)

    return put


def call(module: ModuleType, *argv: str) -> int:
    return cli.main(module.arguments(), module.run, argv)


def test_compare(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write("a", made("a", 0)), write("b", made("b", 1))
    assert call(compare, a, b) == 0
    text = capsys.readouterr().out
    assert "\nOutcome a_better (A is better)\n" in text and "Primary families:\n  f0  A - B " in text
    assert call(compare, a, b, "--json") == 0
    there = json.loads(capsys.readouterr().out)
    assert call(compare, b, a, "--json") == 0
    back = json.loads(capsys.readouterr().out)
    assert (there["comparison"]["outcome"], back["comparison"]["outcome"]) == ("a_better", "b_better")
    assert back["comparison"]["delta"]["exact"] == "-" + there["comparison"]["delta"]["exact"]
    assert call(compare, a, a) == 0 and "exact_tie" in capsys.readouterr().out


def test_leaderboard_in_every_form_and_in_any_order(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [write(name, made(name, dead)) for name, dead in (("a", 2), ("b", 0), ("c", 1))]
    for form, start in (
        ((), "Leaderboard in "),
        (("--json",), '{"auth'),
        (("--csv",), "rank,"),
        (("--markdown",), "Lead"),
    ):
        outputs = set()
        for order in (paths, paths[::-1]):
            assert call(leaderboard, *order, *form) == 0
            outputs.add(capsys.readouterr().out)
        assert len(outputs) == 1 and outputs.pop().startswith(start)
    assert call(leaderboard, *paths, "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["rank"], row["model_id"]) for row in rows] == [(1, "b"), (2, "c"), (3, "a")]


def test_explain(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("a", made("a", 1))
    assert call(explain, path, "--episode", "5") == 0
    assert "\n  P10     avoidable casualty " in capsys.readouterr().out
    assert call(explain, path, "--episode", "5", "--trial", "1") == 0
    assert "\n0.0 points: failed, timeout" in capsys.readouterr().out
    assert call(explain, path, "--episode", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["costs"][0]["number"] == "avoidable_casualties"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--episode", "6"), "--episode 6: the report has episodes 0 to 5"),
        (("--episode", "-1"), "--episode -1: the report has episodes 0 to 5"),
        (("--episode", "0", "--trial", "2"), "--trial 2: the report has trials 0 to 1"),
    ],
)
def test_what_is_out_of_range_is_wrong_usage(
    write: Write, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], said: str
) -> None:
    assert call(explain, write("a", made("a", 1)), *argv) == 2
    captured = capsys.readouterr()
    assert said in captured.err and not captured.out


def test_a_compressed_report_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(encode(made("a", 1))))
    assert call(leaderboard, str(path)) == 0
    assert "   1 " in capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], module: ModuleType, *argv: str) -> str:
    """The one line of an error; nothing is printed beside it."""
    assert call(module, *argv) == 3
    captured = capsys.readouterr()
    assert not captured.out and captured.err.count("\n") == 1 and captured.err.startswith("error: ")
    return captured.err


def test_what_can_not_be_compared_says_why(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    a, other = write("a", made("a", 0)), write("b", made("b", 0, pack_digest="5" * 64))
    bare, manifest = made("b", 0, pack_id=None, pack_digest=None), made("b", 0, manifest_hash="6" * 64)
    assert "the environment pack digest differs: 3333" in refused(capsys, compare, a, other)
    assert "b (s-b) is UNOFFICIAL, on a bare suite" in refused(capsys, leaderboard, a, write("c", bare))
    assert "the evaluation manifest differs: 2222" in refused(capsys, compare, a, write("d", manifest))
    assert "the submission s-a of a is there more than once" in refused(capsys, leaderboard, a, a)
    newer = write("e", changed(made("b", 0), "/versions/scoring", "1.1"))
    assert "e: other_version at /versions/scoring: the report has the scoring version 1.1" in refused(
        capsys, compare, a, newer
    )


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("/headline/score/exact", "99/1", "report_differs"),
        ("/episodes/0/trials/0/score", "99.000000000", "report_differs"),
        ("/episodes/0/comment", "x", "unknown_key"),
        ("/model/model_id", "a\n1 b 100.0 points", "bad_value"),
        ("/model/submission_id", "<img src=x>", "bad_value"),
        ("/target/pack_id", "| pwned |", "bad_value"),
    ],
)
def test_every_tool_refuses_an_edited_report_and_names_the_file(
    write: Write, capsys: pytest.CaptureFixture[str], path: str, value: str, code: str
) -> None:
    forged = write("forged.json", changed(made("a", 0), path, value))
    for module, argv in ((compare, (forged, forged)), (leaderboard, (forged,)), (explain, (forged, "--episode", "0"))):
        assert f"forged.json: {code} at {path}: " in refused(capsys, module, *argv)


def test_what_is_no_report_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("empty", b""), ("text", b"EMBER Score 100.0\n"), ("float", b"1e999"), ("gz", b"\x1f\x8bxx")):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "link").symlink_to(tmp_path / "text")
    os.mkfifo(tmp_path / "pipe")
    for name in ("empty", "text", "float", "gz", "link", "pipe", "absent", "."):
        assert str(tmp_path) in refused(capsys, leaderboard, str(tmp_path / name))


@pytest.mark.parametrize("module", [compare, leaderboard, explain])
def test_help_has_an_example(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        call(module, "--help")
    assert caught.value.code == 0 and "example:\n  bazel run //tools:" in capsys.readouterr().out


def test_pages_are_written_whole_and_beside_what_is_printed(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = write("a", made("a", 0)), write("b", made("b", 1))
    out = tmp_path / "page.html"
    for module in (compare, leaderboard):
        assert call(module, a, b, "--html", str(out)) == 0
        printed = capsys.readouterr()
        assert printed.err == f"page: {out}\n" and printed.out in unescape(out.read_text(encoding="utf-8"))
    assert call(compare, a, b, "--html", str(tmp_path / "absent" / "page.html")) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "page.html"]
