/** A run and the nine phases of its steps (SIM-3, SIM-4, SIM-8). */

import { Fire } from "./fire.js";
import { DIRECTIONS, NEVER, STAY } from "./grid.js";
import { MOVED, Resolver } from "./movement.js";
import { Refusal, pointerOf } from "./refusal.js";

/** Statuses, by number (SIM-3.2). */
export const STATUSES = ["active", "evacuated", "casualty"];
const ACTIVE = 0;
export const EVACUATED = 1;
export const CASUALTY = 2;

/**
 * A run in numbers: people and exits by their place in the order of their IDs, cells by Grid's number. `snapshots`
 * and `steps` keep everything; a step's number is its index + 1. A snapshot may share arrays with the one before it.
 */
export class Run {
  /**
   * @param {import("./scenario.js").Scenario} scenario
   * @param {number} seed
   */
  constructor(scenario, seed) {
    this.scenario = scenario;
    this.seed = seed;
    this.fire = new Fire(scenario, seed);
    this.resolver = new Resolver(scenario.grid);
    this.everybody = scenario.personIds.length;
    this.place = new Map(scenario.personIds.map((id, i) => [id, i]));
    this.steps = [];
    const first = {
      cells: scenario.starts.slice(),
      status: new Uint8Array(this.everybody),
      active: Int32Array.from({ length: this.everybody }, (_, i) => i),
      burning: Array.from(scenario.ignition),
      state: this.fire.stream.state,
      reason: null,
    };
    first.trapped = this.trapped(first);
    this.snapshots = [first];
  }

  /** The last snapshot. */
  get now() {
    return this.snapshots[this.snapshots.length - 1];
  }

  /** The number of the last snapshot. */
  get time() {
    return this.steps.length;
  }

  get terminated() {
    return this.now.reason !== null;
  }

  /**
   * The actions of the active people, by number, of a mapping from IDs to directions (SIM-4.2, SIM-9.4).
   *
   * @param {Map<string, string>} actions
   * @throws {Refusal} of the stage `action`, the pointer that of the entry
   */
  checked(actions) {
    const { now } = this;
    const acts = (id) => this.place.has(id) && now.status[this.place.get(id)] === ACTIVE;
    const strangers = [...actions.keys()].filter((id) => !acts(id)).sort();
    if (strangers.length > 0) throw new Refusal("action", "unexpected_action", pointerOf([strangers[0]]));
    const numbers = new Uint8Array(this.everybody);
    for (const i of now.active) {
      const id = this.scenario.personIds[i];
      const number = DIRECTIONS.indexOf(actions.get(id));
      if (number < 0)
        throw new Refusal("action", actions.has(id) ? "unknown_direction" : "missing_action", pointerOf([id]));
      numbers[i] = number;
    }
    return numbers;
  }

  /** Everybody stays. */
  stay() {
    return this.step(new Uint8Array(this.everybody).fill(STAY));
  }

  /**
   * One step, phases 3 to 9 (SIM-4).
   *
   * @param {Uint8Array} actions a direction number for each active person
   */
  step(actions) {
    if (this.terminated) throw new Error("the run has ended (SIM-4.9)");
    const before = this.now;
    const step = { actions, movers: before.active, outcomes: null, targets: null, draws: 0 };
    const cells = this.moved(before, step);
    const status = before.status.slice();
    step.evacuations = this.evacuated(before, cells, status);
    step.ignitions = this.fire.spread();
    step.draws = this.fire.draws;
    step.casualties = this.casualties(before, cells, status);
    this.steps.push(step);
    this.snapshots.push(this.snapshot(before, step, cells, status));
    return step;
  }

  /** Phases 3 to 5: who stands where after the movement (SIM-4.3 to SIM-4.5). */
  moved(before, step) {
    const { since } = this.fire;
    const { grid, enterFire } = this.scenario;
    step.outcomes = new Uint8Array(this.everybody);
    step.targets = new Int32Array(this.everybody);
    const burns = (cell) => since[cell] !== NEVER;
    const { movers, actions, outcomes, targets } = step;
    this.resolver.resolve(movers, before.cells, actions, burns, enterFire === "blocked", outcomes, targets);
    const cells = before.cells.slice();
    for (const i of movers) if (outcomes[i] === MOVED) cells[i] = grid.step[actions[i]][cells[i]];
    return cells;
  }

  /** Phase 6 (SIM-4.6). */
  evacuated(before, cells, status) {
    const gone = [];
    for (const person of before.active) {
      const exit = this.scenario.exitAt[cells[person]];
      if (exit < 0 || this.fire.since[cells[person]] !== NEVER) continue;
      status[person] = EVACUATED;
      gone.push({ person, exit });
    }
    return gone;
  }

  /** Phase 8: who stands on a burning cell (SIM-4.8). */
  casualties(before, cells, status) {
    const dead = [];
    for (const person of before.active) {
      const since = this.fire.since[cells[person]];
      if (status[person] !== ACTIVE || since === NEVER) continue;
      status[person] = CASUALTY;
      dead.push({ person, cause: since < this.fire.step ? "entered_fire" : "fire_spread" });
    }
    return dead;
  }

  /** The snapshot after a step, and whether the run ends with it (SIM-4.9). */
  snapshot(before, step, cells, status) {
    const active = before.active.filter((i) => status[i] === ACTIVE);
    const burning = step.ignitions.length > 0 ? merged(before.burning, step.ignitions) : before.burning;
    const after = { cells, status, active, burning, state: this.fire.stream.state, reason: null };
    after.trapped = this.trapped(after);
    if (active.length === 0) after.reason = "all_resolved";
    else if (this.fire.step >= this.scenario.horizon) after.reason = "max_steps";
    return after;
  }

  /** Who is active and has no path to an exit that does not burn (SIM-8.1). */
  trapped(snapshot) {
    if (this.mapped !== snapshot.burning) {
      const { grid, exitCells } = this.scenario;
      const burns = new Uint8Array(grid.size);
      for (const cell of snapshot.burning) burns[cell] = 1;
      this.ways = grid.distances(
        exitCells.filter((cell) => !burns[cell]),
        burns,
      );
      this.mapped = snapshot.burning;
    }
    return Array.from(snapshot.active.filter((i) => this.ways[snapshot.cells[i]] === NEVER));
  }
}

/** Two ascending lists as one. */
function merged(a, b) {
  const both = new Array(a.length + b.length);
  for (let i = 0, j = 0, k = 0; k < both.length; k++) {
    both[k] = j >= b.length || (i < a.length && a[i] < b[j]) ? a[i++] : b[j++];
  }
  return both;
}

/**
 * Runs a scenario to its end; where the actions end before the run does, everybody stays.
 *
 * @param {Map<string, string>[]} actions those of the steps 1, 2, ...
 * @throws {Refusal} of the stage `action`, at `/INDEX/ID`
 */
export function runWhole(scenario, seed, actions) {
  const run = new Run(scenario, seed);
  for (let k = 0; !run.terminated; k++) advance(run, actions, k);
  return run;
}

/** One step with the actions of a list, or nobody's. */
export function advance(run, actions, k) {
  if (k >= actions.length) return run.stay();
  try {
    return run.step(run.checked(actions[k]));
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal("action", error.code, `/${k}${error.pointer}`);
    throw error;
  }
}
