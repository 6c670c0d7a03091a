"""Compiles Python files ahead, to the same bytes wherever and whenever it runs.

compile_main.py SOURCE NAME OUTPUT ...   each file, where NAME is the path that its bytecode states
compile_main.py --tree FOLDER NAME       all of a folder, for __pycache__; exit code 1 if a file can't be compiled
"""

import compileall
import marshal
import py_compile
import sys
from pathlib import Path

PYPY = sys.implementation.name == "pypy"


def compile_files(arguments: list[str]) -> None:
    for source, name, output in zip(*[iter(arguments)] * 3, strict=True):
        try:
            mode = py_compile.PycInvalidationMode.CHECKED_HASH
            py_compile.compile(source, output, name, doraise=True, invalidation_mode=mode)
        except py_compile.PyCompileError as error:
            sys.exit(error.msg)
        if PYPY:
            settle(Path(output))


def compile_tree(folder: str, name: str) -> bool:
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    whole = compileall.compile_dir(folder, quiet=2, stripdir=folder, prependdir=name, invalidation_mode=mode)
    if PYPY:
        for path in Path(folder).rglob("*.pyc"):
            settle(path)
    return bool(whole)


def settle(path: Path) -> None:
    """PyPy's bytecode tells which strings were interned, which is chance; marshal's version 2 has no word for it."""
    content = path.read_bytes()
    path.write_bytes(content[:16] + marshal.dumps(marshal.loads(content[16:]), 2))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--tree"]:
        sys.exit(not compile_tree(*sys.argv[2:]))
    compile_files(sys.argv[1:])
