"""Every operation of the second reading by its name, from a case's input to its output (docs/protocol)."""

from collections.abc import Callable, Mapping

from conformance.second_reading.asked import Case
from conformance.second_reading.asked_documents import DOCUMENT_OPERATIONS
from conformance.second_reading.asked_scores import SCORE_OPERATIONS, SCORE_TRACES
from conformance.second_reading.asked_worlds import WORLD_OPERATIONS, WORLD_TRACES
from conformance.second_reading.refusal import Refusal

__all__ = ["OPERATIONS", "TRACES", "Refusal"]

OPERATIONS: Mapping[str, Callable[[Case], Case]] = DOCUMENT_OPERATIONS | WORLD_OPERATIONS | SCORE_OPERATIONS
"""Each returns the output, or raises Refusal."""

TRACES: Mapping[str, Callable[[Case, int], Case]] = WORLD_TRACES | SCORE_TRACES
"""The document of one step, for the operations that have steps; raises Refusal."""
