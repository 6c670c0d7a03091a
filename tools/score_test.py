"""The commands as a person types them: output, exit codes, and errors without a traceback."""

import json
from pathlib import Path

import pytest

from packs.pack import Pack
from packs.public.pack import public_pack
from scoring.report import text
from scoring.report.checks import read_foreign
from tools import cli, evaluate, replay, score


def call(module: object, *argv: str) -> int:
    return cli.main(module.arguments(), module.run, argv)  # type: ignore[attr-defined]


def test_unknown_policy_lists_the_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(evaluate, "--policy", "nope", "--out", str(tmp_path / "r.jsonl")) == 2
    assert "congestion-aware-v1" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The result of a policy that draws."""
    out = tmp_path_factory.mktemp("score") / "r.jsonl"
    assert call(evaluate, "--policy", "random-legal-v1", "--out", str(out)) == 0
    return str(out)


def test_evaluate_then_score(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(score, "--results", result) == 0
    printed = capsys.readouterr().out
    assert "EMBER Score 0.0 / 100" in printed and "official; environment pack v1-public" in printed
    assert call(score, "--results", result, "--json") == 0
    found = read_foreign(capsys.readouterr().out.strip().encode())
    assert text.render(found) == printed


def test_the_other_forms(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(score, "--results", result, "--csv") == 0
    assert capsys.readouterr().out.startswith("level,id,family,seed,score")
    assert call(score, "--results", result, "--markdown") == 0
    assert "| level | id |" in capsys.readouterr().out


def test_the_number_of_jobs_does_not_show(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = set()
    for jobs in ("1", "2", "4"):
        assert call(score, "--results", result, "--json", "--jobs", jobs) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


def test_the_joint_bound_is_given_where_it_is_asked_for(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    bounds = []
    for option in ((), ("--joint-bound",)):
        assert call(score, "--results", result, "--json", *option) == 0
        bounds.append([row["joint_bound"] for row in json.loads(capsys.readouterr().out)["episodes"]])
    assert bounds[0] == [None] * 30 and all(bound > 0 for bound in bounds[1])


def test_a_digest_that_was_expected_makes_the_pack_committed(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    digest = cli.load_pack(None).digest
    assert call(score, "--results", result, "--expected-digest", f"sha256:{digest}") == 0
    assert "Disclosure: committed" in capsys.readouterr().out
    assert call(score, "--results", result, "--expected-digest", "0" * 64) == 3
    assert "unexpected_digest" in capsys.readouterr().err
    assert call(score, "--results", result, "--expected-digest", "0" * 63) == 2


def test_a_bare_suite_is_unofficial(result: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite = str(public_pack() / "suite")
    assert call(score, "--results", result, "--suite", suite) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("EMBER Score 0.0 / 100") and "UNOFFICIAL; suite v1-public" in printed
    assert call(score, "--results", result, "--suite", suite, "--require-official") == 1
    assert call(score, "--results", result, "--require-official") == 0


@pytest.mark.parametrize(
    "argv",
    [
        ["--results", "r.jsonl", "r.jsonl"],
        ["--results", "r.jsonl", "--jobs", "0"],
        ["--results", "r.jsonl", "--suite", "s", "--expected-digest", "0" * 64],
        ["--demo", "--suite", "s"],
        ["--results", "r.jsonl", "--json", "--operational", "o.json"],
    ],
)
def test_options_that_do_not_go_together(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(score, *argv) == 2
    assert capsys.readouterr().out == ""


def test_an_operational_record_stands_below(result: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {
        "model_id": "random-legal-v1",
        "provider_id": "nobody",
        "inference_digest": "0" * 64,
        "trials": 1,
        "episodes": 30,
        "latency_seconds": "1.5",
        "input_tokens": 1,
        "output_tokens": 2,
        "cost": "3/2",
        "cost_unit": "EUR",
        "retries": 0,
        "timeouts": 0,
    }
    path = tmp_path / "o.json"
    path.write_text(json.dumps(record))
    assert call(score, "--results", result) == 0
    report = capsys.readouterr().out
    code = call(score, "--results", result, "--operational", str(path))
    printed = capsys.readouterr()
    assert code == 0, printed.err
    assert printed.out.startswith(report) and "Tokens: input 1; output 2" in printed.out
    path.write_text(json.dumps(record | {"model_id": "other"}))
    assert call(score, "--results", result, "--operational", str(path)) == 3
    assert capsys.readouterr().out == ""


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
    assert (pack.pack_id, len(pack)) == ("v1-public", 30)
