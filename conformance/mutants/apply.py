"""Importing the product with one fault: a finder that patches one module's source when that is imported.

It imports nothing of the product itself, so that a process which has it first can still choose the fault.
"""

import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType

from conformance.mutants.mutant import Mutant, StaleMutant, patched

LAYERS = ("simulator", "packs", "scoring", "conformance")
OWN = "conformance.mutants"


class Importer(MetaPathFinder):
    """Finds the modules of the layers where Python finds them, and puts a fault into one.

    The code of every other module is kept, so that the product is compiled once and can be imported many times.
    """

    def __init__(self) -> None:
        self.mutant: Mutant | None = None
        self._codes: dict[str, CodeType | None] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module of the layers with a loader of ours; None for any other."""
        if fullname.partition(".")[0] not in LAYERS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, InspectLoader):
            spec.loader = _Loader(self, spec.loader)
        return spec

    def code(self, name: str, inner: InspectLoader) -> CodeType | None:
        """The code of a module, with the fault where that belongs.

        Raises:
            StaleMutant: the fault has no place there any more.
        """
        if self.mutant is not None and self.mutant.module == name:
            return _faulty(self.mutant, inner.get_source(name))
        if name not in self._codes:
            self._codes[name] = inner.get_code(name)
        return self._codes[name]


class _Loader(InspectLoader):
    """Runs the code that the importer has for a module."""

    def __init__(self, importer: Importer, inner: InspectLoader) -> None:
        self._importer, self._inner = importer, inner

    def get_source(self, fullname: str) -> str | None:
        """The source as it is on disk."""
        return self._inner.get_source(fullname)

    def is_package(self, fullname: str) -> bool:
        """As the loader inside says."""
        return self._inner.is_package(fullname)

    def get_code(self, fullname: str) -> CodeType | None:
        """The code that is run."""
        return self._importer.code(fullname, self._inner)


def _faulty(mutant: Mutant, source: str | None) -> CodeType:
    if source is None:
        raise StaleMutant(f"{mutant.id}: {mutant.module} has no source")
    return compile(patched(source, mutant), f"{mutant.module} with {mutant.id}", "exec", dont_inherit=True)


def install() -> Importer:
    """Puts an importer before all others; the layers must not have been imported yet, but for this package."""
    importer = Importer()
    sys.meta_path.insert(0, importer)
    return importer


def forget() -> None:
    """Forgets every module of the layers, so that the next import runs it anew; this package stays."""
    for name in [name for name in sys.modules if name.partition(".")[0] in LAYERS]:
        if name != OWN and not name.startswith(f"{OWN}."):
            del sys.modules[name]
