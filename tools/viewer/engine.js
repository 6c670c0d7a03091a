/** What the page uses of the engine; the page's file holds these modules and what they need. */

export { canonical, digestOf } from "../../conformance/js/canonical.js";
export { utf8, hex } from "../../conformance/js/bytes.js";
export { evidenceOf, inputsOf } from "../../conformance/js/evidence.js";
export { DIRECTIONS, NEVER, STAY } from "../../conformance/js/grid.js";
export { dangerSince } from "../../conformance/js/hazard.js";
export { MOVED, OUTCOMES } from "../../conformance/js/movement.js";
export { CASUALTY, EVACUATED, Run, STATUSES } from "../../conformance/js/phases.js";
export { headerOf, recordOf, snapshotOf, stepOf } from "../../conformance/js/record.js";
export { referencesOf } from "../../conformance/js/references.js";
export { Refusal, pointerOf } from "../../conformance/js/refusal.js";
export { firstDifference } from "../../conformance/js/replay.js";
export { readScenario } from "../../conformance/js/scenario.js";
export { scoreFailure, scoreInputs } from "../../conformance/js/score.js";
export { Sha256, sha256Hex } from "../../conformance/js/sha256.js";
