"""Who may import whom.

1. Layers: simulator < packs < scoring < conformance < tools. A module imports from its own layer or a lower one.
   tools/python and tools/lint are infrastructure: they and the layers do not know each other.
2. Every layer imports the standard library only, but for the modules that THIRD_PARTY names. Tests may also
   import the test packages.
3. scoring/references holds privileged data: only scoring, conformance and tools import it, and it imports no more
   than simulator and packs.
4. simulator/policies see observations and nothing else: they import only OBSERVED of the simulator.
5. Imports are absolute.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from tools.lint.tree import INFRASTRUCTURE, LAYERS, Module

# Module -> packages that it may import beside the standard library. Each is hash-pinned in third_party.
THIRD_PARTY = {
    "packs.authoring": {"yaml"},
    "packs.dask_cluster": {"distributed"},
    "packs.dask_executor": {"distributed"},
    "packs.dask_executor_test": {"dask", "distributed"},
    "packs.evaluation.adapters.http_exchange": {"httpcore"},
    "packs.evaluation.adapters.llama_test": {"xllamacpp"},
    "packs.rl.envs_test": {"gymnasium", "numpy", "pettingzoo"},
    "packs.rl.gymnasium_env": {"gymnasium", "numpy"},
    "packs.rl.pettingzoo_env": {"gymnasium", "numpy", "pettingzoo"},
    "scoring.dask_test": {"distributed"},
    "tools.corpus_work": {"yaml"},
    "tools.lint.types_test": {"mypy"},
    "tools.site.build": {"mkdocs"},
    "tools.python.test_main": {"pytest"},
    "tools.python.testdata.probe": {"yaml"},
}
TEST_PACKAGES = {"hypothesis", "jsonschema", "pytest", "yaml"}

REFERENCES = "scoring.references"
REFERENCE_USERS = ("scoring", "conformance", "tools")
REFERENCES_MAY_IMPORT = (REFERENCES, "simulator", "packs")

POLICIES = "simulator.policies"
# Observations, the public rules of movement and danger, and what they are written in; no scenario, state or record.
OBSERVED = (
    POLICIES,
    "simulator.canonical",
    "simulator.danger",
    "simulator.errors",
    "simulator.grid",
    "simulator.movement",
    "simulator.observation",
    "simulator.rng",
    "simulator.versions",
)


def check(modules: list[Module]) -> list[str]:
    """Findings, one for each import that breaks a rule."""
    known = {module.name for module in modules}
    found = []
    for module in modules:
        for line, target in _imports(module, known):
            message = _fault(module, target)
            if message:
                found.append(module.finding(line, message))
    return found


def _imports(module: Module, known: set[str]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that a module imports, inside functions too; a leading dot where it is relative."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                # `from package import module` names a module, `from module import thing` does not.
                full = f"{base}.{alias.name}"
                yield node.lineno, full if full in known else base


def _fault(module: Module, target: str) -> str:
    """What is wrong with one import; empty if nothing is."""
    if target.startswith("."):
        return f"relative import of {target}: write the whole name"
    top = target.partition(".")[0]
    if top not in LAYERS:
        return _foreign_fault(module, top)
    if _in(target, INFRASTRUCTURE) != module.within(*INFRASTRUCTURE):
        return (
            f"{target} and {module.name} stand on different sides: infrastructure and layers do not import each other"
        )
    return _layer_fault(module, top, target) or _privilege_fault(module, target)


def _foreign_fault(module: Module, top: str) -> str:
    allowed = THIRD_PARTY.get(module.name, set()) | (TEST_PACKAGES if module.is_test else set())
    if top in sys.stdlib_module_names or top in allowed:
        return ""
    return f"{top} is not in the standard library (exceptions are named in tools/lint/imports.py)"


def _layer_fault(module: Module, top: str, target: str) -> str:
    own = module.name.partition(".")[0]
    if own in LAYERS and LAYERS.index(top) > LAYERS.index(own):
        return f"{target} is above {own}: {' < '.join(LAYERS)}"
    return ""


def _privilege_fault(module: Module, target: str) -> str:
    if _in(target, (REFERENCES,)) and not module.within(*REFERENCE_USERS):
        return f"{target} is privileged: only {', '.join(REFERENCE_USERS)} may import it"
    if module.is_test:
        return ""
    if module.within(REFERENCES) and not _in(target, REFERENCES_MAY_IMPORT):
        return f"{REFERENCES} may not import {target}: only {', '.join(REFERENCES_MAY_IMPORT)}"
    if module.within(POLICIES) and not _in(target, OBSERVED):
        return f"a policy sees observations only: it may not import {target}"
    return ""


def _in(target: str, packages: tuple[str, ...]) -> bool:
    return any((target + ".").startswith(package + ".") for package in packages)
