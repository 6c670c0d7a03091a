"""The model interface: what stands between the evaluator and a model (PCK-14).

An adapter knows how to reach a model; a player is the model in one episode. A player is given observations, as the
bytes of their canonical JSON, and nothing else. What it answers is final: a retry is the adapter's, for a try in which
nothing of an answer came.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from simulator.errors import EmberError

INVALID_OUTPUT, MODEL_ERROR, TIMEOUT = "invalid_output", "model_error", "timeout"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer, apart; 0 where the model does not say (PCK-12.1)."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that failed before anything of an answer came, and was made again (PCK-14).

    Attributes:
        reason: what failed, a stable word such as `connection` or `status_429`.
        seconds: how long the adapter waited before the next try, an exact decimal.
    """

    reason: str
    seconds: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's complete output at one step.

    Attributes:
        received: every byte that counts as the answer, as it came; `Adapter.extract` derives the action output from it.
        usage: tokens.
        attempts: the tries before.
    """

    received: bytes
    usage: Usage = Usage()
    attempts: tuple[Attempt, ...] = ()


class ModelFailure(EmberError):
    """The model failed, by its own fault or its provider's; the episode ends and scores 0 (PCK-5.4).

    Attributes:
        code: the failure's kind, `invalid_output`, `model_error` or `timeout`.
        received: the bytes that came before, which the transcript keeps.
        attempts: the tries that were made.
    """

    def __init__(self, kind: str, reason: str, received: bytes = b"", attempts: tuple[Attempt, ...] = ()) -> None:
        super().__init__(kind, reason)
        self.received = received
        self.attempts = attempts


class Player(Protocol):
    """The model in one episode."""

    def answer(self, observation: bytes) -> Answer:
        """The model's complete output to an observation, a canonical JSON document.

        Raises:
            ModelFailure: the model gives none.
        """
        ...

    def close(self) -> None:
        """Ends the model's process, if it has one. Called once, whatever happened before."""
        ...


class Adapter(Protocol):
    """A way to reach a model.

    Attributes:
        stateless: a model keeps nothing between two steps, so one needs no earlier observations after an interruption.
        reproducible: equal observations give equal answers in every process, so a lost answer can be asked for again.
    """

    stateless: bool
    reproducible: bool

    def settings(self) -> dict[str, Any]:
        """Everything that may change an answer, in a document of strings and integers; no secret (SCO-11.1)."""
        ...

    def player(self, number: int) -> Player:
        """A fresh model for one episode; `number` counts episode-trials and is never shown to a model.

        Raises:
            UsageError, IncompleteError: the evaluator's own set-up is at fault.
        """
        ...

    def extract(self, received: bytes) -> bytes:
        """The action output in a received answer: a pure function (PCK-14).

        Raises:
            ModelFailure: `invalid_output`, where there is none.
        """
        ...
