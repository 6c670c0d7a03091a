/** What no model sees: the danger zone, who is trapped, and how long an escape takes at least, L(x, t) - t. */

import { NEVER, dangerSince, referencesOf } from "./engine.js";

/** The privileged overlays of one run. */
export class Overlays {
  /** @param {import("../../conformance/js/phases.js").Run} run */
  constructor(run) {
    this.shown = { danger: false, trapped: false, references: false };
    this.heat = document.createElement("canvas");
    this.follow(run);
  }

  /** Takes another run of the same scenario. */
  follow(run) {
    this.run = run;
    this.dangerTime = -1;
    if (run.seed !== this.references?.seed) this.references = null;
  }

  /** The references of the scenario and seed, worked out once, when they are first wanted. */
  known() {
    if (!this.references) {
      this.references = referencesOf(this.run.scenario, this.run.seed);
      this.references.seed = this.run.seed;
    }
    return this.references;
  }

  under(board, t) {
    if (this.shown.references) this.drawHeat(board, t);
    if (this.shown.danger) board.fill(this.dangerCells(t), board.texture.danger);
  }

  over(board, view) {
    if (this.shown.trapped) this.drawTrapped(board, view);
  }

  /** The danger zone in a snapshot: open cells up to two away from one that burns (SCO-3.5). */
  dangerCells(t) {
    const { scenario, fire, time } = this.run;
    if (this.dangerTime !== time) {
      this.danger = dangerSince(scenario.grid, fire.since);
      this.dangerTime = time;
    }
    const cells = [];
    for (let cell = 0; cell < this.danger.length; cell++) {
      if (this.danger[cell] <= t && fire.since[cell] > t && !scenario.grid.wall[cell]) cells.push(cell);
    }
    return cells;
  }

  /** Each cell darker, the longer an escape from it takes; hatched where there is none (SCO-3.1). */
  drawHeat(board, t) {
    const { grid } = this.run.scenario;
    const references = this.known();
    const open = (cell) => !grid.wall[cell] && references.since[cell] > t;
    const steps = Int32Array.from({ length: grid.size }, (_, cell) => (open(cell) ? references.stepsFrom(cell, t) : -1));
    const hopeless = [];
    let most = 1;
    steps.forEach((value, cell) => {
      if (value === NEVER) hopeless.push(cell);
      else if (value > most) most = value;
    });
    this.paintHeat(board, steps, most);
    const { canvas, context } = board;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.heat, 0, 0, canvas.width, canvas.height);
    board.fill(hopeless, board.texture.hopeless);
  }

  /** One pixel for each cell, the more opaque, the more steps. */
  paintHeat(board, steps, most) {
    const { rows, cols } = this.run.scenario.grid;
    this.heat.width = cols;
    this.heat.height = rows;
    const small = this.heat.getContext("2d");
    const image = small.createImageData(cols, rows);
    steps.forEach((value, cell) => {
      image.data[4 * cell + 3] = value < 0 || value === NEVER ? 0 : 20 + Math.round((160 * value) / most);
    });
    small.putImageData(image, 0, 0);
    small.globalCompositeOperation = "source-in";
    small.fillStyle = board.colour.heat;
    small.fillRect(0, 0, cols, rows);
  }

  /** A diamond around everybody who has no way to an exit that does not burn (SIM-8.1). */
  drawTrapped(board, view) {
    const { context, cell: side } = board;
    const reach = Math.max(side * 0.62, 6 * board.unit);
    context.beginPath();
    for (const i of this.run.snapshots[view.t].trapped) {
      const [x, y] = board.at(i, view);
      context.moveTo(x, y - reach);
      context.lineTo(x + reach, y);
      context.lineTo(x, y + reach);
      context.lineTo(x - reach, y);
      context.closePath();
    }
    for (const [colour, width] of [
      [board.colour.edge, 4],
      [board.colour.hopeless, 2],
    ]) {
      context.strokeStyle = colour;
      context.lineWidth = width * board.unit;
      context.stroke();
    }
  }

  /** What the references say about a cell, in words; "" while they are not shown. */
  words(cell, t) {
    if (!this.shown.references) return "";
    const steps = this.known().stepsFrom(cell, t);
    if (steps === NEVER) return "alone, no way out from here any more";
    return `alone, out at step ${t + steps} at the earliest (L, ${steps} from now)`;
  }
}
