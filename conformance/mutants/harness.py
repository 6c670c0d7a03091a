"""Trying mutants from another process, which may have the product itself (conformance/mutants/trial.py)."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CORPUS = Path(__file__).parent.parent / "corpus" / "vectors"

Outcomes = dict[str, dict[str, Any]]
"""Outcomes that are not the expected ones, by the vector's ID."""


class BrokenMutant(Exception):
    """A mutant that can't be asked anything: it is stale, can't be imported, crashes or hangs."""


def command(module: str, *arguments: str) -> list[str]:
    """An argument vector that runs a module's `main` in a new process, which finds modules where this one does."""
    code = f"import sys; sys.path[:0] = {sys.path!r}; from {module} import main; sys.exit(main())"
    return [sys.executable, "-B", "-c", code, *arguments]


class Harness:
    """A process that tries mutants one after the other. A context manager."""

    def __init__(self, corpus: Path = CORPUS) -> None:
        argv = command("conformance.mutants.trial", str(corpus))
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def ask(self, mutant: str | None, vectors: Sequence[str] | None = None) -> Outcomes:
        """The vectors that a mutant, or the product itself, answers otherwise than expected.

        Args:
            mutant: its ID, None for the product as it is.
            vectors: the IDs of the vectors to ask, None for all.

        Raises:
            BrokenMutant: it can't be asked.
        """
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({"mutant": mutant, "vectors": vectors}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line or '{"broken": "the trying process is gone"}')
        if "broken" in answer:
            raise BrokenMutant(f"{mutant}: {answer['broken']}")
        found: Outcomes = answer["found"]
        return found
