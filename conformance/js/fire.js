/** The fire (SIM-6). It knows the scenario and the seed alone (SIM-6.9). */

import { succeeds } from "./bernoulli.js";
import { digestOf } from "./canonical.js";
import { NEVER } from "./grid.js";
import { streamOf } from "./rng.js";

/** A fire as it spreads: the burning set, its frontier, and the fire stream. */
export class Fire {
  /**
   * @param {import("./scenario.js").Scenario} scenario
   * @param {number} seed
   */
  constructor(scenario, seed) {
    this.scenario = scenario;
    this.stream = streamOf(seed, "fire");
    this.step = 0;
    /** The number of draws of the last step (SIM-6.8.1). */
    this.draws = 0;
    /** For each cell the first snapshot in which it burns, or NEVER. */
    this.since = new Int32Array(scenario.grid.size).fill(NEVER);
    this.waiting = new Uint8Array(scenario.grid.size);
    this.candidates = [];
    for (const cell of scenario.ignition) this.since[cell] = 0;
    this.extend(scenario.ignition);
  }

  /** Joins the flammable neighbours of newly burning cells to the candidates, row-major (SIM-6.2, SIM-6.3). */
  extend(cells) {
    const { grid, exitAt, exitsFlammable } = this.scenario;
    const { around } = grid;
    const fresh = [];
    for (const cell of cells) {
      for (let k = cell * 4; k < cell * 4 + 4; k++) {
        const next = around[k];
        if (next < 0 || this.waiting[next] || this.since[next] !== NEVER) continue;
        if (!exitsFlammable && exitAt[next] >= 0) continue;
        this.waiting[next] = 1;
        fresh.push(next);
      }
    }
    const kept = this.candidates.filter((cell) => this.since[cell] === NEVER);
    this.candidates = fresh.length > 0 ? kept.concat(fresh).sort((a, b) => a - b) : kept;
  }

  /** Goes one step on; gives the cells that ignite in it, row-major (SIM-6.4). */
  spread() {
    this.step += 1;
    this.draws = 0;
    if (this.step % this.scenario.interval !== 0) return [];
    const ignited = this.scenario.stochastic ? this.drawn() : this.candidates.slice();
    for (const cell of ignited) this.since[cell] = this.step;
    if (ignited.length > 0) this.extend(ignited);
    return ignited;
  }

  /** The candidates of which an edge succeeds; every edge is drawn, in the order of SIM-6.8 (SIM-6.6). */
  drawn() {
    const { around } = this.scenario.grid;
    const limit = this.scenario.threshold;
    const ignited = [];
    for (const cell of this.candidates) {
      let ignites = false;
      for (let k = cell * 4; k < cell * 4 + 4; k++) {
        const source = around[k];
        if (source < 0 || this.since[source] >= this.step) continue;
        this.draws += 1;
        if (succeeds(this.stream, limit)) ignites = true;
      }
      if (ignites) ignited.push(cell);
    }
    return ignited;
  }
}

/**
 * The fire of all H steps (SIM-6.10).
 *
 * @returns {{ignitions: number[][], draws: number[], states: string[], since: Int32Array}} cells by number; the state
 *   of the stream in each snapshot; and for each cell the first snapshot in which it burns
 */
export function fireWorld(scenario, seed) {
  const fire = new Fire(scenario, seed);
  const ignitions = [Array.from(scenario.ignition)];
  const draws = [];
  const states = [fire.stream.state];
  for (let step = 1; step <= scenario.horizon; step++) {
    ignitions.push(fire.spread());
    draws.push(fire.draws);
    states.push(fire.stream.state);
  }
  return { ignitions, draws, states, since: fire.since };
}

/** The document of a fire world, whose digest is the fire-world digest (SIM-6.10). */
export function fireWorldDocument(scenario, seed, world) {
  return {
    scenario_hash: scenario.hash,
    seed,
    ignitions: world.ignitions.map((cells) => cells.map((cell) => scenario.grid.position(cell))),
    draws: world.draws,
    final_rng_state: world.states[scenario.horizon],
  };
}

/** The fire-world digest of a scenario and a seed (PCK-1.2). */
export function fireWorldDigest(scenario, seed) {
  return digestOf(fireWorldDocument(scenario, seed, fireWorld(scenario, seed)));
}
