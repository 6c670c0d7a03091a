/** What a run shows to the scorer: loss classes, sums and route invalidations (SCO-4.1.2, SCO-4.2, SCO-9.3). */

import { boundsOf } from "./bounds.js";
import { NEVER } from "./grid.js";
import { MOVED } from "./movement.js";
import { CASUALTY, EVACUATED } from "./phases.js";

/**
 * The evidence of a whole run (SCO-9.3).
 *
 * @param {import("./phases.js").Run} run
 * @param {import("./references.js").References} references those of its scenario and seed
 */
export function evidenceOf(run, references) {
  const { status } = run.now;
  const left = new Int32Array(run.everybody);
  run.steps.forEach((step, k) => step.evacuations.forEach(({ person }) => (left[person] = k + 1)));
  const evacuees = run.scenario.personIds.map((_, i) => i).filter((i) => status[i] === EVACUATED);
  const { q_exit, q_cut } = boundsOf(references, evacuees);
  return { people: peopleColumns(run, references, left), events: eventColumns(run, references, left), q_exit, q_cut };
}

function peopleColumns(run, references, left) {
  const { status } = run.now;
  const best = references.people();
  const facts = evacueeFacts(run, references.danger);
  const ofEvacuee = (value) => best.map((_, i) => (status[i] === EVACUATED ? value(i) : null));
  const outcome = (i) => (status[i] === EVACUATED ? "evacuated" : status[i] === CASUALTY ? "casualty" : "stranded");
  return {
    ids: run.scenario.personIds,
    outcomes: best.map((_, i) => outcome(i)),
    earliest: best.map(({ earliest }) => earliest),
    steps: ofEvacuee((i) => left[i]),
    danger_ref: best.map(({ danger }) => danger),
    danger: ofEvacuee((i) => facts.danger[i]),
    moves_ref: best.map(({ moves }) => moves),
    moves: ofEvacuee((i) => facts.moves[i]),
  };
}

/** Danger-zone snapshots while active, and changes of cell, of everybody (SCO-3.5, SCO-4.2). */
function evacueeFacts(run, dangerSince) {
  const danger = new Int32Array(run.everybody);
  const moves = new Int32Array(run.everybody);
  run.snapshots.forEach(({ active, cells }, t) => {
    for (const i of active) if (dangerSince[cells[i]] <= t) danger[i] += 1;
  });
  for (const { movers, outcomes } of run.steps) {
    for (const i of movers) if (outcomes[i] === MOVED) moves[i] += 1;
  }
  return { danger, moves };
}

/** Route invalidations, by snapshot and person (SCO-4.2.6). */
function eventColumns(run, references, left) {
  const { scenario } = run;
  const columns = { people: [], snapshots: [], earliest: [], resolved: [] };
  let before = fireAware(scenario, run.snapshots[0].burning);
  for (let t = 1; t < run.snapshots.length; t++) {
    const snapshot = run.snapshots[t];
    if (run.steps[t - 1].ignitions.length === 0) continue;
    const now = fireAware(scenario, snapshot.burning);
    for (const i of snapshot.active) {
      const cell = snapshot.cells[i];
      if (before[cell] === NEVER || now[cell] <= before[cell]) continue;
      const earliest = references.earliest(cell, t);
      columns.people.push(scenario.personIds[i]);
      columns.snapshots.push(t);
      columns.earliest.push(earliest === NEVER ? null : earliest);
      columns.resolved.push(run.now.status[i] === EVACUATED ? left[i] : scenario.horizon);
    }
    before = now;
  }
  return columns;
}

/** The fire-aware distance of every cell (SCO-4.2.6). */
function fireAware(scenario, burning) {
  const burns = new Uint8Array(scenario.grid.size);
  for (const cell of burning) burns[cell] = 1;
  return scenario.grid.distances(
    scenario.exitCells.filter((cell) => !burns[cell]),
    burns,
  );
}

/** The inputs of the score that follow from the evidence (SCO-9.3). */
export function inputsOf({ people, events, q_exit, q_cut }) {
  const rows = people.ids.map((id, i) => ({
    id,
    outcome: people.outcomes[i],
    savable: people.earliest[i] !== null,
    i,
  }));
  const evacuees = rows.filter(({ outcome }) => outcome === "evacuated").map(({ i }) => i);
  const sum = (column) => evacuees.reduce((all, i) => all + (people[column][i] ?? 0), 0);
  const ids = (outcome, savable) => rows.filter((r) => r.outcome === outcome && r.savable === savable).map((r) => r.id);
  const recoverable = events.earliest.map((_, i) => i).filter((i) => events.earliest[i] !== null);
  const since = (column) => recoverable.reduce((all, i) => all + events[column][i] - events.snapshots[i], 0);
  return {
    people: rows.length,
    max_evacuated: rows.filter(({ savable }) => savable).length,
    evacuated: evacuees.length,
    avoidable_casualty_ids: ids("casualty", true),
    avoidable_stranded_ids: ids("stranded", true),
    unavoidable_casualty_ids: ids("casualty", false),
    unavoidable_stranded_ids: ids("stranded", false),
    sum_l: sum("earliest"),
    q_exit,
    q_cut,
    sum_steps: sum("steps"),
    danger_ref: sum("danger_ref"),
    danger: sum("danger"),
    moves_ref: sum("moves_ref"),
    moves: sum("moves"),
    events: events.people.length,
    recoverable: recoverable.length,
    recovery_ref: since("earliest"),
    recovery: since("resolved"),
  };
}
