/** Authentication and scoring of a submission's results on a pack (SCO-2). */

import { digestOf } from "./canonical.js";
import { jointBound } from "./joint.js";
import { evidenceOf, inputsOf } from "./evidence.js";
import { checkInputs } from "./inputs.js";
import { metricsOf } from "./metrics.js";
import { checkFireWorld, verifyPack } from "./pack.js";
import { referencesOf } from "./references.js";
import { firstDifference, replay } from "./replay.js";
import { reportOf } from "./report.js";
import { ResultReader, refuseResult } from "./result.js";
import { scoreFailure, scoreInputs } from "./score.js";

/** The members in which all trials of a submission agree (PCK-9.5). */
const COMMON = ["model_id", "submission_id", "stochastic", "inference_digest", "pack_digest", "evaluation_manifest"];
const VERSION_MEMBERS = ["simulator_version", "observation_version", "schema_version"];
/** What a difference of a replayed step is called, by the member in which it lies (SCO-2.3). */
const STEP_CODES = {
  step: "numbering_differs",
  actions: "actions_refused",
  ignitions: "ignition_differs",
  evacuations: "evacuation_differs",
  casualties: "casualty_differs",
};
const STATE_CODES = {
  step: "numbering_differs",
  burning: "ignition_differs",
  trapped: "trapped_differs",
  rng_state: "rng_differs",
  terminated: "end_differs",
  termination_reason: "end_differs",
};

/**
 * The report of all trials of a submission.
 *
 * @param {Map<string, Uint8Array>} files those of the pack
 * @param {Uint8Array[]} results the trials' files, in any order
 * @param {{expected: string|null, joint: boolean}} options
 * @throws {Refusal}
 */
export function scoreSubmission(files, results, { expected, joint }) {
  const pack = verifyPack(files, expected);
  const readers = results.map((bytes) => new ResultReader(bytes));
  readers.sort((a, b) => a.header.trial.index - b.header.trial.index);
  checkTrials(readers, pack);
  const trials = readers[0].header.trial.count;
  const feeds = readers.map((reader) => new Feed(reader));
  const episodes = pack.schedule.episodes.map((episode, i) => scoredEpisode(pack, feeds, episode, i, trials, joint));
  const digests = new Array(trials).fill(null);
  for (const feed of feeds) digests[feed.trial] = feed.finish();
  return reportOf({
    model: modelOf(readers[0].header, digests),
    target: targetOf(pack),
    disclosure: expected === null ? "public" : "committed",
    episodes,
  });
}

/** SCO-2.3: `bad_trial`, `other_submission`, `repeated_trial`, then `other_manifest` and `other_pack`. */
function checkTrials(readers, pack) {
  const [{ header: first }] = readers;
  const seen = new Set();
  for (const { header } of readers) {
    const { index, count } = header.trial;
    if (index >= count) refuseResult("bad_trial");
    const same = COMMON.every((name) => !firstDifference(first[name], header[name], []));
    if (!same || count !== first.trial.count) refuseResult("other_submission");
    if (seen.has(index)) refuseResult("repeated_trial");
    seen.add(index);
  }
  for (const { header } of readers) {
    if (digestOf(header.evaluation_manifest) !== digestOf(pack.schedule)) refuseResult("other_manifest");
    if (header.pack_digest !== null && header.pack_digest !== pack.digest) refuseResult("other_pack");
  }
}

function modelOf(header, results) {
  const { model_id, submission_id, stochastic, inference_digest } = header;
  return { model_id, submission_id, stochastic, inference_digest, results, trials: results.length };
}

function targetOf({ schedule, record, digest }) {
  const { suite_id, suite_version, suite_hash } = schedule;
  return {
    suite_id,
    suite_version,
    suite_hash,
    manifest_hash: digestOf(schedule),
    pack_id: record.pack_id,
    pack_digest: digest,
  };
}

/** One trial's file, of which a line is held until its episode's turn comes (SCO-2.3). */
class Feed {
  constructor(reader) {
    this.reader = reader;
    this.trial = reader.header.trial.index;
    this.held = null;
  }

  /** Reads the next line unless one is held. */
  fetch() {
    if (!this.held && !this.reader.atFooter) this.held = this.reader.episode();
  }

  /** The line of an episode, or null. */
  take(index) {
    if (this.held?.index !== index) return null;
    const line = this.held;
    this.held = null;
    return line;
  }

  /** What is left: lines for no episode, and the footer, whose digest is given. */
  finish() {
    if (this.held || !this.reader.atFooter) {
      if (!this.held) this.reader.episode();
      refuseResult("unscheduled");
    }
    return this.reader.footer().digest;
  }
}

function scoredEpisode(pack, feeds, episode, index, count, joint) {
  for (const feed of feeds) feed.fetch();
  const lines = new Array(count).fill(null);
  for (const feed of feeds) lines[feed.trial] = feed.take(index);
  checkFireWorld(pack, index);
  const scenario = pack.scenarios.get(episode.scenario_id);
  const references = referencesOf(scenario, episode.seed);
  const trials = lines.map((line) => scoredTrial(line, episode, scenario, references));
  const { primary_family } = pack.suite.scenarios.find(({ scenario_id }) => scenario_id === episode.scenario_id);
  return {
    index,
    scenario_id: episode.scenario_id,
    family: primary_family,
    seed: episode.seed,
    max_evacuated: references.maxEvacuated,
    joint_bound: joint ? jointBoundOf(references, trials) : null,
    trials,
  };
}

/** The joint bound; nothing is worked out where nobody is savable, or a trial evacuated everybody who is (SCO-3.4). */
function jointBoundOf(references, trials) {
  const most = references.maxEvacuated;
  if (most === 0) return null;
  return trials.some(({ inputs }) => inputs?.evacuated === most) ? most : jointBound(references);
}

function scoredTrial(line, episode, scenario, references) {
  if (!line?.run_record) {
    const failed = scoreFailure(line?.failure ?? "missing", references.maxEvacuated);
    return { ...failed, record_digest: null, crowd: null, evidence: null };
  }
  const run = authenticated(line.run_record, episode, scenario);
  const metrics = metricsOf(run);
  if (firstDifference(metrics, line.metrics, [])) refuseResult("metrics_differ");
  const evidence = evidenceOf(run, references);
  const inputs = inputsOf(evidence);
  checkInputs(inputs);
  return { ...scoreInputs(inputs), record_digest: digestOf(line.run_record), crowd: metrics.crowd, evidence };
}

/** The run of a record that is the whole run of an episode (SCO-2.2, 3 and 4). */
export function authenticated(record, { scenario_id, scenario_hash, seed }, scenario) {
  const { header } = record;
  if (header.scenario_id !== scenario_id || header.scenario_hash !== scenario_hash) refuseResult("swapped_episode");
  if (header.seed !== seed) refuseResult("other_seed");
  const { run, difference } = replay(record, scenario);
  if (difference) refuseResult(codeOf(difference.path));
  return run;
}

/** The code of the first divergence of a replay (SCO-2.3). */
function codeOf([part, step, member, ...below]) {
  if (part === "header") return VERSION_MEMBERS.includes(step) ? "other_version" : "swapped_episode";
  if (part === "initial_state") return step === "rng_state" ? "rng_differs" : "start_differs";
  if (step === undefined) return "run_cut_short";
  if (member === undefined) return "run_goes_on";
  if (member === "movements") return below[1] === "position" ? "position_differs" : "outcome_differs";
  if (member !== "state") return STEP_CODES[member];
  if (below[0] !== "people") return STATE_CODES[below[0]];
  return below[2] === "position" ? "position_differs" : "status_differs";
}
