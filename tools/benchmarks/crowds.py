"""The step of other crowd simulators, in Python and in C++, on a tape."""

from collections.abc import Iterable
from typing import Any

from simulator.grid import OPEN
from tools.benchmarks.peers import module
from tools.benchmarks.tapes import Tape
from tools.benchmarks.timing import Work

_RADIUS = 5


class Pogema:
    """POGEMA with `soft` collisions. Everybody's target is on the far side of a wall, so nobody leaves."""

    def __init__(self, tape: Tape) -> None:
        """The environment of a tape, not reset yet."""
        grid, scenario = tape.scenario.grid, tape.scenario
        people = [grid.position(person.cell) for person in scenario.people]
        reached = [grid.position(cell) for cell in scenario.fire.ignition]
        rows = [
            [int(grid.terrain[grid.cell(row, col)] != OPEN) for col in range(grid.cols)] for row in range(grid.rows)
        ]
        config = module("pogema").GridConfig(
            map=rows,
            agents_xy=[list(at) for at in people],
            targets_xy=[list(reached[number % len(reached)]) for number in range(len(people))],
            num_agents=len(people),
            collision_system="soft",
            on_target="finish",
            obs_radius=_RADIUS,
            max_episode_steps=len(tape.actions) + 1,
        )
        self.env: Any = module("pogema").pogema_v0(config)
        self.tape = tape
        self.check()

    def check(self) -> None:
        """Everybody stands where the product says, after every step."""
        for numbers, cells in zip(self._reset(), self.tape.cells, strict=True):
            self.env.step(numbers)
            self._compare(cells)

    def _compare(self, cells: Iterable[int]) -> None:
        theirs = [(row - _RADIUS, col - _RADIUS) for row, col in self.env.unwrapped.grid.positions_xy]
        assert theirs == [self.tape.scenario.grid.position(cell) for cell in cells], "POGEMA differs"

    def _reset(self) -> list[list[int]]:
        """Resets; the tape's numbers, which POGEMA overwrites."""
        self.env.reset(seed=0)
        return self.tape.numbers()

    def moves(self) -> Work:
        """Its moves alone."""
        numbers, move = self._reset(), self.env.unwrapped.move_agents

        def work() -> None:
            for actions in numbers:
                move(actions)
            self._compare(self.tape.cells[-1])

        return work

    def steps(self) -> Work:
        """Its whole step, observations and rewards too."""
        numbers, step = self._reset(), self.env.step

        def work() -> None:
            for actions in numbers:
                step(actions)
            self._compare(self.tape.cells[-1])

        return work


def mesa(tape: Tape) -> Work:
    """mesa: one agent after another moves to a free neighbour, as its own examples do. Positions differ."""
    space = module("mesa.discrete_space")
    numbers, grid = tape.numbers(), tape.scenario.grid
    model: Any = module("mesa").Model(seed=0)
    field: Any = space.OrthogonalVonNeumannGrid((grid.rows, grid.cols), torus=False, capacity=1, random=model.random)
    offsets = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
    for cell in list(field.all_cells):
        if grid.terrain[grid.cell(*cell.coordinate)] != OPEN:
            space.FixedAgent(model).cell = cell
    people = []
    for person in tape.scenario.people:
        people.append(space.CellAgent(model))
        people[-1].cell = field[grid.position(person.cell)]

    def work() -> None:
        for actions in numbers:
            for person, action in zip(people, actions, strict=True):
                target = person.cell.connections.get(offsets[action])
                if target is not None and target.is_empty:
                    person.move_to(target)

    return work


def magent2(tape: Tape) -> Work:
    """magent2's engine in C++, without observations: set the actions, step, clear the dead. Positions differ."""
    engine, numpy = module("magent2.gridworld"), module("numpy")
    grid = tape.scenario.grid
    config = engine.Config()
    config.set({"map_width": grid.cols, "map_height": grid.rows, "embedding_size": 10})
    kind = {"width": 1, "length": 1, "hp": 1, "speed": 1, "attack_range": engine.CircleRange(0)}
    person_type = config.register_agent_type("person", kind | {"view_range": engine.CircleRange(_RADIUS)})
    handle = config.add_group(person_type)
    env: Any = engine.GridWorld(config)
    env.reset()
    walls = [list(grid.position(cell))[::-1] for cell in grid.cells() if grid.terrain[cell] != OPEN]
    env.add_walls(method="custom", pos=walls)
    people = [list(grid.position(person.cell))[::-1] for person in tape.scenario.people]
    env.add_agents(handle, method="custom", pos=people)
    numbers = [numpy.array(actions, dtype=numpy.int32) for actions in tape.numbers()]

    def work() -> None:
        for actions in numbers:
            env.set_action(handle, actions)
            env.step()
            env.clear_dead()

    return work
