"""Signatures by the system's ssh-keygen (PCK-16.4)."""

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from packs.evaluation.signature import fault, sign
from simulator.errors import EmberError, IncompleteError, UsageError

needs_program = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="the system has no ssh-keygen")


def keys(folder: Path) -> tuple[Path, Path]:
    """A key, and a file of allowed signers that has it."""
    key = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    allowed = folder / "allowed"
    allowed.write_text("me@example.org " + (folder / "key.pub").read_text())
    return key, allowed


@needs_program
def test_a_signature_is_good_for_its_file_and_signer_only(tmp_path: Path) -> None:
    key, allowed = keys(tmp_path)
    path = tmp_path / "result.jsonl"
    path.write_bytes(b"result\n" * 300_000)
    signature = sign(path, key)
    assert signature == tmp_path / "result.jsonl.sig"
    assert fault(path, signature, allowed, "me@example.org") is None
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert fault(packed, signature, allowed, "me@example.org") is None
    assert fault(path, signature, allowed, "you@example.org")
    path.write_bytes(b"Result\n")
    assert fault(path, signature, allowed, "me@example.org")


@needs_program
def test_a_key_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("no key")
    (tmp_path / "result").write_bytes(b"result\n" * 300_000)
    with pytest.raises(IncompleteError, match="cannot_sign"):
        sign(tmp_path / "result", tmp_path / "key")
    with pytest.raises(UsageError, match="no_such_key"):
        sign(tmp_path / "result", tmp_path / "absent")
    assert not (tmp_path / "result.sig").exists()


def test_files_that_are_not_there_and_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "result").touch()
    with pytest.raises(EmberError, match="no_such_file"):
        fault(tmp_path / "result", tmp_path / "sig", tmp_path / "allowed", "me")
    (tmp_path / "key").touch()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(IncompleteError, match="no_ssh_keygen"):
        sign(tmp_path / "result", tmp_path / "key")
