"""Certifying as a person types it: this repository's testee, testees that cheat, and what becomes of certificates."""

import contextlib
import html
import io
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from conformance import challenge
from conformance.vectors import Vector
from simulator import canonical
from tools import certify, cli, verify_certificate

# Testees answer by `outcome(operation, given)`; each test says how.
TESTEE = """#!{python}
import sys
sys.path[:] = {path!r}
from conformance import testee
from conformance.operations import registry
outcome = registry.outcome
{body}
registry.outcome = answer
sys.exit(testee.main())
"""
HONEST = "answer = outcome"
LOOKUP = """
import json
table = json.loads(open({corpus!r}).read())["vectors"]
def answer(name, given, trace=None):
    return next((row["expected"] for row in table if (row["operation"], row["input"]) == (name, given)), dict(
        status="ok", output=dict()))
"""
HIDDEN = """
seen = []
def answer(name, given, trace=None):
    seen.append((name, repr(given)))
    return outcome(name, given) if seen.count(seen[-1]) == 1 else dict(status="unsupported")
"""
WRONG = """
def answer(name, given, trace=None):
    found = outcome(name, given)
    if name == "rng.words" and found["status"] == "ok":
        found["output"]["end_state"] = "0" * 16
    return found
"""


def document(vector: Vector) -> dict[str, Any]:
    name, twin = (text.replace("challenge.", "small.") for text in (vector.id, vector.twin))
    plain = {key: getattr(vector, key) for key in ("operation", "input", "expected", "profile", "cost")}
    why = {"catches": vector.catches, "effect": vector.effect}
    return plain | {"id": name, "clauses": list(vector.clauses), "why": why} | ({"twin": twin} if twin else {})


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus for the profile rng."""
    drawn = [document(vector) for vector in challenge.cases("rng", "1" * 64, ()) if ".again." not in vector.id]
    folder = tmp_path_factory.mktemp("corpus")
    found = {"corpus_format": "1.0", "area": "small", "vectors": sorted(drawn, key=lambda row: str(row["id"]))}
    folder.joinpath("small.json").write_bytes(canonical.encode(found))
    return folder


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    """The folder of a certified testee, with what the command wrote and printed."""
    folder = tmp_path_factory.mktemp("honest")
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        options = ("--html", str(folder / "c.html"), "--results", str(folder / "r.json"))
        assert certified(folder, corpus, HONEST, *options) == 0
    folder.joinpath("out").write_text(out.getvalue(), encoding="utf-8")
    folder.joinpath("err").write_text(err.getvalue(), encoding="utf-8")
    return folder


def make(folder: Path, corpus: Path, body: str) -> Path:
    file = folder / "testee.py"
    text = TESTEE.format(python=sys.executable, path=sys.path, body=textwrap.dedent(body))
    file.write_text(text.replace("{corpus!r}", repr(str(corpus / "small.json"))), encoding="utf-8")
    return file


def call(*argv: object) -> int:
    return cli.main(certify.arguments(), certify.run, [str(arg) for arg in argv])


def verify(*argv: object) -> int:
    return cli.main(verify_certificate.arguments(), verify_certificate.run, [str(arg) for arg in argv])


def certified(tmp_path: Path, corpus: Path, body: str, *more: str) -> int:
    file = make(tmp_path, corpus, body)
    options = ("--profile", "rng", "--corpus", corpus, "--out", tmp_path / "c.json", *more)
    return call(*options, "--", sys.executable, "-I", "-S", "-B", file)


def test_an_honest_testee_is_certified(honest: Path, corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {name: honest.joinpath(name).read_text(encoding="utf-8") for name in ("out", "err", "c.html")}
    assert "ember-reference 0.2.0 conforms to EMBER, profile rng" in shown["out"] and "challenge seed" in shown["err"]
    found = json.loads((honest / "c.json").read_bytes())
    assert found["predicate"]["argv"][-1] == str(honest / "testee.py")
    assert [item["name"] for item in found["subject"]] == [sys.executable, str(honest / "testee.py")]
    assert canonical.encode(found).decode() in html.unescape(shown["c.html"])
    assert json.loads((honest / "r.json").read_bytes())["challenge_seed"] == found["predicate"]["seeds"]["challenge"]
    assert verify(honest / "c.json", "--corpus", corpus, "--testee", honest / "testee.py") == 0
    assert capsys.readouterr().out.startswith("verified: ember-reference")


def test_verification_tells_what_differs(
    honest: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, testee, file = honest / "c.json", tmp_path / "testee.py", tmp_path / "small.json"
    testee.write_bytes((honest / "testee.py").read_bytes() + b"#\n")
    assert verify(cert, "--corpus", corpus, "--testee", testee, "--json") == 1
    assert [row["code"] for row in json.loads(capsys.readouterr().out)["findings"]] == ["subject_differs"]
    data = (corpus / "small.json").read_bytes()
    file.write_bytes(data.replace(b"an answer that was looked up", b"an answer that was looked it"))
    assert verify(cert, "--corpus", tmp_path) == 1
    told = capsys.readouterr().out
    assert told.startswith("corpus_differs: /predicate/corpus/root") and "results" not in told
    forged = tmp_path / "c.json"
    forged.write_bytes(cert.read_bytes().replace(b'"profile":"rng"', b'"profile":"fir"'))
    assert verify(forged, "--corpus", corpus) == 3
    assert "c.json: self_digest_differs at /predicate/self_digest" in capsys.readouterr().err


def test_another_profile_needs_another_certificate(
    honest: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every member that follows from the repository is computed for the profile that is claimed."""
    found = json.loads((honest / "c.json").read_bytes())
    del found["predicate"]["self_digest"]
    for profile, code in (("fire", "counts_differs"), ("gold", "unknown_profile")):
        found["predicate"]["profile"] = profile
        sealed = found | {"predicate": found["predicate"] | {"self_digest": canonical.digest(found)}}
        (tmp_path / "forged.json").write_bytes(canonical.encode(sealed))
        assert verify(tmp_path / "forged.json", "--corpus", corpus, "--json") == 1
        assert code in {row["code"] for row in json.loads(capsys.readouterr().out)["findings"]}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (LOOKUP, "challenge."),
        (HIDDEN, "unsupported repeat_"),
        (WRONG, "/end_state"),
    ],
)
def test_cheats_get_no_certificate(
    tmp_path: Path, corpus: Path, capsys: pytest.CaptureFixture[str], body: str, told: str
) -> None:
    assert certified(tmp_path, corpus, body) == 1
    shown = capsys.readouterr().out
    assert "DOES NOT PASS" in shown and told in shown and not (tmp_path / "c.json").exists()
    if body == LOOKUP:
        assert "\nsmall." not in shown


def test_a_testee_that_changes_itself_gets_none(
    tmp_path: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert certified(tmp_path, corpus, f"{HONEST}\nopen(__file__, 'a').write('#')") == 1
    assert "testee_changed" in capsys.readouterr().err and not (tmp_path / "c.json").exists()


def test_a_known_challenge_certifies_nothing(tmp_path: Path, corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = make(tmp_path, corpus, HONEST)
    options = ("--profile", "rng", "--corpus", corpus, "--challenge-seed", "2" * 64)
    assert call(*options, "--", sys.executable, "-I", "-S", "-B", file) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("PASSES") and f"challenge seed {'2' * 64}" in shown.err
    assert call(*options, "--out", tmp_path / "c.json", "--", sys.executable, file) == 2
    assert not (tmp_path / "c.json").exists()


def test_seeds_are_fresh(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert call("--profile", "rng", "--corpus", corpus, "--", "./absent") == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("challenge seed")]
    assert len(told) == len(set(told)) == 2


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["--profile", "rng"], 2),
        (["--profile", "gold", "--", "./engine"], 2),
        (["--filter", "x", "--", "./engine"], 2),
        (["--profile", "rng", "--", "./absent"], 2),
        (["--profile", "rng", "--timeout-scale", "0", "--", "./absent"], 2),
        (["--challenge-seed", "1", "--", "./absent"], 2),
    ],
)
def test_wrong_usage(
    tmp_path: Path, corpus: Path, capsys: pytest.CaptureFixture[str], argv: list[str], code: int
) -> None:
    try:
        found = call("--corpus", corpus, *argv)
    except SystemExit as end:
        found = int(end.code or 0)
    assert found == code and capsys.readouterr().out == ""


def test_no_corpus_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.joinpath("empty").mkdir()
    assert call("--corpus", tmp_path / "empty", "--", sys.executable) == 3
    assert "empty_corpus" in capsys.readouterr().err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (call, verify):
        with pytest.raises(SystemExit):
            command("--help")
        assert "example:\n  bazel run //tools:" in capsys.readouterr().out
