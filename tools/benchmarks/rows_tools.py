"""Rows of packs, of the corpus, and of the commands as a person starts them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from conformance import vectors
from conformance.operations.registry import outcome
from packs import verify
from packs.generator import config, families, generate
from packs.public.pack import public_pack
from tools.benchmarks.rows_scoring import folder
from tools.benchmarks.timing import Contender, Goal, Row, children_seconds

Command = tuple[str, ...]

_ROOT = Path(__file__).parents[2]
# Under Bazel the commands are among our runfiles; a command's file there is the launcher that people start too.
_RUNFILES = os.environ.get("EMBER_BENCH_TOOLS", "")


def packs() -> list[Row]:
    """The public pack verified; a suite generated, two scenarios of each family."""
    wanted = config.preset(sorted(families.FAMILIES), 2)
    count = len(wanted.scenarios)
    return [
        Row("verify the public pack", Contender("ours", lambda: lambda: verify.verify(public_pack()).close())),
        Row(
            f"generate a suite of {count} scenarios",
            Contender("ours", lambda: lambda: list(generate.generate(wanted, 0))),
            units=count,
            unit="scenario",
        ),
    ]


def corpus() -> list[Row]:
    """Every question of the conformance corpus, answered in this process."""
    known = vectors.load()

    def work() -> None:
        for vector in known:
            outcome(vector.operation, dict(vector.input))

    return [Row(f"answer the {len(known):,} questions of the corpus", Contender("ours", lambda: work))]


def start() -> list[Row]:
    """The start of each command (`--help`) against that of the interpreter, in CPU seconds of their processes."""
    return [_start(name, command) for name, command in commands()]


def commands() -> Iterator[tuple[str, Command]]:
    """The commands: under Bazel as they are built, else as modules."""
    if _RUNFILES:
        for path in _RUNFILES.split():
            yield Path(path).name, (str(Path(os.environ["RUNFILES_DIR"], path)),)
        return
    for file in sorted((_ROOT / "tools").glob("*.py")) if _ROOT.is_dir() else ():
        text = file.read_text(encoding="utf-8")
        if '__name__ == "__main__"' in text and "def arguments()" in text:
            yield file.stem, (sys.executable, "-m", f"tools.{file.stem}")


def _start(name: str, command: Command) -> Row:
    bare = Contender("the interpreter", lambda: lambda: _run((sys.executable, "-I", "-S", "-B", "-c", "pass")))
    ours, absent = Contender("ours", lambda: lambda: _run((*command, "--help"))), ""
    try:
        # The first start may compile.
        _run((*command, "--help"))
    except subprocess.CalledProcessError:
        absent = "does not start here"
        ours = Contender("ours", None, absent)
    goal = Goal(f"{name} --help: less than 100 ms of CPU above the interpreter", "above", 0.1, bare.name)
    return Row(f"start {name}", ours, (bare,), () if absent else (goal,), memory=False, timer=children_seconds)


def _run(command: Command) -> None:
    settings = {name: value for name, value in os.environ.items() if name in ("PATH", "RUNFILES_DIR")}
    settings |= {"PYTHONPATH": str(_ROOT), "PYTHONPYCACHEPREFIX": str(folder() / "bytecode")}
    quiet = subprocess.DEVNULL
    subprocess.run(command, env=settings, cwd=_ROOT, stdout=quiet, stderr=quiet, check=True)
