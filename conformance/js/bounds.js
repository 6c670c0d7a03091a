/** Q_exit and Q_cut: how fast a crowd can leave at best (SCO-4.2.1 to SCO-4.2.3). */

import { NEVER } from "./grid.js";
import { Refusal } from "./refusal.js";

/**
 * The sum of the finish steps of the list schedule (SCO-4.2.2).
 *
 * @param {number[]} releases the release steps of the jobs
 * @param {(step: number) => number} capacity how many jobs a step finishes
 * @param {number} horizon the last step
 * @throws {Refusal} `capacity_exceeded` where not all are finished in time
 */
function listSchedule(releases, capacity, horizon) {
  const sorted = releases.slice().sort((a, b) => a - b);
  let done = 0;
  let released = 0;
  let sum = 0;
  for (let step = 1; step <= horizon && done < sorted.length; step++) {
    while (released < sorted.length && sorted[released] <= step) released++;
    const finished = Math.min(released - done, capacity(step));
    done += finished;
    sum += finished * step;
  }
  if (done < sorted.length) throw new Refusal("score", "capacity_exceeded");
  return sum;
}

/**
 * sum(L_i), Q_exit and Q_cut of some evacuees.
 *
 * @param {import("./references.js").References} references
 * @param {number[]} evacuees people by number
 * @throws {Refusal} `evacuee_not_savable`, then `capacity_exceeded`
 */
export function boundsOf(references, evacuees) {
  const { scenario } = references;
  const earliest = evacuees.map((i) => references.earliest(scenario.starts[i], 0));
  if (earliest.includes(NEVER)) throw new Refusal("score", "evacuee_not_savable");
  const sumL = earliest.reduce((a, b) => a + b, 0);
  const exitSince = Array.from(scenario.exitCells, (cell) => references.since[cell]);
  const qExit = listSchedule(earliest, counter(exitSince), scenario.horizon);
  return { sum_l: sumL, q_exit: qExit, q_cut: Math.max(qExit, bestCut(references, evacuees, earliest, sumL)) };
}

/** How many of some cells do not burn at the start of a step, given the snapshots in which each begins to burn. */
function counter(since) {
  const sorted = since.slice().sort((a, b) => a - b);
  let gone = 0;
  let last = 0;
  return (step) => {
    if (step < last) gone = 0;
    last = step;
    while (gone < sorted.length && sorted[gone] < step) gone++;
    return sorted.length - gone;
  };
}

/** The greatest bound of all thresholds (SCO-4.2.3). */
function bestCut(references, evacuees, earliest, sumL) {
  const { grid, exitCells, starts } = references.scenario;
  const distance = grid.distances(exitCells);
  const deepest = evacuees.reduce((most, i) => Math.max(most, distance[starts[i]]), 0);
  const arrivals = new Map();
  const arrivalsOf = (start) => {
    if (!arrivals.has(start)) arrivals.set(start, references.arrivals(start));
    return arrivals.get(start);
  };
  let best = 0;
  for (let d = 1; d < deepest; d++) {
    const groups = groupsOf(grid, distance, d);
    const members = new Map();
    evacuees.forEach((i, place) => {
      const group = distance[starts[i]] > d ? groups.of(starts[i]) : null;
      if (group) members.set(group, [...(members.get(group) ?? []), place]);
    });
    let bound = sumL;
    for (const [group, places] of members) {
      const jobs = places.map((place) => crossing(references, group.cut, arrivalsOf(starts[evacuees[place]])));
      bound += groupGain(
        references,
        group,
        jobs,
        places.map((place) => earliest[place]),
      );
    }
    best = Math.max(best, bound);
  }
  return best;
}

/** By how much a group's bound exceeds the sum of its L_i (SCO-4.2.3, 4 and 5). */
function groupGain(references, group, jobs, earliest) {
  // A cell counts in step s where it burns neither at snapshot s - 1 nor at snapshot s.
  const capacity = counter(
    group.cut.map((cell) => (references.since[cell] === NEVER ? NEVER : references.since[cell] - 1)),
  );
  const { horizon } = references.scenario;
  const entries = listSchedule(
    jobs.map((job) => job.release),
    capacity,
    horizon,
  );
  const rest = jobs.reduce((sum, job) => sum + job.rest, 0);
  return Math.max(0, entries + rest - earliest.reduce((a, b) => a + b, 0));
}

/**
 * r_i and q_i of a person (SCO-4.2.3, 3): the earliest snapshot on a cut cell with an escape from there, and the fewest
 * steps from any cut cell. Later visits need no look, since an escape never gets shorter.
 */
function crossing(references, cut, arrival) {
  let release = NEVER;
  let rest = NEVER;
  for (const cell of cut) {
    const t = arrival[cell];
    const steps = t === NEVER ? NEVER : references.stepsFrom(cell, t);
    if (steps === NEVER) continue;
    release = Math.min(release, t);
    rest = Math.min(rest, steps);
  }
  return { release, rest };
}

/** The groups of components beyond a threshold, with the union of their cuts (SCO-4.2.3, 1 and 2). */
function groupsOf(grid, distance, d) {
  const component = new Int32Array(grid.size).fill(-1);
  const parents = [];
  const find = (c) => {
    while (parents[c] !== c) c = parents[c] = parents[parents[c]];
    return c;
  };
  const beyond = (cell) => cell >= 0 && distance[cell] > d && distance[cell] !== NEVER;
  for (let cell = 0; cell < grid.size; cell++) {
    if (!beyond(cell) || component[cell] >= 0) continue;
    fill(grid, component, cell, parents.length, beyond);
    parents.push(parents.length);
  }
  const cuts = cutCells(grid, distance, d, component, parents, find);
  return { of: (cell) => cuts.get(find(component[cell])) };
}

/** Marks one connected component. */
function fill(grid, component, start, number, inside) {
  const queue = [start];
  component[start] = number;
  for (let at = 0; at < queue.length; at++) {
    for (let k = queue[at] * 4; k < queue[at] * 4 + 4; k++) {
      const next = grid.around[k];
      if (!inside(next) || component[next] >= 0) continue;
      component[next] = number;
      queue.push(next);
    }
  }
}

/** Joins components that share a cut cell; the cut of each group. */
function cutCells(grid, distance, d, component, parents, find) {
  const owner = new Map();
  for (let cell = 0; cell < grid.size; cell++) {
    if (distance[cell] !== d) continue;
    for (let k = cell * 4; k < cell * 4 + 4; k++) {
      const next = grid.around[k];
      if (next < 0 || component[next] < 0) continue;
      if (owner.has(cell)) parents[find(component[next])] = find(owner.get(cell));
      else owner.set(cell, component[next]);
    }
  }
  const cuts = new Map();
  for (const [cell, number] of owner) {
    const root = find(number);
    if (!cuts.has(root)) cuts.set(root, { cut: [] });
    cuts.get(root).cut.push(cell);
  }
  return cuts;
}
