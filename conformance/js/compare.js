/** Comparison of two reports (SCO-8.1, SCO-8.2, SCO-8.4). */

import { Levels, Schedule, rational } from "./aggregate.js";
import { byCodePoint, digestOf } from "./canonical.js";
import { LEAST_EPISODES, PRACTICAL_DIFFERENCE } from "./constants.js";
import { Fraction } from "./rational.js";
import { Refusal } from "./refusal.js";
import { intervalOf, keyValues } from "./report.js";
import { CONSTANTS_DIGEST, SCORING_VERSION } from "./versions.js";

const COMPARED_VERSIONS = ["scoring", "constants_digest", "statistics"];
const TARGET = ["suite_id", "suite_version", "suite_hash", "manifest_hash", "pack_id", "pack_digest"];
const EPISODE = ["index", "scenario_id", "family", "seed", "max_evacuated"];

function refuse(pointer) {
  throw new Refusal("score", "not_comparable", pointer);
}

/** Refuses reports that can't be compared, at the first member that differs (SCO-8.1). */
export function checkComparable(a, b) {
  if (a.official !== b.official) refuse("/official");
  for (const name of COMPARED_VERSIONS) if (a.versions[name] !== b.versions[name]) refuse(`/versions/${name}`);
  for (const name of TARGET) if (a.target[name] !== b.target[name]) refuse(`/target/${name}`);
  const same = (episode, i) => EPISODE.every((name) => episode[name] === b.episodes[i][name]);
  if (a.episodes.length !== b.episodes.length || !a.episodes.every(same)) refuse("/episodes");
  if (a.headline.score === null || b.headline.score === null) refuse("/headline/score");
}

/** The members of a leaderboard row without rank and above (SCO-8.4, SCO-9.5). */
function sideOf(report) {
  const { model_id, submission_id, trials } = report.model;
  const { official, disclosure, headline, ranking } = report;
  return { model_id, submission_id, trials, report_digest: digestOf(report), official, disclosure, headline, ranking };
}

function valueOf(stored) {
  return stored === null ? null : Fraction.parse(stored.exact);
}

function difference(a, b) {
  return a === null || b === null ? null : valueOf(a).minus(valueOf(b));
}

/** The whole comparison of report a with report b (SCO-8.4). */
export function comparisonOf(a, b) {
  checkComparable(a, b);
  const [sideA, sideB] = [sideOf(a), sideOf(b)];
  const order =
    byCodePoint(a.model.model_id, b.model.model_id) || byCodePoint(sideA.report_digest, sideB.report_digest);
  const comparison = order <= 0 ? compared(a, b) : turned(compared(b, a));
  return {
    scoring_version: a.versions.scoring,
    target: a.target,
    authentication: a.authentication,
    a: sideA,
    b: sideB,
    comparison,
    families: a.families.map(({ family, score }, i) => ({ family, ...deltaOf(score, b.families[i].score) })),
    episodes: episodesOf(a, b),
  };
}

function deltaOf(a, b) {
  return { a, b, delta: rational(difference(a, b)) };
}

/** Applicable episodes, the greatest difference first, then by index (SCO-8.4). */
function episodesOf(a, b) {
  const rows = a.episodes.map(({ index, scenario_id, family, seed, score }, i) => {
    const other = b.episodes[i].score;
    return { size: difference(score, other), row: { index, scenario_id, family, seed, ...deltaOf(score, other) } };
  });
  const size = ({ size: value }) => (value.num < 0n ? value.negated() : value);
  return rows
    .filter(({ size: value }) => value !== null)
    .sort((x, y) => size(y).compare(size(x)) || x.row.index - y.row.index)
    .map(({ row }) => row);
}

/** The comparison, a being the lesser (SCO-8.1, SCO-8.2). */
function compared(a, b) {
  const values = a.episodes.map(({ score }, i) => difference(score, b.episodes[i].score));
  const schedule = new Schedule(a.episodes);
  const interval = intervalOf(schedule, values, {
    purpose: "comparison",
    scoring_version: SCORING_VERSION,
    constants_digest: CONSTANTS_DIGEST,
    manifest_hash: a.target.manifest_hash,
    differences: keyValues(values),
  });
  const delta = new Levels(schedule, values).overall;
  const applicable = values.filter((value) => value !== null);
  return {
    outcome: outcomeOf(applicable, delta, interval),
    delta: rational(delta),
    interval,
    applicable_episodes: applicable.length,
  };
}

/** SCO-8.2: the first line that fits. */
function outcomeOf(values, delta, interval) {
  if (values.every((value) => value.isZero)) return "exact_tie";
  if (values.length < LEAST_EPISODES) return "inconclusive";
  const [lower, upper] = [interval.lower, interval.upper].map(valueOf);
  if (lower.num > 0n && delta.compare(PRACTICAL_DIFFERENCE) >= 0) return "a_better";
  if (upper.num < 0n && delta.negated().compare(PRACTICAL_DIFFERENCE) >= 0) return "b_better";
  return "inconclusive";
}

const OTHER = { a_better: "b_better", b_better: "a_better" };

/** A comparison with the sides exchanged: all signs changed (SCO-8.1). */
function turned({ outcome, delta, interval, applicable_episodes }) {
  const minus = (stored) => rational(valueOf(stored).negated());
  return {
    outcome: OTHER[outcome] ?? outcome,
    delta: minus(delta),
    interval: interval && { ...interval, lower: minus(interval.upper), upper: minus(interval.lower) },
    applicable_episodes,
  };
}
