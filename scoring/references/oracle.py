"""The privileged oracle: everyone follows the own single-person optimum (SCO-3.3).

It sees the whole fire, so it belongs to the evaluator and never to the policies. It knows nothing of other people: the
resolver blocks whoever is in the way, and a blocked person goes on from where it is.
"""

from scoring.references.optimum import Optimum
from simulator.fire import FireWorld
from simulator.grid import EAST, NORTH, SOUTH, STAY, WEST
from simulator.state import ACTIVE, Snapshot

_ROW_MAJOR = (NORTH, WEST, EAST, SOUTH)


def oracle_actions(world: FireWorld, optimum: Optimum, snapshot: Snapshot) -> dict[str, str]:
    """A direction for every active person: onto the first neighbour, row-major, that keeps L(x, t) (SCO-3.3).

    People without an escape stay.
    """
    exits = {exit_.cell for exit_ in world.scenario.exits}
    actions = {}
    for person, cell, status in zip(world.scenario.people, snapshot.positions, snapshot.statuses, strict=True):
        if status == ACTIVE:
            keeps = (
                direction
                for direction, offset in zip(_ROW_MAJOR, world.scenario.grid.offsets, strict=True)
                if _keeps_optimum(world, optimum, exits, (cell, cell + offset), snapshot.step)
            )
            actions[person.id] = next(keeps, STAY)
    return actions


def _keeps_optimum(world: FireWorld, optimum: Optimum, exits: set[int], move: tuple[int, int], snapshot: int) -> bool:
    cell, near = move
    step = optimum.earliest_from(cell, snapshot)
    if step is None:
        return False
    if near in exits:
        return world.burn_step[near] > snapshot
    return optimum.earliest_from(near, snapshot + 1) == step
