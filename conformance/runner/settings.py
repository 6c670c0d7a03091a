"""How a testee is run: what it may take, and in which order it is asked (CNF-7.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from conformance.runner.plan import Turn
from conformance.runner.process import Limits
from conformance.vectors import Vector


@dataclass(frozen=True, slots=True)
class Budgets:
    """Seconds, before the scale.

    A process may take `start` from its start to `ready`, and `finish` from `bye` to its exit; a case may take `case`
    and `per_cost` times the reference's own work; the whole run `run`, `per_turn` for each question, and these times.
    """

    start: float = 30.0
    finish: float = 10.0
    case: float = 10.0
    run: float = 300.0
    per_turn: float = 0.5
    per_cost: int = 50

    def of_case(self, vector: Vector) -> float:
        """Seconds for one question."""
        return self.case + self.per_cost * vector.cost / 1000

    def of_run(self, turns: Sequence[Turn]) -> float:
        """Seconds for all of them."""
        return self.run + sum(self.per_turn + self.per_cost * turn.vector.cost / 1000 for turn in turns)


@dataclass(frozen=True, slots=True)
class Settings:
    """The testee's argument vector, the seed of the order, what all budgets are multiplied with, and the limits.

    A program named with a slash is found from the runner's working folder, one without on PATH; arguments are passed
    as they are, and the testee's working folder is an empty one, so paths among them are absolute.
    """

    argv: tuple[str, ...]
    seed: str
    scale: Fraction = Fraction(1)
    budgets: Budgets = field(default_factory=Budgets)
    limits: Limits = field(default_factory=Limits)
