"""Models that are functions of Python: a program around the function, run by this interpreter (PCK-14.9)."""

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

from packs.evaluation.adapters import sandbox
from packs.evaluation.adapters.local import LocalAdapter, Options, digest, nanoseconds
from packs.evaluation.adapters.process import Launch, Process
from packs.evaluation.model import ModelFailure
from simulator.errors import UsageError

_DOTTED = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_NAME = re.compile(f"({_DOTTED}):({_DOTTED})")
_HOST = Path(__file__).with_name("pyhost.py")


class CallableAdapter(LocalAdapter):
    """A model that is a function of a module."""

    def __init__(self, name: str, options: Options) -> None:
        """Imports the module once, in a process, to see that the function is there.

        Args:
            name: `module:function`; the function may be an attribute of something, with dots.
            options: how it is run. Its module is looked for in their `folder` first; a sandbox shows that folder.

        Raises:
            UsageError: `no_such_function`, `bad_seconds`, `no_such_variable`, `no_such_folder`, `folder_shown`.
            InputError: its file can't be read.
            IncompleteError: `no_bubblewrap`, `cannot_start`.
        """
        match = _NAME.fullmatch(name)
        if not match:
            raise UsageError("no_such_function", f"{name!r} is not of the form module:function")
        module, function = match.groups()
        folder = os.path.abspath(options.folder)
        host = _HOST.read_text(encoding="utf-8")
        argv = (sys.executable, "-I", "-B", "-c", host, folder, module, function)
        sources = _sources(folder, module)
        linked = [place for _, path in sources for place in sandbox.folders_of(path)]
        super().__init__(options.launch(argv, (folder, *interpreter_folders(), *linked)), options)
        self._name = name
        self._files = [[file, digest(path)] for file, path in sources]
        self._check()

    def settings(self) -> dict[str, Any]:
        """The function, the digest of its module's file, and how it is run (PCK-14.10)."""
        return {"adapter": "callable", "function": self._name, "files": self._files, **self._options.settings()}

    def _check(self) -> None:
        """The host writes an empty line once it has the function."""
        launch = self._launch
        process = Process(Launch((*launch.argv, "--check"), launch.environment, launch.sandbox))
        seconds = nanoseconds(self._options.start_seconds) + nanoseconds(self._options.step_seconds)
        try:
            process.ask(b"", time.monotonic_ns() + seconds)
        except ModelFailure as error:
            raise UsageError("no_such_function", f"{self._name} can't be imported: {error.message}") from None
        finally:
            process.end()


def interpreter_folders() -> list[str]:
    """The folders of this interpreter, as it was started and as links lead to it; a sandbox must show them."""
    return [sys.prefix, sys.base_prefix, *sandbox.folders_of(sys.executable)]


def _sources(folder: str, module: str) -> list[tuple[str, str]]:
    """Name and path of the module's file, if it lies in the folder."""
    path = module.replace(".", "/")
    names = (f"{path}.py", f"{path}/__init__.py")
    found = ((name, os.path.join(folder, name)) for name in names)
    return [(name, full) for name, full in found if os.path.isfile(full)]
