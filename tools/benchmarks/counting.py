"""Instructions of the kernels under callgrind: counts that are the same on a busy machine.

They are those of one build of CPython on one processor family, so they are kept for a build each, and only a build
that has counts is judged.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from simulator.errors import IncompleteError

COUNTS = Path(__file__).with_name("instructions.json")
ACCEPT = "bazel run //tools:instructions -- accept"
TOLERANCE = 5
"""Percent that a count may rise by."""

Counts = dict[str, int]

_ONLY_KERNELS = ("--toggle-collect=ffi_call", "--dump-after=ffi_call")


def valgrind() -> str:
    """The program: Bazel's, or that of the machine."""
    path = os.environ.get("EMBER_VALGRIND")
    return str(Path(os.environ["RUNFILES_DIR"], path)) if path else "valgrind"


def build() -> str:
    """The build of the interpreter, as far as it shows."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}"


def count() -> Counts:
    """Counts the kernels; two runs give the same to within a hundredth.

    Raises:
        IncompleteError: `no_callgrind`, there is no valgrind here, or it counts nothing.
    """
    code = f"import sys; sys.path[:0] = {sys.path!r}; from tools.benchmarks.kernels import main; sys.exit(main())"
    with TemporaryDirectory(prefix="ember-counts-") as folder:
        settings = {"PATH": os.defpath, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        command: list[str] = [sys.executable, "-S", "-c", code]
        # Once without, for the bytecode.
        subprocess.run(command, env=settings, check=True, stdout=subprocess.PIPE)
        callgrind = [valgrind(), "-q", "--tool=callgrind", "--trace-children=yes", *_ONLY_KERNELS]
        callgrind.append(f"--callgrind-out-file={folder}/out.%p")
        try:
            run = subprocess.run([*callgrind, *command], env=settings, check=True, stdout=subprocess.PIPE, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise IncompleteError("no_callgrind", f"valgrind's callgrind is needed: {error}") from error
        names, totals = run.stdout.splitlines(), _totals(Path(folder))
    if len(totals) != len(names):
        raise IncompleteError("no_callgrind", f"{len(names)} kernels ran, and callgrind counted {len(totals)}")
    return dict(zip(names, totals, strict=True))


def _totals(folder: Path) -> list[int]:
    """The totals of the dumps of one process, in their order."""
    found = []
    for path in sorted(folder.glob("out.*.*"), key=lambda path: int(path.suffix[1:])):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        found += [int(line.split()[1]) for line in lines if line.startswith("totals:")]
    return found


def accepted() -> dict[str, Counts]:
    """The counts that are accepted, by build."""
    found: dict[str, Counts] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return found


def table(old: Mapping[str, int], new: Mapping[str, int]) -> list[str]:
    """One line for each kernel: accepted, counted, and the change."""
    return [
        f"{name:12}{old.get(name, 0):>14,} -> {found:>14,}  {change(old, name, found):>+7.2f} %"
        for name, found in new.items()
    ]


def change(old: Mapping[str, int], name: str, found: int) -> float:
    """By how many percent a count has risen; a kernel without a count has risen by all of it."""
    return 100 * (found - old[name]) / old[name] if name in old else 100.0


def risen(old: Mapping[str, int], new: Mapping[str, int]) -> list[str]:
    """The kernels whose count has risen by more than TOLERANCE, or that are not the same ones."""
    over = [name for name, found in new.items() if change(old, name, found) > TOLERANCE]
    return over + [name for name in old if name not in new]
