"""Which files an evaluation leaves behind, and where (PCK-15.7)."""

import re
from dataclasses import dataclass
from pathlib import Path

from simulator.errors import UsageError

_ENDING = ".jsonl"
_LEFT = re.compile(r"[a-z0-9_]{8}")


@dataclass(frozen=True, slots=True)
class Outputs:
    """Results by trial, the operational record, and the journal; `folder` holds them all where they have their own."""

    results: tuple[Path, ...]
    operational: Path
    journal: Path
    folder: Path | None

    def transcript(self, trial: int) -> Path:
        """The transcript beside a result."""
        return _beside(self.results[trial], ".transcript.jsonl")

    def clear(self) -> None:
        """Takes away what a crash has left of files that were being written; only who holds the journal may."""
        for path in (*self.results, *map(self.transcript, range(len(self.results))), self.operational):
            start = f".{path.name}."
            for item in path.parent.iterdir():
                if item.name.startswith(start) and _LEFT.fullmatch(item.name[len(start) :]):
                    item.unlink(missing_ok=True)


def outputs(out: str, trials: int) -> Outputs:
    """The files of `--out`: a file for one trial; a folder for several, or where it is one or ends in a slash.

    Raises:
        UsageError: `needs_a_folder`, several trials don't go into one file.
    """
    path = Path(out)
    if path.is_dir() or out.endswith("/") or trials > 1:
        if path.exists() and not path.is_dir():
            raise UsageError("needs_a_folder", f"{trials} trials go into a folder, and {path} is a file")
        results = tuple(path / f"trial-{trial:03d}{_ENDING}" for trial in range(trials))
        return Outputs(results, path / "operational.json", path / "journal", path)
    return Outputs((path,), _beside(path, ".operational.json"), path.with_name(path.name + ".journal"), None)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name.removesuffix(_ENDING) + ending)
