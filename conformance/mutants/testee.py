"""This repository's testee with a fault: testee.py MUTANT (docs/protocol)."""

import importlib
import sys

from conformance.mutants import apply
from conformance.mutants.catalogue import MUTANTS


def main() -> int:
    """Serves the standard streams, as `conformance.testee` does."""
    if sys.argv[1:2] == [] or sys.argv[1] not in MUTANTS:
        print("testee.py MUTANT, one of:", *MUTANTS, sep="\n", file=sys.stderr)
        return 2
    apply.install().mutant = MUTANTS[sys.argv[1]]
    apply.forget()
    code: int = importlib.import_module("conformance.testee").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
