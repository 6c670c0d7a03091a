/** The operations of the profile scorer on single episodes and on scores (docs/protocol/operations.md). */

import { aggregate } from "./aggregate.js";
import { bootstrapInterval, keyStream } from "./bootstrap.js";
import { fromBase64 } from "./bytes.js";
import { asText, digestOf } from "./canonical.js";
import { comparisonOf } from "./compare.js";
import { documentOf } from "./document_text.js";
import { evidenceOf, inputsOf } from "./evidence.js";
import { readReport } from "./foreign.js";
import { checkInputs } from "./inputs.js";
import { leaderboard } from "./leaderboard.js";
import { filesOf } from "./operations_packs.js";
import { runOf } from "./operations_world.js";
import { Fraction } from "./rational.js";
import { referencesOf } from "./references.js";
import { scoreFailure, scoreInputs } from "./score.js";
import { scoreSubmission } from "./submission.js";

function scoreInputsOperation(inputs) {
  checkInputs(inputs);
  return scoreInputs(inputs);
}

function scoreEpisode(input) {
  const run = runOf(input);
  const evidence = evidenceOf(run, referencesOf(run.scenario, run.seed));
  const inputs = inputsOf(evidence);
  return { evidence, inputs, score: scoreInputsOperation(inputs) };
}

function indices({ key, below }) {
  const stream = keyStream(key);
  return { indices: below.map((n) => stream.below(n)) };
}

function interval({ key, strata }) {
  const values = strata.map((family) => family.map((scenario) => scenario.map(Fraction.parse)));
  const { lower, upper } = bootstrapInterval(key, values);
  return { lower: String(lower), upper: String(upper) };
}

function report({ files, results, expected_digest = null, joint_bound = false }, trace) {
  const trials = results.map(({ base64 }) => fromBase64(base64));
  const made = scoreSubmission(filesOf(files), trials, { expected: expected_digest, joint: joint_bound });
  if (trace !== undefined) return asText(made);
  return { report: digestOf(made), headline: made.headline };
}

function compare({ a, b }) {
  const [first, second] = [a, b].map((source) => readReport(documentOf(source)));
  return comparisonOf(first, second);
}

export const scoreOperations = {
  "score.inputs": scoreInputsOperation,
  "score.episode": scoreEpisode,
  "score.failure": ({ kind, max_evacuated }) => scoreFailure(kind, max_evacuated),
  "score.aggregate": ({ episodes }) => aggregate(episodes),
  "score.report": report,
  "score.compare": compare,
  "score.order": ({ reports }) => ({ order: leaderboard(reports.map((source) => readReport(documentOf(source)))) }),
  "bootstrap.indices": indices,
  "bootstrap.interval": interval,
};
