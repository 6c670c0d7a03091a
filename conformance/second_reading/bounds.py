"""Q_exit and Q_cut by their definitions (SCO-4.2.2, SCO-4.2.3)."""

from conformance.second_reading.metrics import distances_to_exits
from conformance.second_reading.references import Table, World, choices
from conformance.second_reading.scenario import Cell, neighbours, start_cells


class CapacityExceeded(Exception):
    """More people than the slots of all steps (SCO-2.3)."""


def list_schedule(releases: list[int], capacities: list[int]) -> int:
    """The sum of the finish steps; capacities[s - 1] belongs to step s = 1, 2, ... (SCO-4.2.2)."""
    waiting = sorted(releases)
    total = 0
    for step, capacity in enumerate(capacities, start=1):
        for _ in range(capacity):
            if waiting and waiting[0] <= step:
                waiting.pop(0)
                total += step
    if waiting:
        raise CapacityExceeded()
    return total


def q_exit(world: World, releases: list[int]) -> int:
    """Q_exit of evacuees with the release steps L_i (SCO-4.2.2)."""
    capacities = [len(world.exits - world.burning[step - 1]) for step in range(1, world.last + 1)]
    return list_schedule(releases, capacities)


def components(world: World, cells: set[Cell]) -> list[set[Cell]]:
    """The connected components of a set of cells, by merging what touches."""
    parts = [{cell} for cell in sorted(cells)]
    merged = True
    while merged:
        merged = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                if any(n in parts[j] for cell in parts[i] for n in neighbours(world.document, cell)):
                    parts[i] = parts[i] | parts.pop(j)
                    merged = True
                    break
            if merged:
                break
    return parts


def groups_of_threshold(world: World, w: dict[Cell, int], d: int) -> list[tuple[set[Cell], set[Cell]]]:
    """(cells of the components, union of their cuts) of each group (SCO-4.2.3, 1 and 2)."""
    groups: list[tuple[set[Cell], set[Cell]]] = []
    for part in components(world, {cell for cell in w if w[cell] > d}):
        cut = {n for cell in part for n in neighbours(world.document, cell) if w.get(n) == d}
        touching = [group for group in groups if group[1] & cut]
        groups = [group for group in groups if not group[1] & cut]
        for cells, other_cut in touching:
            part, cut = part | cells, cut | other_cut
        groups.append((part, cut))
    return groups


def reachable(world: World, start: Cell, earliest: Table) -> set[tuple[Cell, int]]:
    """The (cell, snapshot) pairs that the person alone can be at with an escape still possible (SCO-4.2.3, 3)."""
    found: set[tuple[Cell, int]] = set()
    at = {start}
    for t in range(world.last + 1):
        found |= {(cell, t) for cell in at if (cell, t) in earliest}
        at = {y for cell in at for y, evacuated in choices(world, cell, t) if not evacuated}
    return found


def cut_capacities(world: World, cut: set[Cell]) -> list[int]:
    """k_s for s = 1 ... H (SCO-4.2.3, 4)."""
    return [len(cut - world.burning[s - 1] - world.burning[s]) for s in range(1, world.last + 1)]


def group_bound(world: World, cut: set[Cell], people: list[str], earliest: Table) -> int:
    """What a group counts over its evacuees (SCO-4.2.3, 3 to 5)."""
    starts = start_cells(world.document)
    releases: list[int] = []
    remaining: list[int] = []
    for person in people:
        on_cut = [(y, t) for y, t in reachable(world, starts[person], earliest) if y in cut]
        releases.append(min(t for _, t in on_cut))
        remaining.append(min(earliest[(y, t)] - t for y, t in on_cut))
    entries = list_schedule(releases, cut_capacities(world, cut))
    alone = sum(earliest[(starts[person], 0)] for person in people)
    return max(entries + sum(remaining), alone)


def threshold_bound(world: World, w: dict[Cell, int], d: int, evacuees: list[str], earliest: Table) -> int:
    """The bound of threshold d (SCO-4.2.3)."""
    starts = start_cells(world.document)
    total = 0
    left = set(evacuees)
    for cells, cut in groups_of_threshold(world, w, d):
        inside = sorted(person for person in evacuees if starts[person] in cells)
        if inside:
            total += group_bound(world, cut, inside, earliest)
            left -= set(inside)
    return total + sum(earliest[(starts[person], 0)] for person in left)


def q_cut(world: World, evacuees: list[str], earliest: Table) -> int:
    """Q_cut: the greatest bound of all thresholds and Q_exit (SCO-4.2.3)."""
    starts = start_cells(world.document)
    w = distances_to_exits(world.document, world.exits, world.free)
    bounds = [q_exit(world, [earliest[(starts[person], 0)] for person in evacuees])]
    for d in range(1, max(w.values()) + 1):
        bounds.append(threshold_bound(world, w, d, evacuees, earliest))
    return max(bounds)
