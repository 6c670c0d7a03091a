"""Peers that may not be there: packages of third_party/optional/bench.lock, in an environment of their own."""

from functools import cache
from importlib import import_module, metadata
from typing import Any

from tools.benchmarks.timing import Contender, Prepare

HOW = "bazel run //tools:bench-peers has it"


@cache
def module(name: str) -> Any:
    """A module. Not an import statement: these packages are optional, and the repository knows no types of theirs.

    Raises:
        ImportError: it is not there.
    """
    return import_module(name)


@cache
def absence(name: str) -> str:
    """Why a module is not there; empty where it is."""
    try:
        module(name)
    except ImportError as error:
        return f"{name} is not installed ({error}); {HOW}"
    return ""


def peer(name: str, package: str, prepare: Prepare, times: int = 1) -> Contender:
    """A contender that needs a package; without it, a row says so."""
    if absence(package):
        return Contender(name, None, absence(package))
    return Contender(f"{name} {version(package)}", prepare, times=times)


def version(package: str) -> str:
    """The version of an installed package."""
    return metadata.version(package)
