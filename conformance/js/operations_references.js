/** The operations of the profile references (docs/protocol/operations.md). */

import { boundsOf } from "./bounds.js";
import { documentOf } from "./document_text.js";
import { NEVER } from "./grid.js";
import { jointBound } from "./joint.js";
import { referencesOf } from "./references.js";
import { readScenario } from "./scenario.js";

function asked({ scenario, seed }) {
  return referencesOf(readScenario(documentOf(scenario)), seed);
}

function people(input) {
  const references = asked(input);
  return { max_evacuated: references.maxEvacuated, people: references.people() };
}

function table(input) {
  const references = asked(input);
  const { grid } = references.scenario;
  const earliest = input.at.map(([row, col, t]) => references.earliest(grid.cell([row, col]), t));
  return { earliest: earliest.map((step) => (step === NEVER ? null : step)) };
}

function bounds(input) {
  const references = asked(input);
  const places = new Map(references.scenario.personIds.map((id, i) => [id, i]));
  return boundsOf(
    references,
    input.evacuees.map((id) => places.get(id)),
  );
}

export const referenceOperations = {
  "references.people": people,
  "references.table": table,
  "references.bounds": bounds,
  "references.joint": (input) => ({ joint_bound: jointBound(asked(input)) }),
};
