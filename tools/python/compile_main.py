"""Compiles Python files: compile_main.py (SOURCE NAME OUTPUT)... where NAME is the path that the bytecode states."""

import py_compile
import sys

for source, name, output in zip(*[iter(sys.argv[1:])] * 3, strict=True):
    try:
        py_compile.compile(
            source, output, name, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
        )
    except py_compile.PyCompileError as error:
        sys.exit(error.msg)
