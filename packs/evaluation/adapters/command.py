"""Models that are programs: one observation a line in, one action output a line out (PCK-14.2)."""

import os
import shutil
from collections.abc import Sequence
from typing import Any

from packs.evaluation.adapters import sandbox
from packs.evaluation.adapters.local import LocalAdapter, Options, digest
from simulator.errors import UsageError


class CommandAdapter(LocalAdapter):
    """A model that is a program."""

    def __init__(self, argv: Sequence[str], options: Options) -> None:
        """Looks the program up, and reads the files that the command names (PCK-14.2.1).

        Raises:
            UsageError: `bad_command`, `no_such_program`, `bad_seconds`, `no_such_variable`, `no_such_folder`,
                `folder_shown`.
            InputError: a file can't be read.
            IncompleteError: `no_bubblewrap`.
        """
        words = resolved(argv, options.folder)
        paths = [(given, word) for given, word in zip(argv, words, strict=True) if os.path.isabs(word)]
        own = [folder for _, path in paths if os.path.exists(path) for folder in sandbox.folders_of(path)]
        super().__init__(options.launch(words, own), options)
        self._argv = list(argv)
        self._files = [[given, digest(path)] for given, path in paths if os.path.isfile(path)]

    def settings(self) -> dict[str, Any]:
        """The command, the digests of the files that it names, and how it is run (PCK-14.10)."""
        return {"adapter": "command", "argv": self._argv, "files": self._files, **self._options.settings()}


def resolved(argv: Sequence[str], folder: str) -> tuple[str, ...]:
    """A command whose paths are absolute, since the program will run in another folder (PCK-14.2.1).

    Raises:
        UsageError: `bad_command`, no word, or one with a NUL; `no_such_program`.
    """
    if not argv or any("\0" in word for word in argv):
        raise UsageError("bad_command", "a command is a program and its arguments")
    program = os.path.join(folder, argv[0]) if "/" in argv[0] else shutil.which(argv[0])
    if not program or not os.path.isfile(program):
        raise UsageError("no_such_program", f"there is no program {argv[0]}")
    return (os.path.abspath(program), *(_resolved(word, folder) for word in argv[1:]))


def _resolved(word: str, folder: str) -> str:
    """The absolute path of a word that looks like a path and names something; any other as it is."""
    path = os.path.abspath(os.path.join(folder, word))
    looks = not word.startswith("-") and ("/" in word or "." in word)
    return path if looks and os.path.exists(path) else word
