"""A result that its transcript does not give rise to is found out, wherever it was changed."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packs import folder, verify
from packs.cases import small_pack
from packs.evaluation import signature, transcript
from packs.evaluation.evaluator import evaluate
from packs.evaluation.model import Answer, ModelFailure
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import Scripted
from packs.pack import Pack
from simulator import canonical
from tools import cli, verify_transcript

Document = dict[str, Any]
Edit = Callable[[list[Document]], object]


def fault(number: int, step: int, answer: Answer) -> Answer:
    if number == 1 and step == 1:
        return Answer(b"no")
    if number == 2:
        raise ModelFailure("timeout", "late", b"half")
    return answer


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack, and a result on it with its transcript."""
    path = tmp_path_factory.mktemp("verified")
    folder.write(path / "pack", small_pack())
    frozen: Pack = verify.verify(path / "pack")
    evaluate(frozen, Scripted(fault, adapter="command"), Request("m", "s"), outputs(str(path / "r.jsonl"), 1))
    return path


def call(place: Path, result: Path, beside: Path, *more: str | Path) -> int:
    words = ["--pack", place / "pack", result, beside, *more]
    return cli.main(verify_transcript.arguments(), verify_transcript.run, [str(word) for word in words])


def edited(source: Path, target: Path, edit: Edit) -> list[Document]:
    """A file of JSON lines, changed."""
    lines: list[Document] = [json.loads(line) for line in source.read_bytes().splitlines()]
    edit(lines)
    target.write_bytes(b"".join(canonical.encode(line) + b"\n" for line in lines))
    return lines


def forged(place: Path, target: Path, edit: Edit) -> Path:
    """A changed result, whose footer is right."""

    def whole(lines: list[Document]) -> None:
        edit(lines)
        above = b"".join(canonical.encode(line) + b"\n" for line in lines[:-1])
        failures = sum("failure" in line for line in lines[1:-1])
        lines[-1] |= {
            "digest": hashlib.sha256(above).hexdigest(),
            "episodes": len(lines) - 2,
            "failures": failures,
        }

    edited(place / "r.jsonl", target, whole)
    return target


def chained(lines: list[Document]) -> None:
    """Makes the chains of a changed transcript right."""
    chains: list[bytes] = []
    digest = canonical.digest(lines[0]["settings"])
    for line in lines[1:-1]:
        if line["episode"] == len(chains):
            chains.append(transcript.start(lines[0]["submission_id"], 0, line["episode"], digest))
        received = transcript.bytes_of(line["received"])
        entry: transcript.Entry
        if "failure" in line:
            entry = transcript.Failed(line["failure"], received)
        else:
            entry = transcript.Answered(line["step"], line["observation"], received)
        chains[-1] = transcript.link(chains[-1], entry)
    lines[-1] = {"chains": [chain.hex() for chain in chains]}


def test_what_belongs_together_is_good(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(place, place / "r.jsonl", place / "r.transcript.jsonl") == 0
    assert capsys.readouterr().out == "good: 4 episodes follow from the answers\n"
    assert call(place, place / "r.jsonl", place / "r.transcript.jsonl", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"faults": [], "good": True}


RESULTS: list[tuple[Edit, str]] = [
    (lambda lines: lines[0].update(submission_id="t"), "of another result: submission_id differs"),
    (lambda lines: lines[0].update(inference_digest="0" * 64), "inference_digest differs"),
    (lambda lines: lines[0].update(pack_digest=None), "pack_digest differs"),
    (lambda lines: lines[0]["evaluation_manifest"]["episodes"][0].update(seed=9), "manifest is not the pack's"),
    (lambda lines: lines[2].update(failure="model_error"), "episode 1: the answers give rise to another episode"),
    (lambda lines: lines.__setitem__(4, {"index": 3, "failure": "timeout"}), "episode 3: the answers give rise"),
    (lambda lines: lines[1]["metrics"].update(people=99), "episode 0: the answers give rise to another episode"),
    (lambda lines: lines[1]["run_record"]["steps"].pop(), "/run_record/steps/"),
    (lambda lines: lines.pop(2), "episode 1: the result and the pack do not both have it"),
    (lambda lines: lines[-1].update(transcript_digest=None), "names another transcript digest"),
]


@pytest.mark.parametrize(("edit", "told"), RESULTS)
def test_a_changed_result(
    place: Path, tmp_path: Path, edit: Edit, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(place, forged(place, tmp_path / "r.jsonl", edit), place / "r.transcript.jsonl") == 1
    assert told in capsys.readouterr().out


def of_episode(lines: list[Document], episode: int) -> list[Document]:
    return [line for line in lines[1:-1] if line["episode"] == episode]


TRANSCRIPTS: list[tuple[Edit, str]] = [
    (lambda lines: of_episode(lines, 0)[0].update(observation="0" * 64), "step 0: the answer was to another obs"),
    (lambda lines: of_episode(lines, 0)[1].update(step=7), "step 1: this is an answer to step 7"),
    (lambda lines: of_episode(lines, 0)[1].update(received=""), "an answer follows one that was refused"),
    (lambda lines: lines.remove(of_episode(lines, 0)[-1]), "the transcript ends before the episode does"),
    (lambda lines: lines.insert(2, dict(lines[1])), "step 1: this is an answer to step 0"),
    (lambda lines: of_episode(lines, 2)[-1].update(failure="model_error"), "episode 2: the answers give rise"),
    (lambda lines: of_episode(lines, 2)[-1].update(received=""), "names another transcript digest"),
    (lambda lines: of_episode(lines, 1)[-1].update(failure="timeout"), "the answer was refused"),
    (lambda lines: lines.__setitem__(slice(-1 - len(of_episode(lines, 3)), -1), []), "does not have every episode"),
    (lambda lines: lines.insert(-1, {"episode": 3, "failure": "timeout", "received": ""}), "follows the end"),
    (lambda lines: lines[0].update(submission_id="t"), "submission_id differs"),
    (lambda lines: lines[0]["settings"].update(more=1), "inference_digest differs"),
]


@pytest.mark.parametrize(("edit", "told"), TRANSCRIPTS)
@pytest.mark.parametrize("clever", [False, True])
def test_a_changed_transcript(
    place: Path, tmp_path: Path, edit: Edit, told: str, clever: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def forge(lines: list[Document]) -> None:
        edit(lines)
        if clever:
            chained(lines)

    path = tmp_path / "t.jsonl"
    edited(place / "r.transcript.jsonl", path, forge)
    assert call(place, place / "r.jsonl", path) == 1
    out = capsys.readouterr().out
    assert told in out or (not clever and "the chains are not those" in out)


def test_an_adapter_that_is_not_known(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.jsonl"
    edited(place / "r.transcript.jsonl", path, lambda lines: lines[0].update(settings={"adapter": "magic"}))
    assert call(place, place / "r.jsonl", path) == 3
    assert "unknown_adapter at /settings/adapter" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="the system has no ssh-keygen")
def test_a_signature(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    allowed = tmp_path / "allowed"
    allowed.write_text("me " + key.with_suffix(".pub").read_text())
    signed = signature.sign(place / "r.jsonl", key)
    words = ("--signature", signed, "--allowed-signers", allowed, "--identity")
    assert call(place, place / "r.jsonl", place / "r.transcript.jsonl", *words, "me") == 0
    assert call(place, place / "r.jsonl", place / "r.transcript.jsonl", *words, "you") == 1
    assert "the signature is not good: " in capsys.readouterr().out
    assert call(place, place / "r.jsonl", place / "r.transcript.jsonl", "--signature", signed) == 2
