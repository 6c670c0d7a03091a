/** The operations of the profiles rng, fire and simulator (docs/protocol/operations.md). */

import { succeeds, threshold } from "./bernoulli.js";
import { asText, canonical, digestOf } from "./canonical.js";
import { ACTION_OUTPUT_LIMIT, actionOutputShape, readRunRecord } from "./documents.js";
import { documentOf } from "./document_text.js";
import { fireWorld, fireWorldDocument } from "./fire.js";
import { DIRECTIONS, Grid, NOT_THERE } from "./grid.js";
import { metricsOf } from "./metrics.js";
import { OUTCOMES, MOVED, Resolver } from "./movement.js";
import { observationOf } from "./observation.js";
import { Run, advance, runWhole } from "./phases.js";
import { Reader } from "./reader.js";
import { recordDigests, snapshotOf, stepOf } from "./record.js";
import { restaged } from "./refusal.js";
import { recordDigest, replay } from "./replay.js";
import { Stream, streamOf } from "./rng.js";
import { readScenario } from "./scenario.js";
import { sha256Hex } from "./sha256.js";
import { anyValue, probabilityOf, readShape } from "./shape.js";

function jsonCanonical({ document }) {
  const text = canonical(readShape(documentOf(document), anyValue).value);
  return { canonical: text, digest: sha256Hex(text) };
}

function wordsOf(stream, count) {
  const words = Array.from({ length: count }, () => stream.word());
  return { words, end_state: stream.state };
}

function rngStream({ seed, label, count }) {
  const stream = streamOf(seed, label);
  return { state: stream.state, ...wordsOf(stream, count) };
}

function rngWords({ state, count }) {
  return wordsOf(new Stream(state), count);
}

function rngBernoulli({ probability, state, count }) {
  const limit = threshold(probabilityOf(new Reader(probability), probability));
  const stream = new Stream(state);
  const successes = Array.from({ length: count }, () => succeeds(stream, limit));
  return { threshold: String(limit), successes, end_state: stream.state };
}

function fireWorldOperation({ scenario: source, seed }, trace) {
  const scenario = readScenario(documentOf(source));
  const world = fireWorld(scenario, seed);
  const step = (t) => ({
    ignitions: world.ignitions[t].map((cell) => scenario.grid.position(cell)),
    draws: t === 0 ? 0 : world.draws[t - 1],
    rng_state: world.states[t],
  });
  if (trace !== undefined) return asText(step(trace));
  return {
    digest: digestOf(fireWorldDocument(scenario, seed, world)),
    steps: world.states.map((_, t) => digestOf(step(t))),
    draws: world.draws,
    final_rng_state: world.states[scenario.horizon],
  };
}

function movementResolve({ rows, cols, walls, people, actions, burning, enter_fire }) {
  const grid = new Grid(rows, cols, walls);
  const sorted = people.slice().sort((a, b) => (a.id < b.id ? -1 : 1));
  const cells = Int32Array.from(sorted, (person) => grid.cell(person.position));
  const directions = Uint8Array.from(sorted, (person) => DIRECTIONS.indexOf(actions[person.id]));
  const burns = new Set(burning.map((position) => grid.cell(position)));
  const outcomes = new Uint8Array(sorted.length);
  const targets = new Int32Array(sorted.length).fill(NOT_THERE);
  const blocks = enter_fire === "blocked";
  new Resolver(grid).resolve(
    [...sorted.keys()],
    cells,
    directions,
    (cell) => burns.has(cell),
    blocks,
    outcomes,
    targets,
  );
  const movements = new Map(
    sorted.map(({ id }, i) => {
      const cell = outcomes[i] === MOVED ? targets[i] : cells[i];
      return [id, { outcome: OUTCOMES[outcomes[i]], position: grid.position(cell) }];
    }),
  );
  return { movements };
}

/** The list of a case's actions as Maps. */
function actionMaps(actions) {
  return actions.map((given) => new Map(Object.entries(given)));
}

/** The run of a case; a refusal of its actions is at `/actions/INDEX/ID`. */
export function runOf({ scenario: source, seed, actions }) {
  const scenario = readScenario(documentOf(source));
  return restaged(null, "/actions", () => runWhole(scenario, seed, actionMaps(actions)));
}

function simulatorRun(input, trace) {
  const run = runOf(input);
  if (trace !== undefined) return asText(trace === 0 ? snapshotOf(run, 0) : stepOf(run, trace));
  return { ...recordDigests(run), metrics: metricsOf(run) };
}

function simulatorObserve(input, trace) {
  const run = runOf(input);
  if (trace !== undefined) return asText(observationOf(run, trace));
  return { observations: run.steps.map((_, step) => digestOf(observationOf(run, step))) };
}

function simulatorAct({ scenario: source, seed, actions, answer }) {
  const run = new Run(readScenario(documentOf(source)), seed);
  restaged(null, "/actions", () => actionMaps(actions).forEach((_, k, all) => advance(run, all, k)));
  const output = restaged("action", "", () =>
    readShape(documentOf(answer), actionOutputShape, ACTION_OUTPUT_LIMIT),
  ).value;
  restaged("action", "/actions", () => run.checked(output.actions));
  return { actions: output.actions };
}

function replayCheck({ scenario: source, record: recordSource }) {
  const record = readRunRecord(documentOf(recordSource));
  const { difference } = replay(record, readScenario(documentOf(source)));
  if (!difference) return { verdict: "replays", digest: recordDigest(record) };
  return { verdict: "differs", step: difference.step, field: difference.field };
}

export const worldOperations = {
  "json.canonical": jsonCanonical,
  "rng.stream": rngStream,
  "rng.words": rngWords,
  "rng.bernoulli": rngBernoulli,
  "fire.world": fireWorldOperation,
  "movement.resolve": movementResolve,
  "simulator.run": simulatorRun,
  "simulator.observe": simulatorObserve,
  "simulator.act": simulatorAct,
  "replay.check": replayCheck,
};
