"""What callgrind counts: each kernel is called through ffi_call, which nothing else here uses, and so counted alone.

kernels.py prints the names of the kernels, one a line, in the order in which they are called.
"""

import ctypes
from collections.abc import Callable
from fractions import Fraction

from scoring.bootstrap import interval, stream_key
from scoring.references.cut_bound import CutBound
from scoring.references.optimum import breakpoints, optimum
from simulator.echo import echoed
from simulator.fire import fire_world
from simulator.phases import Simulator
from simulator.rng import Stream
from simulator.ways import world_ways
from tools.benchmarks.halls import SEED, hall, wander


def kernels() -> dict[str, Callable[[], object]]:
    """The kernels: small worlds, since callgrind takes fifty times as long."""
    world = hall(32, 60, 80)
    record, known = wander(world), optimum(world)
    data, scenario = record.encode(), world.scenario
    actions, ignitions = [step.actions for step in record.steps], [step.ignitions for step in world.steps]
    savable = [person for person, step in enumerate(known.earliest) if step is not None]
    key, values = stream_key({"bench": 1}), [Fraction(7 * number % 101, 10) for number in range(12)]
    strata = [[values[:3], values[3:6]], [values[6:9], values[9:]]]

    def steps() -> None:
        simulator = Simulator(scenario, SEED, world)
        for chosen in actions:
            simulator.step(chosen)

    return {
        "draws": lambda: Stream(SEED, "kernels").words(4_000),
        "fire world": lambda: fire_world(scenario, SEED),
        "steps": steps,
        "ways": lambda: world_ways(scenario, ignitions),
        "L(x, t)": lambda: breakpoints(world),
        "optimum": lambda: optimum(world),
        "cut bound": lambda: CutBound(world, known).bound(savable),
        "record out": record.encode,
        "record in": lambda: echoed(data, 0, len(data), scenario, SEED, world),
        "bootstrap": lambda: interval(strata, key),
    }


def main() -> int:
    """The program."""
    call = ctypes.pythonapi.PyObject_CallNoArgs
    call.restype, call.argtypes = ctypes.py_object, [ctypes.py_object]
    for name, kernel in kernels().items():
        # What is cached or specialised at first is so here too.
        kernel()
        call(kernel)
        print(name, flush=True)
    return 0
