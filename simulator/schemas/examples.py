"""Runs for the tests of the schemas, and every document that a run gives rise to (ENC-6.2)."""

from collections.abc import Iterator
from typing import Any

from simulator import metrics, observation, record, scenario, state
from simulator.grid import STAY
from simulator.record import RunRecord

# P1 is out in step 1, P2 is dead then, and P3 can't leave: every list of the documents has something in it.
EVENTFUL: dict[str, Any] = {
    "schema_version": "1.0",
    "scenario_id": "eventful",
    "map": {"rows": 2, "cols": 7, "walls": [[0, 3], [1, 3]]},
    "exits": [{"id": "E1", "position": [0, 0]}],
    "people": [
        {"id": "P1", "position": [0, 1]},
        {"id": "P2", "position": [0, 5]},
        {"id": "P3", "position": [1, 4]},
    ],
    "fire": {
        "model": "stochastic",
        "ignition": [[0, 6]],
        "spread_interval": 1,
        "spread_probability": 1,
        "exits_flammable": True,
    },
    "movement": {"enter_fire": "blocked"},
    "termination": {"max_steps": 1},
    "metadata": {"title": "Eventful", "notes": ""},
}
DETERMINISTIC = EVENTFUL | {
    "fire": {"model": "deterministic", "ignition": [[0, 6]], "spread_interval": 1, "exits_flammable": True}
}


def act(seen: dict[str, Any]) -> dict[str, str]:
    """P1 walks west, everybody else stays."""
    active = [person["id"] for person in seen["people"] if person["status"] == state.ACTIVE]
    return {person: "west" if person == "P1" else STAY for person in active}


def runs() -> list[RunRecord]:
    """Runs whose documents, together, have a value in every place of their shapes."""
    return [record.run(scenario.from_value(source), 0, act) for source in (EVENTFUL, DETERMINISTIC)]


def documents(run: RunRecord) -> Iterator[tuple[str, Any]]:
    """The name and the value of every document that a run gives rise to."""
    yield "scenario", run.scenario.document
    yield "run-record", run.document()
    yield "episode-metrics", metrics.episode_metrics(run)
    for snapshot in run.snapshots():
        yield "snapshot", state.document(run.scenario, snapshot)
        if not snapshot.terminated:
            yield "observation", observation.observe(run.scenario, snapshot)
    for step in run.steps:
        yield "action-output", {"actions": step.actions}
