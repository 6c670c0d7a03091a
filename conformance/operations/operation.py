"""An operation: one question that a case asks, as a function from plain JSON to plain JSON (docs/protocol)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulator.errors import DocumentError, EmberError
from simulator.shape import Record, Shape

Plain = dict[str, Any]
STAGES = ("syntax", "shape", "meaning")
"""The stages of a document (ENC-5.1)."""

Run = Callable[[Plain], Plain]
Trace = Callable[[Plain, int], Plain]


class BadInput(EmberError):
    """A case whose input is not of its operation's shape: the runner's fault, and no verdict on any document."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation. It is called with a case's input and returns the output, or raises what refuses the documents.

    Attributes:
        name: what cases call it.
        title: one sentence for the documentation.
        clauses: those of the contract that it exercises.
        given: the shape of the input.
        gives: the shape of the output.
        run: the work, on an input of that shape.
        refuses: the stages by which it may refuse, in the order in which they are reached.
        trace: the document of one step, where the operation has steps.
        stage: who refuses where an input error says no more than that: "pack", "result" or "score".
        rules: what the shapes do not say, for the documentation.
    """

    name: str
    title: str
    clauses: tuple[str, ...]
    given: Record
    gives: Shape
    run: Run
    refuses: tuple[str, ...] = ()
    trace: Trace | None = None
    stage: str = "score"
    rules: tuple[str, ...] = ()

    def __call__(self, given: Plain) -> Plain:
        """The output.

        Raises:
            BadInput: the input is not of the operation's shape.
            EmberError: the documents in it are refused; `refusal.refusal` says how that is answered.
        """
        return self.run(self._checked(given))

    def traced(self, given: Plain, step: int) -> Plain:
        """The document of one step, as `{"text": …}`.

        Raises:
            BadInput: as above; the operation has no steps, or not this one. EmberError: as above.
        """
        if self.trace is None:
            raise BadInput("no_trace", f"{self.name} has no steps to trace")
        return self.trace(self._checked(given), step)

    def _checked(self, given: Plain) -> Plain:
        try:
            found: Plain = self.given.read(given, "")
        except DocumentError as error:
            raise BadInput("bad_input", error.message, pointer=error.pointer) from None
        return found
