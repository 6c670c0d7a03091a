/** The report of a submission (SCO-9.7), from its trials' entries alone. */

import { Schedule, aggregate, levelsOf, rational, shareOf } from "./aggregate.js";
import { bootstrapInterval } from "./bootstrap.js";
import { byCodePoint } from "./canonical.js";
import { CONSTANTS, LEAST_EPISODES, RESAMPLES } from "./constants.js";
import { Fraction } from "./rational.js";
import {
  CONSTANTS_DIGEST,
  CROWD_DIAGNOSTICS_VERSION,
  METRICS_VERSION,
  SCORING_VERSION,
  STATISTICS_VERSION,
} from "./versions.js";

/** What every report says of its records (SCO-2.5, SCO-9.2, SCO-10.2). */
function authenticationOf(target) {
  const kind = target.pack_id === null ? "suite" : "pack";
  return `Authentication proves that each record is a consistent run of this ${kind}; it does not prove who acted.`;
}

/** The strata of episode values: families and scenarios by code point, episodes as scheduled (SCO-7.2). */
function strataOf(schedule, values) {
  const strata = [];
  for (const family of schedule.families.slice().sort((a, b) => byCodePoint(a.family, b.family))) {
    const scenarios = family.places
      .map((place) => schedule.scenarios[place])
      .sort((a, b) => byCodePoint(a.scenario_id, b.scenario_id))
      .map(({ places }) => places.map((place) => values[place]).filter((value) => value !== null))
      .filter((episodes) => episodes.length > 0);
    if (scenarios.length > 0) strata.push(scenarios);
  }
  return strata;
}

/** The interval of episode values, or null with too few (SCO-7.3). */
export function intervalOf(schedule, values, key) {
  if (values.filter((value) => value !== null).length < LEAST_EPISODES) return null;
  const { lower, upper } = bootstrapInterval(key, strataOf(schedule, values));
  return { lower: rational(lower), upper: rational(upper) };
}

/** Fractions as a key has them (SCO-7.1). */
export function keyValues(values) {
  return values.map((value) => (value === null ? null : String(value)));
}

/**
 * A report.
 *
 * @param {{model: object, target: object, disclosure: string, episodes: object[]}} parts the members `model` and
 *   `target`; and episodes with `index`, `scenario_id`, `family`, `seed`, `max_evacuated`, `joint_bound` and `trials`
 */
export function reportOf({ model, target, disclosure, episodes }) {
  const schedule = new Schedule(episodes);
  const levels = Object.fromEntries(
    ["score", "safety", "quality"].map((name) => [name, levelsOf(schedule, (t) => t[name])]),
  );
  const { headline, factors, components, families, scenarios, tail, zero_scores, severe, people, ranking } =
    aggregate(episodes);
  const key = {
    scoring_version: SCORING_VERSION,
    constants_digest: CONSTANTS_DIGEST,
    manifest_hash: target.manifest_hash,
    model_id: model.model_id,
    scores: keyValues(levels.score.episodes),
  };
  const { score, ...rest } = headline;
  const bounds = intervalOf(schedule, levels.score.episodes, key);
  const interval = bounds && { ...bounds, confidence: CONSTANTS.confidence, resamples: RESAMPLES };
  return {
    versions: versionsOf(),
    official: target.pack_id !== null,
    disclosure,
    authentication: authenticationOf(target),
    model,
    target,
    headline: { score, interval, ...rest },
    factors,
    components,
    families,
    scenarios,
    tail,
    zero_scores,
    severe,
    people,
    ranking,
    congestion: congestionOf(schedule),
    identical_records: model.stochastic ? identicalRecords(episodes) : null,
    episodes: episodes.map((episode, i) => episodeOf(episode, levels, i)),
  };
}

function versionsOf() {
  return {
    scoring: SCORING_VERSION,
    constants_digest: CONSTANTS_DIGEST,
    statistics: STATISTICS_VERSION,
    metrics: METRICS_VERSION,
    crowd_diagnostics: CROWD_DIAGNOSTICS_VERSION,
  };
}

function episodeOf(episode, levels, i) {
  const { index, scenario_id, family, seed, max_evacuated, joint_bound, trials } = episode;
  return {
    index,
    scenario_id,
    family,
    seed,
    max_evacuated,
    joint_bound,
    trials,
    score: rational(levels.score.episodes[i]),
    safety: rational(levels.safety.episodes[i]),
    quality: rational(levels.quality.episodes[i]),
    ...shareOf(trials),
  };
}

/** MET-2.4. */
function congestionOf(schedule) {
  const crowds = schedule.scoredTrials.map(({ crowd }) => crowd ?? null).filter((crowd) => crowd !== null);
  const sum = (name) => crowds.reduce((all, crowd) => all + crowd[name], 0);
  const ratio = (num, den) => (sum(den) === 0 ? null : rational(Fraction.of(sum(num), sum(den))));
  return {
    block_rate: ratio("blocked", "attempts"),
    contested_cell_steps_per_trial: rational(Fraction.of(sum("contested"), schedule.trials)),
    hotspot_cells_per_trial: rational(Fraction.of(sum("hotspots"), schedule.trials)),
    peak_contested_cells: crowds.reduce((most, { peak }) => Math.max(most, peak), 0),
    exit_throughput: ratio("exit_evacuations", "exit_steps"),
  };
}

/** In how many episodes two trials have the same record (SCO-2.4). */
function identicalRecords(episodes) {
  return episodes.filter(({ trials }) => {
    const digests = trials.map(({ record_digest }) => record_digest).filter((digest) => digest !== null);
    return new Set(digests).size < digests.length;
  }).length;
}
