"""The families of generated scenarios: a floor plan, a place for the fire, a rule, and parameters (PCK-11.5)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packs.generator import places, plans
from packs.generator.draw import Draw
from packs.generator.facts import Facts
from packs.generator.places import Place
from packs.generator.plans import Parameters, Plan
from simulator.grid import NEVER
from simulator.scenario import BLOCKED, CASUALTY, DETERMINISTIC, STOCHASTIC

Planner = Callable[[Draw, Parameters], Plan]
Rule = Callable[[Facts], bool]

EXTRA: dict[Planner, str] = {
    plans.pillared_hall: "pillars",
    plans.corridor: "room",
    plans.rooms: "room",
    plans.office: "block",
}
"""The parameter that a kind of plan has beyond those that all have."""


@dataclass(frozen=True, slots=True)
class Family:
    """One family: how it is drawn, what holds for each of its scenarios, and its parameters in the preset."""

    plan: Planner
    fire: Place
    rule: Rule
    preset: Mapping[str, Any]

    @property
    def extra(self) -> str | None:
        """The name of the parameter that only plans of this kind have."""
        return EXTRA.get(self.plan)


def sparse(facts: Facts) -> bool:
    """At most one person to ten open cells, and one exit."""
    return 10 * len(facts.scenario.people) <= facts.open_cells and len(facts.scenario.exits) == 1


def dense(facts: Facts) -> bool:
    """At least one person to five open cells, and one exit."""
    return 5 * len(facts.scenario.people) >= facts.open_cells and len(facts.scenario.exits) == 1


def several_exits(facts: Facts) -> bool:
    """Two exits or more."""
    return len(facts.scenario.exits) >= 2


def any_scenario(facts: Facts) -> bool:
    """Nothing beyond what the plan gives."""
    return True


def in_the_way(facts: Facts) -> bool:
    """Two exits or more, and the worst fire burns cells on which people start."""
    burnt = [facts.burn_step[person.cell] != NEVER for person in facts.scenario.people]
    return several_exits(facts) and any(burnt)


def an_exit_burns(facts: Facts) -> bool:
    """Two exits or more, which can burn, and the worst fire reaches one of them, but none at once."""
    steps = [facts.burn_step[exit_.cell] for exit_ in facts.scenario.exits]
    return several_exits(facts) and 0 < min(steps) < NEVER


def an_exit_is_cut_off(facts: Facts) -> bool:
    """Two exits or more, which can't burn, and the worst fire burns every cell in front of one of them."""
    grid, burn = facts.scenario.grid, facts.burn_step
    if facts.scenario.fire.exits_flammable or not several_exits(facts):
        return False
    fronts = [[exit_.cell + offset for offset in grid.offsets] for exit_ in facts.scenario.exits]
    return any(all(grid.terrain[cell] or burn[cell] != NEVER for cell in front) for front in fronts)


def _preset(
    rows: list[int],
    cols: list[int],
    people: list[int],
    exits: list[int],
    intervals: list[int],
    burn: Iterable[bool] = (False, True),
    **more: Any,
) -> dict[str, Any]:
    """A family's parameters; those not named are common to most families."""
    return {
        "rows": rows,
        "cols": cols,
        "people": people,
        "exits": exits,
        "models": [DETERMINISTIC, STOCHASTIC],
        "spread_interval": intervals,
        "spread_probability": ["0.25", "0.4", "0.5", "0.6", "0.75"],
        "exits_flammable": list(burn),
        "enter_fire": [BLOCKED, CASUALTY],
        "ignitions": [1, 2],
        "slack": [4, 16],
    } | more


FAMILIES: dict[str, Family] = {
    "burnable_exits": Family(
        plans.pillared_hall,
        places.near_one_exit,
        an_exit_burns,
        _preset([9, 13], [14, 22], [8, 30], [2, 3], [1, 3], [True], pillars=[4, 12]),
    ),
    "central_ignition": Family(
        plans.pillared_hall,
        places.centre,
        in_the_way,
        _preset([9, 13], [13, 21], [12, 30], [2, 3], [1, 3], pillars=[4, 12]),
    ),
    "far_ignition": Family(
        plans.office,
        places.far,
        any_scenario,
        _preset([10, 14], [13, 22], [8, 24], [1, 2], [1, 3], block=[1, 3]),
    ),
    "fireproof_exits": Family(
        plans.pillared_hall,
        places.near_one_exit,
        an_exit_is_cut_off,
        _preset([9, 13], [14, 22], [8, 30], [2, 3], [1, 3], [False], pillars=[4, 12]),
    ),
    "narrow_corridor": Family(
        plans.corridor,
        places.anywhere,
        any_scenario,
        _preset([7, 11], [16, 26], [8, 24], [1, 2], [2, 4], room=[2, 4]),
    ),
    "office_grid": Family(
        plans.office,
        places.anywhere,
        several_exits,
        _preset([10, 16], [14, 24], [12, 36], [2, 4], [1, 3], block=[1, 4]),
    ),
    "open_hall": Family(
        plans.open_hall,
        places.anywhere,
        several_exits,
        _preset([10, 16], [14, 24], [20, 60], [2, 5], [1, 3]),
    ),
    "rooms_with_doors": Family(
        plans.rooms,
        places.anywhere,
        any_scenario,
        _preset([11, 16], [13, 21], [6, 24], [1, 3], [2, 4], room=[2, 4]),
    ),
    "several_exits": Family(
        plans.pillared_hall,
        places.anywhere,
        several_exits,
        _preset([9, 14], [12, 20], [12, 40], [2, 4], [1, 3], pillars=[4, 12]),
    ),
    "single_exit_high_density": Family(
        plans.open_hall,
        places.far,
        dense,
        _preset([7, 9], [8, 12], [10, 24], [1, 1], [2, 5], [False]),
    ),
    "single_exit_low_density": Family(
        plans.pillared_hall,
        places.anywhere,
        sparse,
        _preset([9, 14], [12, 20], [4, 12], [1, 1], [1, 3], pillars=[4, 14]),
    ),
}
