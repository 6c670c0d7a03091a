"""Every operation: the second reading against the product, on inputs drawn at random.

EMBER_OPT_AGREEMENT=N asks for 10 N inputs of every kind; EMBER_OPT_AGREEMENT_FROM=M begins at input M.
"""

import os
from collections.abc import Callable

import pytest

from conformance import profiles
from conformance.challenge_draw import Draw
from conformance.challenge_inputs import INPUTS, reading
from conformance.operations import registry
from conformance.second_reading.asking import Case, agree
from conformance.second_reading.operations import OPERATIONS, TRACES

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "1")) * 10
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))
KINDS = sorted({kind for kinds in profiles.KINDS.values() for kind in kinds})
MAKERS: dict[str, tuple[str, Callable[[Draw], Case]]] = {name: (name, make) for name, make in INPUTS.items()}
MAKERS |= {f"document.read-{kind}": ("document.read", reading(kind)) for kind in KINDS}


def test_names() -> None:
    assert set(OPERATIONS) == set(registry.OPERATIONS)
    assert set(TRACES) == {name for name, operation in registry.OPERATIONS.items() if operation.trace is not None}


@pytest.mark.parametrize("maker", sorted(MAKERS))
def test_drawn_inputs(maker: str) -> None:
    operation, make = MAKERS[maker]
    accepted = 0
    for number in range(FIRST, FIRST + COUNT):
        case = make(Draw(f"second-reading/{maker}/{number}"))
        if agree(operation, case)["status"] == "ok":
            accepted += 1
            if operation in TRACES:
                agree(operation, case, 0)
    assert accepted > 0
