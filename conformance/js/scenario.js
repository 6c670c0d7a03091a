/** The scenario (SIM-2): read, checked for its meaning (ENC-5.6), and made ready for the simulator. */

import { threshold } from "./bernoulli.js";
import { digestOf } from "./canonical.js";
import { scenarioShape } from "./documents.js";
import { Grid, NOT_THERE } from "./grid.js";
import { placeOf } from "./reader.js";
import { Refusal, pointerOf } from "./refusal.js";
import { readShape } from "./shape.js";

const MOST = 134217728;
/** The order in which one value's faults are told (ENC-5.6). */
const CODES = [
  "repeated",
  "not_sorted",
  "off_grid",
  "on_wall",
  "occupied",
  "on_ignition",
  "exit_not_flammable",
  "too_much",
];

/** A scenario that obeys every rule of SIM-2: its document, its hash, and what the phases need of it in numbers. */
export class Scenario {
  constructor(document) {
    this.document = document;
    this.id = document.scenario_id;
    this.grid = new Grid(document.map.rows, document.map.cols, document.map.walls);
    this.horizon = document.termination.max_steps;
    this.enterFire = document.movement.enter_fire;
    this.personIds = document.people.map((person) => person.id);
    this.starts = Int32Array.from(document.people, (person) => this.grid.cell(person.position));
    this.exitIds = document.exits.map((exit) => exit.id);
    this.exitCells = Int32Array.from(document.exits, (exit) => this.grid.cell(exit.position));
    this.exitAt = new Int32Array(this.grid.size).fill(NOT_THERE);
    this.exitCells.forEach((cell, exit) => {
      this.exitAt[cell] = exit;
    });
    const fire = document.fire;
    this.ignition = Int32Array.from(fire.ignition, (position) => this.grid.cell(position));
    this.interval = fire.spread_interval;
    this.stochastic = fire.model === "stochastic";
    this.threshold = this.stochastic ? threshold(fire.spread_probability) : 0;
    this.exitsFlammable = fire.exits_flammable;
  }

  /** The scenario hash (SIM-2.24). */
  get hash() {
    this.cachedHash ??= digestOf(this.document);
    return this.cachedHash;
  }
}

/**
 * Reads a scenario strictly: syntax, shape, meaning (ENC-5.1).
 *
 * @param {Uint8Array|string} source
 * @returns {Scenario}
 * @throws {Refusal}
 */
export function readScenario(source) {
  const { value, text } = readShape(source, scenarioShape);
  const faults = new Meaning(value).faults();
  if (faults.length > 0) refuseFirst(text, faults, CODES);
  return new Scenario(value);
}

/** Refuses at the fault that begins first in the text; of one value's, by the order of the codes (ENC-5.2). */
export function refuseFirst(text, faults, codes) {
  const placed = faults.map(([code, ...path]) => ({ code, path, at: placeOf(text, path) }));
  placed.sort((a, b) => a.at - b.at || codes.indexOf(a.code) - codes.indexOf(b.code));
  throw new Refusal("meaning", placed[0].code, pointerOf(placed[0].path));
}

/** The faults of one list: what repeats, or belongs before what stands in front of it (SIM-2.18, SIM-2.19). */
export class Sorted {
  constructor(compare, key) {
    this.compare = compare;
    this.key = key;
    this.seen = new Set();
    this.last = undefined;
  }

  /** The code of the next value's fault, or null. */
  fault(value) {
    const key = this.key(value);
    const disordered = this.last !== undefined && this.compare(value, this.last) < 0;
    const code = this.seen.has(key) ? "repeated" : disordered ? "not_sorted" : null;
    this.seen.add(key);
    this.last = value;
    return code;
  }
}

export function compareIds(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

const comparePositions = (a, b) => a[0] - b[0] || a[1] - b[1];
const sortedIds = () => new Sorted(compareIds, (id) => id);
const sortedCells = () => new Sorted(comparePositions, (position) => position.join());

/** What is wrong with the values of a scenario together. */
class Meaning {
  constructor(document) {
    this.document = document;
    this.rows = document.map.rows;
    this.cols = document.map.cols;
    this.walls = this.cellSet(document.map.walls);
    this.exits = this.cellSet(document.exits.map((exit) => exit.position));
    this.ignition = this.cellSet(document.fire.ignition);
  }

  onGrid([row, col]) {
    return row < this.rows && col < this.cols;
  }

  cell([row, col]) {
    return row * this.cols + col;
  }

  cellSet(positions) {
    return new Set(positions.filter((position) => this.onGrid(position)).map((position) => this.cell(position)));
  }

  /** At least the first fault in document order, as [code, ...path]; each list is left at its first faulty element. */
  faults() {
    const { document } = this;
    const size = this.rows * this.cols * (document.termination.max_steps + 1);
    return [
      ...this.inList(
        ["map", "walls"],
        document.map.walls,
        this.cells(() => null),
      ),
      ...this.inList(
        ["exits"],
        document.exits,
        this.placed(() => null),
      ),
      ...this.inList(
        ["people"],
        document.people,
        this.placed((cell) => this.personFault(cell)),
      ),
      ...this.inList(
        ["fire", "ignition"],
        document.fire.ignition,
        this.cells((cell) => this.ignitionFault(cell)),
      ),
      ...(size > MOST ? [["too_much", "termination", "max_steps"]] : []),
    ];
  }

  inList(path, values, faultsOf) {
    for (let i = 0; i < values.length; i++) {
      const found = faultsOf(values[i]);
      if (found.length > 0) return found.map(([code, ...below]) => [code, ...path, i, ...below]);
    }
    return [];
  }

  cells(more) {
    const order = sortedCells();
    return (position) => {
      const code = order.fault(position) ?? (this.onGrid(position) ? more(this.cell(position)) : "off_grid");
      return code ? [[code]] : [];
    };
  }

  placed(more) {
    const order = sortedIds();
    const taken = new Set();
    return ({ id, position }) => {
      const faults = [];
      const disorder = order.fault(id);
      if (disorder) faults.push([disorder, "id"]);
      const code = this.onGrid(position) ? this.placeFault(this.cell(position), taken, more) : "off_grid";
      if (code) faults.push([code, "position"]);
      return faults;
    };
  }

  placeFault(cell, taken, more) {
    if (this.walls.has(cell)) return "on_wall";
    if (taken.has(cell)) return "occupied";
    taken.add(cell);
    return more(cell);
  }

  personFault(cell) {
    if (this.exits.has(cell)) return "occupied";
    return this.ignition.has(cell) ? "on_ignition" : null;
  }

  ignitionFault(cell) {
    if (this.walls.has(cell)) return "on_wall";
    return this.exits.has(cell) && !this.document.fire.exits_flammable ? "exit_not_flammable" : null;
  }
}
