/** The danger zone and the distance from the fire (SCO-3.5). */

import { NEVER } from "./grid.js";

/** The farthest danger: Manhattan distances 1 and 2 (SCO-3.5). */
const RADIUS = 2;

/**
 * For each cell the first snapshot in which it is at most two away from a burning cell, walls aside, or NEVER. A cell
 * that does not burn is in the danger zone from then on.
 *
 * @param {import("./grid.js").Grid} grid
 * @param {Int32Array} since for each cell the first snapshot in which it burns, or NEVER
 */
export function dangerSince(grid, since) {
  const danger = new Int32Array(grid.size).fill(NEVER);
  const { rows, cols } = grid;
  for (let cell = 0; cell < grid.size; cell++) {
    if (since[cell] === NEVER) continue;
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    for (let r = Math.max(0, row - RADIUS); r <= Math.min(rows - 1, row + RADIUS); r++) {
      const width = RADIUS - Math.abs(r - row);
      for (let c = Math.max(0, col - width); c <= Math.min(cols - 1, col + width); c++) {
        const other = r * cols + c;
        if (since[cell] < danger[other]) danger[other] = since[cell];
      }
    }
  }
  return danger;
}

/** The Manhattan distance of every cell from the nearest burning one, walls aside, or NEVER (MET-1.6). */
export function fireDistances(grid, burning) {
  const { rows, cols, size } = grid;
  const distance = new Int32Array(size).fill(NEVER);
  for (const cell of burning) distance[cell] = 0;
  const near = (cell, other) => {
    if (distance[other] !== NEVER && distance[other] + 1 < distance[cell]) distance[cell] = distance[other] + 1;
  };
  for (let cell = 0; cell < size; cell++) {
    if (cell >= cols) near(cell, cell - cols);
    if (cell % cols > 0) near(cell, cell - 1);
  }
  for (let cell = size - 1; cell >= 0; cell--) {
    if (cell < (rows - 1) * cols) near(cell, cell + cols);
    if (cell % cols < cols - 1) near(cell, cell + 1);
  }
  return distance;
}
