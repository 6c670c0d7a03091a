"""Signing a result, and with it its transcript, by the system's ssh-keygen (PCK-16.4)."""

import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from packs import files
from packs.files import decompressed, open_regular
from simulator.errors import IncompleteError, UsageError, printable

NAMESPACE = "ember-transcript"
_PROGRAM = "ssh-keygen"
_PIECE = 1 << 20


def check_key(key: Path) -> None:
    """Looks for a key, before a model is asked for the sake of a signature.

    Raises:
        UsageError: `no_such_key`.
    """
    if not key.is_file():
        raise UsageError("no_such_key", f"there is no key {key}")


def sign(path: Path, key: Path) -> Path:
    """Signs a result file: the path of the signature, which stands beside it with `.sig` after its name.

    The key is an SSH key's file; where it is a public key's, the agent signs.

    Raises:
        UsageError: `no_such_key`. IncompleteError: `no_ssh_keygen`, `cannot_sign`, `cannot_write`.
    """
    check_key(key)
    code, out, told = _run(["sign", "-f", str(key), "-n", NAMESPACE], path)
    if code:
        raise IncompleteError("cannot_sign", f"{_PROGRAM} does not sign: {told}")
    signature = path.with_name(path.name + ".sig")
    files.write_bytes(signature, out)
    return signature


def fault(path: Path, signature: Path, allowed: Path, identity: str) -> str | None:
    """Why a signature of a result file is not good; None where it is.

    Raises:
        InputError: a file can't be read. IncompleteError: `no_ssh_keygen`.
    """
    for needed in (signature, allowed):
        open_regular(needed).close()
    words = ["verify", "-f", str(allowed), "-I", identity, "-n", NAMESPACE, "-s", str(signature)]
    code, _, told = _run(words, path)
    return told or "refused" if code else None


def _run(words: list[str], path: Path) -> tuple[int, bytes, str]:
    """Runs ssh-keygen -Y on the decompressed bytes of a file: exit code, output, and what it told, on one line."""
    try:
        process = subprocess.Popen(
            [_PROGRAM, "-Y", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError:
        raise IncompleteError("no_ssh_keygen", f"there is no program {_PROGRAM}") from None
    with process, open_regular(path) as raw, decompressed(raw, str(path)) as stream:
        if process.stdin is not None:
            # It may end before it has read all, and says why.
            with suppress(BrokenPipeError):
                shutil.copyfileobj(stream, process.stdin, _PIECE)
        out, told = process.communicate()
    return process.returncode, out, printable(told.decode("utf-8", "replace").strip().replace("\n", "; "))
