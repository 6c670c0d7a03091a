/** The references and bounds against literal searches in small random worlds (SCO-3, SCO-4.2). Node alone runs this. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf } from "./bounds.js";
import { canonical } from "./canonical.js";
import { fireWorld } from "./fire.js";
import { NEVER } from "./grid.js";
import { jointBound } from "./joint.js";
import { References } from "./references.js";
import { Refusal } from "./refusal.js";
import { streamOf } from "./rng.js";
import { readScenario } from "./scenario.js";

/** A small world, or null where what was drawn is no scenario. */
function world(draws) {
  const rows = 1 + draws.below(4);
  const cols = 2 + draws.below(4);
  const kinds = Array.from({ length: rows * cols }, () => draws.below(12));
  const of = (wanted) => [...kinds.keys()].filter((cell) => wanted.includes(kinds[cell]));
  const positions = (cells) => cells.map((cell) => [Math.floor(cell / cols), cell % cols]);
  const named = (letter, cells) => positions(cells).map((position, i) => ({ id: letter + i, position }));
  const model = draws.below(2) === 0 ? { model: "deterministic" } : { model: "stochastic", spread_probability: 0.4 };
  const document = {
    schema_version: "1.0",
    scenario_id: "small",
    map: { rows, cols, walls: positions(of([0])) },
    exits: named("E", of([1, 2])),
    people: named("P", of([3, 4, 5])),
    fire: {
      ...model,
      ignition: positions(of([6])),
      spread_interval: 1 + draws.below(3),
      exits_flammable: draws.below(2) === 0,
    },
    movement: { enter_fire: "blocked" },
    termination: { max_steps: 1 + draws.below(9) },
  };
  if (document.exits.length === 0 || document.people.length === 0 || document.people.length > 10) return null;
  return readScenario(canonical(document));
}

/** The successors of (x, t) by SCO-3.2: `out` where a step evacuates. */
function successors(scenario, since, cell, t) {
  const next = [cell, ...scenario.grid.around.slice(4 * cell, 4 * cell + 4)];
  const found = [];
  for (const y of next) {
    if (y < 0 || t >= scenario.horizon || since[cell] <= t || since[y] <= t) continue;
    if (scenario.exitAt[y] >= 0) found.push({ out: t + 1 });
    else if (since[y] > t + 1) found.push({ cell: y });
  }
  return found;
}

function burningNear(scenario, since, cell, t) {
  const { cols, size } = scenario.grid;
  for (let other = 0; other < size; other++) {
    const far = Math.abs(Math.floor(other / cols) - Math.floor(cell / cols)) + Math.abs((other % cols) - (cell % cols));
    if (since[other] <= t && far <= 2) return 1;
  }
  return 0;
}

/** L(x, t) and the fewest danger-zone snapshots and changes of cell, by recursion over all escapes. */
function literal(scenario, since) {
  const memo = new Map();
  const from = (cell, t) => {
    const name = `${cell} ${t}`;
    if (memo.has(name)) return memo.get(name);
    const best = { earliest: NEVER, danger: NEVER, moves: NEVER };
    for (const { out, cell: y } of successors(scenario, since, cell, t)) {
      const rest = out ? { earliest: out, danger: 0, moves: 0 } : from(y, t + 1);
      if (rest.earliest === NEVER) continue;
      best.earliest = Math.min(best.earliest, rest.earliest);
      best.danger = Math.min(best.danger, rest.danger + burningNear(scenario, since, cell, t));
      best.moves = Math.min(best.moves, rest.moves + (y === cell ? 0 : 1));
    }
    memo.set(name, best);
    return best;
  };
  return from;
}

/** Worlds with their fires, until so many were drawn. */
function* worlds(label, count) {
  const draws = streamOf(7, label);
  for (let made = 0; made < count;) {
    let scenario = null;
    try {
      scenario = world(draws);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    if (!scenario) continue;
    const { since } = fireWorld(scenario, made);
    yield { scenario, since, references: new References(scenario, since) };
    made += 1;
  }
}

test("L, m* and D* are the best of all escapes", () => {
  for (const { scenario, since, references } of worlds("laws/references", 300)) {
    const from = literal(scenario, since);
    for (let cell = 0; cell < scenario.grid.size; cell++) {
      if (scenario.grid.wall[cell]) continue;
      for (let t = 0; t <= scenario.horizon; t++) assert.equal(references.earliest(cell, t), from(cell, t).earliest);
    }
    references.people().forEach((person, i) => {
      const best = from(scenario.starts[i], 0);
      const wanted = best.earliest === NEVER ? [null, null, null] : [best.earliest, best.moves, best.danger];
      assert.deepEqual([person.earliest, person.moves, person.danger], wanted);
    });
  }
});

/** The most savable people who can leave together, by trying every move of everybody. */
function literalJoint(scenario, since, starts) {
  const memo = new Map();
  const most = (cells, t) => {
    if (cells.length === 0) return 0;
    const name = `${cells} ${t}`;
    if (memo.has(name)) return memo.get(name);
    let best = 0;
    const place = (i, taken, exits, gone) => {
      if (i === cells.length) {
        best = Math.max(
          best,
          gone +
            most(
              [...taken].sort((a, b) => a - b),
              t + 1,
            ),
        );
        return;
      }
      place(i + 1, taken, exits, gone);
      const [cell] = [cells[i]];
      for (const y of [cell, ...scenario.grid.around.slice(4 * cell, 4 * cell + 4)]) {
        if (y < 0 || t >= scenario.horizon || since[y] <= t) continue;
        if (scenario.exitAt[y] >= 0 && !exits.includes(y)) place(i + 1, taken, [...exits, y], gone + 1);
        else if (scenario.exitAt[y] < 0 && since[y] > t + 1 && !taken.includes(y))
          place(i + 1, [...taken, y], exits, gone);
      }
    };
    place(0, [], [], 0);
    memo.set(name, best);
    return best;
  };
  return most(starts, 0);
}

test("the joint bound is the most that any plan lets out, and the bounds keep their order", () => {
  let bound = 0;
  for (const { scenario, since, references } of worlds("laws/joint", 120)) {
    const savable = [...scenario.starts.keys()].filter((i) => references.earliest(scenario.starts[i], 0) !== NEVER);
    if (savable.length > 4) continue;
    const joint = jointBound(references);
    assert.equal(
      joint,
      literalJoint(
        scenario,
        since,
        savable.map((i) => scenario.starts[i]),
      ),
    );
    if (joint < savable.length) bound += 1;
    else {
      const { sum_l, q_exit, q_cut } = boundsOf(references, savable);
      assert.ok(savable.length <= sum_l && sum_l <= q_exit && q_exit <= q_cut);
    }
  }
  assert.ok(bound > 5, "too few worlds in which not everybody can leave");
});
