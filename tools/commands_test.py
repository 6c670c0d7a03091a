"""The commands in one program: each is found, has help, and reads integers strictly."""

import argparse
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.errors import IncompleteError
from tools import cli, commands

ROOT = Path(__file__).parents[1]
ONLY_WITH_BAZEL = {"bench-peers", "instructions", "matrix"}
"""They hold this against what others install, or against a committed file, or start Bazel."""
PARSED = sorted(name for name, (module, _) in commands.COMMANDS.items() if module.startswith("tools."))
HEAVY = {
    "conformance.challenge",
    "conformance.operations.registry",
    "conformance.second_reading.operations",
    "conformance.standard",
    "packs.authoring",
    "packs.evaluation.evaluator",
    "packs.evaluation.transcript",
    "packs.verify",
    "scoring.submission",
    "simulator.policies.registry",
    "yaml",
}
"""The work of the commands, for which `--help` does not wait."""
BROUGHT = {"bench": HEAVY, "pack": {"packs.verify"}}
"""What comes with the options all the same: bench names its rows; pack is one module with its work."""
OPTIONS = """
import importlib, sys
sys.path[:] = {path!r}
importlib.import_module({module!r}).arguments()
print(*sys.modules)
"""
ASK = "import sys; sys.path.insert(0, {root!r}); from tools.commands import main; sys.exit(main(sys.argv, {default!r}))"


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from parsers(inner)


def test_no_command_of_bazel_is_left_out() -> None:
    build = ROOT.joinpath("tools", "BUILD.bazel").read_text(encoding="utf-8")
    found = re.findall('py_tool\\(\n    name = "([a-z-]+)",', build)
    assert len(found) > 10 and set(found) - ONLY_WITH_BAZEL <= set(commands.COMMANDS)


@pytest.mark.parametrize("name", PARSED)
def test_integers_are_read_strictly(name: str) -> None:
    module = importlib.import_module(commands.COMMANDS[name][0])
    every = [action for parser in parsers(module.arguments()) for action in parser._actions]
    assert not [action.option_strings for action in every if action.type in (int, float)]


@pytest.mark.parametrize("name", PARSED)
def test_the_options_do_not_wait_for_the_work(name: str) -> None:
    program = OPTIONS.format(path=sys.path, module=commands.COMMANDS[name][0])
    start = [sys.executable, "-I", "-S", "-B", "-c", program]
    found = subprocess.run(start, capture_output=True, text=True, check=True).stdout.split()
    assert "argparse" in found and HEAVY & set(found) <= BROUGHT.get(name, set())


@pytest.mark.parametrize("text", ["0", "7", "-1", "9007199254740991"])
def test_integer(text: str) -> None:
    assert cli.integer(text) == int(text)


@pytest.mark.parametrize("text", ["1_000", " 1", "+1", "01", "-0", "1.0", "1e3", "٣", "", "10000000000000000"])
def test_no_integer(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        cli.integer(text)


def run(*argv: str, default: str = "") -> subprocess.CompletedProcess[str]:
    start = [sys.executable, "-I", "-S", "-B", "-c", ASK.format(root=str(ROOT), default=default)]
    return subprocess.run([*start, *argv], capture_output=True, text=True, check=False)


def test_a_command_is_named() -> None:
    shown, none, unknown = run("--help"), run(), run("dance")
    assert (shown.returncode, none.returncode, unknown.returncode) == (0, 2, 2)
    assert shown.stdout == none.stderr == unknown.stderr
    assert all(f"\n  {name} " in shown.stdout for name in commands.COMMANDS)


def test_the_default_stands_for_a_name() -> None:
    for argv in (("--profile", "gold"), ("certify", "--profile", "gold")):
        found = run(*argv, default="certify")
        assert found.returncode == 2 and "invalid choice: 'gold'" in found.stderr

    assert "Compute anew" in run("verify-certificate", "--help", default="certify").stdout


def test_a_package_that_is_missing_is_named() -> None:
    """Without site-packages there is no yaml."""
    found = run("scenario", "new", "room.yaml")
    assert (found.returncode, found.stdout) == (4, "")
    assert found.stderr == "error: missing_package: this needs the package PyYAML: python3 -m pip install PyYAML\n"


def test_a_module_of_ours_that_is_missing_is_a_bug() -> None:
    ours = ModuleNotFoundError("none", name="scoring.absent")
    assert cli.missing_package(ours) is ours
    other = cli.missing_package(ModuleNotFoundError("none", name="httpx._client"))
    assert isinstance(other, IncompleteError) and "pip install httpx" in str(other)
