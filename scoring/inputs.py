"""The numbers that an authenticated episode-trial puts into its score, and the rules they obey (SCO-3, SCO-4)."""

import itertools
from dataclasses import dataclass, fields
from typing import Any

from simulator.errors import ScoringInputError

IDs = tuple[str, ...]

LOSSES = ("avoidable_casualty_ids", "avoidable_stranded_ids", "unavoidable_casualty_ids", "unavoidable_stranded_ids")

# Each name is at most the next one.
_CHAINS = (
    ("evacuated", "sum_l", "q_exit", "q_cut", "sum_steps"),
    ("evacuated", "moves_ref", "moves", "sum_steps"),
    ("danger_ref", "danger", "sum_steps"),
    ("recoverable", "recovery_ref", "recovery"),
    ("recoverable", "events"),
)
_BOUNDED = {("q_cut", "sum_steps"), ("moves_ref", "moves"), ("danger_ref", "danger"), ("recovery_ref", "recovery")}


@dataclass(frozen=True, slots=True)
class EpisodeInputs:
    """The counts and references of one episode-trial (SCO-3, SCO-4).

    Steps, moves and danger-zone states are summed over the evacuees, recovery steps over the recoverable events. Each
    `_ref` is the lower bound of the actual value beside it, and sum_l <= q_exit <= q_cut are those of `sum_steps`. A
    sum over nobody is 0. The ID lists are in ascending order by code point.
    """

    people: int
    max_evacuated: int
    evacuated: int
    avoidable_casualty_ids: IDs
    avoidable_stranded_ids: IDs
    unavoidable_casualty_ids: IDs
    unavoidable_stranded_ids: IDs
    sum_l: int
    q_exit: int
    q_cut: int
    sum_steps: int
    danger_ref: int
    danger: int
    moves_ref: int
    moves: int
    events: int
    recoverable: int
    recovery_ref: int
    recovery: int

    def document(self) -> dict[str, Any]:
        """The plain form that a report stores, a member per field (SCO-9.3)."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def of_document(document: dict[str, Any]) -> EpisodeInputs:
    """The inputs of a plain form that `document` gave (SCO-9.3)."""
    values: dict[str, Any] = {name: tuple(value) if type(value) is list else value for name, value in document.items()}
    return EpisodeInputs(**values)


def check_inputs(inputs: EpisodeInputs) -> None:
    """Refuses inputs that contradict themselves; the pointer names the field (SCO-4.2.8).

    Raises:
        ScoringInputError: `ids_unsorted` (or an ID twice), `ids_overlap`, `ids_miscounted`, `below_bound` (an actual
            value below its lower bound, so the record is forged), or `count_out_of_range` (any other impossible count).
    """
    _check_ids(inputs)
    _check_counts(inputs)


def _check_ids(inputs: EpisodeInputs) -> None:
    lost: set[str] = set()
    for name in LOSSES:
        ids: IDs = getattr(inputs, name)
        if any(left >= right for left, right in itertools.pairwise(ids)):
            raise ScoringInputError("ids_unsorted", "the IDs do not ascend strictly", pointer=f"/{name}")
        if not lost.isdisjoint(ids):
            raise ScoringInputError("ids_overlap", "a person is in two loss classes", pointer=f"/{name}")
        lost.update(ids)
    avoidable = len(inputs.avoidable_casualty_ids) + len(inputs.avoidable_stranded_ids)
    for name, total, count in (
        ("max_evacuated", inputs.max_evacuated, avoidable),
        ("people", inputs.people, len(lost)),
    ):
        if total != inputs.evacuated + count:
            message = f"{total} is not {inputs.evacuated} evacuated and {count} listed as lost"
            raise ScoringInputError("ids_miscounted", message, pointer=f"/{name}")


def _check_counts(inputs: EpisodeInputs) -> None:
    for name, value in inputs.document().items():
        if isinstance(value, int) and value < 0:
            raise ScoringInputError("count_out_of_range", f"{value} is negative", pointer=f"/{name}")
    for low, high in itertools.chain.from_iterable(map(itertools.pairwise, _CHAINS)):
        least, value = getattr(inputs, low), getattr(inputs, high)
        if value < least:
            code = "below_bound" if (low, high) in _BOUNDED else "count_out_of_range"
            raise ScoringInputError(code, f"{value} is below {low}, {least}", pointer=f"/{high}")
    for name, over in (("sum_steps", "evacuated"), ("recovery", "recoverable")):
        if getattr(inputs, name) and not getattr(inputs, over):
            raise ScoringInputError("count_out_of_range", f"there is nothing to sum: {over} is 0", pointer=f"/{name}")
