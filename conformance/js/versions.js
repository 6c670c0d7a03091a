/** The component versions that this engine implements (CNF-4.3). */

export const SIMULATOR_VERSION = "0.2.0";
export const OBSERVATION_VERSION = "1.0";
export const ACTION_SCHEMA_VERSION = "1.0";
export const SCHEMA_VERSION = "1.0";
export const METRICS_VERSION = "1.0";
export const CROWD_DIAGNOSTICS_VERSION = "1.0";
export const SCORING_VERSION = "1.0";
export const STATISTICS_VERSION = "1.0";
export const EVALUATION_VERSION = "1.0";
/** The digest of the official constants (SCO-4.5.1). */
export const CONSTANTS_DIGEST = "388f7eac4ba9b349902d815268c386b23338e8eaf53e5859577c475aed17edc4";

/** The ten of a pack, in their order (PCK-2.3). */
export const PACK_VERSIONS = {
  environment_pack: "1.0",
  simulator: SIMULATOR_VERSION,
  observation: OBSERVATION_VERSION,
  action_schema: ACTION_SCHEMA_VERSION,
  scenario_schema: SCHEMA_VERSION,
  metrics: METRICS_VERSION,
  generator: "1.0",
  generator_config: "1.0",
  generation_manifest: "1.0",
  evaluation_manifest: "1.0",
};
