/** Replay of a run record (SIM-11). */

import { digestOf } from "./canonical.js";
import { Run } from "./phases.js";
import { headerOf, snapshotOf, stepOf } from "./record.js";
import { Refusal, pointerOf } from "./refusal.js";

/**
 * Runs a record again.
 *
 * @param {object} record a run record of the right shape (documents.js), its ID-keyed objects Maps
 * @param {import("./scenario.js").Scenario} scenario
 * @returns {{run: Run|null, difference: null|{step: number|null, field: string, path: (string|number)[]}}} the run as
 *   far as it was replayed, and the first divergence (SIM-11.2)
 */
export function replay(record, scenario) {
  const { seed } = record.header;
  const header = firstDifference(headerOf(scenario, seed), record.header, ["header"]);
  if (header) return { run: null, difference: differs(null, header) };
  const run = new Run(scenario, seed);
  const start = firstDifference(snapshotOf(run, 0), record.initial_state, ["initial_state"]);
  if (start) return { run, difference: differs(0, start) };
  for (let k = 0; k < record.steps.length; k++) {
    const path = replayStep(run, record.steps[k], k);
    if (path) return { run, difference: differs(k + 1, path) };
  }
  const difference = run.terminated ? null : differs(record.steps.length, ["steps"]);
  return { run, difference };
}

function differs(step, path) {
  return { step, field: pointerOf(path), path };
}

/** Replays the step of an index; the path of the first difference, or null (SIM-11.3). */
function replayStep(run, recorded, k) {
  if (run.terminated) return ["steps", k];
  let actions;
  try {
    actions = run.checked(recorded.actions);
  } catch (error) {
    if (error instanceof Refusal) return ["steps", k, "actions", error.pointer.slice(1)];
    throw error;
  }
  run.step(actions);
  return firstDifference(stepOf(run, k + 1), recorded, ["steps", k]);
}

/**
 * The path of the first difference of two values, or null: members in the order of the first one, entries of Maps by
 * ID, then what the second one alone has (SIM-11.2).
 */
export function firstDifference(wanted, found, path) {
  if (wanted === found) return null;
  if (wanted === null || found === null || typeof wanted !== "object" || typeof found !== "object") return path;
  if (Array.isArray(wanted)) return inLists(wanted, found, path);
  if (wanted instanceof Map) return inEntries(wanted, found, path);
  for (const key in wanted) {
    const other = below(wanted[key], found[key], path, key);
    if (other) return other;
  }
  return null;
}

/** The same of a member or an element. A path is only made where a value is not a plain one. */
function below(wanted, found, path, key) {
  if (wanted === found) return null;
  path.push(key);
  const other = firstDifference(wanted, found, path);
  if (!other) path.pop();
  return other;
}

function inLists(wanted, found, path) {
  const both = Math.min(wanted.length, found.length);
  for (let i = 0; i < both; i++) {
    const other = below(wanted[i], found[i], path, i);
    if (other) return other;
  }
  return wanted.length === found.length ? null : [...path, both];
}

function inEntries(wanted, found, path) {
  for (const key of [...wanted.keys()].sort()) {
    if (!found.has(key)) return [...path, key];
    const other = below(wanted.get(key), found.get(key), path, key);
    if (other) return other;
  }
  const extra = [...found.keys()].filter((key) => !wanted.has(key)).sort();
  return extra.length > 0 ? [...path, extra[0]] : null;
}

/** The digest of a record that was read (SIM-10.1). */
export function recordDigest(record) {
  return digestOf(record);
}
