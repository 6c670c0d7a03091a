/** Episode metrics and crowd diagnostics of a run (MET-1, MET-2). */

import { NEVER, STAY } from "./grid.js";
import { dangerSince, fireDistances } from "./hazard.js";
import { CYCLE, MOVED, OCCUPIED, OUTCOMES } from "./movement.js";
import { CASUALTY, EVACUATED } from "./phases.js";

/** The metrics of a whole run (MET-1.1). */
export function metricsOf(run) {
  const { scenario, steps } = run;
  const evacuations = steps.flatMap((step, k) => step.evacuations.map((event) => ({ ...event, step: k + 1 })));
  const { status } = run.now;
  const evacuated = status.filter((s) => s === EVACUATED).length;
  const dead = status.filter((s) => s === CASUALTY).length;
  const least = leastFireDistance(run);
  return {
    people: run.everybody,
    evacuated,
    stranded: run.everybody - evacuated - dead,
    steps: steps.length,
    evacuation_steps: sum(evacuations, (event) => event.step),
    danger_states: dangerStates(run),
    cells_moved: sum(evacuations, ({ person }) => changesOf(run, person)),
    static_shortest_paths: staticPaths(scenario, evacuations),
    trapped_states: sum(run.snapshots, (snapshot) => snapshot.trapped.length),
    casualties: casualties(steps),
    movements: movements(steps),
    least_fire_distance: least === NEVER ? null : least,
    exit_evacuations: perExit(scenario, evacuations),
    crowd: crowdOf(run, evacuations),
  };
}

function sum(items, value) {
  return items.reduce((total, item) => total + value(item), 0);
}

function casualties(steps) {
  const counts = { entered_fire: 0, fire_spread: 0 };
  for (const step of steps) for (const { cause } of step.casualties) counts[cause] += 1;
  return counts;
}

/** MET-1.4. */
function movements(steps) {
  const counts = new Array(OUTCOMES.length).fill(0);
  for (const { movers, outcomes } of steps) for (const i of movers) counts[outcomes[i]] += 1;
  return Object.fromEntries(OUTCOMES.map((name, number) => [name, counts[number]]));
}

/** MET-1.5. */
function dangerStates(run) {
  const danger = dangerSince(run.scenario.grid, run.fire.since);
  return sum(
    run.snapshots.map((snapshot, t) => ({ snapshot, t })),
    ({ snapshot, t }) => snapshot.active.filter((i) => danger[snapshot.cells[i]] <= t).length,
  );
}

/** MET-1.6. */
function leastFireDistance(run) {
  let least = NEVER;
  let burning = null;
  let distances = null;
  for (const snapshot of run.snapshots) {
    if (snapshot.active.length === 0 || snapshot.burning.length === 0) continue;
    if (snapshot.burning !== burning) distances = fireDistances(run.scenario.grid, snapshot.burning);
    burning = snapshot.burning;
    for (const i of snapshot.active) least = Math.min(least, distances[snapshot.cells[i]]);
  }
  return least;
}

/** How often a person changed its cell (MET-1.7). */
function changesOf(run, person) {
  return sum(run.steps, ({ outcomes, movers }) => (outcomes[person] === MOVED && has(movers, person) ? 1 : 0));
}

/** Whether an ascending array has a number. */
function has(numbers, wanted) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted;
}

function staticPaths(scenario, evacuations) {
  const distances = scenario.grid.distances(scenario.exitCells);
  return sum(evacuations, ({ person }) => distances[scenario.starts[person]]);
}

/** MET-1.9. */
function perExit(scenario, evacuations) {
  const counts = new Map(scenario.exitIds.map((id) => [id, 0]));
  for (const { exit } of evacuations) counts.set(scenario.exitIds[exit], counts.get(scenario.exitIds[exit]) + 1);
  return counts;
}

/** MET-2. */
function crowdOf(run, evacuations) {
  let attempts = 0;
  let blocked = 0;
  for (const { movers, actions, outcomes } of run.steps) {
    for (const i of movers) {
      if (actions[i] !== STAY) attempts += 1;
      if (outcomes[i] >= OCCUPIED && outcomes[i] <= CYCLE) blocked += 1;
    }
  }
  return {
    attempts,
    blocked,
    ...contested(run),
    exit_evacuations: evacuations.length,
    exit_steps: exitSteps(evacuations),
  };
}

/** MET-2.2. */
function contested(run) {
  const hot = new Set();
  let total = 0;
  let peak = 0;
  for (const { movers, targets } of run.steps) {
    const wanted = new Set();
    const twice = new Set();
    for (const i of movers) {
      if (targets[i] < 0) continue;
      if (wanted.has(targets[i])) twice.add(targets[i]);
      wanted.add(targets[i]);
    }
    total += twice.size;
    peak = Math.max(peak, twice.size);
    for (const cell of twice) hot.add(cell);
  }
  return { contested: total, hotspots: hot.size, peak };
}

/** MET-2.3. */
function exitSteps(evacuations) {
  const windows = new Map();
  for (const { exit, step } of evacuations) {
    const first = windows.has(exit) ? windows.get(exit).first : step;
    windows.set(exit, { first, last: step });
  }
  return sum([...windows.values()], ({ first, last }) => last - first + 1);
}
