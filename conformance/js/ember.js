/**
 * The engine for a page or a program: scenarios, runs, records, replay, references and episode scores.
 *
 * No module that this one imports uses anything but the language, TextEncoder and TextDecoder.
 */

export { canonical, digestOf } from "./canonical.js";
export { readRunRecord } from "./documents.js";
export { evidenceOf, inputsOf } from "./evidence.js";
export { fireWorld, fireWorldDigest } from "./fire.js";
export { DIRECTIONS, NEVER } from "./grid.js";
export { plainBytes } from "./gzip.js";
export { dangerSince } from "./hazard.js";
export { jointBound } from "./joint.js";
export { metricsOf } from "./metrics.js";
export { OUTCOMES } from "./movement.js";
export { observationOf } from "./observation.js";
export { answer } from "./operations.js";
export { Run, STATUSES, runWhole } from "./phases.js";
export { recordDigests, recordOf, snapshotOf, stepOf } from "./record.js";
export { referencesOf } from "./references.js";
export { Refusal } from "./refusal.js";
export { replay } from "./replay.js";
export { ResultReader } from "./result.js";
export { readScenario } from "./scenario.js";
export { scoreFailure, scoreInputs } from "./score.js";
export { authenticated, scoreSubmission } from "./submission.js";
