/** The leaderboard (SCO-8.3). */

import { byCodePoint } from "./canonical.js";
import { checkComparable } from "./compare.js";
import { Fraction } from "./rational.js";
import { Refusal } from "./refusal.js";

const exact = (stored) => Fraction.parse(stored.exact);

/** The keys of SCO-8.3, from the first to the last. */
const KEYS = [
  (a, b) => Fraction.parse(b.ranking.score).compare(Fraction.parse(a.ranking.score)),
  (a, b) => exact(b.ranking.safety).compare(exact(a.ranking.safety)),
  (a, b) => exact(a.ranking.avoidable_casualties_per_trial).compare(exact(b.ranking.avoidable_casualties_per_trial)),
  (a, b) => exact(a.ranking.avoidable_stranded_per_trial).compare(exact(b.ranking.avoidable_stranded_per_trial)),
  (a, b) => exact(b.ranking.worst_scenario).compare(exact(a.ranking.worst_scenario)),
  (a, b) => byCodePoint(a.model.model_id, b.model.model_id),
  (a, b) => byCodePoint(a.model.submission_id, b.model.submission_id),
];

/**
 * The places of some reports in the order of the list.
 *
 * @returns {number[]}
 * @throws {Refusal} `not_comparable`, `duplicate_report`
 */
export function leaderboard(reports) {
  const seen = new Set();
  for (const report of reports) {
    checkComparable(reports[0], report);
    const name = `${report.model.model_id} ${report.model.submission_id}`;
    if (seen.has(name)) throw new Refusal("score", "duplicate_report");
    seen.add(name);
  }
  const before = (a, b) => KEYS.reduce((found, key) => found || key(reports[a], reports[b]), 0);
  return [...reports.keys()].sort(before);
}
