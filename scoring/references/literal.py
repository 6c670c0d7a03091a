"""The slow twin of the references, for tests: the clauses word by word, over explicit (cell, snapshot) states."""

from collections.abc import Callable, Iterator, Sequence

from simulator.fire import FireWorld
from simulator.grid import OPEN

State = tuple[int, int]
Table = dict[State, int]


def open_cells(world: FireWorld) -> list[int]:
    """Every cell of the map that is not a wall."""
    return [cell for cell in world.scenario.grid.cells() if world.scenario.grid.terrain[cell] == OPEN]


def exit_cells(world: FireWorld) -> set[int]:
    """The exits, burning or not."""
    return {exit_.cell for exit_ in world.scenario.exits}


def burns(world: FireWorld, cell: int, snapshot: int) -> bool:
    """Whether a cell burns at a snapshot."""
    return world.burn_step[cell] <= snapshot


def choices(world: FireWorld, cell: int, snapshot: int) -> Iterator[tuple[int, bool]]:
    """Where a person may go from (x, t), and whether that evacuates it."""
    if snapshot >= world.scenario.max_steps or burns(world, cell, snapshot):
        return
    for near in (cell, *(cell + offset for offset in world.scenario.grid.offsets)):
        if world.scenario.grid.terrain[near] != OPEN or burns(world, near, snapshot):
            continue
        if near in exit_cells(world):
            yield near, True
        elif not burns(world, near, snapshot + 1):
            yield near, False


def in_danger(world: FireWorld, cell: int, snapshot: int) -> bool:
    """Whether 0 < d <= 2 for the Manhattan distance d to the nearest burning cell."""
    row, col = world.scenario.grid.position(cell)
    burning = [world.scenario.grid.position(other) for other in open_cells(world) if burns(world, other, snapshot)]
    nearest = min((abs(r - row) + abs(c - col) for r, c in burning), default=0)
    return 0 < nearest <= 2


def induction(world: FireWorld, cost: Callable[[int, int, int], int]) -> Table:
    """Backward induction over (cell, step): the least total cost(x, t, y) of an escape, where there is one."""
    table: Table = {}
    for snapshot in range(world.scenario.max_steps - 1, -1, -1):
        for cell in open_cells(world):
            options = [
                cost(cell, snapshot, near) + (0 if out else table[near, snapshot + 1])
                for near, out in choices(world, cell, snapshot)
                if out or (near, snapshot + 1) in table
            ]
            if options:
                table[cell, snapshot] = min(options)
    return table


def steps_left(world: FireWorld) -> Table:
    """L(x, t) − t."""
    return induction(world, lambda cell, snapshot, near: 1)


def moves_left(world: FireWorld) -> Table:
    """The fewest cell moves of an escape."""
    return induction(world, lambda cell, snapshot, near: int(near != cell))


def danger_left(world: FireWorld) -> Table:
    """The fewest danger-zone person-states of an escape."""
    danger = {
        (cell, snapshot): in_danger(world, cell, snapshot)
        for cell in open_cells(world)
        for snapshot in range(world.scenario.max_steps)
    }
    return induction(world, lambda cell, snapshot, near: int(danger[cell, snapshot]))


def reachable(world: FireWorld, start: int) -> set[State]:
    """Every (cell, snapshot) in which one person alone can be, from (start, 0)."""
    layer = {start}
    states = {(start, 0)}
    for snapshot in range(world.scenario.max_steps):
        layer = {near for cell in layer for near, out in choices(world, cell, snapshot) if not out}
        states |= {(cell, snapshot + 1) for cell in layer}
    return states


def wall_distance(world: FireWorld) -> dict[int, int]:
    """w: steps to the nearest exit, burning or not, around walls only; cells without a path are absent."""
    distance: dict[int, int] = {}
    layer, steps, free = exit_cells(world), 0, set(open_cells(world))
    while layer:
        distance |= dict.fromkeys(layer, steps)
        layer = {cell + offset for cell in layer for offset in world.scenario.grid.offsets} & free - set(distance)
        steps += 1
    return distance


def groups(world: FireWorld, threshold: int) -> list[tuple[set[int], set[int]]]:
    """(cells of the components, cells of the cut) of each merged group at a threshold (SCO-4.2.3)."""
    distance = wall_distance(world)
    offsets = world.scenario.grid.offsets
    beyond = {cell for cell, steps in distance.items() if steps > threshold}
    merged: list[tuple[set[int], set[int]]] = []
    while beyond:
        component: set[int] = set()
        layer = {min(beyond)}
        while layer:
            component |= layer
            layer = {cell + offset for cell in layer for offset in offsets} & beyond - component
        beyond -= component
        cut = {cell + offset for cell in component for offset in offsets if distance.get(cell + offset) == threshold}
        merged.append((component, cut))
        # One new component can join several groups that had nothing in common before.
        while (pair := _overlap(merged)) is not None:
            second, first = merged.pop(pair[1]), merged.pop(pair[0])
            merged.append((first[0] | second[0], first[1] | second[1]))
    return merged


def _overlap(merged: list[tuple[set[int], set[int]]]) -> tuple[int, int] | None:
    for one, (_, cut) in enumerate(merged):
        for other in range(one + 1, len(merged)):
            if cut & merged[other][1]:
                return one, other
    return None


class Bounds:
    """Q_exit and Q_cut, over explicit components, reachable states and schedules (SCO-4.2.2, SCO-4.2.3)."""

    def __init__(self, world: FireWorld) -> None:
        self.world = world
        self.left = steps_left(world)
        self.distance = wall_distance(world)
        self.groups = [groups(world, d) for d in range(1, max(self.distance.values()))]
        self.starts = [person.cell for person in world.scenario.people]
        self.states = [reachable(world, cell) & set(self.left) for cell in self.starts]

    def savable(self) -> list[int]:
        """The indices of the people with an escape."""
        return [i for i, start in enumerate(self.starts) if (start, 0) in self.left]

    def exits(self, evacuees: Sequence[int]) -> int | None:
        """Q_exit, or None where somebody can't be served."""
        room = [self._count(exit_cells(self.world), step - 1) for step in range(self.world.scenario.max_steps + 1)]
        return self._schedule([self.left[self.starts[i], 0] for i in evacuees], room)

    def bound(self, evacuees: Sequence[int]) -> int | None:
        """Q_cut, the maximum over all thresholds and Q_exit; None where somebody can't be served."""
        best = self.exits(evacuees)
        for merged in self.groups:
            total = self.threshold(merged, evacuees)
            if best is None or total is None:
                return None
            best = max(best, total)
        return best

    def threshold(self, merged: list[tuple[set[int], set[int]]], evacuees: Sequence[int]) -> int | None:
        """The bound of one threshold, given its groups."""
        total, outside = 0, set(evacuees)
        for component, cut in merged:
            members = [i for i in evacuees if self.starts[i] in component]
            outside -= set(members)
            entries = [[(t, self.left[y, t]) for y, t in self.states[i] if y in cut] for i in members]
            # Steps of entry are numbered like snapshots: whoever stands on the cut at snapshot s entered in step s.
            room = [self._count(cut, step) for step in range(self.world.scenario.max_steps + 1)]
            entered = self._schedule([min(t for t, _ in states) for states in entries], room)
            if entered is None:
                return None
            rest = sum(min(left for _, left in states) for states in entries)
            total += max(entered + rest, sum(self.left[self.starts[i], 0] for i in members))
        return total + sum(self.left[self.starts[i], 0] for i in outside)

    def _count(self, cells: set[int], snapshot: int) -> int:
        """How many cells do not burn at a snapshot, and so not before."""
        return sum(not burns(self.world, cell, snapshot) for cell in cells)

    def _schedule(self, releases: list[int], room: list[int]) -> int | None:
        waiting, total = list(releases), 0
        for step in range(1, len(room)):
            for release in [release for release in waiting if release <= step][: room[step]]:
                waiting.remove(release)
                total += step
        return None if waiting else total
