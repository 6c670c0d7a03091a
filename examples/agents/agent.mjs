// Everybody walks the shortest way to an exit, around walls and around what burns now. In some twenty lines.
import { createInterface } from "node:readline";

const STEPS = { north: [-1, 0], south: [1, 0], west: [0, -1], east: [0, 1] };

for await (const line of createInterface({ input: process.stdin })) {
  const { map, exits, people, burning } = JSON.parse(line);
  const blocked = new Set([...map.walls, ...burning].map(String));
  // Backwards from the exits: the first way that reaches a cell is a shortest one.
  const queue = exits.map((exit) => exit.position).filter((cell) => !blocked.has(String(cell)));
  const way = new Map(queue.map((cell) => [String(cell), "stay"]));
  for (const [row, col] of queue) {
    for (const [direction, [down, right]] of Object.entries(STEPS)) {
      const cell = [row - down, col - right];
      const inside = cell[0] >= 0 && cell[0] < map.rows && cell[1] >= 0 && cell[1] < map.cols;
      if (!inside || blocked.has(String(cell)) || way.has(String(cell))) continue;
      way.set(String(cell), direction);
      queue.push(cell);
    }
  }
  const active = people.filter((person) => person.status === "active");
  const actions = Object.fromEntries(active.map(({ id, position }) => [id, way.get(String(position)) ?? "stay"]));
  process.stdout.write(JSON.stringify({ actions }) + "\n");
}
