"""probe.py FILE CODE: prints, as JSON, how it was started and what FILE holds; ends with exit code CODE."""

import importlib.util
import json
import multiprocessing
import os
import sys
from pathlib import Path

import yaml

from tools.python.testdata import greeting


def in_child() -> str:
    return greeting.GREETING


def has_bytecode(source: str) -> bool:
    """Whether there is bytecode beside a source, of this interpreter and of what the source holds."""
    path = Path(importlib.util.cache_from_source(source))
    if not path.exists():
        return False
    head = path.read_bytes()[:16]
    return head[:4] == importlib.util.MAGIC_NUMBER and head[8:] == importlib.util.source_hash(Path(source).read_bytes())


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        content = file.read()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        child = pool.apply(in_child)
    started = {
        "child": child,
        "content": content,
        "directory": os.getcwd(),
        "greeting": greeting.GREETING,
        "greeting_bytecode": has_bytecode(greeting.__file__),
        "isolated": sys.flags.isolated,
        "main_bytecode": has_bytecode(__file__),
        "main_file": os.path.basename(__file__),
        "version": list(sys.version_info[:2]),
        "yaml": yaml.safe_load("a: 1"),
    }
    print(json.dumps(started))
    return int(sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
