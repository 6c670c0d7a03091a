"""The documents of this layer whose schemas are published (ENC-6.1)."""

from simulator import metrics, observation, record, scenario
from simulator.schemas.document import Document
from simulator.versions import (
    ACTION_SCHEMA_VERSION,
    METRICS_VERSION,
    OBSERVATION_VERSION,
    SCENARIO_SCHEMA_VERSION,
    SIMULATOR_VERSION,
)

DOCUMENTS = (
    Document(
        "scenario",
        SCENARIO_SCHEMA_VERSION,
        "EMBER scenario",
        "The map, the exits, the people, the fire and the rules (SIM-2).",
        scenario.SHAPE,
    ),
    Document(
        "snapshot",
        SIMULATOR_VERSION,
        "EMBER snapshot",
        "The whole state of a run between two steps (SIM-3).",
        record.SNAPSHOT_SHAPE,
    ),
    Document(
        "observation",
        OBSERVATION_VERSION,
        "EMBER observation",
        "What a model is shown before a step (SIM-9.1).",
        observation.SHAPE,
    ),
    Document(
        "action-output",
        ACTION_SCHEMA_VERSION,
        "EMBER action output",
        "What a model answers: one direction for each active person (SIM-9.3).",
        observation.ACTION_SHAPE,
    ),
    Document(
        "run-record",
        SIMULATOR_VERSION,
        "EMBER run record",
        "All of one run: what was asked and what came of it, step by step (SIM-10).",
        record.SHAPE,
    ),
    Document(
        "episode-metrics",
        METRICS_VERSION,
        "EMBER episode metrics",
        "What is counted of one run, in integers (MET-1.1).",
        metrics.SHAPE,
    ),
)
