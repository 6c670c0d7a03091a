/** What everybody without an order does in a game. It sees what a model sees: the building, the people, the fire. */

import { NEVER, STAY } from "./engine.js";

export const CROWDS = [
  ["exit", "walk to the nearest exit"],
  ["around", "walk around the fire to an exit"],
  ["stay", "stay"],
];

/** The direction numbers of everybody active, as the crowd would have it. */
export function crowdActions(run, kind) {
  const actions = new Uint8Array(run.everybody).fill(STAY);
  if (kind === "stay") return actions;
  const { grid, exitCells } = run.scenario;
  const burns = new Uint8Array(grid.size);
  if (kind === "around") for (const cell of run.now.burning) burns[cell] = 1;
  const open = exitCells.filter((cell) => !burns[cell]);
  const distance = grid.distances(open, burns);
  for (const i of run.now.active) actions[i] = downhill(grid, distance, run.now.cells[i]);
  return actions;
}

/** The first direction that leads nearer to an exit, or to stay. */
function downhill(grid, distance, cell) {
  for (let number = 1; number < grid.step.length; number++) {
    const next = grid.step[number][cell];
    if (next >= 0 && distance[next] !== NEVER && distance[next] < distance[cell]) return number;
  }
  return STAY;
}
