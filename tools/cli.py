"""What the commands share: exit codes, progress on stderr, and one line for every error (ENC-5.7).

An error that is ours is told as such; with EMBER_DEBUG=1 in the environment its traceback comes first. Where whoever
reads our output has gone (`| head`), a command ends quietly with 141, as a shell reports it of a program that SIGPIPE
killed. It follows the recipe of Python's manual: what can't be written is pointed at /dev/null, so that the
interpreter's own last flush has nothing to complain about.
"""

import argparse
import errno
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from simulator.errors import EmberError, IncompleteError, UsageError, printable

if TYPE_CHECKING:
    # What only the work itself needs: `--help` does not wait for it.
    from packs.executors import Workers
    from packs.pack import Pack

Command = Callable[[argparse.Namespace], int]

LAYERS = ("simulator", "packs", "scoring", "conformance", "tools")
PACKAGES = {"yaml": "PyYAML"}
"""Modules whose package has another name."""

OURS, INTERRUPTED, READER_GONE = EmberError.exit_code, 130, 141
_FULL = (errno.ENOSPC, errno.EDQUOT)

_ROOT = Path(__file__).parents[1]
_BAZEL = re.compile("bazel run //tools:([a-z-]+) --")
_INTEGER = re.compile("0|-?[1-9][0-9]{0,15}")

_EXIT_CODES = """exit codes:
  0 good, 1 negative verdict, 2 wrong usage, 3 invalid input, 4 nothing was judged (the surroundings failed),
  70 a bug of ours (EMBER_DEBUG=1 shows where), 130 interrupted, 141 the output was not read to its end"""


class Parser(argparse.ArgumentParser):
    """A parser that guesses nothing: an option is written out, and a part of its name is an unknown option."""

    def __init__(self, **settings: Any) -> None:
        strict: dict[str, Any] = {"allow_abbrev": False, "formatter_class": argparse.RawDescriptionHelpFormatter}
        super().__init__(**strict | settings)
        self._given: list[str] = []

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it; what was given is kept for `error`."""
        self._given = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Tells an option that there is not before one that is missing: mostly it is that one, mistyped."""
        if "required" in message and self._subparsers is None:
            own = takewhile("--".__ne__, self._given)
            options = (word.partition("=")[0] for word in own if word.startswith("--"))
            unknown = next((option for option in options if option not in self._option_string_actions), None)
            message = f"unrecognized arguments: {printable(unknown)}" if unknown else message
        super().error(message)


def parser(name: str, about: str, example: str) -> Parser:
    """A command's parser, whose help ends with an example and the exit codes."""
    epilog = f"example:\n  {as_typed(example)}\n\n{_EXIT_CODES}"
    return Parser(prog=as_typed(f"bazel run //tools:{name} --"), description=about, epilog=epilog)


def as_typed(text: str) -> str:
    """A text with each command in it as it is typed here: from an archive, `python3 ember.pyz NAME`."""
    return _BAZEL.sub(rf"python3 {_ROOT.name} \1", text) if _ROOT.is_file() else text


def integer(text: str) -> int:
    """An integer of an option, written as in a document (ENC-2.3)."""
    if not _INTEGER.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{printable(text)} is not written as an integer, such as 0 or 27")
    return int(text)


def missing_package(error: ModuleNotFoundError) -> Exception:
    """What to install for a part that needs more than the standard library; a module of ours that is missing is a bug.

    The name under which a package is installed is mostly that of its module.
    """
    module = (error.name or "").partition(".")[0]
    if not module or module in LAYERS or module in sys.stdlib_module_names:
        return error
    package = PACKAGES.get(module, module)
    return IncompleteError("missing_package", f"this needs the package {package}: python3 -m pip install {package}")


def main(arguments: argparse.ArgumentParser, command: Command, argv: Sequence[str] | None = None) -> int:
    """Runs a command and tells its error, if it ends in one, in one line on stderr (ENC-5.7).

    Returns:
        The exit code: what the command returns, or what its error's type says; 130 or 141 as above.

    Raises:
        SystemExit: 2, the arguments are wrong; 0, they ask for help.
    """
    try:
        try:
            return _judged(command, arguments.parse_args(argv))
        finally:
            _flush()
    except BrokenPipeError:
        _silence()
        return READER_GONE
    except OSError as error:
        # Only a flush, or the telling of an error, raises it.
        _silence()
        with suppress(OSError):
            told(_cannot_write(error))
        return IncompleteError.exit_code


def _judged(command: Command, options: argparse.Namespace) -> int:
    """The command's exit code, its error told."""
    try:
        return command(options)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except MemoryError:
        return told(IncompleteError("out_of_memory", "there is not enough memory; nothing was judged"))
    except OSError as error:
        return told(_cannot_write(error) if error.errno in _FULL else error)
    except ModuleNotFoundError as error:
        return told(missing_package(error))
    except Exception as error:
        return told(error)


def told(error: Exception) -> int:
    """Prints an error and gives its exit code; a bug of ours is said to be one."""
    if isinstance(error, EmberError) and error.exit_code != OURS:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    if os.environ.get("EMBER_DEBUG"):
        traceback.print_exception(error)
    what = printable(f"{type(error).__name__}: {error}")
    print(f"internal error: {what} (this is a bug of ours; EMBER_DEBUG=1 shows its traceback)", file=sys.stderr)
    return OURS


def _cannot_write(error: OSError) -> IncompleteError:
    return IncompleteError("cannot_write", f"the output can't be written: {os.strerror(error.errno or 0)}")


def _flush() -> None:
    # A stream that was closed before we started is None.
    for stream in (sys.stderr, sys.stdout):
        if stream is not None:
            stream.flush()


def _silence() -> None:
    """Points the standard output at /dev/null; what is left in its buffer goes there."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


_BAR = 24


class Progress:
    """A bar on stderr, on a terminal only."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.live = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self.live:
            end = "\n" if done == total else ""
            full = _BAR * done // max(total, 1)
            bar = "#" * full + "." * (_BAR - full)
            print(f"\r{self.what} [{bar}] {done}/{total}", end=end, file=sys.stderr, flush=True)


def add_pack(arguments: argparse._ActionsContainer) -> None:
    """The option `--pack`."""
    about = "an environment pack, folder or archive (default: the public pack)"
    arguments.add_argument("--pack", type=Path, help=about)


MAX_JOBS = 256


def add_workers(arguments: argparse.ArgumentParser) -> None:
    """The options `--jobs` and `--executor`."""
    arguments.add_argument("--jobs", type=integer, default=1, metavar="N", help="how many jobs at once (default: 1)")
    about = "where they run: serial, threads, processes or dask:ADDRESS (default: processes)"
    arguments.add_argument("--executor", default="processes", metavar="NAME", help=about)


def workers(options: argparse.Namespace) -> "Workers":
    """The workers that were asked for.

    Raises:
        UsageError: `bad_jobs`; as `executors.workers`.
    """
    if not 1 <= options.jobs <= MAX_JOBS:
        raise UsageError("bad_jobs", f"--jobs takes 1 … {MAX_JOBS}")
    from packs import executors

    return executors.workers(options.executor, options.jobs)


def add_page(arguments: argparse.ArgumentParser) -> None:
    """The option `--html`."""
    about = "also write it as one page that opens from disk"
    arguments.add_argument("--html", type=Path, metavar="FILE", help=about)


def write_page(path: Path | None, make: Callable[[], str]) -> None:
    """Writes a page, whole or not at all, where one was asked for, and says where it is.

    Raises:
        InputError, IncompleteError: the file can't be written.
    """
    if path is not None:
        from packs import files

        files.write_bytes(path, make().encode())
        print(f"page: {path}", file=sys.stderr)


def load_pack(path: Path | None) -> "Pack":
    """The verified pack of a folder or archive, or the public one.

    Raises:
        PackError, DocumentError: it fails verification.
    """
    from packs import verify
    from packs.public.pack import public_pack

    return verify.verify(path or public_pack(), progress=Progress("pack: fire world"))
