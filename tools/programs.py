"""Which files a testee consists of, and what runs the runner: names and SHA-256, for certificates (CNF-8.7)."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance import merkle
from conformance.certificate import Program
from packs import files
from simulator import canonical
from simulator.errors import UsageError

_SCRIPT = re.compile(rb"#![ \t]*([^ \t\n]+)(?:[ \t]+([^\n]*?))?[ \t\r]*(?:\n|\Z)")
_PIECE = 4096


def digest(path: Path) -> str:
    """The SHA-256 of a file, links followed; of a folder the root over the files below it.

    Raises:
        InputError: it can't be read.
    """
    path = Path(os.path.realpath(path))
    if not path.is_dir():
        return canonical.sha256_hex(_bytes(path))
    found = (Path(folder, name) for folder, _, names in os.walk(path) for name in names)
    return merkle.root({item.relative_to(path).as_posix(): _bytes(Path(os.path.realpath(item))) for item in found})


def _bytes(path: Path) -> bytes:
    with files.open_regular(path) as stream:
        return stream.read()


def executable(word: str) -> Path:
    """The file of a command: by its path if it has a slash, else on PATH.

    Raises:
        UsageError: `no_such_program`.
    """
    found = word if "/" in word else shutil.which(word)
    if not found or not os.path.isfile(found):
        raise UsageError("no_such_program", f"there is no program {word}")
    return Path(found)


def subjects(argv: Sequence[str], further: Sequence[str]) -> tuple[Program, ...]:
    """The program of a command line, the files that its arguments name by an absolute path, and further files.

    Raises:
        UsageError: `no_such_program`. InputError: a file can't be read.
    """
    named = [word for word in argv[1:] if os.path.isabs(word) and os.path.isfile(word)]
    found = {argv[0]: executable(argv[0])} | {word: Path(word) for word in (*named, *further)}
    return tuple(Program(name, digest(path)) for name, path in found.items())


def interpreter(argv: Sequence[str]) -> Program | None:
    """What runs the program, where it is a script: the file that its first line names; through `env`, on PATH."""
    with executable(argv[0]).open("rb") as stream:
        match = _SCRIPT.match(stream.read(_PIECE))
    if not match:
        return None
    name, rest = match.group(1).decode("utf-8", "replace"), (match.group(2) or b"").decode("utf-8", "replace").split()
    if os.path.basename(name) == "env":
        name = next((word for word in rest if not word.startswith("-") and "=" not in word), name)
    return Program(name, digest(executable(name)))


def runner_interpreter() -> Program:
    """What runs the runner. Where an interpreter was made of packages, the list of their digests stands for it."""
    name = f"{platform.python_implementation().lower()} {platform.python_version()}"
    beside = Path(sys.executable).with_name("DIGEST")
    return Program(name, digest(beside if beside.is_file() else Path(sys.executable)))
