"""Every operation of the product by its name, and what a case comes to (docs/protocol)."""

from collections.abc import Mapping

from conformance.operations import (
    documents,
    fire,
    movement,
    packs,
    references,
    replay,
    rng,
    scores,
    simulation,
    standings,
    statistics,
)
from conformance.operations.operation import Operation, Plain
from conformance.operations.refusal import refusal
from conformance.protocol import ERROR, MAX_MESSAGE, OK, REJECTED, UNSUPPORTED
from simulator.errors import EmberError, printable

_MODULES = (documents, rng, fire, movement, simulation, replay, packs, references, scores, statistics, standings)

OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation for module in _MODULES for operation in module.OPERATIONS
}


def outcome(name: str, given: Plain, trace: int | None = None) -> Plain:
    """What a case comes to, as a result holds it: `status`, and what belongs to that.

    It raises nothing: what is wrong with the case or with the product itself has the status "error".
    """
    operation = OPERATIONS.get(name)
    if operation is None:
        return {"status": UNSUPPORTED}
    try:
        output = operation(given) if trace is None else operation.traced(given, trace)
    except EmberError as error:
        refused = refusal(operation, error)
        return failure(str(error)) if refused is None else {"status": REJECTED, **refused}
    except Exception as error:
        return failure(f"{type(error).__name__}: {error}")
    return {"status": OK, "output": output}


def failure(message: str) -> Plain:
    """What a case comes to that tells nothing of any document: one printable line of at most MAX_MESSAGE characters."""
    return {"status": ERROR, "message": printable(message)[:MAX_MESSAGE]}
