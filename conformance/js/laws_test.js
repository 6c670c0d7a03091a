/** Laws of the engine that vectors reach only here and there, each against a slow literal twin. For Node alone. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";
import { hex, utf8 } from "./bytes.js";
import { canonical, digestOf } from "./canonical.js";
import { exp, ln, roundedPowers, roundedRoot } from "./decimal50.js";
import { readRunRecord } from "./documents.js";
import { ACTIONS, SCENARIO } from "./example.js";
import { DIRECTIONS, Grid } from "./grid.js";
import { plainBytes } from "./gzip.js";
import { OUTCOMES, Resolver } from "./movement.js";
import { Run, runWhole } from "./phases.js";
import { Fraction } from "./rational.js";
import { recordDigests, recordOf } from "./record.js";
import { Refusal } from "./refusal.js";
import { replay } from "./replay.js";
import { Stream, streamOf } from "./rng.js";
import { readScenario } from "./scenario.js";
import { Sha256, sha256Hex } from "./sha256.js";
import { shake256 } from "./shake256.js";

const MASK = (1n << 64n) - 1n;

/** SIM-7.1, word for word. */
function literalWord(state) {
  const next = (state + 0x9e3779b97f4a7c15n) & MASK;
  let z = next;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return { next, word: z ^ (z >> 31n) };
}

const asHex = (word) => word.toString(16).padStart(16, "0");

test("SplitMix64 in halves is SplitMix64 in BigInts", () => {
  for (const start of [0n, 1n, MASK, 0x80000000n, 0xffffffffn, 0x7fffffffffffffffn]) {
    const stream = new Stream(asHex(start));
    let state = start;
    for (let i = 0; i < 2000; i++) {
      const { next, word } = literalWord(state);
      assert.equal(stream.word(), asHex(word));
      assert.equal(stream.state, asHex(next));
      state = next;
    }
  }
});

test("SHA-256 and SHAKE-256 are those of the platform, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    assert.equal(sha256Hex(bytes), createHash("sha256").update(bytes).digest("hex"));
    if (length < 136) {
      const wanted = createHash("shake256", { outputLength: 64 }).update(bytes).digest("hex");
      assert.equal(hex(shake256(bytes, 64)), wanted);
    }
  }
  const parts = new Sha256();
  for (const part of ["a", "", "b".repeat(63), "c".repeat(64), "d".repeat(200)]) parts.update(utf8(part));
  assert.equal(hex(parts.digest()), sha256Hex("a" + "b".repeat(63) + "c".repeat(64) + "d".repeat(200)));
});

test("gzip files of the platform are read, and broken ones refused", () => {
  const texts = ["", "x", "ab".repeat(5000), Array.from({ length: 3000 }, (_, i) => String(i * i)).join(",")];
  for (const text of texts) {
    for (const level of [0, 1, 9]) {
      const packed = new Uint8Array(gzipSync(text, { level }));
      assert.equal(hex(plainBytes(packed)), hex(utf8(text)));
      const broken = [packed.slice(0, -1), new Uint8Array([...packed, 0])];
      broken.push(packed.map((byte, i) => (i === packed.length - 5 ? byte ^ 1 : byte)));
      for (const bytes of broken) assert.throws(() => plainBytes(bytes), { code: "bad_gzip" });
    }
  }
  const name = new Uint8Array([31, 139, 8, 8, 0, 0, 0, 0, 0, 3, 110, 0]);
  const tail = new Uint8Array(gzipSync("q")).slice(-8);
  assert.equal(hex(plainBytes(new Uint8Array([...name, ...deflateRawSync("q"), ...tail]))), "71");
});

/** SIM-4.3 and SIM-5.1 to SIM-5.4, pass by pass, with maps from people to outcomes. */
function literalMoves(grid, people, burning, blocks) {
  const outcome = new Map();
  const target = new Map();
  const holds = new Map(people.map((person) => [person.cell, person.id]));
  for (const { id, cell, action } of people) {
    const to = grid.step[DIRECTIONS.indexOf(action)][cell];
    if (action === "stay") outcome.set(id, "stayed");
    else if (to < 0) outcome.set(id, "blocked_boundary");
    else if (grid.wall[to]) outcome.set(id, "blocked_wall");
    else if (blocks && burning.has(to)) outcome.set(id, "blocked_fire");
    else target.set(id, to);
  }
  const still = [...target.keys()].filter((id) => holds.has(target.get(id)) && !target.has(holds.get(target.get(id))));
  for (const id of still) outcome.set(id, "blocked_occupied");
  const left = [...target.keys()].filter((id) => !outcome.has(id)).sort();
  const winners = left.filter((id, i) => !left.slice(0, i).some((other) => target.get(other) === target.get(id)));
  for (const id of left) if (!winners.includes(id)) outcome.set(id, "blocked_conflict");
  for (const id of winners) outcome.set(id, chainEnd(id, winners, target, holds));
  return outcome;
}

function chainEnd(first, winners, target, holds) {
  const seen = [first];
  for (;;) {
    const next = holds.get(target.get(seen[seen.length - 1]));
    if (next === undefined) return "moved";
    if (!winners.includes(next)) return "blocked_occupied";
    if (next === first) return "blocked_cycle";
    if (seen.includes(next)) return "blocked_occupied";
    seen.push(next);
  }
}

/** Random worlds from the engine's own streams. */
function crowd(draws) {
  const rows = 1 + draws.below(5);
  const cols = 2 + draws.below(5);
  const kinds = Array.from({ length: rows * cols }, () => draws.below(8));
  const at = (cell) => [Math.floor(cell / cols), cell % cols];
  const cells = [...kinds.keys()];
  const grid = new Grid(rows, cols, cells.filter((cell) => kinds[cell] === 0).map(at));
  const burning = new Set(cells.filter((cell) => kinds[cell] === 1));
  const people = cells
    .filter((cell) => kinds[cell] > 3)
    .map((cell, i) => ({ id: `P${100 + ((i * 7) % 50)}`, cell, action: DIRECTIONS[draws.below(5)] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { grid, burning, people };
}

function resolved({ grid, burning, people }, blocks) {
  const cells = Int32Array.from(people, ({ cell }) => cell);
  const actions = Uint8Array.from(people, ({ action }) => DIRECTIONS.indexOf(action));
  const outcomes = new Uint8Array(people.length);
  const targets = new Int32Array(people.length);
  new Resolver(grid).resolve(
    [...people.keys()],
    cells,
    actions,
    (cell) => burning.has(cell),
    blocks,
    outcomes,
    targets,
  );
  return people.map((_, i) => OUTCOMES[outcomes[i]]);
}

test("movement is what the four passes say, and a congestion-blocked move may as well be a stay", () => {
  const draws = streamOf(1, "laws/movement");
  for (let i = 0; i < 3000; i++) {
    const world = crowd(draws);
    const blocks = draws.below(2) === 0;
    const outcomes = resolved(world, blocks);
    const literal = literalMoves(world.grid, world.people, world.burning, blocks);
    assert.deepEqual(
      outcomes,
      world.people.map(({ id }) => literal.get(id)),
      JSON.stringify(world.people),
    );
    const congested = ["blocked_occupied", "blocked_conflict", "blocked_cycle"];
    const people = world.people.map((person, k) =>
      congested.includes(outcomes[k]) && draws.below(2) === 0 ? { ...person, action: "stay" } : person,
    );
    const moved = (list) => list.map((outcome) => outcome === "moved");
    assert.deepEqual(moved(resolved({ ...world, people }, blocks)), moved(outcomes));
  }
});

test("ln and exp have more than 50 digits", () => {
  const bits = 256n;
  const digits = (value) => ((value * 10n ** 60n) >> bits).toString();
  assert.equal(digits(ln(Fraction.of(2), bits)).slice(0, 50), "69314718055994530941723212145817656807550013436025");
  assert.equal(digits(exp(-(1n << bits), bits)).slice(0, 50), "36787944117144232159552377016146086744581113103176");
});

test("powers and roots round half to even, and exact ones exactly", () => {
  const power = (z, root) => [{ base: Fraction.of(3, 5), z, root }];
  const factor = Fraction.of(17, 20).power(6).times(Fraction.of(100));
  assert.equal(roundedPowers(factor, power(Fraction.of(4), 1), 9), "13.577382562");
  assert.equal(roundedPowers(factor, power(Fraction.of(256), 4), 9), "13.577382562");
  const two = Fraction.of(98, 100).power(6).times(Fraction.of(100));
  assert.equal(roundedPowers(two, power(Fraction.of(3), 1), 9), "39.421623439");
  assert.equal(roundedRoot(Fraction.of(1, 4), 2, 12), "0.500000000000");
  assert.equal(roundedRoot(new Fraction(25n, 10n ** 26n), 2, 12), "0.000000000000");
  assert.equal(roundedRoot(new Fraction(225n, 10n ** 26n), 2, 12), "0.000000000002");
});

test("a record is read back as it was written, and replays; an edited one names its step and field", () => {
  const scenario = readScenario(canonical(SCENARIO));
  const run = runWhole(scenario, 3, ACTIONS);
  const { record_digest } = recordDigests(run);
  assert.equal(record_digest, "e43cd72f09b7a5d316a4959c5d83b749055bc6af7be876e79d9d8075cd5e934f");
  const text = canonical(recordOf(run));
  const record = readRunRecord(text);
  assert.equal(digestOf(record), record_digest);
  assert.equal(replay(record, scenario).difference, null);
  record.steps[1].state.people[2].position[1] += 1;
  const { step, field } = replay(record, scenario).difference;
  assert.deepEqual([step, field], [2, "/steps/1/state/people/2/position/1"]);
});

test("people and keys may have the names of what every object has", () => {
  const names = ["__proto__", "constructor", "hasOwnProperty"];
  const people = names.map((id, i) => ({ id, position: [i, 0] }));
  const scenario = readScenario(JSON.stringify({ ...SCENARIO, fire: { ...SCENARIO.fire, ignition: [] }, people }));
  const run = runWhole(scenario, 0, [new Map(names.map((id) => [id, "east"]))]);
  const record = readRunRecord(canonical(recordOf(run)));
  assert.deepEqual([...record.steps[0].movements.keys()], names);
  assert.equal(replay(record, scenario).difference, null);
  const unknown = canonical(SCENARIO).replace('"schema_version"', '"__proto__":{},"schema_version"');
  assert.throws(() => readScenario(unknown), { code: "unknown_key", pointer: "/__proto__" });
});

test("a run that has ended takes no step, and a refused step changes nothing", () => {
  const run = new Run(readScenario(canonical(SCENARIO)), 3);
  assert.throws(() => run.checked(new Map([["P1", "stay"]])), Refusal);
  assert.equal(run.time, 0);
  while (!run.terminated) run.stay();
  assert.throws(() => run.stay(), /SIM-4.9/);
});
