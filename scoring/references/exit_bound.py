"""Q_exit: the least sum of evacuation steps that the exits' capacity allows (SCO-4.2.2).

Positions after movement are distinct, so in one step at most one person leaves through each exit that does not burn at
the start of the step: exit e serves the steps 1 … min(burn(e), H). Nobody leaves before L_i. The list schedule of the
release steps L_i over all exits is therefore a lower bound of the sum of A_i.
"""

from collections.abc import Sequence

from scoring.references.optimum import Optimum
from scoring.references.schedule import list_schedule
from simulator.errors import ScoringInputError
from simulator.fire import FireWorld


def earliest_steps(optimum: Optimum, evacuees: Sequence[int]) -> list[int]:
    """L_i of evacuees, given as indices into `scenario.people` (SCO-3.1).

    Raises:
        ScoringInputError: `evacuee_not_savable`, where one of them has no escape at all.
    """
    steps = []
    for person in evacuees:
        step = optimum.earliest[person]
        if step is None:
            raise ScoringInputError("evacuee_not_savable", f"person number {person} has no escape in this fire")
        steps.append(step)
    return steps


def exit_bound(world: FireWorld, optimum: Optimum, evacuees: Sequence[int]) -> int:
    """Q_exit of distinct evacuees, given as indices into `scenario.people` (SCO-4.2.2).

    Raises:
        ScoringInputError: `evacuee_not_savable` or `capacity_exceeded`; neither occurs for an authentic record.
    """
    last = world.scenario.max_steps
    closings = sorted(min(world.burn_step[exit_.cell], last) for exit_ in world.scenario.exits)
    return list_schedule(sorted(earliest_steps(optimum, evacuees)), closings)
