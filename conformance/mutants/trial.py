"""A process that tries mutants: it asks the product, with a fault or without, the cases of the corpus.

trial.py CORPUS reads one request a line, `{"mutant": ID or null, "vectors": [ID …] or null}`, null for all vectors, and
answers each with one line: `{"found": {ID: outcome}}` has the vectors whose outcome is not the expected one, and
`{"broken": WHY}` says that the faulty product can't be asked at all. Every request has a child of its own, which
imports the product anew; of the product the parent keeps the compiled code alone.
"""

import gc
import importlib
import json
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.mutants import apply
from conformance.mutants.apply import Importer
from conformance.mutants.catalogue import MUTANTS

REGISTRY = "conformance.operations.registry"
SECONDS = 120
"""What one request may take; a mutant that hangs is broken."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A vector, as far as it is asked; `expected` is the text of its outcome."""

    id: str
    operation: str
    given: Document
    expected: str


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def read_corpus(folder: Path) -> dict[str, Case]:
    """The cases of a corpus by ID, as they stand there: what checks them is the product's, and may have a fault."""
    files = sorted(folder.glob("*.json"))
    found = [vector for file in files for vector in json.loads(file.read_bytes())["vectors"]]
    return {one["id"]: Case(one["id"], one["operation"], one["input"], _text(one["expected"])) for one in found}


def _differing(cases: Iterable[Case]) -> Document:
    """The outcomes that are not the expected ones, by ID."""
    registry = importlib.import_module(REGISTRY)
    found = {case.id: registry.outcome(case.operation, case.given) for case in cases}
    expected = {case.id: case.expected for case in cases}
    return {one: outcome for one, outcome in found.items() if _text(outcome) != expected[one]}


def _answer(importer: Importer, request: Document, corpus: dict[str, Case]) -> Document:
    """What a child answers."""
    wanted = corpus if request["vectors"] is None else request["vectors"]
    try:
        importer.mutant = None if request["mutant"] is None else MUTANTS[request["mutant"]]
        apply.forget()
        return {"found": _differing([corpus[one] for one in wanted])}
    except Exception as error:
        return {"broken": f"{type(error).__name__}: {error}"}


def _asked(importer: Importer, request: Document, corpus: dict[str, Case]) -> str:
    """A child's answer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        with os.fdopen(writing, "w", encoding="utf-8") as out:
            out.write(json.dumps(_answer(importer, request, corpus)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        text = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return json.dumps({"broken": f"the process ended with {status}"}) if status else text


def main() -> None:
    """Serves the standard streams."""
    importer = apply.install()
    corpus = read_corpus(Path(sys.argv[1]))
    importlib.import_module(REGISTRY)
    # Else every child would copy what the parent has, to count references in it.
    gc.freeze()
    for line in sys.stdin:
        print(_asked(importer, json.loads(line), corpus), flush=True)


if __name__ == "__main__":
    main()
