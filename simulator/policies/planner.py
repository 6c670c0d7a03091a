"""Plans for many people that do not collide: one person after the other, around the reservations so far (SIM-5).

A plan is a list of cells for the snapshots from now on: the first is the person's own, the last an exit. In it

1. nobody else is on the cell in that snapshot, and nobody else enters the exit in that step;
2. no move closes a swap or a longer rotation;
3. no cell burns by the forecast, and no exit burns when the step begins.

The search is A* for the least 3 · arrival + 2 · snapshots in the danger zone + 1 · cells moved: the weights that the
benchmark gives to time, hazard and path. What is left is bounded from below by each exit's first free step.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from simulator.grid import NEVER, distances
from simulator.policies.forecast import Forecast
from simulator.policies.reservations import Reservations
from simulator.policies.view import View

TIME, HAZARD, MOVE = 3, 2, 1
ATTEMPTS = 4

Plan = list[int]


class Planner:
    """Plans for the people of one view, up to snapshot `last`."""

    def __init__(self, view: View, last: int, forecasts: list[Forecast]) -> None:
        self._view = view
        self._last = last
        self._forecasts = forecasts
        self._size = view.grid.size
        self._changes = (0, *view.grid.offsets)
        self._alone: dict[str, bool] = {}
        self._ways = {goal: distances(view.grid, [goal], view.blocked) for goal in view.open_exits}

    def everybody(self) -> dict[str, Plan]:
        """A plan for each active person that could be given one, by ID.

        Those whose cell burns first plan first, then the nearest to an exit. Whoever would have a plan alone but got
        none goes to the front, and all is planned again, a few times; the round that serves the most people, and among
        equals the most cautiously, counts.
        """
        burns = self._forecasts[0].burns
        order = sorted(self._view.people, key=lambda person: (burns[person[1]], self._nearest(person[1]), person[0]))
        best: tuple[tuple[int, int], dict[str, Plan]] = ((-1, 0), {})
        for _ in range(ATTEMPTS):
            plans, risk = self._round(order)
            best = max(best, ((len(plans), -risk), plans), key=lambda each: each[0])
            urgent = [person for person in order if person[0] not in plans and self._has_a_way(*person)]
            if not urgent:
                break
            order = urgent + [person for person in order if person not in urgent]
        return best[1]

    def _nearest(self, cell: int) -> int:
        return min((way[cell] for way in self._ways.values() if way[cell] >= 0), default=NEVER)

    def _has_a_way(self, person: str, cell: int) -> bool:
        """Whether a person would have a plan if nobody else were there."""
        if person not in self._alone:
            self._alone[person] = self._first_plan(Reservations(self._size), cell) is not None
        return self._alone[person]

    def _round(self, order: list[tuple[str, int]]) -> tuple[dict[str, Plan], int]:
        """Plans made in this order, and the sum of their forecasts' places in the list."""
        table = Reservations(self._size)
        plans, risk = {}, 0
        for person, cell in order:
            found = self._first_plan(table, cell)
            if found:
                plans[person], place = found
                risk += place
                table.reserve(self._view.step, plans[person])
        return plans, risk

    def _first_plan(self, table: Reservations, cell: int) -> tuple[Plan, int] | None:
        """The plan by the most cautious forecast that allows one, and the forecast's place."""
        for place, forecast in enumerate(self._forecasts):
            plan = self.find(table, forecast, cell)
            if plan:
                return plan, place
        return None

    def find(self, table: Reservations, forecast: Forecast, cell: int) -> Plan | None:
        """The cheapest plan from a cell, around the reservations and the forecast fire."""
        start = self._view.step
        came: dict[int, int] = {}
        heap = [(self._bound(table, forecast, start, cell), -start, cell, 0, -1)]
        while heap and heap[0][0] < NEVER:
            _, minus, cell, spent, before = heappop(heap)
            step, key = -minus, -minus * self._size + cell
            if key in came:
                continue
            came[key] = before
            if cell in self._ways:
                return self._trace(came, key)
            for near in self._moves(table, forecast, step, cell):
                cost = spent + (MOVE if near != cell else 0)
                if near not in self._ways and forecast.danger[near] <= step + 1:
                    cost += HAZARD
                bound = self._bound(table, forecast, step + 1, near)
                heappush(heap, (cost + bound, minus - 1, near, cost, key))
        return None

    def _moves(self, table: Reservations, forecast: Forecast, step: int, cell: int) -> Iterator[int]:
        """The cells that the rules allow at snapshot step + 1."""
        blocked, burns = self._view.blocked, forecast.burns
        base = (step + 1) * self._size
        for change in self._changes:
            near = cell + change
            if blocked[near] or base + near in table.taken or burns[near] < step + (1 if near in self._ways else 2):
                continue
            if not change or not table.closes_cycle(step, cell, near):
                yield near

    def _bound(self, table: Reservations, forecast: Forecast, step: int, cell: int) -> int:
        """The least cost of time and moves from a cell on, NEVER where no exit can be reached in time."""
        least = NEVER
        for goal, way in self._ways.items():
            if way[cell] >= 0:
                slot = table.free_slot(goal, step + way[cell])
                if slot <= self._last and slot <= forecast.burns[goal]:
                    least = min(least, TIME * slot + MOVE * way[cell])
        return least

    def _trace(self, came: dict[int, int], key: int) -> Plan:
        plan = []
        while key >= 0:
            plan.append(key % self._size)
            key = came[key]
        return plan[::-1]
