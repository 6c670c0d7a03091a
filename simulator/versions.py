"""The versions that this code implements. A change of behaviour is a change of one of these (PCK-7)."""

SIMULATOR_VERSION = "0.2.0"
OBSERVATION_VERSION = "1.0"
ACTION_SCHEMA_VERSION = "1.0"
SCENARIO_SCHEMA_VERSION = "1.0"
METRICS_VERSION = "1.0"
CROWD_DIAGNOSTICS_VERSION = "1.0"
