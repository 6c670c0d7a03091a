"""A PettingZoo ParallelEnv: every person is an agent (PCK-18). Needs `pettingzoo` and `numpy`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from packs.rl.world import LAYERS, Training, World, chosen, public_worlds, same_people
from simulator.grid import DIRECTIONS
from simulator.state import MAX_STEPS

Observation = dict[str, NDArray[Any]]


class ParallelEvacuationEnv(ParallelEnv[str, Observation, int]):
    """People in a burning grid, each an agent; its name is the person's ID.

    Observation: `layers` as the Gymnasium environment has them, `position` (2,), `step` (1,). Action: a direction's
    number. Reward: 1 for the agent that is evacuated, −1 for the one that dies. An agent terminates with either, and is
    truncated at the horizon.
    """

    metadata: dict[str, Any] = {"name": "ember_evacuation_v1", "render_modes": []}

    def __init__(self, worlds: Sequence[World] | None = None, scenario_id: str = "v1-pub-01-classroom") -> None:
        """`worlds`, or those of a scenario of the public pack.

        Raises:
            UsageError: as `same_people` and `public_worlds`.
        """
        self.worlds = tuple(public_worlds(scenario_id) if worlds is None else worlds)
        same_people(self.worlds)
        self.render_mode = None
        self._run = Training(self.worlds[0])
        self._random, _ = seeding.np_random(0)
        self.possible_agents = list(self._run.people)
        self.agents: list[str] = []
        grid = self._run.scenario.grid
        corner = np.array([grid.rows - 1, grid.cols - 1], np.int32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "layers": spaces.Box(0, 1, (len(LAYERS), grid.rows, grid.cols), np.uint8),
                    "position": spaces.Box(np.zeros(2, np.int32), corner, dtype=np.int32),
                    "step": spaces.Box(0, self._run.scenario.max_steps, (1,), np.int32),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(DIRECTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent; always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a run; `seed` is that of the draw of worlds, not of a fire.

        Raises:
            UsageError: as `chosen`.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        drawn = int(self._random.integers(len(self.worlds)))
        index = chosen(options, drawn, len(self.worlds))
        self._run = Training(self.worlds[index])
        self.agents = list(self.possible_agents)
        return self._observations(self.agents), {agent: {"world": index} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One step of the simulator, with the action of every agent.

        Raises:
            SimulationError: `terminated`, the run has ended.
        """
        record = self._run.step({agent: int(actions[agent]) for agent in self.agents})
        acted, out = self.agents, record.state.termination_reason == MAX_STEPS
        saved, dead = dict(record.evacuations), dict(record.casualties)
        ended = {agent: agent in saved or agent in dead for agent in acted}
        rewards: dict[str, float] = {agent: (agent in saved) - (agent in dead) for agent in acted}
        cut = {agent: out and not ended[agent] for agent in acted}
        self.agents = [] if record.state.terminated else [agent for agent in acted if not ended[agent]]
        return self._observations(acted), rewards, ended, cut, {agent: {} for agent in acted}

    def _observations(self, agents: Sequence[str]) -> dict[str, Observation]:
        run, grid = self._run, self._run.scenario.grid
        planes = np.frombuffer(b"".join(run.layers()), np.uint8).reshape(len(LAYERS), grid.rows, grid.cols)
        places = dict(zip(run.people, run.positions(), strict=True))
        step = run.snapshot.step
        return {
            agent: {
                "layers": planes.copy(),
                "position": np.array(places[agent], np.int32),
                "step": np.array([step], np.int32),
            }
            for agent in agents
        }
