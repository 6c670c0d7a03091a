/** The kinds of documents that document.read knows (CNF-4.2), and how each is read. */

import {
  ACTION_OUTPUT_LIMIT,
  actionOutputShape,
  metricsShape,
  observationShape,
  runRecordShape,
  snapshotShape,
} from "./documents.js";
import { readGeneration, readGeneratorConfig } from "./documents_generator.js";
import {
  evaluationManifestShape,
  packShape,
  readOperationalRecord,
  readPlan,
  readSuiteManifest,
  resultEpisodeShape,
  resultFooterShape,
  resultHeaderShape,
} from "./documents_packs.js";
import { readReport } from "./foreign.js";
import { readScenario } from "./scenario.js";
import { readShape } from "./shape.js";

const byShape = (shape, limit) => (source) => readShape(source, shape, limit).value;

const KINDS = new Map(
  Object.entries({
    scenario: (source) => readScenario(source).document,
    snapshot: byShape(snapshotShape),
    run_record: byShape(runRecordShape),
    observation: byShape(observationShape),
    action_output: byShape(actionOutputShape, ACTION_OUTPUT_LIMIT),
    episode_metrics: byShape(metricsShape),
    pack: byShape(packShape),
    evaluation_manifest: byShape(evaluationManifestShape),
    suite_manifest: readSuiteManifest,
    generator_config: readGeneratorConfig,
    generation: readGeneration,
    plan: readPlan,
    report: readReport,
    operational_record: readOperationalRecord,
    result_header: byShape(resultHeaderShape),
    result_episode: byShape(resultEpisodeShape),
    result_footer: byShape(resultFooterShape),
  }),
);

/** Reads a document of a kind; gives its value (document.read). */
export function readKind(kind, source) {
  return KINDS.get(kind)(source);
}
