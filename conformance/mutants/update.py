"""bazel run //conformance/mutants:update: names the vector that each mutant dies of, anew.

It asks every mutant the whole corpus, which takes some minutes, and writes killed_by.json and the page of
docs/conformance. It fails where a mutant survives, and leaves it out: that is a hole in the corpus; and where one can't
be asked, since the text that it replaces is not there any more.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from conformance import vectors
from conformance.mutants import matrix, rules
from conformance.mutants.catalogue import MUTANTS
from conformance.mutants.harness import CORPUS, BrokenMutant, Harness, Outcomes
from conformance.mutants.wrapped import TESTEES

PAGE = "docs/conformance/kill-matrix.md"
FILE = "conformance/mutants/killed_by.json"


def _tried(names: list[str]) -> Iterator[tuple[str, Outcomes]]:
    with Harness() as harness:
        for name in names:
            yield name, harness.ask(name)
            print(name, file=sys.stderr)


def _share(names: list[str]) -> list[tuple[str, Outcomes]]:
    return list(_tried(names))


def tried(names: Iterable[str], processes: int) -> dict[str, Outcomes]:
    """What mutants answer otherwise than expected, of the whole corpus.

    Raises:
        BrokenMutant: one can't be asked.
    """
    wanted = list(names)
    shares = [wanted[place::processes] for place in range(processes)]
    with ThreadPoolExecutor(processes) as pool:
        found = dict(pair for share in pool.map(_share, shares) for pair in share)
    return {name: found[name] for name in wanted}


def main() -> int:
    """Writes the files; 1 where a mutant survives, or the product itself fails."""
    with Harness() as harness:
        wrong = sorted(harness.ask(None))
    if wrong:
        print("the product fails its own vectors:", *wrong, sep="\n", file=sys.stderr)
        return 1
    try:
        found = tried(MUTANTS, os.cpu_count() or 1)
    except BrokenMutant as error:
        print(f"nothing is written: {error}", file=sys.stderr)
        return 1
    known = {vector.id: vector for vector in vectors.load(CORPUS)}
    chosen = matrix.choose(found, MUTANTS, known)
    root = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"])
    root.joinpath(FILE).write_bytes(matrix.encode(chosen))
    root.joinpath(PAGE).write_text(matrix.page(chosen, MUTANTS, TESTEES, rules.reasons()), encoding="utf-8")
    print(f"{FILE}\n{PAGE}")
    alive = matrix.survivors(found)
    if alive:
        print("no vector kills these mutants:", *alive, sep="\n", file=sys.stderr)
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
