"""Q_cut: the least sum of evacuation steps that exits and doors allow, the reference of Time (SCO-4.2.3).

Take a cut (`cuts`) and its people. Positions are distinct, so in step s at most k_s of them first enter the cut, where
k_s counts the cut cells that burn neither at the start nor at the end of s. An evacuee i enters in a step s_i ≥ r_i,
the earliest single-person arrival on the cut with an escape still possible, and needs q_i more steps at least, the
least single-person remaining time over the (cut cell, snapshot) pairs it can reach. So A_i ≥ s_i + q_i, and A_i ≥ L_i.
A group counts max(Σ s_i + Σ q_i, Σ L_i) with list-scheduled s_i, everybody outside the groups counts L_i, and Q_cut is
the maximum over all thresholds and Q_exit.

What need not be worked out, and why:

1. L_i = w(x_i). An escape of w steps lowers w in each. It enters the cut of threshold d at snapshot w − d, as early as
   moves that change w by 1 can, and then has d steps left, the fewest there are: r_i = w − d and q_i = d.
2. Anybody else. An escape of L_i steps first enters the cut at some (y, t), so r_i ≤ t and q_i ≤ L_i − t ≤ L_i − r_i.
   What a group gains over Σ L_i is thus at most its delay, Σ s_i − Σ r_i; q_i is only wanted at a threshold whose
   delays would beat the best sum so far.
3. No cut cell is reached before r_i, and a remaining time never falls with the snapshot. So q_i is at least the least
   remaining time of any cut cell at r_i, and where that is L_i − r_i, it is q_i.
4. A cut with as many cells that never burn as it has people delays nobody.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.references.cuts import Cut, find_cuts
from scoring.references.exit_bound import earliest_steps, exit_bound
from scoring.references.flood import Floods
from scoring.references.optimum import Breakpoints, Optimum, merge, remaining
from scoring.references.schedule import list_schedule
from simulator.fire import FireWorld
from simulator.grid import distances


@dataclass(frozen=True, slots=True)
class _Door:
    """A cut, the last step in which each of its cells can be entered, and how many of them never burn."""

    cut: Cut
    closings: list[int]
    lasting: int


@dataclass(frozen=True, slots=True)
class _Detour:
    """A person with L_i > w(x_i): the start, L_i, and r_i by threshold."""

    start: int
    earliest: int
    entries: list[int]


class CutBound:
    """The cut bound of one fire world: what does not depend on the evacuees is worked out once (SCO-4.2.3)."""

    def __init__(self, world: FireWorld, optimum: Optimum) -> None:
        grid, people = world.scenario.grid, world.scenario.people
        self._world = world
        self._optimum = optimum
        distance = distances(grid, [exit_.cell for exit_ in world.scenario.exits], grid.terrain)
        self._distance = [distance[person.cell] for person in people]
        savable = {people[i].cell: i for i, earliest in enumerate(optimum.earliest) if earliest is not None}
        self._levels = [[_door(cut, world) for cut in level] for level in find_cuts(grid, distance, savable)]
        self._floods = Floods(world, optimum, distance)
        self._detours = {
            i: _Detour(people[i].cell, earliest, self._floods.entries(people[i].cell))
            for i, earliest in enumerate(optimum.earliest)
            if earliest is not None and earliest > self._distance[i] > 1
        }
        self._least: dict[int, Breakpoints] = {}
        self._slacks: dict[tuple[int, int], int] = {}

    def bound(self, evacuees: Sequence[int]) -> int:
        """Q_cut of distinct evacuees, given as indices into `scenario.people` (SCO-4.2.3).

        Raises:
            ScoringInputError: `evacuee_not_savable` or `capacity_exceeded`; neither occurs for an authentic record.
        """
        base = sum(earliest_steps(self._optimum, evacuees))
        best = exit_bound(self._world, self._optimum, evacuees)
        chosen = frozenset(evacuees)
        for level in self._levels:
            best = max(best, base + self._gain(level, chosen, best - base))
        return best

    def _gain(self, level: Iterable[_Door], chosen: frozenset[int], enough: int) -> int:
        """What one threshold adds to Σ L_i: exact where that is more than `enough`, else at most `enough`."""
        queues = []
        for door in level:
            members = [person for person in door.cut.members if person in chosen]
            if len(members) > door.lasting:
                queues.append((door.cut, members, self._delay(door, members)))
        if sum(delay for _, _, delay in queues) <= enough:
            return enough
        return sum(max(0, delay - self._slack(cut, members)) for cut, members, delay in queues)

    def _delay(self, door: _Door, members: Iterable[int]) -> int:
        """Σ s_i − Σ r_i of one group."""
        threshold, distance, detours = door.cut.threshold, self._distance, self._detours
        releases = [detours[i].entries[threshold] if i in detours else distance[i] - threshold for i in members]
        return list_schedule(sorted(releases), door.closings) - sum(releases)

    def _slack(self, cut: Cut, members: Iterable[int]) -> int:
        """Σ (L_i − r_i − q_i) of one group."""
        slack = 0
        for person in members:
            if person in self._detours:
                key = cut.threshold, person
                if key not in self._slacks:
                    self._slacks[key] = self._slack_of(cut, self._detours[person])
                slack += self._slacks[key]
        return slack

    def _slack_of(self, cut: Cut, detour: _Detour) -> int:
        """L_i − r_i − q_i of one person."""
        entry = detour.entries[cut.threshold]
        rest = detour.earliest - entry
        least = self._least_remaining(cut)
        if remaining(least, entry) == rest:
            return 0
        for snapshot, cell in self._floods.arrivals(detour.start, cut.cells):
            bound = remaining(least, snapshot)
            if bound is None or bound >= rest:
                break
            rest = min(rest, remaining(self._optimum.breakpoints[cell], snapshot) or rest)
        return detour.earliest - entry - rest

    def _least_remaining(self, cut: Cut) -> Breakpoints:
        """The least remaining time over the cells of a cut, by snapshot."""
        key = cut.cells[0]
        if key not in self._least:
            self._least[key] = merge(self._optimum.breakpoints[cell] for cell in cut.cells)
        return self._least[key]


def _door(cut: Cut, world: FireWorld) -> _Door:
    """A cell can be entered in step s when it burns neither at the start nor at the end of s: burn > s."""
    last = world.scenario.max_steps
    closings = sorted(min(world.burn_step[cell] - 1, last) for cell in cut.cells)
    return _Door(cut, closings, closings.count(last))
