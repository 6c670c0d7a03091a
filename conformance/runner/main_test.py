"""main.py: options and exit codes; and a run with this repository's operations, where the first divergence is told."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.operations import registry
from conformance.runner import main
from conformance.runner.testdata import toy
from simulator import canonical


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "vectors"
    folder.mkdir()
    folder.joinpath("toy.json").write_bytes(toy.corpus_file(toy.CORPUS))
    return folder


def run(corpus: Path, *options: str, testee: Sequence[str] = toy.argv("honest")) -> int:
    return main.run(["--corpus", str(corpus), "--profile", "rng", *options, "--", *testee], toy.PATIENT)


def test_exit_codes(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(corpus) == 0
    assert capsys.readouterr().out.startswith("PASSES")
    assert run(corpus, testee=toy.argv("accepts_everything")) == 1
    assert capsys.readouterr().out.count("toy.double.0003") == 1
    assert run(corpus, testee=["/nonexistent/testee"]) == 4
    assert run(corpus, testee=[]) == 2
    assert run(corpus.parent) == 3
    assert run(corpus, "--expected-failures", str(corpus)) == 3
    assert capsys.readouterr().err.count("error: ") == 4
    corpus.joinpath("toy.json").write_bytes(b"{}")
    assert run(corpus) == 3
    assert "toy.json: missing_key at /area" in capsys.readouterr().err


def test_our_own_faults(corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("conformance.runner.execution.judge", broken)
    assert run(corpus) == 70
    out, err = capsys.readouterr()
    assert out.count("runner_error internal") == 4 and "ZeroDivisionError: a bug" in out and err == ""
    monkeypatch.setattr(main, "check", broken)
    assert run(corpus) == 70
    assert capsys.readouterr().err == "internal error: ZeroDivisionError: a bug\n"


def test_results_that_cannot_be_written(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(corpus, "--junit", str(corpus / "absent" / "j.xml")) == 4
    assert "cannot_write" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--filter", "fire.*"],
        ["--filter", "*", "--filter", "fire.*"],
        ["--profile", "packs"],
        ["--profile", "everything"],
        ["--shard", "0/2"],
        ["--shard", "3/2"],
        ["--shard", "1/5"],
        ["--shard", "one"],
        ["--seed", ""],
        ["--seed", "a b"],
        ["--timeout-scale", "0"],
        ["--timeout-scale", "-1"],
        ["--timeout-scale", "1e3"],
        ["--prof", "rng"],
        ["stray"],
    ],
)
def test_wrong_usage(corpus: Path, options: list[str]) -> None:
    assert run(corpus, *options) == 2


def test_list(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(corpus, "--list", "--filter", "*.000[12]", testee=[]) == 0
    assert capsys.readouterr().out == "toy.double.0001  rng.words  rng\ntoy.double.0002  rng.words  rng\n"
    assert run(corpus, "--list", "--json", testee=[]) == 0
    assert [row["id"] for row in json.loads(capsys.readouterr().out)] == [one.id for one in toy.CORPUS]
    assert run(corpus, "--list", "--filter", "x", testee=[]) == 2


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["--help"]) == 0
    assert "example:" in capsys.readouterr().out


def test_files_and_options(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--junit", str(tmp_path / "j.xml"), "--results", str(tmp_path / "r.json")]
    assert run(corpus, *files, "--json", "--seed", "s-1", "--timeout-scale", "2.5", "--shard", "2/2") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "r.json").read_text())
    assert (printed["seed"], printed["timeout_scale"], printed["shard"]) == ("s-1", "5/2", {"number": 2, "of": 2})
    assert (tmp_path / "j.xml").read_text().startswith("<?xml")


def test_a_fresh_seed_each_time(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(2):
        assert run(corpus, "--json") == 0
        seeds.add(json.loads(capsys.readouterr().out)["seed"])
    assert len(seeds) == 2


def test_a_program_beside_us(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative program is found from our folder, though the testee's is another."""
    words = " ".join(f"'{word}'" for word in toy.argv("honest"))
    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\nexec {words}\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert run(corpus, testee=["./engine"]) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_terminated_run_leaves_no_process(corpus: Path) -> None:
    token = uuid.uuid4().hex
    work = "from conformance.runner import main; sys.exit(main.run(sys.argv[1:]))"
    code = f"import sys; sys.path[:0] = {sys.path!r}; {work}"
    options = ["--corpus", str(corpus), "--profile", "rng", "--", *toy.argv("hangs", token)]
    runner = subprocess.Popen([sys.executable, "-I", "-S", "-B", "-c", code, *options], stdout=subprocess.DEVNULL)
    # Runner and testee; what starts them may for a moment be two as well, so they have to last.
    limit, lasting = time.monotonic() + 60, 0
    while lasting < 50 and time.monotonic() < limit:
        lasting = lasting + 1 if len(toy.processes(token)) == 2 else 0
        time.sleep(0.02)
    assert lasting == 50
    runner.send_signal(signal.SIGTERM)
    assert runner.wait(60) == 143
    assert toy.processes(token) == []


WORLD: dict[str, Any] = {
    "schema_version": "1.0",
    "scenario_id": "w",
    "map": {"rows": 3, "cols": 5, "walls": []},
    "exits": [{"id": "E", "position": [0, 0]}],
    "people": [{"id": "P", "position": [0, 1]}],
    "fire": {
        "model": "stochastic",
        "ignition": [[2, 2]],
        "spread_interval": 2,
        "spread_probability": 0.5,
        "exits_flammable": True,
    },
    "movement": {"enter_fire": "blocked"},
    "termination": {"max_steps": 6},
    "metadata": {"title": "", "notes": ""},
}


def product(before: str) -> list[str]:
    """The argument vector of this repository's testee, after some lines that make it wrong."""
    start = f"import sys; sys.path[:0] = {sys.path!r}\n"
    end = "\nfrom conformance import testee\nsys.exit(testee.main())\n"
    return [sys.executable, "-I", "-S", "-B", "-c", start + textwrap.dedent(before) + end]


def real(corpus: Path) -> None:
    given = {"scenario": {"text": json.dumps(WORLD)}, "seed": 3}
    asked = (("0001", "fire.world", given, "fire"), ("0002", "simulator.run", given | {"actions": []}, "simulator"))
    shared = {"clauses": ["SIM-6.5"], "why": {"catches": "a", "effect": "b"}, "cost": 10}
    found = [
        shared
        | {"id": f"fire.x.{number}", "operation": name, "input": told, "profile": profile}
        | {"expected": registry.outcome(name, told)}
        for number, name, told, profile in asked
    ]
    document = {"corpus_format": "1.0", "area": "fire", "vectors": found}
    corpus.joinpath("fire.json").write_bytes(canonical.encode(document))
    corpus.joinpath("toy.json").unlink()


def test_the_product_passes(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    real(corpus)
    assert run(corpus, "--profile", "simulator", testee=product("")) == 0, capsys.readouterr().out


def test_the_first_divergence_of_a_fire(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fire whose candidates are taken column by column."""
    real(corpus)
    wrong = """
        from simulator import fire
        fire.sorted = lambda cells: sorted(cells, reverse=True)
        """
    assert run(corpus, "--profile", "simulator", testee=product(wrong)) == 1
    out = capsys.readouterr().out
    assert out.count(": mismatch output") == 2
    assert out.count("first divergence: step 2, /ignitions") == 2
    assert out.count("of this step decide on it, 0 were taken before") == 2, out


def test_a_missing_trace_is_told(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    real(corpus)
    wrong = """
        import os
        from conformance.operations import registry
        found = registry.outcome
        def outcome(name, given, trace=None):
            if trace is not None:
                os._exit(7)
            return found(name, given | {"seed": 4})
        registry.outcome = outcome
        """
    assert run(corpus, "--profile", "simulator", testee=product(wrong)) == 1
    out = capsys.readouterr().out
    assert "step 0 differs; its trace: the testee exited with code 7" in out and ": mismatch output" in out


def test_environment_is_left_as_it_was(corpus: Path) -> None:
    before = dict(os.environ), signal.getsignal(signal.SIGTERM), os.getcwd()
    assert run(corpus) == 0
    assert (dict(os.environ), signal.getsignal(signal.SIGTERM), os.getcwd()) == before
