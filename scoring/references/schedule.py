"""The list schedule of unit jobs with release steps over slots that close one by one (SCO-4.2.2).

A slot is a cell that lets one person through per step, up to and including its *closing* step. For unit jobs with
release steps, serving whoever is there in every step minimises the sum of the finish steps: exchanging a job served
later with an idle slot it could have taken only lowers the sum. Since slots close and never open, a step without a slot
has none after it.
"""

from collections.abc import Iterable, Sequence

from simulator.errors import ScoringInputError


def list_schedule(releases: Iterable[int], closings: Sequence[int]) -> int:
    """The sum of the finish steps of jobs with these release steps, both sequences in rising order (SCO-4.2.2).

    Raises:
        ScoringInputError: `capacity_exceeded`, where the slots close before every job is served. The people of an
            authentic record did get through, so their jobs always fit.
    """
    total = step = used = closed = 0
    for release in releases:
        if release > step:
            step = release
            used = 0
        elif closed + used == len(closings):
            step += 1
            used = 0
        if not used:
            while closed < len(closings) and closings[closed] < step:
                closed += 1
            if closed == len(closings):
                raise ScoringInputError("capacity_exceeded", f"more people than step {step} and later let through")
        used += 1
        total += step
    return total
