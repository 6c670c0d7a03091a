"""The runner's command: `run(argv)` checks a testee against the corpus and gives the exit code (CNF-7.10).

stdout carries the result, stderr progress and errors.
"""

import argparse
import json
import os
import re
import secrets
import signal
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from conformance import profiles, vectors
from conformance.challenge import SEED_BYTES, cases
from conformance.runner import junit
from conformance.runner.check import Request, check, chosen
from conformance.runner.plan import Shard
from conformance.runner.report import Report
from conformance.runner.settings import Budgets, Settings
from conformance.vectors import Vector
from simulator.errors import EmberError, IncompleteError, InputError, UsageError, printable

PASSES, FAILS, USAGE, OURS = 0, 1, 2, 70
_INTERRUPTED, _TERMINATED = 130, 143

_EPILOG = """example:
  run --profile fire --junit fire.xml -- python3 /home/me/testee.py

exit codes:
  0 all that was asked for passes, 1 it doesn't, 2 wrong usage, 3 a bad corpus or file of expected failures,
  4 nothing was judged (the surroundings failed), 70 a bug of ours"""


def run(argv: Sequence[str], budgets: Budgets | None = None) -> int:
    """Runs the command with these arguments; the exit code as its help tells it.

    Args:
        argv: without the program's name; the testee's argument vector follows `--`.
        budgets: other budgets than the usual ones.
    """
    previous = signal.signal(signal.SIGTERM, _terminated)
    try:
        return _run(argv, budgets or Budgets())
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else USAGE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        return _told(error)
    finally:
        signal.signal(signal.SIGTERM, previous)


def _told(error: Exception) -> int:
    """Prints an error in one line, and gives its exit code."""
    if isinstance(error, OSError):
        error = IncompleteError("cannot_write", f"the results can't be written: {error}")
    if isinstance(error, EmberError) and error.exit_code != OURS:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    print(f"internal error: {printable(f'{type(error).__name__}: {error}')}", file=sys.stderr)
    return OURS


def _terminated(*_: object) -> None:
    """Ends the run in order, so that its processes end too."""
    raise SystemExit(_TERMINATED)


def _run(argv: Sequence[str], budgets: Budgets) -> int:
    arguments = list(argv)
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options = _parser().parse_args(arguments[:cut])
    request = _request(options, tuple(arguments[cut + 1 :]), budgets)
    corpus = vectors.load(options.corpus)
    if options.list:
        _print_list(chosen(corpus, request), options.json)
        return PASSES
    if not request.settings.argv:
        raise UsageError("no_testee", "the testee's program and arguments follow --")
    report = check(corpus, request, _fresh(options, corpus), _Counter())
    _write(report, options)
    return OURS if report.is_ours else PASSES if report.passes else FAILS


def _fresh(options: argparse.Namespace, corpus: Sequence[Vector]) -> Sequence[Vector]:
    """The cases of a fresh challenge, where one is asked for; its seed goes to stderr."""
    if not options.challenge:
        return ()
    seed = secrets.token_hex(SEED_BYTES)
    print(f"challenge seed {seed}", file=sys.stderr)
    return cases(options.profile, seed, corpus)


def _parser() -> argparse.ArgumentParser:
    out = argparse.ArgumentParser(
        prog="run",
        usage="run [options] -- TESTEE [ARGUMENT ...]",
        description="Checks an implementation against the conformance corpus.",
        epilog=_EPILOG,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = out.add_argument
    add("--profile", choices=profiles.PROFILES, default=profiles.FULL, help="what to certify (default: full)")
    add("--corpus", type=Path, metavar="FOLDER", help="a folder of vectors (default: the corpus that comes with this)")
    add("--filter", action="append", default=[], metavar="GLOB", help="only cases whose ID matches; certifies nothing")
    add("--shard", type=_shard, default=Shard(), metavar="I/N", help="only part I of N; certifies nothing")
    add("--seed", type=seed_text, help="the seed of the order (default: a fresh one)")
    add("--timeout-scale", type=scale, default=Fraction(1), metavar="X", help="multiplies every time limit")
    add("--challenge", action="store_true", help="also asks fresh cases that nobody can know beforehand")
    add("--expected-failures", type=Path, metavar="FILE", help="what is known to fail; certifies nothing")
    add("--junit", type=Path, metavar="FILE", help="writes JUnit XML")
    add("--results", type=Path, metavar="FILE", help="writes the results document")
    add("--json", action="store_true", help="prints the results document")
    add("--list", action="store_true", help="prints the cases and runs none")
    return out


def _shard(text: str) -> Shard:
    match = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is not I/N")
    return Shard(int(match.group(1)) - 1, int(match.group(2)))


def seed_text(text: str) -> str:
    """The seed of an order, as an argument."""
    if not re.fullmatch("[A-Za-z0-9._-]{1,64}", text):
        raise argparse.ArgumentTypeError("a seed has 1 to 64 characters of A–Z a–z 0–9 . _ -")
    return text


def scale(text: str) -> Fraction:
    """What multiplies every time limit, as an argument."""
    if not re.fullmatch("[0-9]{1,6}([.][0-9]{1,6})?", text) or not Fraction(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no positive decimal")
    return Fraction(text)


def _request(options: argparse.Namespace, argv: tuple[str, ...], budgets: Budgets) -> Request:
    program = tuple(os.path.abspath(word) if "/" in word else word for word in argv[:1])
    seed = options.seed or secrets.token_hex(16)
    settings = Settings(program + argv[1:], seed, options.timeout_scale, budgets)
    failures = _read(options.expected_failures) if options.expected_failures else None
    return Request(options.profile, settings, tuple(options.filter), options.shard, failures)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError("cannot_read", f"{path} can't be read: {error.strerror}") from None


def _print_list(cases: Sequence[Vector], as_json: bool) -> None:
    rows = [{"id": case.id, "operation": case.operation, "profile": case.profile} for case in cases]
    if as_json:
        print(json.dumps(rows))
    else:
        print("\n".join("  ".join(row.values()) for row in rows))


def _write(report: Report, options: argparse.Namespace) -> None:
    document = _spelled(report.document())
    if options.junit:
        options.junit.write_text(junit.xml(report), encoding="utf-8")
    if options.results:
        options.results.write_text(document, encoding="utf-8")
    print(document if options.json else report.text(), end="" if options.json else "\n")


def _spelled(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=True, indent=1, sort_keys=True) + "\n"


class _Counter:
    """The questions asked, on a terminal."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self.live:
            print(f"\rquestion {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
