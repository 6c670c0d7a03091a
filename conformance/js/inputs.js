/** The inputs of the episode score (SCO-9.3), and the contradictions that they may hold (SCO-4.2.8). */

import { compareIds } from "./scenario.js";
import { Refusal } from "./refusal.js";

export const ID_LISTS = [
  "avoidable_casualty_ids",
  "avoidable_stranded_ids",
  "unavoidable_casualty_ids",
  "unavoidable_stranded_ids",
];
/** The members, in the order of SCO-9.3. */
export const INPUT_MEMBERS = [
  "people",
  "max_evacuated",
  "evacuated",
  ...ID_LISTS,
  "sum_l",
  "q_exit",
  "q_cut",
  "sum_steps",
  "danger_ref",
  "danger",
  "moves_ref",
  "moves",
  "events",
  "recoverable",
  "recovery_ref",
  "recovery",
];
const CHAINS = [
  ["evacuated", "sum_l", "q_exit", "q_cut", "sum_steps"],
  ["evacuated", "moves_ref", "moves", "sum_steps"],
  ["danger_ref", "danger", "sum_steps"],
  ["recoverable", "recovery_ref", "recovery"],
  ["recoverable", "events"],
];
const ACTUAL = ["q_cut sum_steps", "moves_ref moves", "danger_ref danger", "recovery_ref recovery"];

function refuse(code, member) {
  throw new Refusal("score", code, "/" + member);
}

/**
 * Refuses inputs that contradict themselves, at the first contradiction (SCO-4.2.8).
 *
 * @throws {Refusal} of the stage `score`
 */
export function checkInputs(inputs) {
  checkLists(inputs);
  const [casualties, stranded, ...lost] = ID_LISTS.map((name) => inputs[name].length);
  const saved = inputs.evacuated + casualties + stranded;
  if (inputs.max_evacuated !== saved) refuse("ids_miscounted", "max_evacuated");
  if (inputs.people !== saved + lost[0] + lost[1]) refuse("ids_miscounted", "people");
  for (const name of INPUT_MEMBERS) if (inputs[name] < 0) refuse("count_out_of_range", name);
  for (const chain of CHAINS) {
    for (let i = 1; i < chain.length; i++) checkPair(inputs, chain[i - 1], chain[i]);
  }
  if (inputs.evacuated === 0 && inputs.sum_steps > 0) refuse("count_out_of_range", "sum_steps");
  if (inputs.recoverable === 0 && inputs.recovery > 0) refuse("count_out_of_range", "recovery");
}

function checkLists(inputs) {
  const seen = new Set();
  for (const name of ID_LISTS) {
    const ids = inputs[name];
    if (ids.some((id, i) => i > 0 && compareIds(ids[i - 1], id) >= 0)) refuse("ids_unsorted", name);
    if (ids.some((id) => seen.has(id))) refuse("ids_overlap", name);
    for (const id of ids) seen.add(id);
  }
}

function checkPair(inputs, lesser, greater) {
  if (inputs[lesser] <= inputs[greater]) return;
  refuse(ACTUAL.includes(`${lesser} ${greater}`) ? "below_bound" : "count_out_of_range", greater);
}
