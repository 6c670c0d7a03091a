"""The source files of a program: its modules, and whatever of this repository those import (CNF-8.4)."""

import ast
import importlib.util
from collections.abc import Iterable, Iterator

from simulator.errors import EmberError

LAYERS = ("simulator", "packs", "scoring", "conformance")


def closure(modules: Iterable[str]) -> dict[str, bytes]:
    """The source of these modules and of all that they import of the layers, by path from the root.

    What is imported inside a function counts too. The files come from where Python itself imports them, which may be an
    archive; so the same code has the same files, however it was brought here.

    Raises:
        EmberError: `no_source`, a module has none.
    """
    out: dict[str, bytes] = {}
    waiting = list(modules)
    absent = [name for name in waiting if _find(name) is None]
    if absent:
        raise EmberError("no_source", f"there is no module {absent[0]}")
    while waiting:
        found = _find(waiting.pop())
        if found is None or found[0] in out:
            continue
        path, data, package = found
        out[path] = data
        waiting += _imports(ast.parse(data), package)
    return out


def _find(name: str) -> tuple[str, bytes, str] | None:
    """The path, source and package of a module; None where there is no such module, but a name in one."""
    spec = importlib.util.find_spec(name) if _is_ours(name) else None
    if spec is None:
        return None
    loader, origin = spec.loader, spec.origin
    if not hasattr(loader, "get_data") or origin is None:
        raise EmberError("no_source", f"the module {name} has no source")
    is_package = spec.submodule_search_locations is not None
    path = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    data: bytes = loader.get_data(origin)  # type: ignore[union-attr]
    return path, data, name if is_package else name.rpartition(".")[0]


def _is_ours(name: str) -> bool:
    """Whether a dotted name is a module of the layers; a name inside a module is none."""
    parent = name.rpartition(".")[0]
    if name.partition(".")[0] not in LAYERS:
        return False
    if not parent:
        return True
    above = importlib.util.find_spec(parent) if _is_ours(parent) else None
    return above is not None and above.submodule_search_locations is not None


def _imports(tree: ast.Module, package: str) -> Iterator[str]:
    """The dotted names that a module imports, and their packages, which Python runs first."""
    yield package or LAYERS[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in _parents(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from _parents(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[: count + 1]) for count in range(len(parts)))
