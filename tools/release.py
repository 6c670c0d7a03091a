"""bazel run //tools:release -- lock|check|note: the release lock, and the gate that it keeps."""

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from conformance import components, lock
from conformance.components import LOCK
from conformance.lock import Finding, Lock
from conformance.release_note import note
from packs.files import read_bytes, write_bytes
from simulator import canonical
from simulator.errors import DocumentError, IncompleteError, UsageError
from tools import cli

# What the checker of another commit is started from: nothing outside these folders is imported.
CHECKER = ("simulator", "packs", "scoring", "conformance", "tools")
_BOOT = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('tools.release', run_name='__main__')"


def _unpack(stored: tarfile.TarFile, folder: Path) -> None:
    """Writes an archive's regular files; Python's own filter for that is not in every 3.11."""
    for member in stored:
        data = stored.extractfile(member) if member.isreg() else None
        if data is not None:
            target = folder.joinpath(member.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data.read())


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "release",
        "Keep what a release promised: write its lock, check a tree against an earlier lock, tell what changed.",
        "bazel run //tools:release -- check --base origin/main",
    )
    commands = out.add_subparsers(dest="action", required=True, metavar="lock|check|note")
    written = _command(
        commands, "lock", "Write this tree's lock, unless it breaks a promise. Exit code 1: it does.", "lock"
    )
    checked = _command(
        commands, "check", "Tell every promise that is broken. Exit code 1: one is.", "check --base main"
    )
    told = _command(commands, "note", "Print the note of a release.", "note --base v1.0")
    _add_base(written, "the commit with the lock that binds (default: the lock in this tree)")
    for command in (checked, told):
        group = command.add_mutually_exclusive_group(required=True)
        _add_base(group, "a commit, such as the merge base; its own checker judges")
        group.add_argument("--base-lock", type=Path, help="a file with a lock; this checker judges")
    for command in (written, checked):
        command.add_argument("--json", action="store_true", help="print the verdict as JSON")
    for command in commands.choices.values():
        command.add_argument("--tree", type=Path, default=_here(), help="the repository (default: this one)")
    return out


def _command(commands: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    out: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=about, epilog=cli.as_typed(f"example:\n  bazel run //tools:release -- {example}")
    )
    return out


def _add_base(command: Any, about: str) -> None:
    command.add_argument("--base", metavar="REF", help=about)


def _here() -> Path:
    return Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))


def _git(tree: Path, *argv: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(tree), *argv], capture_output=True, check=False)
    except OSError as error:
        raise IncompleteError("no_git", f"git can't be started: {os.strerror(error.errno or 0)}") from None


def show(tree: Path, ref: str, path: str) -> bytes | None:
    """A file of a commit; None, where the commit has none.

    Raises:
        UsageError: `unknown_commit`.
    """
    commit = (
        _git(tree, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").stdout.decode().strip()
    )
    if not commit:
        raise UsageError("unknown_commit", f"there is no commit {ref} here; a shallow clone may lack it")
    if not _git(tree, "ls-tree", commit, "--", path).stdout:
        return None
    return _git(tree, "cat-file", "blob", f"{commit}:{path}").stdout


def read_lock(path: Path) -> Lock:
    """The lock in a file.

    Raises:
        InputError: it can't be read, or is none.
    """
    try:
        return lock.decode(read_bytes(path))
    except DocumentError as error:
        error.source = str(path)
        raise


def base_findings(tree: Path, ref: str, base: bytes) -> tuple[str, list[Finding]]:
    """What the checker of the base says of a tree, and whose checker that is: "base", or "own" if the base has none.

    The checker of the base reads this tree as bytes; so a change can't excuse itself by changing the checker too.

    Raises:
        IncompleteError: `base_checker_failed`. InputError: as `lock.lock`.
    """
    if show(tree, ref, "tools/release.py") is None:
        return "own", lock.compare(lock.decode(base), lock.lock(components.read_tree(tree)))
    with tempfile.TemporaryDirectory() as folder:
        archive = _git(tree, "archive", "--format=tar", ref, "--", *CHECKER)
        if archive.returncode:
            raise IncompleteError(
                "base_checker_failed", f"git can't archive {ref}: {archive.stderr.decode('utf-8', 'replace')}"
            )
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as stored:
            _unpack(stored, Path(folder))
        file = Path(folder, "base.lock.json")
        file.write_bytes(base)
        options = ["check", "--base-lock", str(file), "--tree", str(tree.resolve()), "--json"]
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-B", "-c", _BOOT, folder, *options], capture_output=True, check=False
        )
    # A program that Python itself ends has exit code 1 as well, and says nothing on stdout.
    if done.returncode not in (0, 1) or not done.stdout:
        raise IncompleteError("base_checker_failed", f"the checker of {ref}: {done.stderr.decode('utf-8', 'replace')}")
    return "base", [Finding(**found) for found in json.loads(done.stdout)["findings"]]


def _now(options: argparse.Namespace) -> Lock:
    return lock.lock(components.read_tree(options.tree))


def _lock(options: argparse.Namespace) -> int:
    file: Path = options.tree / LOCK
    now = _now(options)
    before = _base(options) if options.base else read_lock(file) if file.exists() else None
    findings = lock.compare(before, now) if before else []
    if not findings:
        write_bytes(file, lock.encode(now))
    _print(options, findings, f"{file}: {now['corpus']['vectors']} vectors, root sha256:{now['root']}", now["root"])
    return 1 if findings else 0


def _check(options: argparse.Namespace) -> int:
    now = _now(options)
    if options.base_lock:
        findings = lock.compare(read_lock(options.base_lock), now)
        _print(options, findings, "in order", now["root"])
        return 1 if findings else 0
    base = show(options.tree, options.base, LOCK)
    if base is None:
        print(f"{options.base} has no {LOCK}: nothing was released there", file=sys.stderr)
        judge, findings = "own", []
    else:
        judge, findings = base_findings(options.tree, options.base, base)
        print(f"judged by the {judge} checker", file=sys.stderr)
    file = options.tree / LOCK
    if not findings and not (file.exists() and read_lock(file) == now):
        findings = [Finding("lock_outdated", LOCK, "the committed lock is not the tree's own", lock.RELOCK)]
    _print(options, findings, f"in order, compared with {options.base}", now["root"])
    return 1 if findings else 0


def _note(options: argparse.Namespace) -> int:
    base = read_lock(options.base_lock) if options.base_lock else _base(options)
    if base is None:
        raise UsageError("no_lock", f"{options.base} has no {LOCK}")
    print(note(base, _now(options)))
    return 0


def _base(options: argparse.Namespace) -> Lock | None:
    """The lock of the commit --base; None, where it has none."""
    data = show(options.tree, options.base, LOCK)
    return None if data is None else lock.decode(data)


def _print(options: argparse.Namespace, findings: list[Finding], good: str, root: str) -> None:
    if options.json:
        rows = [{key: getattr(one, key) for key in ("code", "about", "message", "remedy")} for one in findings]
        print(canonical.encode({"in_order": not findings, "findings": rows, "root": root}).decode())
    else:
        print("\n".join(map(str, findings)) or good)


ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {"lock": _lock, "check": _check, "note": _note}


def run(options: argparse.Namespace) -> int:
    """The command."""
    return ACTIONS[options.action](options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
