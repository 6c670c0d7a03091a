"""A Gymnasium environment: one controller moves everybody (PCK-18). Needs `gymnasium` and `numpy`."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from packs.rl.world import LAYERS, Training, World, chosen, public_worlds, same_people
from simulator.grid import DIRECTIONS
from simulator.state import MAX_STEPS

Observation = dict[str, NDArray[Any]]


class EvacuationEnv(gymnasium.Env[Observation, NDArray[np.int64]]):
    """People in a burning grid, moved by one controller.

    Observation: `layers` (4, rows, cols), 1 where a cell is a wall, an exit, burning, or holds an active person;
    `positions` (people, 2), row and column; `active` (people,); `step` (1,). Action: a direction's number per person,
    0 stay, 1 north, 2 south, 3 west, 4 east; those of people who are not active count nothing. Reward: evacuations less
    casualties of the step. `terminated` once nobody is active, `truncated` at the horizon.

    Each reset draws one of the worlds, all of one shape; `options={"world": index}` names it.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, worlds: Sequence[World] | None = None, scenario_id: str = "v1-pub-01-classroom") -> None:
        """`worlds`, or those of a scenario of the public pack.

        Raises:
            UsageError: as `same_people` and `public_worlds`.
        """
        self.worlds = tuple(public_worlds(scenario_id) if worlds is None else worlds)
        same_people(self.worlds)
        self._run = Training(self.worlds[0])
        people, grid = len(self._run.people), self._run.scenario.grid
        corner = np.array([grid.rows, grid.cols], np.int32)
        self.action_space = spaces.MultiDiscrete([len(DIRECTIONS)] * people)
        self.observation_space = spaces.Dict(
            {
                "layers": spaces.Box(0, 1, (len(LAYERS), grid.rows, grid.cols), np.uint8),
                "positions": spaces.Box(
                    np.zeros((people, 2), np.int32), np.tile(corner - 1, (people, 1)), dtype=np.int32
                ),
                "active": spaces.MultiBinary(people),
                "step": spaces.Box(0, self._run.scenario.max_steps, (1,), np.int32),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a run; `seed` is that of the draw of worlds, not of a fire.

        Raises:
            UsageError: as `chosen`.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(len(self.worlds)))
        index = chosen(options, drawn, len(self.worlds))
        self._run = Training(self.worlds[index])
        return self._observation(), {"world": index}

    def step(self, action: NDArray[np.int64]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One step of the simulator.

        Raises:
            SimulationError: `terminated`, the run has ended.
        """
        record = self._run.step(dict(zip(self._run.people, map(int, action), strict=True)))
        over, out = record.state.terminated, record.state.termination_reason == MAX_STEPS
        info = {
            "evacuations": [person for person, _ in record.evacuations],
            "casualties": [person for person, _ in record.casualties],
        }
        reward = len(record.evacuations) - len(record.casualties)
        return self._observation(), reward, over and not out, out, info

    def _observation(self) -> Observation:
        run, grid = self._run, self._run.scenario.grid
        planes = np.frombuffer(b"".join(run.layers()), np.uint8)
        active = np.zeros(len(run.people), np.int8)
        active[run.snapshot.active()] = 1
        return {
            "layers": planes.reshape(len(LAYERS), grid.rows, grid.cols).copy(),
            "positions": np.array(run.positions(), np.int32),
            "active": active,
            "step": np.array([run.snapshot.step], np.int32),
        }
