"""The versions of this layer, and the list that every pack carries (PCK-1.1)."""

from simulator import versions

ENVIRONMENT_PACK_VERSION = "1.0"
GENERATOR_VERSION = "1.0"
GENERATOR_CONFIG_VERSION = "1.0"
GENERATION_MANIFEST_VERSION = "1.0"
EVALUATION_MANIFEST_VERSION = "1.0"
EVALUATION_VERSION = "1.0"

PACK_VERSIONS = {
    "environment_pack": ENVIRONMENT_PACK_VERSION,
    "simulator": versions.SIMULATOR_VERSION,
    "observation": versions.OBSERVATION_VERSION,
    "action_schema": versions.ACTION_SCHEMA_VERSION,
    "scenario_schema": versions.SCENARIO_SCHEMA_VERSION,
    "metrics": versions.METRICS_VERSION,
    "generator": GENERATOR_VERSION,
    "generator_config": GENERATOR_CONFIG_VERSION,
    "generation_manifest": GENERATION_MANIFEST_VERSION,
    "evaluation_manifest": EVALUATION_MANIFEST_VERSION,
}
