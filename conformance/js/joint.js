/** The joint bound: how many can leave together at most (SCO-3.4), as a maximum flow. */

import { NEVER } from "./grid.js";
import { Refusal } from "./refusal.js";

const SOURCE = 0;
const SINK = 1;

/** Dinic's algorithm on arcs of capacity 1. */
class Network {
  constructor() {
    this.first = [-1, -1];
    this.next = [];
    this.to = [];
    this.left = [];
  }

  node() {
    return this.first.push(-1) - 1;
  }

  arc(from, to) {
    this.half(from, to, 1);
    this.half(to, from, 0);
  }

  half(from, to, left) {
    this.next.push(this.first[from]);
    this.to.push(to);
    this.left.push(left);
    this.first[from] = this.to.length - 1;
  }

  flow() {
    let total = 0;
    for (;;) {
      const level = this.levels();
      if (level[SINK] < 0) return total;
      const at = Int32Array.from(this.first);
      while (this.augment(level, at)) total += 1;
    }
  }

  levels() {
    const level = new Int32Array(this.first.length).fill(-1);
    const queue = [SOURCE];
    level[SOURCE] = 0;
    for (let i = 0; i < queue.length && level[SINK] < 0; i++) {
      for (let arc = this.first[queue[i]]; arc >= 0; arc = this.next[arc]) {
        const other = this.to[arc];
        if (this.left[arc] === 0 || level[other] >= 0) continue;
        level[other] = level[queue[i]] + 1;
        queue.push(other);
      }
    }
    return level;
  }

  /** Sends one more unit along a path that goes one level up with each arc; false where there is none. */
  augment(level, at) {
    const path = [];
    let node = SOURCE;
    while (node !== SINK) {
      const arc = at[node];
      if (arc < 0) {
        if (path.length === 0) return false;
        const back = path.pop();
        node = this.to[back ^ 1];
        at[node] = this.next[back];
      } else if (this.left[arc] > 0 && level[this.to[arc]] === level[node] + 1) {
        path.push(arc);
        node = this.to[arc];
      } else {
        at[node] = this.next[arc];
      }
    }
    for (const arc of path) {
      this.left[arc] -= 1;
      this.left[arc ^ 1] += 1;
    }
    return true;
  }
}

/** The nodes of the time-expanded graph: each is an entry and a way out with one arc between. */
class Expanded {
  constructor(references) {
    this.references = references;
    this.network = new Network();
    this.layer = new Map();
    this.nextLayer = new Map();
  }

  /** The entry of a node, made when it is first wanted; its way out is the node after it. */
  entry(layer, cell) {
    let node = layer.get(cell);
    if (node === undefined) {
      node = this.network.node();
      this.network.arc(node, this.network.node());
      layer.set(cell, node);
    }
    return node;
  }

  /** The arcs of one step from everything that can be reached in snapshot t. */
  step(t) {
    const { scenario, since } = this.references;
    const { around } = scenario.grid;
    const exits = new Map();
    for (const [cell, node] of this.layer) {
      for (let k = -1; k < 4; k++) {
        const next = k < 0 ? cell : around[cell * 4 + k];
        if (next < 0 || since[next] <= t) continue;
        if (scenario.exitAt[next] >= 0) {
          const fresh = !exits.has(next);
          const gate = this.entry(exits, next);
          this.network.arc(node + 1, gate);
          if (fresh) this.network.arc(gate + 1, SINK);
        } else if (since[next] > t + 1 && this.references.stepsFrom(next, t + 1) !== NEVER) {
          this.network.arc(node + 1, this.entry(this.nextLayer, next));
        }
      }
    }
    this.layer = this.nextLayer;
    this.nextLayer = new Map();
  }
}

/** How many pairs of a cell and a snapshot a network may have (SCO-3.4). */
const MOST_PAIRS = 250000;

/**
 * How many people can leave together at most (SCO-3.4).
 *
 * @throws {Refusal} `joint_bound_too_large`
 */
export function jointBound(references) {
  const { scenario } = references;
  if (references.escapePairs > MOST_PAIRS) throw new Refusal("score", "joint_bound_too_large");
  const expanded = new Expanded(references);
  for (const cell of scenario.starts) {
    if (references.earliest(cell, 0) === NEVER) continue;
    expanded.network.arc(SOURCE, expanded.entry(expanded.layer, cell));
  }
  for (let t = 0; t < scenario.horizon && expanded.layer.size > 0; t++) expanded.step(t);
  return expanded.network.flow();
}
