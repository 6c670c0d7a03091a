/** The generator: scenarios from a configuration and a batch number (PCK-11). */

import { digestOf } from "./canonical.js";
import { FAMILIES } from "./documents_generator.js";
import { fireWorld } from "./fire.js";
import { NEVER } from "./grid.js";
import { Draws, drawPlan } from "./plans.js";
import { Fraction } from "./rational.js";
import { References } from "./references.js";
import { Refusal } from "./refusal.js";
import { streamOf } from "./rng.js";
import { Scenario } from "./scenario.js";
import { SCHEMA_VERSION } from "./versions.js";

const DRAFTS = 400;

/** Cells with their distances, for the places of a fire and the checks of a draft. */
class Floor {
  constructor(plan) {
    this.plan = plan;
    this.exits = plan.exits.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const walls = Array.from(plan.wall.keys()).filter((cell) => plan.wall[cell]);
    this.walls = walls.map((cell) => [Math.floor(cell / plan.cols), cell % plan.cols]);
    this.scenario = null;
    const probe = { map: { rows: plan.rows, cols: plan.cols, walls: this.walls } };
    this.grid = gridOf(probe);
    this.toExit = this.exits.map((position) => this.grid.distances([this.grid.cell(position)]));
    const isExit = new Set(this.exits.map((position) => this.grid.cell(position)));
    this.open = Array.from(plan.wall.keys()).filter((cell) => !plan.wall[cell]);
    this.cells = this.open.filter((cell) => !isExit.has(cell));
    this.nearest = this.grid.distances(isExit);
  }

  position(cell) {
    return [Math.floor(cell / this.plan.cols), cell % this.plan.cols];
  }
}

function gridOf({ map }) {
  return new Scenario({
    scenario_id: "",
    map,
    exits: [],
    people: [],
    termination: { max_steps: 1 },
    movement: {},
    fire: { ignition: [], spread_interval: 1, model: "deterministic" },
  }).grid;
}

const PLACES = {
  anywhere: (floor) => floor.cells.filter((cell) => floor.nearest[cell] >= 3),
  centre,
  far: (floor) => {
    const most = Math.max(...floor.cells.map((cell) => floor.nearest[cell]));
    return floor.cells.filter((cell) => 4 * floor.nearest[cell] >= 3 * most);
  },
  near_one_exit: (floor, draws) => {
    const near = draws.below(floor.exits.length);
    return floor.cells.filter((cell) =>
      floor.toExit.every((steps, exit) => (exit === near ? steps[cell] >= 2 && steps[cell] <= 4 : steps[cell] > 4)),
    );
  },
};

function centre(floor) {
  const positions = floor.cells.map((cell) => floor.position(cell));
  const ends = (axis) => {
    const values = positions.map((position) => position[axis]);
    return Math.min(...values) + Math.max(...values);
  };
  const middle = [ends(0), ends(1)];
  const twice = ([row, col]) => Math.abs(2 * row - middle[0]) + Math.abs(2 * col - middle[1]);
  const least = Math.min(...positions.map(twice));
  return floor.cells.filter((_, i) => twice(positions[i]) <= least + 2);
}

/** Draws one draft; null where it ends (PCK-11.4). */
function draft(family, number, parameters, draws) {
  const { plan: planName, place } = FAMILIES[family];
  const plan = drawPlan(planName, draws, parameters);
  const people = draws.range(parameters.people);
  const [, mostRows] = parameters.rows;
  const [, mostCols] = parameters.cols;
  const [fewest, most] = parameters.exits;
  if (plan.rows > mostRows || plan.cols > mostCols || plan.exits.length < fewest || plan.exits.length > most)
    return null;
  const floor = new Floor(plan);
  if (floor.cells.length <= people) return null;
  if (floor.cells.some((cell) => floor.toExit.some((steps) => steps[cell] === NEVER))) return null;
  const source = PLACES[place](floor, draws);
  const ignition = draws.sample(source, draws.range(parameters.ignitions)).sort((a, b) => a - b);
  const burns = new Set(ignition);
  const starts = draws.sample(
    floor.cells.filter((cell) => !burns.has(cell)),
    people,
  );
  if (ignition.length === 0 || starts.length < people) return null;
  const id = `gen-${family}-${String(number).padStart(3, "0")}`;
  return { floor, document: documentOf(id, floor, starts, ignition, parameters, draws) };
}

/** What is drawn last, and the scenario (PCK-11.4, 5 and 6). */
function documentOf(id, floor, starts, ignition, parameters, draws) {
  const model = draws.choice(parameters.models);
  const probability = Number(draws.choice(parameters.spread_probability));
  const spread_interval = draws.range(parameters.spread_interval);
  const exits_flammable = draws.choice(parameters.exits_flammable);
  const enter_fire = draws.choice(parameters.enter_fire);
  const farthest = Math.max(...starts.map((cell) => floor.nearest[cell]));
  const max_steps = draws.range(parameters.slack) + starts.length + farthest;
  const { rows, cols } = floor.plan;
  return {
    schema_version: SCHEMA_VERSION,
    scenario_id: id,
    map: { rows, cols, walls: floor.walls },
    exits: numbered("E", floor.exits),
    people: numbered(
      "P",
      starts.map((cell) => floor.position(cell)),
    ),
    fire: {
      model,
      ignition: ignition.map((cell) => floor.position(cell)),
      spread_interval,
      ...(model === "stochastic" ? { spread_probability: probability } : {}),
      exits_flammable,
    },
    movement: { enter_fire },
    termination: { max_steps },
  };
}

/** IDs with their numbers filled with zeros to one length. */
function numbered(letter, positions) {
  const width = String(positions.length).length;
  return positions.map((position, i) => ({ id: letter + String(i + 1).padStart(width, "0"), position }));
}

/** A draft under its worst fire: the scenario with the deterministic model (PCK-11.4). */
class WorstCase {
  constructor({ floor, document }) {
    const { spread_probability: _, ...fire } = document.fire;
    this.floor = floor;
    this.scenario = new Scenario({ ...document, fire: { ...fire, model: "deterministic" } });
    this.since = fireWorld(this.scenario, 0).since;
    this.closing = this.scenario.exitCells.reduce((all, exit) => [...all, this.closingStep(exit)], []);
  }

  /** The open cells beside a cell. */
  beside(cell) {
    return Array.from(this.scenario.grid.around.slice(4 * cell, 4 * cell + 4)).filter((next) => next >= 0);
  }

  /** The last step in whose first snapshot an exit does not burn, nor all open cells beside it. */
  closingStep(exit) {
    const last = Math.max(...this.beside(exit).map((cell) => this.since[cell]));
    return Math.min(this.scenario.horizon, this.since[exit], last);
  }

  escaping() {
    return new References(this.scenario, this.since).maxEvacuated;
  }

  /** How many people queue through (PCK-11.4). */
  queuing() {
    const { floor, scenario } = this;
    const order = [...scenario.starts.keys()].sort((a, b) => {
      return floor.nearest[scenario.starts[a]] - floor.nearest[scenario.starts[b]] || a - b;
    });
    const given = new Array(floor.exits.length).fill(0);
    let through = 0;
    for (const person of order) {
      const offers = floor.toExit.map((steps, exit) => Math.max(steps[scenario.starts[person]], given[exit] + 1));
      const open = offers.map((offer, exit) => (offer <= this.closing[exit] ? offer : Infinity));
      const best = Math.min(...open);
      if (best === Infinity) continue;
      given[open.indexOf(best)] = best;
      through += 1;
    }
    return through;
  }

  burnsWithin(cell) {
    return this.since[cell] <= this.scenario.horizon;
  }

  obeys(family) {
    const { scenario, floor } = this;
    const exits = Array.from(scenario.exitCells);
    const people = scenario.starts.length;
    const rules = {
      burnable_exits: () => exits.length >= 2 && exits.some((cell) => this.burnsWithin(cell)),
      central_ignition: () => exits.length >= 2 && scenario.starts.some((cell) => this.burnsWithin(cell)),
      fireproof_exits: () =>
        !scenario.exitsFlammable &&
        exits.length >= 2 &&
        exits.some((exit) => this.beside(exit).every((cell) => this.burnsWithin(cell))),
      office_grid: () => exits.length >= 2,
      open_hall: () => exits.length >= 2,
      several_exits: () => exits.length >= 2,
      single_exit_high_density: () => exits.length === 1 && 5 * people >= floor.open.length,
      single_exit_low_density: () => exits.length === 1 && 10 * people <= floor.open.length,
    };
    return rules[family]?.() ?? true;
  }

  usable(family) {
    const enough = Math.ceil((2 * this.scenario.starts.length) / 3);
    return this.obeys(family) && this.escaping() >= enough && this.queuing() >= enough;
  }

  /** PCK-11.6. */
  proxies() {
    const { floor, scenario } = this;
    const steps = Array.from(scenario.starts, (cell) => floor.nearest[cell]).sort((a, b) => a - b);
    const burning = Math.min(...scenario.exitCells.map((cell) => this.since[cell]));
    return {
      density: String(Fraction.of(steps.length, floor.open.length)),
      shortest_path: { min: steps[0], median: steps[Math.ceil(steps.length / 2) - 1], max: steps[steps.length - 1] },
      exit_capacity: this.closing.reduce((a, b) => a + b, 0),
      exit_fire_step: burning <= scenario.horizon ? burning : null,
    };
  }
}

/**
 * The scenarios of a configuration and a batch, one by one, in the order of PCK-11.6.
 *
 * @returns {Generator<{document: object, family: string, number: number, proxies: object}>}
 * @throws {Refusal} `no_such_scenario`, at the family's parameters in generation.json
 */
export function* generated(config, batch) {
  const digest = digestOf(config);
  for (const [place, { family, count, parameters }] of config.families.entries()) {
    for (let number = 0; number < count; number++) {
      const draws = new Draws(streamOf(batch, `generator/${digest}/${family}/${number}`));
      const worst = firstUsable(family, number, parameters, draws);
      if (!worst) throw new Refusal("pack", "no_such_scenario", `/config/families/${place}/parameters`);
      yield { document: worst.document, family, number, proxies: worst.proxies() };
    }
  }
}

function firstUsable(family, number, parameters, draws) {
  for (let i = 0; i < DRAFTS; i++) {
    const made = draft(family, number, parameters, draws);
    const worst = made && new WorstCase(made);
    if (worst?.usable(family)) return Object.assign(worst, { document: made.document });
  }
  return null;
}
