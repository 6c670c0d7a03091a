/** What a model is shown before a step (SIM-9). */

import { DIRECTIONS } from "./grid.js";
import { STATUSES } from "./phases.js";
import { OBSERVATION_VERSION } from "./versions.js";

/** The people of a snapshot, by ID (SIM-3.2). */
export function peopleOf(run, snapshot) {
  const { grid, personIds } = run.scenario;
  return personIds.map((id, i) => ({
    id,
    position: grid.position(snapshot.cells[i]),
    status: STATUSES[snapshot.status[i]],
  }));
}

/** The burning cells of a snapshot as positions, row-major (SIM-3.3). */
export function burningOf(run, snapshot) {
  return snapshot.burning.map((cell) => run.scenario.grid.position(cell));
}

/** The observation of a snapshot (SIM-9.1). */
export function observationOf(run, step) {
  const { document } = run.scenario;
  const snapshot = run.snapshots[step];
  const { model, spread_interval, exits_flammable, spread_probability = null } = document.fire;
  return {
    observation_version: OBSERVATION_VERSION,
    step,
    map: document.map,
    exits: document.exits,
    rules: {
      max_steps: run.scenario.horizon,
      enter_fire: run.scenario.enterFire,
      fire: { model, spread_interval, spread_probability, exits_flammable },
    },
    people: peopleOf(run, snapshot),
    burning: burningOf(run, snapshot),
    allowed_actions: DIRECTIONS,
  };
}
