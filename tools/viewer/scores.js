/**
 * node scores.js PAGE: replays every run of a page, as the page does, and prints what it makes of each, a line of JSON
 * for each run: its episode and trial, whether it is verified, and its score.
 */

import { readFileSync } from "node:fs";

import { unpacked } from "./data.js";
import { canonical, readScenario, recordOf, referencesOf, stepOf } from "./engine.js";
import { Replayed } from "./replayed.js";
import { recordDigestOf, scored } from "./score.js";
import { Speller } from "./speller.js";

const text = readFileSync(process.argv[2], "utf8");
const packed = new Map(Array.from(text.matchAll(/id="block-(index|[0-9]+)">([^<]*)</g), ([, name, data]) => [name, data]));
const block = (name) => unpacked(packed.get(String(name)));

/** Whether the text that is hashed is the engine's own. */
function spelledWell(run) {
  const speller = new Speller(run);
  const first = speller.snapshot(0) === canonical(recordOf(run).initial_state);
  return first && run.steps.every((_, k) => speller.step(k + 1) === canonical(stepOf(run, k + 1)));
}

async function resultOf({ scenario, seed, run }) {
  const replayed = new Replayed(readScenario(await block(scenario)), seed, JSON.parse(await block(run)));
  replayed.advance(Infinity);
  const { verified, difference, digest } = replayed;
  if (!verified) return { verified, difference };
  const { score } = scored(replayed.run, referencesOf(replayed.scenario, seed));
  const same = digest === recordDigestOf(replayed.run) && spelledWell(replayed.run);
  return { verified, digest, same, score: score.score, components: score.components };
}

for (const { index, trial, sides } of JSON.parse(await block("index")).entries) {
  for (const side of sides) {
    const found = side.run === null ? { failure: side.failure } : await resultOf(side);
    process.stdout.write(JSON.stringify({ index, trial, ...found }) + "\n");
  }
}
