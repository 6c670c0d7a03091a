"""The command line of the evaluator: what it takes, refuses, prints, and leaves behind."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from packs import folder
from packs.cases import small_pack
from packs.evaluation.scripted import Scripted
from simulator.policies import registry
from tools import cli, evaluate, models, verify_transcript

PRICES = ("--price-input", "3", "--price-output", "15.5", "--price-unit", "USD")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packs") / "small"
    folder.write(path, small_pack())
    return path


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """What every model is, but for its name."""
    model = Scripted(adapter="command")
    monkeypatch.setattr(models, "make", lambda options: model)
    return model


def call(*argv: str | Path) -> int:
    return cli.main(evaluate.arguments(), evaluate.run, [str(word) for word in argv])


def refused(code: str, capsys: pytest.CaptureFixture[str], *argv: str | Path) -> None:
    capsys.readouterr()
    assert call(*argv) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"error: {code}: " in err


def test_the_help_names_every_baseline() -> None:
    assert models.BASELINES == tuple(registry.POLICIES)
    # A name may go on in the next line.
    told = "".join(evaluate.arguments().format_help().split())
    assert ",".join(models.BASELINES) in told


def test_a_baseline_by_either_name(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert call("--pack", pack, "--policy", "always-stay", "--out", one) == 0
    out, err = capsys.readouterr()
    assert out == f"{one}\n"
    assert "4 episodes: 4 runs, 0 invalid_output, 0 model_error, 0 timeout\n" in err
    assert (
        f"//tools:score -- --pack {pack} --results {one}\n" in err and f"//tools:view -- --pack {pack} {one} -o" in err
    )
    assert call("--pack", pack, "--model", "policy:always-stay", "--out", two) == 0
    assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.jsonl", "two.jsonl"]


def test_several_processes_change_no_byte(pack: Path, tmp_path: Path) -> None:
    for jobs in ("1", "3"):
        argv = ("--pack", pack, "--policy", "always-stay", "--out", tmp_path / jobs, "--jobs", jobs)
        assert call(*argv) == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


def test_trials_of_a_baseline_draw_on(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "three"
    assert call("--pack", pack, "--policy", "random-legal-v1", "--trials", "3", "--out", out) == 0
    found = [path.read_bytes().splitlines() for path in sorted(out.iterdir())]
    assert len(found) == 3 and found[0][1:-1] != found[1][1:-1]
    assert [json.loads(lines[0])["trial"]["index"] for lines in found] == [0, 1, 2]


def test_a_program(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = tmp_path / "agent"
    agent.write_text("#!/bin/sh\nwhile read -r line; do echo '{\"actions\": {}}'; done\n")
    agent.chmod(0o755)
    out = tmp_path / "out" / "r.jsonl"
    out.parent.mkdir()
    argv = ("--pack", pack, "--model", f"cmd:{shlex.quote(str(agent))} --quick", "--out", out, "--deterministic")
    assert call(*argv, "--json", "--concurrency", "2") == 0
    printed, err = capsys.readouterr()
    assert json.loads(printed) == {
        "episodes": 4,
        "failures": {"invalid_output": 4, "model_error": 0, "timeout": 0},
        "results": [str(out)],
        "runs": 0,
    }
    assert "note:" not in err and f"--operational {out.parent}/r.operational.json" in err
    header = json.loads(out.read_bytes().splitlines()[0])
    assert (header["model_id"], header["submission_id"], header["stochastic"]) == ("agent", "agent", False)
    assert verified(pack, out) == 0


def verified(pack: Path, result: Path, *more: str | Path) -> int:
    beside = result.with_name(result.name.removesuffix(".jsonl") + ".transcript.jsonl")
    words = ["--pack", pack, result, beside, *more]
    return cli.main(verify_transcript.arguments(), verify_transcript.run, [str(word) for word in words])


def test_a_model_from_plan_to_signature(
    pack: Path, tmp_path: Path, scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("--pack", pack, "--model", "openai:large", "--trials", "3", "--out", tmp_path / "r", *PRICES)
    assert call(*argv, "--submission", "first", "--budget", "0.00081") == 4
    assert "budget_reached" in capsys.readouterr().err
    assert call("--status", "--trials", "3", "--out", tmp_path / "r", *PRICES) == 0
    out = capsys.readouterr().out
    assert out.startswith("large, submission first: 3 trials; nobody is at work\n")
    assert "2 answers in 0.0" in out and "200 input tokens, 14 output tokens, cost 817/1000000 USD" in out
    assert call(*argv, "--submission", "first", "--resume", "--provider", "me") == 0
    assert len(scripted.asked) == len(set(scripted.asked))
    assert json.loads((tmp_path / "r" / "operational.json").read_bytes())["provider_id"] == "me"
    assert call("--status", "--json", "--out", tmp_path / "r") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["episodes"], found["finished"], found["cost"]) == (12, 12, None)
    assert [verified(pack, tmp_path / "r" / f"trial-00{n}.jsonl") for n in range(3)] == [0, 0, 0]
    refused("plan_differs", capsys, *argv)


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="the system has no ssh-keygen")
def test_a_signed_result(pack: Path, tmp_path: Path, scripted: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    key, out = tmp_path / "key", tmp_path / "r.jsonl"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (tmp_path / "allowed").write_text("me " + key.with_suffix(".pub").read_text())
    argv = ("--pack", pack, "--model", "cmd:agent", "--out", out, "--sign")
    assert call(*argv, tmp_path / "absent") == 2
    assert call(*argv, key) == 0
    assert f"signed: {out}.sig\n" in capsys.readouterr().err
    words = ("--signature", f"{out}.sig", "--allowed-signers", tmp_path / "allowed", "--identity", "me")
    assert verified(pack, out, *words) == 0


def test_too_few_trials_are_said(
    pack: Path, tmp_path: Path, scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("--pack", pack, "--model", "py:module:act", "--out", tmp_path / "r") == 0
    assert "note: a model that may answer differently wants --trials 3" in capsys.readouterr().err
    assert json.loads((tmp_path / "r").read_bytes().splitlines()[0])["model_id"] == "module.act"


@pytest.mark.parametrize(
    ("code", "argv"),
    [
        ("no_model", ()),
        ("unknown_policy", ("--policy", "nobody")),
        ("unknown_model", ("--model", "magic:wand")),
        ("unknown_model", ("--model", "cmd:")),
        ("unknown_model", ("--model", "cmd")),
        ("bad_command", ("--model", "cmd:'")),
        ("bad_command", ("--model", "cmd: ")),
        ("no_such_program", ("--model", "cmd:/nowhere/agent")),
        ("needs_base_url", ("--model", "openai:large")),
        ("other_model", ("--policy", "always-stay", "--temperature", "0")),
        ("other_model", ("--policy", "always-stay", "--concurrency", "2")),
        ("other_model", ("--policy", "always-stay", *PRICES)),
        ("other_model", ("--model", "cmd:sh", "--fenced")),
        ("other_model", ("--model", "cmd:sh", "--jobs", "2")),
        ("bad_jobs", ("--policy", "always-stay", "--jobs", "0")),
        ("unknown_executor", ("--policy", "always-stay", "--executor", "magic")),
        ("other_model", ("--model", "openai:large", "--sandbox")),
        ("other_model", ("--model", "cmd:sh", "--policy-seed", "0")),
        ("bad_concurrency", ("--model", "cmd:sh", "--concurrency", "0")),
        ("needs_prices", ("--model", "cmd:sh", "--budget", "1")),
        ("needs_prices", ("--model", "cmd:sh", "--price-input", "1")),
        ("bad_amount", ("--model", "cmd:sh", *PRICES, "--price-input", "1e3")),
        ("bad_amount", ("--model", "cmd:sh", *PRICES, "--budget", "-1")),
        ("bad_unit", ("--model", "cmd:sh", *PRICES, "--price-unit", "US $")),
        ("bad_provider", ("--model", "cmd:sh", "--provider", "a b")),
        ("bad_seconds", ("--model", "cmd:sh", "--step-seconds", "soon")),
        ("nothing_to_resume", ("--policy", "always-stay", "--resume")),
        ("no_journal", ("--status",)),
        ("bad_trials", ("--policy", "always-stay", "--trials", "0")),
        ("bad_submission", ("--policy", "always-stay", "--submission", "a b")),
        ("bad_model", ("--model", "cmd:sh", "--model-id", "a b")),
    ],
)
def test_what_is_refused(
    code: str, argv: tuple[str, ...], pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(code, capsys, "--pack", pack, "--out", tmp_path / "r.jsonl", *argv)
    assert list(tmp_path.iterdir()) == []


def test_the_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for tool in (evaluate, verify_transcript):
        with pytest.raises(SystemExit):
            tool.arguments().parse_args(["--help"])
        assert "example:\n  bazel run //tools:" in capsys.readouterr().out
