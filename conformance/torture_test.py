"""Certification in hostile surroundings: every case gets the same answer, to the byte (CNF-7.9).

Each environment is another process environment of the testee, set up by a program that then becomes the testee.
Together they cover four hash seeds, four locales, three time zones, stripped assertions and docstrings, another working
folder, an unusual decimal context, a low recursion limit, and a tree in which nothing can be written.
"""

import ast
import functools
import locale
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance import vectors
from conformance.runner.check import Request, check
from conformance.runner.settings import Settings
from conformance.vectors import Vector

ROOT = Path(__file__).parents[1]
LOCALES = os.path.join(os.environ.get("RUNFILES_DIR", ""), os.environ["EMBER_LOCALES"])
"""A folder of locales, as LOCPATH wants it."""

# Sets up what an environment variable can't, reports it on stderr, and becomes the testee.
PROGRAM = """
import decimal, locale, os, sys, time
sys.path[:] = {path!r}
locale.setlocale(locale.LC_ALL, "")
sys.setrecursionlimit({depth})
decimal.setcontext(decimal.Context(prec=3, rounding=decimal.ROUND_UP, Emin=-5, Emax=5, capitals=0))
decimal.DefaultContext.prec = 3
os.chdir({folder!r})
if {shows}:
    print([locale.setlocale(locale.LC_ALL), time.timezone, __debug__, hash("ember"), os.getcwd()])
    sys.exit()
from conformance import testee
sys.exit(testee.main())
"""


@dataclass(frozen=True)
class Surroundings:
    """What a testee meets; `zone` as POSIX spells it, `west` what it comes to in seconds."""

    seed: str
    spoken: str
    zone: str
    west: int
    optimize: str = ""
    depth: int = 400
    folder: str = "/"

    def argv(self, path: list[str], shows: bool = False) -> tuple[str, ...]:
        """The testee; the runner scrubs the environment, so `env` sets it again."""
        program = PROGRAM.format(path=path, depth=self.depth, folder=self.folder, shows=shows)
        plain = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONHASHSEED": self.seed}
        here = {"LC_ALL": self.spoken, "LOCPATH": LOCALES, "TZ": self.zone}
        settings = plain | here | {"PYTHONOPTIMIZE": self.optimize}
        return ("/usr/bin/env", *(f"{name}={value}" for name, value in settings.items()), *interpreter(program))


def interpreter(program: str) -> tuple[str, ...]:
    # Not -I: it would ignore the hash seed.
    return (sys.executable, "-s", "-S", "-B", "-c", program)


WORLD = (
    Surroundings("0", "C", "UTC0", 0, optimize="2"),
    Surroundings("1", "tr_TR.UTF-8", "XXX-5:45", -20_700, folder="/usr"),
    Surroundings("4242", "ar_EG.UTF-8", "YYY11", 39_600, optimize="2", depth=300),
    Surroundings("4294967295", "de_DE.UTF-8", "UTC0", 0, folder="/usr"),
)


@functools.cache
def corpus() -> tuple[Vector, ...]:
    return vectors.load()


Answers = dict[str, tuple[str, str]]


def answers(argv: tuple[str, ...]) -> Answers:
    """Status and digest of the answer of each case of a whole run."""
    outcome = check(corpus(), Request("full", Settings(argv, "torture"))).outcome
    return {name: (one.verdict.status, one.answer_digest) for name, one in outcome.results.items()}


@functools.cache
def quiet() -> Answers:
    """The answers in ordinary surroundings."""
    program = f"import sys; sys.path[:] = {sys.path!r}; from conformance import testee; sys.exit(testee.main())"
    found = answers(interpreter(program))
    assert {status for status, _ in found.values()} == {"pass"} and len(found) == len(corpus())
    return found


@pytest.mark.parametrize("world", WORLD, ids=lambda world: world.spoken)
def test_the_surroundings_are_what_they_say(world: Surroundings) -> None:
    """Otherwise the test below would show nothing."""
    shown = [
        ast.literal_eval(subprocess.check_output(one.argv(sys.path, shows=True), text=True, env={}))
        for one in (world, WORLD[0])
    ]
    assert shown[0][:3] == [world.spoken, world.west, world.optimize != "2"] and shown[0][4] == world.folder
    assert (shown[0][3] == shown[1][3]) == (world is WORLD[0])


@pytest.mark.parametrize("world", WORLD, ids=lambda world: world.spoken)
def test_surroundings_change_no_answer(world: Surroundings) -> None:
    assert answers(world.argv(sys.path)) == quiet()


def test_a_tree_that_cannot_be_written_to_is_left_as_it_is(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for layer in ("simulator", "packs", "scoring", "conformance"):
        shutil.copytree(ROOT / layer, tree / layer, symlinks=False)
    for path in (tree, *tree.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in tree.rglob("*")}
    path = [str(tree), *(entry for entry in sys.path if Path(entry).resolve() != ROOT.resolve())]
    assert answers(WORLD[1].argv(path)) == quiet()
    assert {path: path.stat().st_mtime_ns for path in tree.rglob("*")} == before


def test_the_locales_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the tests above would show nothing."""
    monkeypatch.setenv("LOCPATH", LOCALES)
    before = locale.setlocale(locale.LC_ALL)
    try:
        points = {}
        for world in WORLD:
            locale.setlocale(locale.LC_ALL, world.spoken)
            points[world.spoken] = locale.localeconv()["decimal_point"]
    finally:
        locale.setlocale(locale.LC_ALL, before)
    assert points["C"] == "." and points["de_DE.UTF-8"] == points["tr_TR.UTF-8"] == ","
