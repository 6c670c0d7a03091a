/** Reports from elsewhere: read strictly, and worked out again from their evidence (SCO-8.6). */

import { reportShape } from "./documents_report.js";
import { COLUMNS_EVENTS, COLUMNS_PEOPLE, refuseBadEvidence } from "./evidence_check.js";
import { inputsOf } from "./evidence.js";
import { checkInputs } from "./inputs.js";
import { Refusal, pointerOf, restaged } from "./refusal.js";
import { reportOf } from "./report.js";
import { scoreFailure, scoreInputs } from "./score.js";
import { readShape } from "./shape.js";
import { CONSTANTS_DIGEST, SCORING_VERSION, STATISTICS_VERSION } from "./versions.js";

/** The members of a report that are compared, in their order; the rest of SCO-9.7 comes last (SCO-8.6). */
const LAST = ["zero_scores", "severe", "congestion", "identical_records"];

function refuse(code, ...path) {
  throw new Refusal("score", code, pointerOf(path));
}

/**
 * Reads a report from elsewhere.
 *
 * @param {Uint8Array|string} source
 * @throws {Refusal} of the stages `syntax`, `shape` and `score`
 */
export function readReport(source) {
  const report = readShape(source, reportShape).value;
  checkVersions(report.versions);
  checkTarget(report);
  checkSchedule(report.episodes);
  const again = workedOutAgain(report);
  compareReports(again, report);
  refuseBadEvidence(report);
  return report;
}

function checkVersions(versions) {
  const own = { scoring: SCORING_VERSION, constants_digest: CONSTANTS_DIGEST, statistics: STATISTICS_VERSION };
  for (const [name, value] of Object.entries(own))
    if (versions[name] !== value) refuse("other_version", "versions", name);
}

function checkTarget({ target, disclosure }) {
  if ((target.pack_id === null) !== (target.pack_digest === null)) refuse("bad_target", "target", "pack_id");
  if (target.pack_id === null && disclosure === "committed") refuse("bad_target", "disclosure");
}

function checkSchedule(episodes) {
  const pairs = new Set();
  const families = new Map();
  episodes.forEach(({ index, scenario_id, seed, family }, i) => {
    if (index !== i) refuse("bad_schedule", "episodes", i, "index");
    const pair = `${scenario_id} ${seed}`;
    if (pairs.has(pair)) refuse("bad_schedule", "episodes", i, "seed");
    pairs.add(pair);
    if ((families.get(scenario_id) ?? family) !== family) refuse("bad_schedule", "episodes", i, "family");
    families.set(scenario_id, family);
  });
}

/** The report that its own evidence gives. */
function workedOutAgain(report) {
  const trials = report.episodes.map((episode, e) => episode.trials.map((trial, t) => trialAgain(trial, e, t)));
  const { results } = report.model;
  trials.forEach((entries, e) => {
    if (entries.length !== results.length) refuse("report_differs", "episodes", e, "trials");
  });
  const episodes = report.episodes.map((episode, e) => ({
    ...episode,
    max_evacuated: trials[e][0].max_evacuated,
    trials: trials[e],
  }));
  const model = { ...report.model, trials: results.length };
  return reportOf({ model, target: report.target, disclosure: report.disclosure, episodes });
}

/** One entry, scored again; with neither record nor failure it is taken as one that failed (SCO-8.6). */
function trialAgain(trial, e, t) {
  const { failure, max_evacuated, evidence, record_digest, crowd } = trial;
  const rest = { record_digest, crowd, evidence };
  if (trial.inputs === null) return { ...scoreFailure(failure, max_evacuated), ...rest };
  const inputs = evidence === null ? trial.inputs : inputsAgain(evidence, e, t);
  restaged("score", `/episodes/${e}/trials/${t}/inputs`, () => checkInputs(inputs));
  return { ...scoreInputs(inputs), failure, ...rest };
}

function inputsAgain(evidence, e, t) {
  checkColumns(evidence.people, COLUMNS_PEOPLE, "people", e, t);
  checkColumns(evidence.events, COLUMNS_EVENTS, "events", e, t);
  return inputsOf(evidence);
}

function checkColumns(columns, names, part, e, t) {
  const length = columns[names[0]].length;
  if (names.some((name) => columns[name].length !== length)) {
    refuse("report_differs", "episodes", e, "trials", t, "evidence", part);
  }
}

/** Refuses at the first number that differs: `episodes`, then the whole report (SCO-8.6). */
function compareReports(again, report) {
  const order = Object.keys(again).filter((name) => !LAST.includes(name) && name !== "episodes");
  for (const name of ["episodes", ...order, ...LAST]) {
    const path = differing(again[name], report[name], [name]);
    if (path) refuse("report_differs", ...path);
  }
}

/** The path of the first difference; a list of another length is shown as a whole (SCO-8.6). */
function differing(wanted, found, path) {
  if (wanted === found) return null;
  if (wanted === null || found === null || typeof wanted !== "object") return path;
  if (Array.isArray(wanted) && wanted.length !== found.length) return path;
  const keys = Array.isArray(wanted) ? [...wanted.keys()] : Object.keys(wanted);
  for (const key of keys) {
    const other = differing(wanted[key], found[key], [...path, key]);
    if (other) return other;
  }
  return null;
}
