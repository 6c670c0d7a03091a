"""The joint bound: how many people can leave together at most (SCO-3.4).

The single-person references say who can leave alone; this says how many can leave in one episode. It is the maximum
flow of the time-expanded grid: a node per (floor cell, snapshot) that has an escape, a node per (exit, step), all with
room for one, since positions after movement are distinct and an exit lets one person through per step. A person flows
from (x_i, 0); waiting is an edge like any other; the fire rule is that of SCO-3.2.

It is a bound, not always a plan: people without an escape, and people whom the flow leaves out, are not in its way.
That the simulator refuses swaps and rotations is no further reason: people of a flow are alike, so those of a cycle
can stay where they are and take each other's place in the plan, and whoever then moves enters a cell that is or
becomes empty.

The flow grows by augmenting paths. Of a used node only the place behind it matters: a path that enters a used node must
push its flow back to the node it came from, which then goes on elsewhere. What a failed search has seen can't reach
an exit in any later flow either, for later paths never touch it, so it is never searched again.
"""

from scoring.references.optimum import Optimum, remaining
from simulator.errors import InputError
from simulator.fire import FireWorld
from simulator.grid import Grid

MAX_NODES = 250_000

_NOWHERE = -1


def joint_bound(world: FireWorld, optimum: Optimum) -> int:
    """The most people that can leave together (SCO-3.4).

    Raises:
        InputError: `joint_bound_too_large`, where more than MAX_NODES (cell, snapshot) pairs have an escape.
    """
    nodes = sum(last + 1 for last in optimum.latest_starts())
    if nodes > MAX_NODES:
        raise InputError("joint_bound_too_large", f"{nodes} (cell, snapshot) pairs have an escape, above {MAX_NODES}")
    flow = _Flow(world, optimum)
    people = zip(optimum.earliest, world.scenario.people, strict=True)
    farthest_first = sorted(((step, person.cell) for step, person in people if step is not None), reverse=True)
    return sum(flow.augment(cell) for _, cell in farthest_first)


class _Flow:
    """A flow of people. A node is snapshot · size + cell; a used one knows the node before it and the node after it."""

    def __init__(self, world: FireWorld, optimum: Optimum) -> None:
        grid = world.scenario.grid
        self._size = grid.size
        self._exits = {exit_.cell for exit_ in world.scenario.exits}
        self._before: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._dead: set[int] = set()
        self._last_entry = optimum.latest_starts()
        for cell in self._exits:
            self._last_entry[cell] += 1
        self._targets = [self._ordered_targets(grid, optimum, cell) for cell in range(grid.size)]

    def _ordered_targets(self, grid: Grid, optimum: Optimum, cell: int) -> list[int]:
        """The cells that can be entered from a cell, itself included, the farthest from an exit first."""
        if self._last_entry[cell] < 0 or cell in self._exits:
            return []
        targets = [near for near in (cell, *(cell + offset for offset in grid.offsets)) if self._last_entry[near] > 0]
        steps = {near: remaining(optimum.breakpoints[near], 0) or 0 for near in targets}
        return sorted(targets, key=lambda near: (near not in self._exits, steps[near]), reverse=True)

    def augment(self, start: int) -> bool:
        """Adds the flow of one more person, from its start cell, if there is room for it."""
        came = {start: _NOWHERE}
        stack = [start]
        while stack:
            node = stack.pop()
            exit_node = self._expand(node, came, stack)
            if exit_node is not None:
                self._rewrite(node, exit_node, came)
                return True
        self._dead.update(came)
        return False

    def _expand(self, node: int, came: dict[int, int], stack: list[int]) -> int | None:
        """Pushes the nodes whose flow can go on after a change at this node, or returns a free exit node next to it."""
        before, dead = self._before, self._dead
        snapshot, cell = divmod(node, self._size)
        base = node - cell + self._size
        back = [before[node]] if before.get(node, _NOWHERE) != _NOWHERE else []
        ahead = []
        for near in self._targets[cell]:
            if self._last_entry[near] > snapshot:
                target = base + near
                if target in before:
                    back.append(before[target])
                elif near in self._exits:
                    return target
                else:
                    ahead.append(target)
        for following in back + ahead:
            if following not in came and following not in dead:
                came[following] = node
                stack.append(following)
        return None

    def _rewrite(self, node: int, exit_node: int, came: dict[int, int]) -> None:
        """Makes a found path part of the flow."""
        edges = [(node, exit_node)]
        while came[node] != _NOWHERE:
            edges.append((came[node], self._entered(came[node], node)))
            node = came[node]
        for origin, entered in edges:
            if entered == origin:
                del self._before[origin]
            else:
                self._before[entered] = origin
                self._after[origin] = entered
        self._before[node] = _NOWHERE

    def _entered(self, origin: int, node: int) -> int:
        """The node whose entry changes on the way from one node of a path to the next.

        One snapshot on, it is the free node itself. In the same snapshot, it is the used node that `node` led to
        until now. One snapshot back, `origin` gives up its own place.
        """
        change = node // self._size - origin // self._size
        if change == 0:
            return self._after[node]
        return node if change > 0 else origin
