"""From an authenticated run to its evidence: who was lost and could have been saved, and what it took (SCO-3, SCO-4).

Everything is read off the state trajectory: positions, statuses and the fire. No action and no movement outcome enters,
so that runs with equal trajectories have equal evidence (SCO-4).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import le, ne

from scoring.evidence import STRANDED, Counts, Events, Evidence, People
from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import exit_bound
from scoring.references.joint import joint_bound
from scoring.references.optimum import Optimum, optimum
from scoring.references.route import invalidations
from simulator.danger import danger_starts
from simulator.fire import FireWorld
from simulator.record import RunRecord
from simulator.state import Snapshot


@dataclass(frozen=True, slots=True)
class References:
    """The privileged references of one fire world, worked out once for all its trials (SCO-3).

    `danger_starts` holds the first snapshot in danger per padded cell.
    """

    world: FireWorld
    optimum: Optimum
    cuts: CutBound
    danger_starts: Sequence[int]


def references(world: FireWorld) -> References:
    """The references of a fire world (SCO-3)."""
    best = optimum(world)
    starts = danger_starts(world.scenario.grid, world.burn_step)
    return References(world, best, CutBound(world, best), starts)


def gather(run: RunRecord, known: References) -> Evidence:
    """The evidence of an authenticated run in the fire world of the references (SCO-4.1, SCO-4.2).

    Raises:
        ScoringInputError: `evacuee_not_savable` or `capacity_exceeded`; neither occurs for an authentic record.
    """
    world, best = known.world, known.optimum
    snapshots = run.snapshots()
    ends = _evacuation_steps(run)
    evacuees = [person for person, end in enumerate(ends) if end is not None]
    tracks = list(zip(*(snapshot.positions for snapshot in snapshots), strict=True))
    return Evidence(
        people=People(
            ids=tuple(person.id for person in world.scenario.people),
            outcomes=tuple(STRANDED if status == "active" else status for status in snapshots[-1].statuses),
            earliest=best.earliest,
            steps=ends,
            danger_ref=best.danger,
            danger=tuple(_danger(known.danger_starts, *pair) for pair in zip(tracks, ends, strict=True)),
            moves_ref=best.moves,
            moves=tuple(_moves(*pair) for pair in zip(tracks, ends, strict=True)),
        ),
        events=_events(snapshots, known, ends),
        q_exit=exit_bound(world, best, evacuees),
        q_cut=known.cuts.bound(evacuees),
    )


def _evacuation_steps(run: RunRecord) -> Counts:
    """A_i per person."""
    steps = {person: step.step for step in run.steps for person, _ in step.evacuations}
    return tuple(steps.get(person.id) for person in run.scenario.people)


def _danger(starts: Sequence[int], track: Sequence[int], end: int | None) -> int | None:
    """Snapshots 0 … A_i − 1 in the danger zone; an active person's cell does not burn."""
    return None if end is None else sum(map(le, [starts[cell] for cell in track[:end]], range(end)))


def _moves(track: Sequence[int], end: int | None) -> int | None:
    return None if end is None else sum(map(ne, track[:end], track[1:]))


def _events(snapshots: Iterable[Snapshot], known: References, ends: Counts) -> Events:
    people, horizon = known.world.scenario.people, known.world.scenario.max_steps
    found = invalidations(known.world.ways.invalidated, snapshots)
    resolved = (ends[event.person] for event in found)
    return Events(
        people=tuple(people[event.person].id for event in found),
        snapshots=tuple(event.snapshot for event in found),
        earliest=tuple(known.optimum.earliest_from(event.cell, event.snapshot) for event in found),
        resolved=tuple(horizon if end is None else end for end in resolved),
    )


def joint(known: References, evacuated: Iterable[int]) -> int:
    """How many can leave together; `evacuated` in each trial, which settles it where one got everyone out (SCO-3.4).

    Raises:
        InputError: `joint_bound_too_large`.
    """
    everyone = known.optimum.max_evacuated
    return everyone if everyone in evacuated else joint_bound(known.world, known.optimum)
