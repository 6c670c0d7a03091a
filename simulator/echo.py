"""Replay by bytes: whether a record is, to the byte, the one that its own actions give rise to (SIM-11).

A record's canonical bytes are a function of scenario, seed and actions. So the actions are read out of each step, the
step is played, and what it must look like is compared with what stands there. Equal bytes need no parser to be
believed. Bytes that differ are for `record.replay`, which reads them strictly and says where and why.
"""

import json
from collections.abc import Mapping

from simulator.errors import EmberError
from simulator.fire import FireWorld
from simulator.phases import Simulator, StepRecord
from simulator.record import RunRecord, header
from simulator.scenario import Scenario
from simulator.spelling import END, STEP_START, Speller


def echoed(data: bytes, start: int, end: int, scenario: Scenario, seed: int, world: FireWorld) -> RunRecord | None:
    """The run whose record is `data[start:end]`, or None where those bytes are no run's of the scenario and seed."""
    simulator, speller = Simulator(scenario, seed, world), Speller(scenario)
    first = simulator.snapshot
    steps: list[StepRecord] = []
    piece = speller.opening(header(scenario, seed), first)
    while data.startswith(piece, start, end):
        start += len(piece)
        if simulator.snapshot.terminated:
            return RunRecord(scenario, seed, first, tuple(steps)) if data[start:end] == END else None
        comma = b"," if steps else b""
        try:
            steps.append(simulator.step(_actions(data, start + len(comma), end)))
        except (EmberError, ValueError, RecursionError):
            return None
        piece = comma + speller.step(steps[-1])
    return None


def _actions(data: bytes, start: int, end: int) -> Mapping[str, str]:
    """The actions of the step that starts here, as far as they can be any.

    Raises:
        ValueError: they can't.
    """
    begin = start + len(STEP_START)
    stop = data.find(b"}", begin, end) + 1
    actions = json.loads(data[begin:stop].decode("ascii"))
    if type(actions) is not dict or not all(type(action) is str for action in actions.values()):
        raise ValueError("these are no actions")
    return actions
