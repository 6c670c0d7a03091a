"""Small worlds for the policies' tests, drawn in text: `#` wall, `.` floor, `E` exit, `P` person, `*` ignition."""

from collections.abc import Sequence
from typing import Any

from simulator import record, scenario
from simulator.observation import observe
from simulator.phases import Simulator
from simulator.policies.policy import Policy
from simulator.record import RunRecord
from simulator.rng import Stream
from simulator.scenario import Scenario


def world(
    drawing: str,
    *,
    interval: int = 1,
    probability: float | None = None,
    exits_flammable: bool = True,
    enter_fire: str = "blocked",
    max_steps: int = 40,
) -> Scenario:
    """The scenario of a drawing; deterministic without a probability. Exits are E0, E1, …, people P0, P1, …."""
    rows = drawing.split()
    found: dict[str, list[list[int]]] = {symbol: [] for symbol in "#.EP*"}
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            found[symbol].append([r, c])
    fire: dict[str, Any] = {"model": "deterministic", "ignition": found["*"], "spread_interval": interval}
    if probability is not None:
        fire |= {"model": "stochastic", "spread_probability": probability}
    named = {
        symbol: sorted(({"id": f"{symbol}{i}", "position": at} for i, at in enumerate(found[symbol])), key=_id)
        for symbol in "EP"
    }
    return scenario.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "drawn",
            "map": {"rows": len(rows), "cols": len(rows[0]), "walls": found["#"]},
            "exits": named["E"],
            "people": named["P"],
            "fire": fire | {"exits_flammable": exits_flammable},
            "movement": {"enter_fire": enter_fire},
            "termination": {"max_steps": max_steps},
        }
    )


def _id(item: dict[str, Any]) -> str:
    return str(item["id"])


class Draw:
    """Random choices, the same everywhere for the same seed."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed, "tests/worlds")

    def between(self, low: int, high: int) -> int:
        """An integer from low to high."""
        return low + self._stream.next_u64() % (high - low + 1)

    def of(self, choices: Sequence[Any]) -> Any:
        """One of the choices."""
        return choices[self.between(0, len(choices) - 1)]


def random_world(seed: int, *, crowd: int = 12, side: int = 9, stochastic: bool | None = None) -> Scenario:
    """A random world of at most `crowd` people and `side` rows and columns, of either fire model unless told."""
    draw = Draw(seed)
    rows, cols = draw.between(2, side), draw.between(3, side)
    cells = [draw.of("#...") for _ in range(rows * cols)]
    for symbol, count in (("*", draw.between(0, 2)), ("P", draw.between(1, crowd)), ("E", draw.between(1, 3))):
        for _ in range(count):
            cells[draw.between(2, len(cells) - 1)] = symbol
    cells[draw.between(0, 1)], cells[-1] = "P", "E"
    random_fire = draw.of([True, False]) if stochastic is None else stochastic
    return world(
        "\n".join("".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)),
        interval=draw.between(1, 3),
        probability=float(draw.of(["0", "0.2", "0.5", "1"])) if random_fire else None,
        exits_flammable=draw.of([True, False]),
        enter_fire=draw.of(["blocked", "casualty"]),
        max_steps=30,
    )


def observation(where: Scenario, seed: int = 0) -> dict[str, Any]:
    """The first observation of an episode."""
    return observe(where, Simulator(where, seed).snapshot)


def episode(where: Scenario, policy: Policy, seed: int = 0) -> RunRecord:
    """A whole episode under a policy."""
    return record.run(where, seed, policy.act)


def statuses(run: RunRecord) -> list[str]:
    """How everybody ended, by person ID."""
    return list(run.steps[-1].state.statuses)
