"""What the models that run here have in common: a process, deadlines, and what it may see (PCK-14.4 to PCK-14.7)."""

import hashlib
import os
import re
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from packs import files
from packs.evaluation.adapters import concealment, sandbox
from packs.evaluation.adapters.process import SECOND, Launch, Process
from packs.evaluation.model import Answer, ModelFailure
from simulator.errors import IncompleteError, UsageError

_SECONDS = re.compile(r"[0-9]{1,7}(\.[0-9]{1,9})?")
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Options:
    """How a model is run here. Paths are relative to `folder`; times are exact decimals of seconds.

    Attributes:
        step_seconds: from an observation to its answer.
        episode_seconds: for all answers of an episode together.
        start_seconds: added to the step of a process's first answer.
        stateless: the model keeps nothing between two observations, so a process may serve several episodes.
        sandboxed: whether it runs under bubblewrap.
        folders: in a sandbox, what it sees read-only beside the folders of its own files.
        hidden: what a sandbox must not show: the pack, the results. Checked, and told to nobody.
        variables: names of the environment variables that it gets from the evaluator's environment.
        folder: where the person is who types the command.
    """

    step_seconds: str
    episode_seconds: str
    start_seconds: str = "0"
    stateless: bool = False
    sandboxed: bool = False
    folders: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    folder: str = "."

    def settings(self) -> dict[str, Any]:
        """Those that may change an answer; of variables the names alone."""
        return {
            "step_seconds": self.step_seconds,
            "episode_seconds": self.episode_seconds,
            "start_seconds": self.start_seconds,
            "stateless": self.stateless,
            "sandboxed": self.sandboxed,
            "folders": sorted(self.folders),
            "variables": sorted(self.variables),
        }

    def launch(self, argv: tuple[str, ...], own: Iterable[str]) -> Launch:
        """How its process is started; `own` are the folders that it can't do without, absolute.

        Raises:
            UsageError: `no_such_variable`, `no_such_folder`, `folder_shown`.
            IncompleteError: `no_bubblewrap`.
        """
        environment = _environment(self.variables)
        if not self.sandboxed:
            return Launch(argv, environment)
        further = (os.path.abspath(os.path.join(self.folder, path)) for path in self.folders)
        return Launch(argv, environment, sandbox.make((*own, *further), self.hidden))


class LocalAdapter:
    """A model that runs here. Each player has a process to itself; a stateless model's processes are used again."""

    reproducible = False

    def __init__(self, launch: Launch, options: Options) -> None:
        """Starts nothing yet.

        Raises:
            UsageError: `bad_seconds`.
        """
        self.stateless = options.stateless
        self._launch, self._options = launch, options
        self._step = nanoseconds(options.step_seconds)
        self._episode = nanoseconds(options.episode_seconds)
        self._start = nanoseconds(options.start_seconds)
        self._idle: list[Process] = []
        self._lock = threading.Lock()

    def player(self, number: int) -> "LocalPlayer":
        """A process for one episode.

        Raises:
            IncompleteError: `cannot_start`.
        """
        concealment.conceal()
        process = self._taken()
        if process is not None:
            return LocalPlayer(self, process, self._step, self._episode, 0)
        return LocalPlayer(self, Process(self._launch), self._step, self._episode, self._start)

    def _taken(self) -> Process | None:
        """A process that has served before and can go on."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                process = self._idle.pop()
            if not process.has_output() and process.is_alive():
                return process
            process.end()

    def give_back(self, process: Process) -> None:
        """Keeps a stateless model's process for another episode, and ends any other.

        Raises:
            IncompleteError: `processes_left`.
        """
        if not self.stateless:
            process.end()
            return
        with self._lock:
            self._idle.append(process)

    def extract(self, received: bytes) -> bytes:
        """The line without its end (PCK-14.2.3)."""
        return received.removesuffix(b"\n")

    def close(self) -> None:
        """Ends the processes that wait for another episode. Where nobody calls it, they end with the evaluator.

        Raises:
            IncompleteError: `processes_left`.
        """
        with self._lock:
            waiting, self._idle = self._idle, []
        for process in waiting:
            process.end()


class LocalPlayer:
    """A process in one episode."""

    def __init__(self, adapter: LocalAdapter, process: Process, step: int, episode: int, start: int) -> None:
        """Takes a process, and its nanoseconds for a step, for the episode, and more for its first answer."""
        self._adapter, self._process = adapter, process
        self._step, self._left, self._start = step, episode, start
        self._has_failed = False

    def answer(self, observation: bytes) -> Answer:
        """The line that it writes.

        Raises:
            ModelFailure: it writes none, or something else (PCK-14.5). Its process has been ended.
            IncompleteError: `cannot_start`, `processes_left`.
        """
        begin = time.monotonic_ns()
        # Until it has answered.
        self._has_failed = True
        try:
            line = self._process.ask(observation + b"\n", begin + min(self._step + self._start, self._left))
        except (ModelFailure, IncompleteError):
            self._process.end()
            raise
        self._has_failed = False
        self._left -= time.monotonic_ns() - begin
        self._start = 0
        return Answer(line)

    def close(self) -> None:
        """Ends the process, or leaves it to another episode.

        Raises:
            IncompleteError: `processes_left`.
        """
        if self._has_failed:
            self._process.end()
        else:
            self._adapter.give_back(self._process)


def nanoseconds(text: str) -> int:
    """The nanoseconds of an exact decimal of seconds.

    Raises:
        UsageError: `bad_seconds`.
    """
    if not _SECONDS.fullmatch(text):
        raise UsageError("bad_seconds", f"{text!r} is no number of seconds: at most 7 digits, and 9 behind a point")
    return int(Decimal(text) * SECOND)


def digest(path: str) -> str:
    """The SHA-256 of one of the model's files, links followed.

    Raises:
        InputError: it can't be read.
    """
    out = hashlib.sha256()
    with files.open_regular(Path(os.path.realpath(path))) as stream:
        while piece := stream.read(_PIECE):
            out.update(piece)
    return out.hexdigest()


def _environment(variables: Iterable[str]) -> dict[str, str]:
    out = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
    for name in variables:
        if name not in os.environ:
            raise UsageError("no_such_variable", f"there is no environment variable {name}")
        out[name] = os.environ[name]
    return out
