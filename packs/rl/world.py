"""What both training environments are made of: worlds to draw from, one run, and its view in plain numbers (PCK-18).

Training is not evaluation: a reward is no EMBER Score, and an environment shows the seed of its own choosing. Only
seeds of a public pack, or seeds of one's own, belong here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packs import verify
from packs.public.pack import public_pack
from simulator.errors import UsageError
from simulator.grid import DIRECTIONS
from simulator.phases import Simulator, StepRecord
from simulator.scenario import Scenario
from simulator.state import Snapshot

LAYERS = ("wall", "exit", "burning", "active")
"""The planes of a view, in order (PCK-18.2)."""


@dataclass(frozen=True, slots=True)
class World:
    """A scenario under a seed."""

    scenario: Scenario
    seed: int


def public_worlds(scenario_id: str | None = None) -> tuple[World, ...]:
    """The worlds of the public pack, or those of one of its scenarios, in the pack's order (PCK-18.1).

    Raises:
        UsageError: `unknown_scenario`, which names those that there are.
    """
    pack = verify.open_pack(public_pack())
    episodes = [pack.episode(index) for index in range(len(pack))]
    known = dict.fromkeys(episode.scenario.scenario_id for episode in episodes)
    if scenario_id is not None and scenario_id not in known:
        raise UsageError("unknown_scenario", f"{scenario_id} is none of {', '.join(known)}")
    wanted = known if scenario_id is None else {scenario_id}
    return tuple(World(found.scenario, found.seed) for found in episodes if found.scenario.scenario_id in wanted)


class Training:
    """One run at a time of a world; `people` are the IDs, in order."""

    def __init__(self, world: World) -> None:
        self.scenario = world.scenario
        self.people = tuple(person.id for person in world.scenario.people)
        self._simulator = Simulator(world.scenario, world.seed)

    @property
    def snapshot(self) -> Snapshot:
        """The current snapshot."""
        return self._simulator.snapshot

    def step(self, directions: Mapping[str, int]) -> StepRecord:
        """A step with a direction, by its number, for each active person; those of others are left aside (PCK-18.3)."""
        active = [self.people[index] for index in self.snapshot.active()]
        return self._simulator.step({person: DIRECTIONS[directions[person]] for person in active})

    def layers(self) -> tuple[bytes, ...]:
        """The planes of LAYERS: each a byte per cell, row-major, 1 where it holds (PCK-18.2)."""
        grid, snapshot = self.scenario.grid, self.snapshot
        walls = grid.mask(grid.cell(*position) for position in self.scenario.document["map"]["walls"])
        exits = grid.mask(exit_.cell for exit_ in self.scenario.exits)
        people = grid.mask(snapshot.positions[index] for index in snapshot.active())
        cells = list(grid.cells())
        return tuple(bytes(map(mask.__getitem__, cells)) for mask in (walls, exits, snapshot.burning, people))

    def positions(self) -> list[tuple[int, int]]:
        """Where everybody stands, or stood last, as (row, column), in the order of `people`."""
        return [self.scenario.grid.position(cell) for cell in self.snapshot.positions]


def same_people(worlds: Sequence[World]) -> None:
    """Refuses worlds that don't have one shape: grid, people and horizon (PCK-18.1).

    Raises:
        UsageError: `different_shapes`, or `no_worlds`.
    """
    if not worlds:
        raise UsageError("no_worlds", "an environment needs one world at least")
    if len({shape(world.scenario) for world in worlds}) > 1:
        message = "worlds of one environment have the same grid size, people and horizon: take those of one scenario"
        raise UsageError("different_shapes", message)


def chosen(options: Mapping[str, Any] | None, drawn: int, count: int) -> int:
    """The index of the world that a reset asks for by `options["world"]`, or else the one that was drawn.

    Raises:
        UsageError: `unknown_world`.
    """
    index = (options or {}).get("world", drawn)
    if type(index) is not int or not 0 <= index < count:
        raise UsageError("unknown_world", f"the environment has the worlds 0 to {count - 1}")
    return index


def shape(scenario: Scenario) -> tuple[int, int, int, tuple[str, ...]]:
    """Rows, columns, horizon and IDs."""
    ids = tuple(person.id for person in scenario.people)
    return scenario.grid.rows, scenario.grid.cols, scenario.max_steps, ids
