"""Runs a function of Python as a model that speaks in lines (PCK-14.9).

    python -I -B -c SOURCE FOLDER MODULE FUNCTION [--check]

It is handed to the interpreter as text and imports nothing of this repository, so a model finds no path to it. The
function gets each observation as a dictionary, and gives a dictionary of directions by person, or one with the member
`actions`. What it prints goes to stderr. With `--check` the host writes one empty line once it has found the function.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable
from operator import attrgetter
from typing import Any, BinaryIO


def main(arguments: list[str]) -> None:
    """The program. A function that can't be found, or raises something, ends it with a traceback and exit code 1."""
    folder, module, name = arguments[:3]
    out = open(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path.insert(0, folder)
    function = attrgetter(name)(importlib.import_module(module))
    if not callable(function):
        raise TypeError(f"{module}:{name} is no function")
    if arguments[3:]:
        out.write(b"\n")
        out.flush()
    else:
        serve(function, sys.stdin.buffer, out)


def serve(function: Callable[[Any], Any], lines: BinaryIO, out: BinaryIO) -> None:
    """Answers every line."""
    for line in lines:
        answer = function(json.loads(line))
        if not (isinstance(answer, dict) and isinstance(answer.get("actions"), dict)):
            answer = {"actions": answer}
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
