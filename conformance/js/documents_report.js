/** The shape of a report (SCO-9.7). */

import { COMPONENTS, FAILURES, QUALITY } from "./constants.js";
import { counts, crowdShape } from "./documents.js";
import { ID_LISTS, INPUT_MEMBERS } from "./inputs.js";
import { boolean, choice, digest, id, integer, list, nullable, record, string } from "./shape.js";

const count = integer();
const optionalCount = nullable(count);
const version = string(1, 32, /^[0-9A-Za-z._-]+$/);
const decimal = string(1, 65536, /^-?[0-9]+(?:\.[0-9]+)?$/);
const fraction = string(3, 65536, /^-?[0-9]+\/[1-9][0-9]*$/);
const rational = record({ exact: fraction, decimal });
const optional = nullable(rational);
const optionalDecimal = nullable(decimal);
const share = { evacuated: count, escapable: count, evacuated_share: optional };

function each(names, shape) {
  return record(Object.fromEntries(names.map((name) => [name, shape])));
}

const coverage = record({ mean: optional, defined: count, total: count });
const QUALITY_NAMES = QUALITY.map(({ name }) => name);
const PEOPLE = [
  "episode_trials",
  "escapable",
  "evacuated",
  "avoidable_casualties",
  "avoidable_stranded",
  "unavoidable_losses",
];

const inputs = record(
  Object.fromEntries(INPUT_MEMBERS.map((name) => [name, ID_LISTS.includes(name) ? list(id) : count])),
);

const evidence = record({
  people: record({
    ids: list(id),
    outcomes: list(choice("evacuated", "casualty", "stranded")),
    ...Object.fromEntries(
      ["earliest", "steps", "danger_ref", "danger", "moves_ref", "moves"].map((name) => [name, list(optionalCount)]),
    ),
  }),
  events: record({ people: list(id), snapshots: list(count), earliest: list(optionalCount), resolved: list(count) }),
  q_exit: count,
  q_cut: count,
});

const trial = record({
  status: choice("scored", "catastrophic", "failed", "not_applicable"),
  failure: nullable(choice(...FAILURES)),
  max_evacuated: count,
  inputs: nullable(inputs),
  components: each(COMPONENTS, optionalDecimal),
  severe: list(choice(...QUALITY_NAMES)),
  safety: optionalDecimal,
  quality: optionalDecimal,
  quality_without_replanning: optionalDecimal,
  severity: optionalDecimal,
  ceiling: optionalDecimal,
  score: optionalDecimal,
  record_digest: nullable(digest),
  crowd: nullable(crowdShape),
  evidence: nullable(evidence),
});

const means = { score: optional, safety: optional, quality: optional, ...share };

const interval = record({ lower: rational, upper: rational, confidence: fraction, resamples: count });

const headline = record({
  score: optional,
  interval: nullable(interval),
  scenario_mean: optional,
  micro_mean: optional,
  applicable_episodes: count,
  episodes: count,
  ...share,
});

const target = record({
  suite_id: id,
  suite_version: version,
  suite_hash: digest,
  manifest_hash: digest,
  pack_id: nullable(id),
  pack_digest: nullable(digest),
});

const model = record({
  model_id: id,
  submission_id: id,
  stochastic: boolean,
  inference_digest: nullable(digest),
  results: list(nullable(digest), 1),
  trials: integer(1),
});

const tail = record({
  median_scenario: rational,
  worst_scenario_id: id,
  worst_scenario: rational,
  p10_episode: rational,
  cvar10: rational,
});

const ranking = record({
  score: optionalDecimal,
  safety: optional,
  avoidable_casualties_per_trial: rational,
  avoidable_stranded_per_trial: rational,
  worst_scenario: optional,
});

const congestion = record({
  block_rate: optional,
  contested_cell_steps_per_trial: rational,
  hotspot_cells_per_trial: rational,
  peak_contested_cells: count,
  exit_throughput: optional,
});

const episode = record({
  index: count,
  scenario_id: id,
  family: id,
  seed: count,
  max_evacuated: count,
  joint_bound: optionalCount,
  trials: list(trial, 1),
  ...means,
});

/** SCO-9.7. */
export const reportShape = record({
  versions: record({
    scoring: version,
    constants_digest: digest,
    statistics: version,
    metrics: version,
    crowd_diagnostics: version,
  }),
  official: boolean,
  disclosure: choice("public", "committed"),
  authentication: string(0, 200),
  model,
  target,
  headline,
  factors: each(["safety", "quality", "quality_without_replanning"], coverage),
  components: each(COMPONENTS, coverage),
  families: list(record({ family: id, scenarios: count, ...means }), 1),
  scenarios: list(record({ scenario_id: id, family: id, episodes: count, ...means }), 1),
  tail: nullable(tail),
  zero_scores: record({ episode_trials: count, causes: counts(["catastrophic", ...FAILURES, "rounded_zero"]) }),
  severe: counts(QUALITY_NAMES),
  people: record({ totals: counts(PEOPLE), per_trial: each(PEOPLE, rational) }),
  ranking,
  congestion,
  identical_records: optionalCount,
  episodes: list(episode, 1),
});
