/** A run on a canvas: the building, the fire, the people and their trails. */

import { CASUALTY, DIRECTIONS, EVACUATED, NEVER } from "./engine.js";
import { BLOCKED } from "./history.js";
import { colours, textures } from "./palette.js";

const TRAIL = 24;
const ROW_STEP = [0, -1, 1, 0, 0];
const COL_STEP = [0, 0, 0, -1, 1];
/** From how many of the page's pixels a cell takes a text of 14. */
const LEGIBLE = 24;

/**
 * What is to be seen of a run: snapshot `t`, a fraction `part` of the way to the next one, the person `selected` (-1:
 * nobody), `trails`, and the orders of play (a Map from people to direction numbers).
 *
 * @typedef {{t: number, part: number, selected: number, trails: boolean, orders: Map<number, number>|null}} View
 */
export class Board {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../../conformance/js/scenario.js").Scenario} scenario
   */
  constructor(canvas, scenario) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.scenario = scenario;
    this.labels = scenario.personIds.map((id, i) => /[0-9]{1,3}$/.exec(id)?.[0].replace(/^0+(?=.)/, "") ?? `${i + 1}`);
    this.cell = 0;
  }

  /** Takes a size in the page's pixels at most; a cell has a whole number of the screen's. */
  fit(width, height) {
    const { rows, cols } = this.scenario.grid;
    this.unit = window.devicePixelRatio || 1;
    this.cell = Math.max(2, Math.floor(Math.min((width * this.unit) / cols, (height * this.unit) / rows)));
    this.canvas.width = cols * this.cell;
    this.canvas.height = rows * this.cell;
    this.canvas.style.width = `${this.canvas.width / this.unit}px`;
    this.canvas.style.height = `${this.canvas.height / this.unit}px`;
    this.colour = colours();
    this.texture = textures(this.context, this.colour, this.unit);
    this.ground = this.grounded();
  }

  x(cell) {
    return (cell % this.scenario.grid.cols) * this.cell;
  }

  y(cell) {
    return Math.floor(cell / this.scenario.grid.cols) * this.cell;
  }

  /** The cell under a point of the window, or -1. */
  cellAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const { rows, cols } = this.scenario.grid;
    const col = Math.floor(((clientX - box.left) / box.width) * cols);
    const row = Math.floor(((clientY - box.top) / box.height) * rows);
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  }

  /** What never changes, drawn once. */
  grounded() {
    const ground = document.createElement("canvas");
    ground.width = this.canvas.width;
    ground.height = this.canvas.height;
    const context = ground.getContext("2d");
    const { grid } = this.scenario;
    context.fillStyle = this.colour.floor;
    context.fillRect(0, 0, ground.width, ground.height);
    if (this.cell >= 8) this.lines(context);
    context.fillStyle = this.colour.wall;
    for (let cell = 0; cell < grid.size; cell++) {
      if (grid.wall[cell]) context.fillRect(this.x(cell), this.y(cell), this.cell, this.cell);
    }
    context.fillStyle = this.colour.exit;
    for (const cell of this.scenario.exitCells) context.fillRect(this.x(cell), this.y(cell), this.cell, this.cell);
    return ground;
  }

  lines(context) {
    const { width, height } = this.canvas;
    context.strokeStyle = this.colour.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = this.cell; x < width; x += this.cell) {
      context.moveTo(x + 0.5, 0);
      context.lineTo(x + 0.5, height);
    }
    for (let y = this.cell; y < height; y += this.cell) {
      context.moveTo(0, y + 0.5);
      context.lineTo(width, y + 0.5);
    }
    context.stroke();
  }

  /**
   * Draws a view; `under` draws overlays between the fire and the people.
   *
   * @param {import("../../conformance/js/phases.js").Run} run
   * @param {View} view
   * @param {{under: (board: Board, t: number) => void, over: (board: Board, view: View) => void}} overlays
   */
  draw(run, view, overlays) {
    this.run = run;
    const { context } = this;
    const snapshot = run.snapshots[view.t];
    context.drawImage(this.ground, 0, 0);
    this.fill(snapshot.burning, this.colour.fire);
    this.fill(snapshot.burning, this.texture.flame);
    overlays.under(this, view.t);
    this.exits(view);
    if (view.trails) this.trails(view);
    if (view.selected >= 0) this.trail([view.selected], view, 0, this.colour.ring, 2.5);
    this.blocks(view);
    this.people(snapshot, view);
    overlays.over(this, view);
    if (view.orders) this.orders(snapshot, view.orders);
    if (view.selected >= 0) this.ring(view);
  }

  /** Fills some cells, in ascending order, with a colour or texture; neighbours in a row at once. */
  fill(cells, style) {
    const { context, cell: side } = this;
    const { cols } = this.scenario.grid;
    context.fillStyle = style;
    context.beginPath();
    for (let i = 0, end; i < cells.length; i = end) {
      end = i + 1;
      while (end < cells.length && cells[end] === cells[end - 1] + 1 && cells[end] % cols > 0) end++;
      context.rect(this.x(cells[i]), this.y(cells[i]), side * (end - i), side);
    }
    context.fill();
  }

  /** The exits' names, over whatever burns there; where somebody has just left, there will be a tick. */
  exits(view) {
    const { context, cell: side, scenario, unit } = this;
    const size = Math.max(14 * unit, side * 0.42);
    if (side < 12 * unit) return;
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3 * unit;
    context.lineJoin = "round";
    const left = view.t > 0 ? this.run.steps[view.t - 1].evacuations.map(({ exit }) => exit) : [];
    scenario.exitCells.forEach((cell, i) => {
      if (left.includes(i)) return;
      const whole = scenario.exitIds[i];
      const name = context.measureText(whole).width <= side ? whole : "E";
      context.strokeStyle = this.colour.exit;
      context.fillStyle = this.colour.letter;
      context.strokeText(name, this.x(cell) + side / 2, this.y(cell) + side / 2);
      context.fillText(name, this.x(cell) + side / 2, this.y(cell) + side / 2);
    });
  }

  /** Where a person is to be drawn: between two cells while the run plays. */
  at(person, view) {
    const now = this.run.snapshots[view.t].cells[person];
    const half = this.cell / 2;
    const next = view.part > 0 ? this.run.snapshots[view.t + 1].cells[person] : now;
    const mix = (a, b) => a + (b - a) * view.part + half;
    return [mix(this.x(now), this.x(next)), mix(this.y(now), this.y(next))];
  }

  trails(view) {
    this.context.globalAlpha = 0.45;
    this.trail(this.run.snapshots[view.t].active, view, view.t - TRAIL, this.colour.trail, 1.5);
    this.context.globalAlpha = 1;
  }

  /** Where some people came from, since some snapshot. */
  trail(people, view, since, colour, width) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = width * this.unit;
    context.lineJoin = "round";
    context.beginPath();
    for (const i of people) this.way(i, view, Math.max(0, since));
    context.stroke();
  }

  /** One person's way, as a part of a path. */
  way(person, view, since) {
    const { context } = this;
    const half = this.cell / 2;
    let last = -1;
    for (let t = since; t <= view.t; t++) {
      const cell = this.run.snapshots[t].cells[person];
      if (last < 0) context.moveTo(this.x(cell) + half, this.y(cell) + half);
      else if (cell !== last) context.lineTo(this.x(cell) + half, this.y(cell) + half);
      last = cell;
    }
    if (view.part > 0) context.lineTo(...this.at(person, view));
  }

  /** Moves that the last step refused: a bar across the way. */
  blocks(view) {
    if (view.t === 0 || view.part > 0 || this.cell < 8 * this.unit) return;
    const { context, cell: side } = this;
    const { movers, outcomes, actions } = this.run.steps[view.t - 1];
    const { cells } = this.run.snapshots[view.t];
    context.strokeStyle = this.colour.order;
    context.lineWidth = Math.max(2 * this.unit, side * 0.09);
    context.beginPath();
    for (const i of movers) {
      if (outcomes[i] < BLOCKED) continue;
      const [down, right] = [ROW_STEP[actions[i]], COL_STEP[actions[i]]];
      const x = this.x(cells[i]) + side / 2 + right * side * 0.47;
      const y = this.y(cells[i]) + side / 2 + down * side * 0.47;
      context.moveTo(x - down * side * 0.25, y - right * side * 0.25);
      context.lineTo(x + down * side * 0.25, y + right * side * 0.25);
    }
    context.stroke();
  }

  people(snapshot, view) {
    const { status, reason } = snapshot;
    const groups = { active: [], stranded: [], casualty: [], gone: [] };
    for (let i = 0; i < status.length; i++) {
      if (status[i] === CASUALTY) groups.casualty.push(i);
      else if (status[i] === EVACUATED) this.justLeft(i, view) && groups.gone.push(i);
      else groups[reason === null ? "active" : "stranded"].push(i);
    }
    this.marks(groups.active, view, this.colour.person, (x, y, r) => this.context.arc(x, y, r, 0, 2 * Math.PI));
    this.marks(groups.stranded, view, this.colour.stranded, (x, y, r) => this.context.rect(x - r, y - r, 2 * r, 2 * r));
    this.ticks(groups.gone, view);
    this.crosses(groups.casualty, view);
    this.numbers([...groups.active, ...groups.stranded], view);
  }

  /** Whether a person left in the last step: it is still shown on its exit. */
  justLeft(person, view) {
    return view.t > 0 && this.run.snapshots[view.t - 1].status[person] !== EVACUATED;
  }

  marks(people, view, colour, shape) {
    const { context } = this;
    const radius = this.cell * 0.38;
    context.fillStyle = colour;
    context.strokeStyle = this.colour.edge;
    context.lineWidth = Math.min(1.5 * this.unit, this.cell * 0.15);
    context.beginPath();
    for (const i of people) {
      const [x, y] = this.at(i, view);
      context.moveTo(x + radius, y);
      shape(x, y, radius);
    }
    context.fill();
    context.stroke();
  }

  /** Who has just left: a tick. */
  ticks(people, view) {
    const side = this.cell;
    this.strokes(people, view, this.colour.letter, side * 0.14, (x, y) => {
      this.context.moveTo(x - side * 0.28, y);
      this.context.lineTo(x - side * 0.08, y + side * 0.22);
      this.context.lineTo(x + side * 0.3, y - side * 0.25);
    });
  }

  /** Casualties: a cross with an edge. */
  crosses(people, view) {
    const reach = this.cell * 0.3;
    const cross = (x, y) => {
      for (const way of [1, -1]) {
        this.context.moveTo(x - reach, y - way * reach);
        this.context.lineTo(x + reach, y + way * reach);
      }
    };
    this.strokes(people, view, this.colour.edge, this.cell * 0.34, cross);
    this.strokes(people, view, this.colour.casualty, this.cell * 0.18, cross);
  }

  strokes(people, view, colour, width, path) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = "round";
    context.beginPath();
    for (const i of people) path(...this.at(i, view));
    context.stroke();
    context.lineCap = "butt";
  }

  numbers(people, view) {
    if (this.cell < LEGIBLE * this.unit) return;
    const { context } = this;
    context.font = `600 ${14 * this.unit}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = this.colour.letter;
    for (const i of people) {
      const [x, y] = this.at(i, view);
      context.fillText(this.labels[i], x, y + this.unit);
    }
  }

  /** The orders of play: an arrow for each. */
  orders(snapshot, orders) {
    const { context, cell: side } = this;
    context.strokeStyle = this.colour.order;
    context.lineWidth = Math.max(2 * this.unit, side * 0.1);
    context.beginPath();
    for (const [i, number] of orders) {
      const [down, right] = [ROW_STEP[number], COL_STEP[number]];
      const x = this.x(snapshot.cells[i]) + side / 2;
      const y = this.y(snapshot.cells[i]) + side / 2;
      if (DIRECTIONS[number] === "stay") {
        context.moveTo(x - side * 0.2, y + side * 0.42);
        context.lineTo(x + side * 0.2, y + side * 0.42);
        continue;
      }
      const tip = [x + right * side * 0.95, y + down * side * 0.95];
      context.moveTo(x + right * side * 0.42, y + down * side * 0.42);
      context.lineTo(...tip);
      for (const way of [1, -1]) {
        context.moveTo(...tip);
        context.lineTo(tip[0] - (right + way * down) * side * 0.22, tip[1] - (down + way * right) * side * 0.22);
      }
    }
    context.stroke();
  }

  ring(view) {
    const { context } = this;
    const [x, y] = this.at(view.selected, view);
    for (const [colour, width] of [
      [this.colour.edge, 5],
      [this.colour.ring, 2.5],
    ]) {
      context.strokeStyle = colour;
      context.lineWidth = width * this.unit;
      context.beginPath();
      context.arc(x, y, Math.max(this.cell * 0.52, 7 * this.unit), 0, 2 * Math.PI);
      context.stroke();
    }
  }
}

/** Who stands on a cell in a snapshot: somebody active first, then whoever ended there, or -1. */
export function personOn(snapshot, cell) {
  for (const i of snapshot.active) if (snapshot.cells[i] === cell) return i;
  return snapshot.cells.findIndex((at, i) => at === cell && snapshot.status[i] === CASUALTY);
}

/** The snapshot since which a cell burns, if it burns in snapshot t, or null. */
export function burnsSince(run, cell, t) {
  const since = run.fire.since[cell];
  return since !== NEVER && since <= t ? since : null;
}
