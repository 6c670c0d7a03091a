/** All operations by name, and what this engine declares (CNF-3.2, CNF-4). */

import { digestOf } from "./canonical.js";
import { documentOf } from "./document_text.js";
import { readKind } from "./kinds.js";
import { packOperations } from "./operations_packs.js";
import { referenceOperations } from "./operations_references.js";
import { scoreOperations } from "./operations_score.js";
import { worldOperations } from "./operations_world.js";
import { Refusal } from "./refusal.js";
import {
  CONSTANTS_DIGEST,
  CROWD_DIAGNOSTICS_VERSION,
  EVALUATION_VERSION,
  PACK_VERSIONS,
  SCORING_VERSION,
  STATISTICS_VERSION,
} from "./versions.js";

const OPERATIONS = new Map(
  Object.entries({
    "document.read": ({ kind, document }) => ({ digest: digestOf(readKind(kind, documentOf(document))) }),
    ...worldOperations,
    ...packOperations,
    ...referenceOperations,
    ...scoreOperations,
  }),
);

/** What `ready` says of this engine (CNF-3.2). */
export const IDENTITY = {
  name: "ember-js",
  version: "1.0.0",
  profiles: ["rng", "fire", "simulator", "packs", "references", "scorer", "full"],
  components: {
    ...PACK_VERSIONS,
    evaluation: EVALUATION_VERSION,
    scoring: SCORING_VERSION,
    scoring_constants: CONSTANTS_DIGEST,
    statistics: STATISTICS_VERSION,
    crowd_diagnostics: CROWD_DIAGNOSTICS_VERSION,
  },
};

/** The members of the result of a case, but for type and ID (CNF-3.4). */
export function answer({ operation, input, trace }) {
  const work = OPERATIONS.get(operation);
  if (!work) return { status: "unsupported" };
  try {
    return { status: "ok", output: work(input, trace) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { stage, code, pointer } = error;
    return { status: "rejected", stage, code, pointer };
  }
}
