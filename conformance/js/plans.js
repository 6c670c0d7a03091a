/** Floor plans of the generator (PCK-11.3, PCK-11.5): walls all round, and exits in them. */

/** Draws of one scenario (PCK-11.3). */
export class Draws {
  /** @param {import("./rng.js").Stream} stream */
  constructor(stream) {
    this.stream = stream;
  }

  below(n) {
    return this.stream.below(n);
  }

  range([low, high]) {
    return low + this.below(high - low + 1);
  }

  choice(values) {
    return values[this.below(values.length)];
  }

  /** k items: take the one drawn, put the last in its place, drop the last. */
  sample(items, k) {
    const left = items.slice();
    const taken = [];
    while (taken.length < k && left.length > 0) {
      const i = this.below(left.length);
      taken.push(left[i]);
      left[i] = left[left.length - 1];
      left.pop();
    }
    return taken;
  }
}

/** A plan: its size, which cells are walls, and its exits in the order in which they were made. */
class Plan {
  constructor(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.wall = new Uint8Array(rows * cols);
    this.exits = [];
    this.walls((row, col) => row === 0 || col === 0 || row === rows - 1 || col === cols - 1);
  }

  walls(rule) {
    for (let row = 0; row < this.rows; row++) {
      for (let col = 0; col < this.cols; col++) if (rule(row, col)) this.wall[row * this.cols + col] = 1;
    }
  }

  open(row, col) {
    this.wall[row * this.cols + col] = 0;
  }

  exit([row, col]) {
    this.open(row, col);
    this.exits.push([row, col]);
  }

  /** The cells of the four sides in rising order, each with the cell in front of it; corners have none. */
  sides() {
    const { rows, cols } = this;
    const along = (count, make) => Array.from({ length: count - 2 }, (_, i) => make(i + 1));
    return [
      along(cols, (col) => ({ cell: [0, col], front: [1, col] })),
      along(cols, (col) => ({ cell: [rows - 1, col], front: [rows - 2, col] })),
      along(rows, (row) => ({ cell: [row, 0], front: [row, 1] })),
      along(rows, (row) => ({ cell: [row, cols - 1], front: [row, cols - 2] })),
    ];
  }

  /** The exits of every plan but the corridor. */
  drawExits(draws, parameters) {
    const order = draws.sample(this.sides(), 4);
    const count = draws.range(parameters.exits);
    for (let i = 0; i < count; i++) {
      const isWall = ([row, col]) => this.wall[row * this.cols + col] === 1;
      const free = order[i % 4].filter(({ cell, front }) => isWall(cell) && !isWall(front));
      for (const { cell } of draws.sample(free, 1)) this.exit(cell);
    }
    return this;
  }
}

function openHall(draws, parameters) {
  const rows = draws.range(parameters.rows);
  return new Plan(rows, draws.range(parameters.cols));
}

function pillaredHall(draws, parameters) {
  const plan = openHall(draws, parameters);
  const share = draws.range(parameters.pillars);
  const inside = Array.from(plan.wall.keys()).filter((cell) => !plan.wall[cell]);
  for (const cell of draws.sample(inside, Math.floor((share * inside.length) / 100))) plan.wall[cell] = 1;
  return plan;
}

function corridor(draws, parameters) {
  const depth = Math.floor((draws.range(parameters.rows) - 3) / 2);
  const width = draws.range(parameters.room);
  const rooms = Math.max(1, Math.floor((draws.range(parameters.cols) - 1) / (width + 1)));
  const plan = new Plan(2 * depth + 3, rooms * (width + 1) + 1);
  const middle = depth + 1;
  plan.walls((row, col) => row !== middle && (Math.abs(row - middle) === 1 || col % (width + 1) === 0));
  for (const row of [middle - 1, middle + 1]) {
    for (let room = 0; room < rooms; room++) plan.open(row, room * (width + 1) + 1 + draws.below(width));
  }
  const ends = [
    [middle, 0],
    [middle, plan.cols - 1],
  ];
  for (const cell of draws.sample(ends, draws.range(parameters.exits))) plan.exit(cell);
  return plan;
}

function rooms(draws, parameters) {
  const height = draws.range(parameters.room);
  const width = draws.range(parameters.room);
  const down = Math.max(1, Math.floor((draws.range(parameters.rows) - 1) / (height + 1)));
  const across = Math.max(1, Math.floor((draws.range(parameters.cols) - 1) / (width + 1)));
  const plan = new Plan(down * (height + 1) + 1, across * (width + 1) + 1);
  plan.walls((row, col) => row % (height + 1) === 0 || col % (width + 1) === 0);
  const joined = Array.from({ length: down * across }, (_, room) => room);
  const root = (room) => (joined[room] === room ? room : root(joined[room]));
  const pairs = neighbours(down, across);
  for (const { room, other } of draws.sample(pairs, pairs.length)) {
    const [a, b] = [root(room), root(other)];
    if (a === b && draws.below(4) !== 0) continue;
    joined[a] = b;
    const top = Math.floor(room / across) * (height + 1);
    const left = (room % across) * (width + 1);
    if (other === room + 1 && across > 1) plan.open(top + 1 + draws.below(height), left + width + 1);
    else plan.open(top + height + 1, left + 1 + draws.below(width));
  }
  return plan;
}

/** Pairs of neighbouring rooms: each with the one below, then each with the one to the east. */
function neighbours(down, across) {
  const all = Array.from({ length: down * across }, (_, room) => room);
  const above = all.filter((room) => room + across < all.length).map((room) => ({ room, other: room + across }));
  const west = all.filter((room) => (room + 1) % across !== 0).map((room) => ({ room, other: room + 1 }));
  return [...above, ...west];
}

function office(draws, parameters) {
  const height = draws.range(parameters.block);
  const width = draws.range(parameters.block);
  const down = Math.max(1, Math.floor((draws.range(parameters.rows) - 3) / (height + 1)));
  const across = Math.max(1, Math.floor((draws.range(parameters.cols) - 3) / (width + 1)));
  const plan = new Plan(down * (height + 1) + 3, across * (width + 1) + 3);
  plan.walls((row, col) => row > 0 && col > 0 && (row - 1) % (height + 1) !== 0 && (col - 1) % (width + 1) !== 0);
  return plan;
}

const INSIDES = { open_hall: openHall, pillared_hall: pillaredHall, rooms, office };

/** Draws a plan, its exits last (PCK-11.5). */
export function drawPlan(name, draws, parameters) {
  return name === "corridor"
    ? corridor(draws, parameters)
    : INSIDES[name](draws, parameters).drawExits(draws, parameters);
}
