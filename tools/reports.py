"""Reading the reports that commands are given: whole, bounded, strict, and worked out again (SCO-8.6)."""

from pathlib import Path
from typing import Any

from packs import files
from scoring.report.checks import read_foreign
from simulator.errors import InputError


def read(path: Path) -> dict[str, Any]:
    """The report in a file, plain or gzip.

    Raises:
        InputError: the file can't be read, is no report, or contradicts itself; it names the file.
    """
    data = files.read_bytes(path)
    try:
        return read_foreign(data)
    except InputError as error:
        error.source = str(path)
        raise
