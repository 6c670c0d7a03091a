/** The leaderboard (SCO-8.3). */

import { byCodePoint } from "./canonical.js";
import { checkComparable } from "./compare.js";
import { Fraction } from "./rational.js";
import { Refusal } from "./refusal.js";

/** A stored rational, or 0 where nothing is applicable: such a report stands alone. */
const exact = (stored) => Fraction.parse(stored === null ? "0/1" : stored.exact);
const points = ({ ranking }) => Fraction.parse(ranking.score ?? "0");

/** The keys of SCO-8.3, from the first to the last. */
const KEYS = [
  (a, b) => points(b).compare(points(a)),
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
 * @throws {Refusal} `duplicate_report`; `not_comparable`, of the first neighbours in the order that are not
 */
export function leaderboard(reports) {
  const names = reports.map(({ model }) => `${model.model_id} ${model.submission_id}`);
  if (new Set(names).size < names.length) throw new Refusal("score", "duplicate_report");
  const before = (a, b) => KEYS.reduce((found, key) => found || key(reports[a], reports[b]), 0);
  const order = [...reports.keys()].sort(before);
  for (let place = 1; place < order.length; place++) {
    checkComparable(reports[order[place - 1]], reports[order[place]]);
  }
  return order;
}
