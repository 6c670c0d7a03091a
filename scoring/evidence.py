"""What a score is made of, person by person and event by event (SCO-4.1, SCO-4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from scoring.inputs import EpisodeInputs, IDs

EVACUATED, CASUALTY, STRANDED = OUTCOMES = ("evacuated", "casualty", "stranded")

Counts = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class People:
    """One column per fact, one row per person, in ascending order of the IDs (SCO-4.1.2).

    Attributes:
        ids: the person IDs.
        outcomes: `evacuated`, `casualty`, or `stranded` (still active at the end).
        earliest: L_i, None for a person who is not savable.
        steps: A_i, the evacuation step; this and the other actual values are None for the lost.
        danger_ref: D*_i, None like `earliest`.
        danger: danger-zone snapshots among 0 … A_i − 1.
        moves_ref: m*_i, None like `earliest`.
        moves: changes of cell, the one onto the exit included.
    """

    ids: IDs
    outcomes: tuple[str, ...]
    earliest: Counts
    steps: Counts
    danger_ref: Counts
    danger: Counts
    moves_ref: Counts
    moves: Counts


@dataclass(frozen=True, slots=True)
class Events:
    """Route-invalidation events, by snapshot and then by person, one column per fact (SCO-4.2.6).

    Attributes:
        people: who.
        snapshots: t_e.
        earliest: L(x_e, t_e), None where the event is not recoverable.
        resolved: r_e, the person's evacuation step, or the horizon H for a lost person.
    """

    people: IDs
    snapshots: tuple[int, ...]
    earliest: Counts
    resolved: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that the score of one authenticated episode-trial is made of (SCO-4)."""

    people: People
    events: Events
    q_exit: int
    q_cut: int

    def inputs(self) -> EpisodeInputs:
        """The counts and sums of the evidence (SCO-4.1, SCO-4.2)."""
        people, events = self.people, self.events
        evacuees = [place for place, outcome in enumerate(people.outcomes) if outcome == EVACUATED]
        recoverable = [place for place, step in enumerate(events.earliest) if step is not None]
        started = _sum(events.snapshots, recoverable)
        return EpisodeInputs(
            people=len(people.ids),
            max_evacuated=sum(step is not None for step in people.earliest),
            evacuated=len(evacuees),
            avoidable_casualty_ids=_lost(people, CASUALTY, savable=True),
            avoidable_stranded_ids=_lost(people, STRANDED, savable=True),
            unavoidable_casualty_ids=_lost(people, CASUALTY, savable=False),
            unavoidable_stranded_ids=_lost(people, STRANDED, savable=False),
            sum_l=_sum(people.earliest, evacuees),
            q_exit=self.q_exit,
            q_cut=self.q_cut,
            sum_steps=_sum(people.steps, evacuees),
            danger_ref=_sum(people.danger_ref, evacuees),
            danger=_sum(people.danger, evacuees),
            moves_ref=_sum(people.moves_ref, evacuees),
            moves=_sum(people.moves, evacuees),
            events=len(events.people),
            recoverable=len(recoverable),
            recovery_ref=_sum(events.earliest, recoverable) - started,
            recovery=_sum(events.resolved, recoverable) - started,
        )

    def document(self) -> dict[str, Any]:
        """The plain form that a report stores, column by column (SCO-9.3)."""
        return {
            "people": columns(self.people),
            "events": columns(self.events),
            "q_exit": self.q_exit,
            "q_cut": self.q_cut,
        }


def columns(table: People | Events) -> dict[str, list[Any]]:
    """A table's columns as plain lists (SCO-9.3)."""
    return {field.name: list(getattr(table, field.name)) for field in fields(table)}


def _sum(column: Sequence[int | None], rows: Sequence[int]) -> int:
    return sum(column[row] or 0 for row in rows)


def _lost(people: People, outcome: str, *, savable: bool) -> IDs:
    rows = zip(people.ids, people.outcomes, people.earliest, strict=True)
    return tuple(person for person, end, step in rows if end == outcome and (step is not None) is savable)
