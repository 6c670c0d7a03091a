/**
 * Privileged references: what one person alone, knowing the whole fire, could do (SCO-3.1, SCO-3.2).
 *
 * A fire never recedes, so the steps that an escape takes, L(x, t) - t, never shrink as t grows. For each cell only the
 * snapshots are kept in which that number changes.
 */

import { fireWorld } from "./fire.js";
import { NEVER } from "./grid.js";
import { dangerSince } from "./hazard.js";

/** L(x, t) of a scenario and a fire, and what follows from it. */
export class References {
  /**
   * @param {import("./scenario.js").Scenario} scenario
   * @param {Int32Array} since for each cell the first snapshot in which it burns, or NEVER
   */
  constructor(scenario, since) {
    this.scenario = scenario;
    this.since = since;
    this.danger = dangerSince(scenario.grid, since);
    /** For each cell [t, steps, t, steps, ...], t falling: from t downwards an escape takes so many steps. */
    this.changes = Array.from({ length: scenario.grid.size }, () => []);
    /** For each cell the fewest danger-zone snapshots of an escape from it at snapshot 0, or NEVER (D of SCO-3.1). */
    this.exposure = null;
    this.sweep();
  }

  /** Goes from snapshot H back to snapshot 0, by the transitions of SCO-3.2. */
  sweep() {
    const { grid, horizon } = this.scenario;
    let steps = new Int32Array(grid.size).fill(NEVER);
    let exposure = new Int32Array(grid.size).fill(NEVER);
    let stepsBefore = new Int32Array(grid.size);
    let exposureBefore = new Int32Array(grid.size);
    for (let t = horizon - 1; t >= 0; t--) {
      for (let cell = 0; cell < grid.size; cell++) {
        stepsBefore[cell] = NEVER;
        exposureBefore[cell] = NEVER;
        if (!grid.wall[cell] && this.since[cell] > t) {
          this.relax(cell, t, steps, exposure, stepsBefore, exposureBefore);
        }
        if (stepsBefore[cell] !== steps[cell]) this.changes[cell].push(t, stepsBefore[cell]);
      }
      [steps, stepsBefore] = [stepsBefore, steps];
      [exposure, exposureBefore] = [exposureBefore, exposure];
    }
    this.exposure = exposure;
  }

  /** The best of staying and the four moves from a cell that is open and does not burn (SCO-3.2). */
  relax(cell, t, steps, exposure, stepsBefore, exposureBefore) {
    const { around } = this.scenario.grid;
    const { exitAt } = this.scenario;
    let least = NEVER;
    let safest = NEVER;
    for (let k = -1; k < 4; k++) {
      const next = k < 0 ? cell : around[cell * 4 + k];
      if (next < 0 || this.since[next] <= t) continue;
      if (exitAt[next] >= 0) {
        least = 0;
        safest = 0;
        break;
      }
      // A cell that burns at snapshot t + 1 has no escape from there.
      if (steps[next] < least) least = steps[next];
      if (exposure[next] < safest) safest = exposure[next];
    }
    if (least === NEVER) return;
    stepsBefore[cell] = least + 1;
    exposureBefore[cell] = safest + (this.danger[cell] <= t ? 1 : 0);
  }

  /** L(x, t) - t, or NEVER where there is no escape (SCO-3.1). */
  stepsFrom(cell, t) {
    const changes = this.changes[cell];
    // The last entry at or above t holds for t.
    let low = 0;
    let high = changes.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[2 * middle] >= t) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? NEVER : changes[2 * low - 1];
  }

  /** How many pairs of a cell and a snapshot have an escape (SCO-3.4): of each cell, those up to its last change. */
  get escapePairs() {
    return this.changes.reduce((sum, changes) => sum + (changes.length > 0 ? changes[0] + 1 : 0), 0);
  }

  /** L(x, t), or NEVER (SCO-3.1). */
  earliest(cell, t) {
    const steps = this.stepsFrom(cell, t);
    return steps === NEVER ? NEVER : t + steps;
  }

  /**
   * L_i, m*_i and D*_i of each person, by ID; `null` without an escape. Waiting never pays, so m*_i is L_i (SCO-3.1).
   *
   * @returns {{id: string, earliest: number|null, moves: number|null, danger: number|null}[]}
   */
  people() {
    return this.scenario.personIds.map((id, i) => {
      const cell = this.scenario.starts[i];
      const earliest = this.earliest(cell, 0);
      if (earliest === NEVER) return { id, earliest: null, moves: null, danger: null };
      return { id, earliest, moves: earliest, danger: this.exposure[cell] };
    });
  }

  /** M*: how many people have an escape (SCO-3.1). */
  get maxEvacuated() {
    return this.scenario.starts.filter((cell) => this.earliest(cell, 0) !== NEVER).length;
  }

  /**
   * For each cell the first snapshot in which somebody alone can be on it, who starts on a cell; NEVER where that is
   * never. Exits are not passed: who steps onto one is out.
   */
  arrivals(start) {
    const { grid, exitAt, horizon } = this.scenario;
    const { around } = grid;
    const arrival = new Int32Array(grid.size).fill(NEVER);
    const queue = [start];
    arrival[start] = 0;
    for (let at = 0; at < queue.length; at++) {
      const cell = queue[at];
      const t = arrival[cell];
      if (t >= horizon) continue;
      for (let k = cell * 4; k < cell * 4 + 4; k++) {
        const next = around[k];
        if (next < 0 || arrival[next] !== NEVER || exitAt[next] >= 0 || this.since[next] <= t + 1) continue;
        arrival[next] = t + 1;
        queue.push(next);
      }
    }
    return arrival;
  }
}

/** The references of a scenario and a seed. */
export function referencesOf(scenario, seed) {
  return new References(scenario, fireWorld(scenario, seed).since);
}
