"""Starts a tool: tool_main.py PYTHON RUNFILES PATH... -- MAIN [ARGUMENT...]

PYTHON is the launcher of the interpreter; PATH and MAIN are relative to RUNFILES. MAIN runs as __main__, from its
bytecode where there is some. The standard library's runpy would compile it each time, and takes longer to import
than most tools take to start.
"""

import os
import sys
from importlib.machinery import SourceFileLoader
from types import CodeType, ModuleType


def folder(root: str, path: str) -> str:
    """Where a folder is: Bazel 7 hands a remote worker a source directory in external/, not in the runfiles."""
    here = root + "/" + path
    return here if os.path.exists(here) else root.partition("/bazel-out/")[0] + "/external/" + path


def load(arguments: list[str]) -> tuple[ModuleType, CodeType]:
    """Sets sys.path, sys.argv and sys.executable for MAIN, and makes it the module __main__."""
    python, root = arguments[:2]
    cut = arguments.index("--")
    main = root + "/" + arguments[cut + 1]
    sys.path[:0] = [folder(root, path) for path in arguments[2:cut]]
    sys.argv = [main, *arguments[cut + 2 :]]
    # What multiprocessing starts: the launcher, not the program, which alone finds the wrong libc.
    sys.executable = python
    code = SourceFileLoader("__main__", main).get_code("__main__")
    assert code is not None
    module = ModuleType("__main__")
    # multiprocessing runs this file in its children.
    module.__file__ = main
    sys.modules["__main__"] = module
    return module, code


if __name__ == "__main__":
    started, program = load(sys.argv[1:])
    exec(program, started.__dict__)
