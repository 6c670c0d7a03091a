"""How a document, pack, result, action or report is refused (ENC-5)."""

from collections.abc import Iterator
from contextlib import contextmanager

from conformance.second_reading.bounds import CapacityExceeded
from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.simulate import InvalidAction


class Refusal(Exception):
    """The verdict of an operation that has no output: stage, code and pointer."""

    def __init__(self, stage: str, code: str, pointer: str = "") -> None:
        super().__init__(f"{stage} {code} {pointer}")
        self.stage = stage
        self.code = code
        self.pointer = pointer


@contextmanager
def refusing(at: str = "") -> Iterator[None]:
    """Turns what the modules of this reading raise into refusals; refused actions lie under a pointer.

    A fault of a result names no place: its pointer is that of the whole document.
    """
    try:
        yield
    except Fault as fault:
        pointer = "" if fault.stage == "result" else fault.pointer
        raise Refusal(fault.stage, fault.code, pointer) from None
    except InvalidAction as refused:
        raise Refusal("action", refused.code, at + refused.pointer.removeprefix("/actions")) from None
    except CapacityExceeded:
        raise Refusal("score", "capacity_exceeded") from None
