"""Where a change of the fire makes the way to an exit longer: route invalidation (SCO-4.2.6).

The fire-aware distance of a cell is that to the nearest non-burning exit through non-wall, non-burning cells. At a
snapshot t ≥ 1 in which the burning set changed, a person active in t has an event when the distance of its cell in t
became longer or infinite from B_{t−1} to B_t and was finite before. Which cells these are depends on the fire alone, so
they are found once for all trials.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simulator.state import ACTIVE, Snapshot


@dataclass(frozen=True, slots=True)
class Invalidation:
    """A route-invalidation event: snapshot t_e, index into `scenario.people`, cell x_e (SCO-4.2.6)."""

    snapshot: int
    person: int
    cell: int


def invalidations(cells: Mapping[int, frozenset[int]], snapshots: Iterable[Snapshot]) -> list[Invalidation]:
    """The events of one run, by snapshot and then person; `cells` is `ways.invalidated` of its world (SCO-4.2.6)."""
    events = []
    for snapshot in snapshots:
        hit = cells.get(snapshot.step)
        if hit:
            for person, (cell, status) in enumerate(zip(snapshot.positions, snapshot.statuses, strict=True)):
                if cell in hit and status == ACTIVE:
                    events.append(Invalidation(snapshot.step, person, cell))
    return events
