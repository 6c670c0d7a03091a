"""Rows of the simulator: moves, whole steps, fire, draws."""

from functools import cache

from simulator.fire import FireProcess
from simulator.movement import move
from simulator.observation import observe
from simulator.phases import Simulator
from simulator.rng import Stream
from tools.benchmarks import crowds, slow
from tools.benchmarks.halls import SEED, hall
from tools.benchmarks.peers import peer
from tools.benchmarks.tapes import Tape, tape
from tools.benchmarks.timing import Contender, Goal, Row, Work

STEPS = 64
SIZES = ((32, 32), (100, 500))
DRAWS = 100_000


def _moves(tape_: Tape) -> Work:
    scenario, columns = tape_.scenario, [tuple(actions.values()) for actions in tape_.actions]
    names, burning = [person.id for person in scenario.people], scenario.grid.mask(scenario.fire.ignition)

    def work() -> None:
        cells = tuple(person.cell for person in scenario.people)
        for actions in columns:
            cells = move(scenario.grid, names, cells, actions, burning, scenario.enter_fire).ends
        assert cells == tape_.cells[-1]

    return work


def _steps(tape_: Tape, observed: bool) -> Work:
    simulator = Simulator(tape_.scenario, SEED)

    def work() -> None:
        for actions in tape_.actions:
            if observed:
                observe(tape_.scenario, simulator.snapshot)
            simulator.step(actions)
        assert simulator.snapshot.positions == tape_.cells[-1]

    return work


def steps() -> list[Row]:
    """Moves and whole steps of a crowd, on actions on which POGEMA agrees in every position."""
    return [row for size, crowd in SIZES for row in _sized(size, crowd)]


def _sized(size: int, crowd: int) -> list[Row]:
    played, name = tape(size, crowd, STEPS), f"{crowd} people on {size}²"
    pogema = cache(lambda: crowds.Pogema(played))
    goals = size == 100
    mesa = peer("mesa", "mesa", lambda: crowds.mesa(played))
    magent2 = peer("magent2", "magent2", lambda: crowds.magent2(played))
    moves = peer("POGEMA", "pogema", lambda: pogema().moves())
    step = peer("POGEMA", "pogema", lambda: pogema().steps())
    return [
        Row(
            f"moves, {name}",
            Contender("ours", lambda: _moves(played), times=3),
            (moves, mesa, magent2),
            (Goal("moves at least 10 times as fast as POGEMA's", "time", 10, moves.name),) if goals else (),
            units=STEPS,
            unit="step",
        ),
        Row(
            f"whole step, {name}",
            Contender("ours", lambda: _steps(played, observed=False), times=1),
            (Contender("ours with the observation", lambda: _steps(played, observed=True)), step, mesa, magent2),
            (Goal("a whole step at least 18 times as fast as POGEMA's", "time", 18, step.name),) if goals else (),
            units=STEPS,
            unit="step",
        ),
    ]


def fire() -> list[Row]:
    """The fire of a hall to the horizon, step by step."""
    scenario = hall().scenario
    expected = slow.scanned_fire(scenario, SEED)

    def advance() -> None:
        process = FireProcess(scenario, SEED)
        assert [process.advance() for _ in range(scenario.max_steps)] == expected

    return [
        Row(
            "fire step, 100²",
            Contender("ours", lambda: advance),
            (Contender("a scan of the map", lambda: lambda: slow.scanned_fire(scenario, SEED)),),
            units=scenario.max_steps,
            unit="step",
        )
    ]


def draws() -> list[Row]:
    """Words of a stream."""
    assert Stream(SEED, "bench").words(DRAWS) == slow.looped_words(Stream(SEED, "bench"), DRAWS)
    loop = Contender("a class, word by word", lambda: lambda: slow.looped_words(Stream(SEED, "bench"), DRAWS))
    return [
        Row(
            f"bulk draws, {DRAWS:,} words",
            Contender("ours", lambda: lambda: Stream(SEED, "bench").words(DRAWS)),
            (loop,),
            (Goal("bulk draws at least 4 times as fast as a class loop", "time", 4, loop.name),),
            units=DRAWS,
            unit="word",
        )
    ]
