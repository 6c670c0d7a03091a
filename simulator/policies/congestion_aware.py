"""congestion-aware-v1: everybody gets a reserved way out (SIM-5, SIM-6, SIM-9).

1. All people are planned together over space and time (`planner`): each plan goes around the cells and exit steps that
   others have reserved, so people queue without pushing and spread over the exits by arrival, not by distance.
2. A plan keeps clear of the fire as it is forecast (`forecast`): exactly for the deterministic model, cautiously for
   the stochastic one, and less cautiously only where no other plan exists.
3. A plan is followed while everybody is where it said and, under the stochastic model, the fire has not grown;
   otherwise all is planned anew.
4. Whoever has no plan flees: to the neighbouring cell that burns last by the most cautious forecast, off the cells that
   others have reserved for the next snapshot.
"""

from typing import Any

from simulator.policies.forecast import Forecast, forecasts
from simulator.policies.planner import Plan, Planner
from simulator.policies.view import View, Viewer, steps


class CongestionAware:
    """Plans with reservations (SIM-9)."""

    def __init__(self) -> None:
        self._viewer = Viewer()
        self._made = 0
        self._burning = b""
        self._plans: dict[str, Plan] = {}
        self._forecasts: list[Forecast] = []

    def act(self, observation: dict[str, Any]) -> dict[str, str]:
        """The next step of each active person's plan; flight for those without."""
        view, rules = self._viewer.view(observation), observation["rules"]
        if not self._holds(view, rules["fire"]["model"]):
            self._forecasts = forecasts(view, rules["fire"])
            self._plans = Planner(view, rules["max_steps"], self._forecasts).everybody()
            self._made, self._burning = view.step, view.burning
        targets = self._targets(view)
        names = {change: direction for direction, change in steps(view.grid)}
        return {person: names[targets[person] - cell] for person, cell in view.people}

    def _holds(self, view: View, model: str) -> bool:
        """Whether plans exist, everybody with a plan is where it said, and the fire is as it was or was forecast."""
        age = view.step - self._made
        if not self._forecasts or (model == "stochastic" and view.burning != self._burning):
            return False
        return all(self._plans[person][age] == cell for person, cell in view.people if person in self._plans)

    def _targets(self, view: View) -> dict[str, int]:
        """The cell that each active person should be on next."""
        following = view.step - self._made + 1
        targets = {person: self._plans[person][following] for person, _ in view.people if person in self._plans}
        taken = set(targets.values())
        burns = self._forecasts[0].burns
        for person, cell in view.people:
            if person not in targets:
                near = [cell + change for _, change in steps(view.grid)]
                free = [each for each in near if not view.blocked[each] and each not in taken]
                targets[person] = max(free, key=lambda each: burns[each], default=cell)
                taken.add(targets[person])
        return targets
