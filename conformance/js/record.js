/** Snapshots, steps and run records as documents (SIM-3, SIM-10). */

import { canonical } from "./canonical.js";
import { DIRECTIONS } from "./grid.js";
import { OUTCOMES } from "./movement.js";
import { burningOf, peopleOf } from "./observation.js";
import { sha256Hex } from "./sha256.js";
import { OBSERVATION_VERSION, SCHEMA_VERSION, SIMULATOR_VERSION } from "./versions.js";

/** The header of a run's record (SIM-10.2). */
export function headerOf(scenario, seed) {
  return {
    simulator_version: SIMULATOR_VERSION,
    observation_version: OBSERVATION_VERSION,
    schema_version: SCHEMA_VERSION,
    scenario_id: scenario.id,
    scenario_hash: scenario.hash,
    seed,
  };
}

/** The snapshot of a number as a document (SIM-3.1). */
export function snapshotOf(run, step) {
  const snapshot = run.snapshots[step];
  return {
    step,
    people: peopleOf(run, snapshot),
    burning: burningOf(run, snapshot),
    trapped: snapshot.trapped.map((i) => run.scenario.personIds[i]),
    rng_state: { fire: snapshot.state },
    terminated: snapshot.reason !== null,
    termination_reason: snapshot.reason,
  };
}

/** A step of a record (SIM-10.3); numbers count from 1. */
export function stepOf(run, number) {
  const { grid, personIds, exitIds } = run.scenario;
  const step = run.steps[number - 1];
  const { cells } = run.snapshots[number];
  const ids = Array.from(step.movers, (i) => [personIds[i], i]);
  return {
    step: number,
    actions: new Map(ids.map(([id, i]) => [id, DIRECTIONS[step.actions[i]]])),
    movements: new Map(
      ids.map(([id, i]) => [id, { outcome: OUTCOMES[step.outcomes[i]], position: grid.position(cells[i]) }]),
    ),
    ignitions: step.ignitions.map((cell) => grid.position(cell)),
    evacuations: step.evacuations.map(({ person, exit }) => ({ person: personIds[person], exit: exitIds[exit] })),
    casualties: step.casualties.map(({ person, cause }) => ({ person: personIds[person], cause })),
    state: snapshotOf(run, number),
  };
}

/** A run record as a document (SIM-10.1). */
export function recordOf(run) {
  return {
    header: headerOf(run.scenario, run.seed),
    initial_state: snapshotOf(run, 0),
    steps: run.steps.map((_, k) => stepOf(run, k + 1)),
  };
}

/**
 * The digests of a run's record, of snapshot 0 and of each step; nothing is written out twice.
 *
 * @returns {{record_digest: string, initial_state: string, steps: string[]}}
 */
export function recordDigests(run) {
  const first = canonical(snapshotOf(run, 0));
  const steps = run.steps.map((_, k) => canonical(stepOf(run, k + 1)));
  const header = canonical(headerOf(run.scenario, run.seed));
  return {
    record_digest: sha256Hex(`{"header":${header},"initial_state":${first},"steps":[${steps.join(",")}]}`),
    initial_state: sha256Hex(first),
    steps: steps.map(sha256Hex),
  };
}
