/** Movement and collisions (SIM-4.3 to SIM-4.5, SIM-5): a pure function of what everybody can see (SIM-5.8). */

import { NOT_THERE, STAY } from "./grid.js";

/** The outcomes, by number (SIM-5.5). */
export const OUTCOMES = [
  "moved",
  "stayed",
  "blocked_boundary",
  "blocked_wall",
  "blocked_fire",
  "blocked_occupied",
  "blocked_conflict",
  "blocked_cycle",
];
export const MOVED = 0;
const STAYED = 1;
const BOUNDARY = 2;
const WALL = 3;
const FIRE = 4;
export const OCCUPIED = 5;
const CONFLICT = 6;
export const CYCLE = 7;
/** A mover without an outcome yet, and one whose chain of targets is being followed. */
const OPEN = 8;
const FOLLOWED = 9;

/** Resolves the moves of one grid again and again, with the same arrays. */
export class Resolver {
  /** @param {import("./grid.js").Grid} grid */
  constructor(grid) {
    this.grid = grid;
    this.holder = new Int32Array(grid.size).fill(NOT_THERE);
    this.winner = new Int32Array(grid.size).fill(NOT_THERE);
    this.path = [];
  }

  /**
   * The outcomes of some people's actions.
   *
   * @param {Int32Array|number[]} movers the people who act, as places of the other arrays, in the order of their IDs
   * @param {Int32Array} cells where each stands
   * @param {Uint8Array} actions the directions, by number
   * @param {(cell: number) => boolean} burns whether a cell burns at the start of the step
   * @param {boolean} fireBlocks whether a burning cell can't be entered
   * @param {Uint8Array} outcomes gets the outcomes, by number
   * @param {Int32Array} targets gets the target of each mover of phase 3, -1 for anybody else
   */
  resolve(movers, cells, actions, burns, fireBlocks, outcomes, targets) {
    for (const i of movers) {
      this.holder[cells[i]] = i;
      targets[i] = NOT_THERE;
      outcomes[i] = this.validate(cells[i], actions[i], burns, fireBlocks);
      if (outcomes[i] === OPEN) targets[i] = this.grid.step[actions[i]][cells[i]];
    }
    this.occupied(movers, targets, outcomes);
    this.conflicts(movers, targets, outcomes);
    for (const i of movers) if (outcomes[i] === OPEN) this.follow(i, targets, outcomes);
    for (const i of movers) {
      this.holder[cells[i]] = NOT_THERE;
      if (targets[i] >= 0) this.winner[targets[i]] = NOT_THERE;
    }
  }

  /** Phase 3 for one person (SIM-4.3). */
  validate(cell, action, burns, fireBlocks) {
    if (action === STAY) return STAYED;
    const target = this.grid.step[action][cell];
    if (target < 0) return BOUNDARY;
    if (this.grid.wall[target]) return WALL;
    return fireBlocks && burns(target) ? FIRE : OPEN;
  }

  /** Targets that hold a person without a target (SIM-5.1). */
  occupied(movers, targets, outcomes) {
    for (const i of movers) {
      if (targets[i] < 0) continue;
      const holder = this.holder[targets[i]];
      if (holder >= 0 && targets[holder] < 0) outcomes[i] = OCCUPIED;
    }
  }

  /** The lowest ID wins a target (SIM-5.2). */
  conflicts(movers, targets, outcomes) {
    for (const i of movers) {
      if (outcomes[i] !== OPEN) continue;
      if (this.winner[targets[i]] >= 0) outcomes[i] = CONFLICT;
      else this.winner[targets[i]] = i;
    }
  }

  /** Follows the targets from one winner until somebody's outcome decides that of all on the way (SIM-5.3, SIM-5.4). */
  follow(first, targets, outcomes) {
    const { path } = this;
    let last = first;
    while (last >= 0 && outcomes[last] === OPEN) {
      outcomes[last] = FOLLOWED;
      path.push(last);
      last = this.holder[targets[last]];
    }
    const outcome = last < 0 || outcomes[last] === MOVED ? MOVED : OCCUPIED;
    if (last >= 0 && outcomes[last] === FOLLOWED) {
      for (let i = -1; i !== last;) {
        i = path.pop();
        outcomes[i] = CYCLE;
      }
    }
    while (path.length > 0) outcomes[path.pop()] = outcome;
  }
}
