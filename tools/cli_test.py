"""What every command does with its end: exit codes, one line for an error, and no traceback but for our own bugs."""

import argparse
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from simulator.errors import DocumentError, IncompleteError, SimulationError, UsageError
from tools import cli, replay, scenario, score

TOOLS = {"replay": replay, "scenario": scenario, "score": score}


def ends(error: BaseException | None, *argv: str) -> int:
    """The exit code of a command that prints a line and then raises, or returns 1."""

    def command(options: argparse.Namespace) -> int:
        print("half a result")
        if error is not None:
            raise error
        return 1

    arguments = cli.parser("test", "A test.", "none")
    arguments.add_argument("--name", choices=["first", "second"])
    arguments.add_argument("--json", action="store_true")
    return cli.main(arguments, command, argv)


def recursion() -> RecursionError:
    def deeper() -> None:
        deeper()

    try:
        deeper()
    except RecursionError as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    ("error", "exit_code", "start"),
    [
        (None, 1, ""),
        (UsageError("unknown", "no"), 2, "error: unknown: no"),
        (DocumentError("shape", "wrong_type", "no", "/a\n"), 3, r"error: wrong_type at /a\n: no"),
        (IncompleteError("cannot_write", "full"), 4, "error: cannot_write: full"),
        (MemoryError(), 4, "error: out_of_memory: "),
        (OSError(errno.ENOSPC, "full"), 4, "error: cannot_write: "),
        (KeyboardInterrupt(), 130, "interrupted"),
        (
            SimulationError("fire_contract", "no"),
            70,
            "internal error: SimulationError: fire_contract: no (this is a bug",
        ),
        (ValueError("a\nb\x1b[31m\ud800"), 70, r"internal error: ValueError: a\nb\x1b[31m\ud800 (this is a bug"),
        (recursion(), 70, "internal error: RecursionError: "),
        (PermissionError(errno.EACCES, "no"), 70, "internal error: PermissionError: "),
        (AssertionError(), 70, "internal error: AssertionError: "),
    ],
)
def test_each_end_has_its_exit_code_and_line(
    error: BaseException | None, exit_code: int, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends(error) == exit_code
    out, err = capsys.readouterr()
    assert out == "half a result\n"
    assert err.startswith(start) and err.count("\n") == (1 if start else 0)
    assert "Traceback" not in err and ("EMBER_DEBUG=1" in err) == (exit_code == 70)


def test_the_traceback_of_our_bugs_is_shown_on_demand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMBER_DEBUG", "1")
    assert ends(ValueError("no")) == 70
    err = capsys.readouterr().err
    assert err.startswith("Traceback") and "in command" in err and err.splitlines()[-1].startswith("internal error: ")
    assert ends(UsageError("unknown", "no")) == 2
    assert capsys.readouterr().err == "error: unknown: no\n"


@contextmanager
def gone() -> Iterator[None]:
    """A standard output that nobody reads any more; at its end it is flushed and closed, as the interpreter does."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as stream, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        yield
        print("more")


@pytest.mark.parametrize("error", [None, UsageError("unknown", "no"), ValueError("no")])
def test_a_reader_that_has_gone(error: Exception | None, capsys: pytest.CaptureFixture[str]) -> None:
    with gone():
        assert ends(error) == 141
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_goes_while_a_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    def command(options: argparse.Namespace) -> int:
        for _ in range(100):
            print("x" * 10_000)
        return 0

    with gone():
        assert cli.main(cli.parser("test", "A test.", "none"), command, []) == 141
    assert capsys.readouterr().err == ""


def test_help_that_nobody_reads() -> None:
    with gone():
        assert cli.main(cli.parser("test", "A test.", "none"), lambda options: 0, ["--help"]) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert ends(None) == 4
        full.flush()
    assert capsys.readouterr().err.startswith("error: cannot_write: ")


def test_no_output_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert ends(None) == 1


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--jso"], "--jso"),
        (["--name", "third"], "first"),
        (["--other"], "--other"),
        (["--name"], "--name"),
        (["surplus"], "surplus"),
    ],
)
def test_wrong_usage(argv: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        ends(None, *argv)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err.splitlines()[-1] and "usage: " in err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--demmo"], "unrecognized arguments: --demmo"),
        (["--demmo=1", "--json"], "unrecognized arguments: --demmo"),
        (["--json"], "one of the arguments --results --demo is required"),
        (["--json", "--", "--demmo"], "one of the arguments --results --demo is required"),
    ],
)
def test_a_mistyped_option_is_told_before_a_missing_one(
    argv: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        TOOLS["score"].arguments().parse_args(argv)
    assert caught.value.code == 2 and capsys.readouterr().err.endswith(f"error: {told}\n")


def test_a_command_within_a_command_guesses_nothing_either() -> None:
    arguments = cli.parser("test", "A test.", "none")
    arguments.add_subparsers(dest="action").add_parser("show").add_argument("--json", action="store_true")
    assert arguments.parse_args(["show", "--json"]).json
    with pytest.raises(SystemExit):
        arguments.parse_args(["show", "--js"])


@pytest.mark.parametrize("name", TOOLS)
def test_every_help_has_an_example_and_the_exit_codes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        TOOLS[name].arguments().parse_args(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert f"example:\n  bazel run //tools:{name} -- " in out
    for code in ("1 negative", "2 wrong", "3 invalid", "70 a bug", "EMBER_DEBUG=1", "130 interrupted", "141 "):
        assert code in out


@pytest.mark.parametrize("name", TOOLS)
def test_no_option_can_be_cut_short(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = TOOLS[name].arguments()
    for option in arguments._option_string_actions:
        if len(option) > 5:
            with pytest.raises(SystemExit):
                arguments.parse_args([option[:-1]])
    assert not arguments.allow_abbrev
