/** Cells of the grid as numbers: row * cols + col, so that their order is row-major (SIM-1). */

/** The directions, by number (SIM-1.2). */
export const DIRECTIONS = ["stay", "north", "south", "west", "east"];
export const STAY = 0;
const ROW_STEP = [0, -1, 1, 0, 0];
const COL_STEP = [0, 0, 0, -1, 1];
/** Direction numbers in the row-major order of the cells that they lead to (SIM-1.3). */
const NEIGHBOUR_ORDER = [1, 3, 4, 2];
export const NOT_THERE = -1;
export const NEVER = 0x7fffffff;

/** A grid: its size, walls, and for each cell the cells around it. */
export class Grid {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {Iterable<[number, number]>} walls
   */
  constructor(rows, cols, walls) {
    this.rows = rows;
    this.cols = cols;
    this.size = rows * cols;
    this.wall = new Uint8Array(this.size);
    for (const [row, col] of walls) this.wall[row * cols + col] = 1;
    this.step = DIRECTIONS.map((_, direction) => this.stepsOf(direction));
    this.positions = null;
  }

  /** For each cell the one that a direction leads to, -1 off the grid. */
  stepsOf(direction) {
    const to = new Int32Array(this.size);
    for (let row = 0, cell = 0; row < this.rows; row++) {
      for (let col = 0; col < this.cols; col++, cell++) {
        const r = row + ROW_STEP[direction];
        const c = col + COL_STEP[direction];
        const inside = r >= 0 && r < this.rows && c >= 0 && c < this.cols;
        to[cell] = inside ? r * this.cols + c : NOT_THERE;
      }
    }
    return to;
  }

  /** For each cell its four neighbours in row-major order, -1 for those off the grid or walls (SIM-1.3). */
  get around() {
    if (!this.cachedAround) {
      const around = new Int32Array(this.size * 4).fill(NOT_THERE);
      for (let cell = 0; cell < this.size; cell++) {
        NEIGHBOUR_ORDER.forEach((direction, place) => {
          const other = this.step[direction][cell];
          if (other >= 0 && !this.wall[other]) around[cell * 4 + place] = other;
        });
      }
      this.cachedAround = around;
    }
    return this.cachedAround;
  }

  cell([row, col]) {
    return row * this.cols + col;
  }

  /** The position `[row, col]` of a cell (SIM-1.1); one array per cell, which nobody changes. */
  position(cell) {
    this.positions ??= Array.from({ length: this.size }, (_, c) => [Math.floor(c / this.cols), c % this.cols]);
    return this.positions[cell];
  }

  /**
   * The fewest moves from every cell to the nearest of some cells over open cells that `blocked` does not hold; NEVER
   * where there is no path.
   */
  distances(targets, blocked) {
    const distance = new Int32Array(this.size).fill(NEVER);
    const queue = new Int32Array(this.size);
    const around = this.around;
    let filled = 0;
    for (const cell of targets) {
      if (distance[cell] === 0) continue;
      distance[cell] = 0;
      queue[filled++] = cell;
    }
    for (let at = 0; at < filled; at++) {
      const cell = queue[at];
      for (let k = cell * 4; k < cell * 4 + 4; k++) {
        const next = around[k];
        if (next < 0 || distance[next] !== NEVER || (blocked && blocked[next])) continue;
        distance[next] = distance[cell] + 1;
        queue[filled++] = next;
      }
    }
    return distance;
  }
}
