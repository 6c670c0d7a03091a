/** The shapes of packs, suites, schedules, results and plans, and of operational records (PCK-2, PCK-8, PCK-9). */

import { metricsShape, runRecordShape } from "./documents.js";
import { Sorted, compareIds, refuseFirst } from "./scenario.js";
import {
  boolean,
  choice,
  digest,
  id,
  integer,
  list,
  nullable,
  readShape,
  record,
  string,
  tuple,
  withMember,
} from "./shape.js";
import { EVALUATION_VERSION, METRICS_VERSION, PACK_VERSIONS } from "./versions.js";

const count = integer();
const version = string(1, 32);
/** One segment of a path that does not end in a dot (PCK-2.4). */
const FILE_NAME = /^(?:[a-z0-9_-][a-z0-9._-]*[a-z0-9_-]|[a-z0-9_-])$/;

/** PCK-8.1. */
const suiteManifestShape = record({
  suite_id: id,
  suite_version: id,
  scenarios: list(
    record({
      scenario_id: id,
      file: string(1, 64, FILE_NAME),
      content_hash: digest,
      primary_family: id,
      families: list(id, 1),
    }),
    1,
  ),
});

/** PCK-8.4. */
export const evaluationManifestShape = record({
  evaluation_manifest_version: choice(PACK_VERSIONS.evaluation_manifest),
  suite_id: id,
  suite_version: id,
  suite_hash: digest,
  episodes: list(record({ index: count, scenario_id: id, scenario_hash: digest, seed: count }), 1),
});

/** PCK-2.2. */
export const packShape = record({
  environment_pack_version: version,
  pack_id: id,
  source: choice("suite", "generated_suite"),
  versions: record(Object.fromEntries(Object.keys(PACK_VERSIONS).map((name) => [name, version]))),
  suite: record({
    suite_id: id,
    suite_version: id,
    suite_hash: digest,
    scenarios: list(record({ scenario_id: id, content_hash: digest, primary_family: id }), 1),
  }),
  evaluation_manifest_hash: digest,
  episodes: list(record({ index: count, scenario_id: id, scenario_hash: digest, seed: count, fire_world: digest }), 1),
  files: list(tuple(string(1, 600), digest), 1),
});

/** PCK-6.4. */
const planShape = record({ plan_version: choice("1.0"), pack_id: id, seeds: list(count, 1, 10000) });

/** PCK-9.2. */
export const resultHeaderShape = record({
  evaluation_version: choice(EVALUATION_VERSION),
  metrics_version: choice(METRICS_VERSION),
  model_id: id,
  submission_id: id,
  trial: record({ index: integer(0, 9999), count: integer(1, 10000) }),
  stochastic: boolean,
  inference_digest: nullable(digest),
  pack_digest: nullable(digest),
  evaluation_manifest: evaluationManifestShape,
});

/** PCK-9.3. */
export const resultEpisodeShape = withMember(
  "failure",
  record({ index: count, failure: choice("invalid_output", "model_error", "timeout") }),
  record({ index: count, run_record: runRecordShape, metrics: metricsShape }),
);

/** PCK-9.4. */
export const resultFooterShape = record({
  episodes: count,
  failures: count,
  transcript_digest: nullable(digest),
  digest,
});

/** PCK-12.1. */
const operationalRecordShape = record({
  model_id: id,
  provider_id: id,
  inference_digest: digest,
  trials: count,
  episodes: count,
  latency_seconds: string(1, 32, /^(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,12})?$/),
  input_tokens: count,
  output_tokens: count,
  cost: nullable(string(3, 64, /^(?:0|[1-9][0-9]{0,29})\/[1-9][0-9]{0,29}$/)),
  cost_unit: nullable(id),
  retries: count,
  timeouts: count,
});

const CODES = ["repeated", "not_sorted", "not_a_family", "bad_file_name"];

/** The name of a suite's scenario file (PCK-2.5). */
export function scenarioFile(place) {
  return `scenario-${String(place).padStart(3, "0")}.json`;
}

/** Reads a document by its shape and then for its meaning: `faultsOf` gives [code, ...path] (ENC-5.2). */
export function readMeaning(source, shape, faultsOf) {
  const { value, text } = readShape(source, shape);
  const faults = faultsOf(value);
  if (faults.length > 0) refuseFirst(text, faults, CODES);
  return value;
}

/** Tells repetitions. */
function repetitions() {
  const seen = new Set();
  return (key) => seen.size === seen.add(key).size;
}

/** Reads a suite manifest (PCK-8.1, PCK-3.10). */
export function readSuiteManifest(source) {
  return readMeaning(source, suiteManifestShape, ({ scenarios }) => {
    const [knownId, knownFile] = [repetitions(), repetitions()];
    return scenarios.flatMap((scenario, i) => [
      ...(knownId(scenario.scenario_id) ? [["repeated", "scenarios", i, "scenario_id"]] : []),
      ...(knownFile(scenario.file) ? [["repeated", "scenarios", i, "file"]] : []),
      ...(scenario.file === scenarioFile(i) ? [] : [["bad_file_name", "scenarios", i, "file"]]),
      ...familyFaults(scenario).map(([code, ...path]) => [code, "scenarios", i, ...path]),
    ]);
  });
}

function familyFaults({ families, primary_family }) {
  const order = new Sorted(compareIds, (family) => family);
  const codes = families.map((family) => order.fault(family));
  return [
    ...codes.flatMap((code, i) => (code ? [[code, "families", i]] : [])),
    ...(families.includes(primary_family) ? [] : [["not_a_family", "primary_family"]]),
  ];
}

/** Reads an evaluation manifest for its meaning (PCK-8.4, PCK-3.10). */
export function readEvaluationManifest(source) {
  return readMeaning(source, evaluationManifestShape, ({ episodes }) => {
    const known = repetitions();
    return episodes.flatMap(({ index, scenario_id, seed }, i) => [
      ...(index === i ? [] : [["not_sorted", "episodes", i, "index"]]),
      ...(known(`${scenario_id} ${seed}`) ? [["repeated", "episodes", i, "seed"]] : []),
    ]);
  });
}

/** Reads a plan (PCK-6.4). */
export function readPlan(source) {
  return readMeaning(source, planShape, ({ seeds }) => {
    const known = repetitions();
    return seeds.flatMap((seed, i) => (known(seed) ? [["repeated", "seeds", i]] : []));
  });
}

/** Reads an operational record (PCK-12.2). */
export function readOperationalRecord(source) {
  return readMeaning(source, operationalRecordShape, ({ cost, cost_unit }) => [
    ...(cost !== null && !lowestTerms(cost) ? [["not_lowest_terms", "cost"]] : []),
    ...(cost === null && cost_unit !== null ? [["cost_without_unit", "cost"]] : []),
    ...(cost !== null && cost_unit === null ? [["cost_without_unit", "cost_unit"]] : []),
  ]);
}

function lowestTerms(text) {
  let [a, b] = text.split("/").map(BigInt);
  while (b) [a, b] = [b, a % b];
  return a === 1n;
}
