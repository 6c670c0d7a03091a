/** Evidence that no run has (SCO-8.6, `bad_evidence`). */

import { compareIds } from "./scenario.js";
import { Refusal, pointerOf } from "./refusal.js";

export const COLUMNS_PEOPLE = ["ids", "outcomes", "earliest", "steps", "danger_ref", "danger", "moves_ref", "moves"];
export const COLUMNS_EVENTS = ["people", "snapshots", "earliest", "resolved"];
/** The columns that are the same in all trials of an episode. */
const REFERENCES = ["ids", "earliest", "danger_ref", "moves_ref"];
/** What an evacuee has and nobody else. */
const ACTUAL = ["steps", "danger", "moves"];
/** An actual value of an evacuee, and what it is not below, in the order of SCO-8.6. */
const BOUNDS = [
  ["steps", "earliest"],
  ["danger", "danger_ref"],
  ["steps", "danger"],
  ["moves", "moves_ref"],
  ["steps", "moves"],
];

function refuse(...path) {
  throw new Refusal("score", "bad_evidence", pointerOf(path));
}

/**
 * Refuses evidence that no run has.
 *
 * @param {object} report one whose numbers follow from its evidence
 * @throws {Refusal} `bad_evidence`
 */
export function refuseBadEvidence(report) {
  report.model.results.forEach((result, j) => {
    const gap = ({ trials }) => trials[j].failure === "missing" && trials[j].inputs === null;
    if (result === null && !report.episodes.every(gap)) refuse("model", "results", j);
  });
  report.episodes.forEach((episode, e) => checkEpisode(episode, ["episodes", e]));
}

function checkEpisode(episode, path) {
  const first = episode.trials.find(({ inputs, evidence }) => inputs !== null && evidence !== null);
  episode.trials.forEach((trial, t) => checkTrial(trial, episode, first, [...path, "trials", t]));
  const { joint_bound, max_evacuated, trials } = episode;
  if (joint_bound === null) return;
  const most = trials.reduce((all, { inputs }) => Math.max(all, inputs?.evacuated ?? 0), 0);
  if (joint_bound < most || joint_bound > max_evacuated) refuse(...path, "joint_bound");
}

function checkTrial(trial, episode, first, path) {
  const { evidence } = trial;
  const isRecord = trial.inputs !== null;
  if (trial.max_evacuated !== episode.max_evacuated) refuse(...path, "max_evacuated");
  if ((trial.failure === null) !== isRecord) refuse(...path, "failure");
  for (const name of ["record_digest", "crowd"]) if ((trial[name] !== null) !== isRecord) refuse(...path, name);
  if (!isRecord && evidence !== null) refuse(...path, "evidence");
  if (evidence === null) return;
  checkPeople(evidence.people, [...path, "evidence", "people"]);
  checkEvents(evidence, [...path, "evidence", "events"]);
  const same = (name) => evidence.people[name].join() === first.evidence.people[name].join();
  if (!REFERENCES.every(same)) refuse(...path, "evidence", "people");
}

function checkPeople(people, path) {
  if (people.ids.some((id, i) => i > 0 && compareIds(people.ids[i - 1], id) >= 0)) refuse(...path, "ids");
  people.ids.forEach((_, i) => checkPerson(people, i, path));
}

function checkPerson(people, i, path) {
  const savable = people.earliest[i] !== null;
  const evacuee = people.outcomes[i] === "evacuated";
  for (const name of ["danger_ref", "moves_ref"]) if ((people[name][i] !== null) !== savable) refuse(...path, name);
  for (const name of ACTUAL) if ((people[name][i] !== null) !== evacuee) refuse(...path, name, i);
  if (!evacuee) return;
  if (!savable) refuse(...path, "earliest", i);
  for (const [actual, bound] of BOUNDS) if (people[actual][i] < people[bound][i]) refuse(...path, actual, i);
}

function checkEvents({ people, events }, path) {
  const place = new Map(people.ids.map((id, i) => [id, i]));
  events.people.forEach((id, i) => {
    const person = place.get(id);
    if (person === undefined) refuse(...path, "people", i);
    const t = events.snapshots[i];
    if (t === 0 || (i > 0 && !follows(events, i))) refuse(...path, "snapshots", i);
    const earliest = events.earliest[i];
    const resolved = events.resolved[i];
    if (earliest !== null && (earliest <= t || earliest > resolved)) refuse(...path, "earliest", i);
    const leaves = people.steps[person];
    if (resolved < t || (leaves !== null && resolved !== leaves)) refuse(...path, "resolved", i);
  });
}

/** By snapshot, and in one snapshot by person, each once (SCO-9.3). */
function follows({ snapshots, people }, i) {
  return (
    snapshots[i - 1] < snapshots[i] || (snapshots[i - 1] === snapshots[i] && compareIds(people[i - 1], people[i]) < 0)
  );
}
