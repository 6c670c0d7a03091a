/** A recorded run, run again step by step and compared with its digests (SIM-11). Nothing in it is set right. */

import {
  DIRECTIONS,
  Refusal,
  Run,
  Sha256,
  canonical,
  firstDifference,
  headerOf,
  hex,
  pointerOf,
  sha256Hex,
  snapshotOf,
  stepOf,
  utf8,
} from "./engine.js";
import { Speller } from "./speller.js";

const LETTERS = ".nswe";

/** A record in the short form that the page holds (docs/guides/viewer.md). */
export class Replayed {
  /**
   * @param {import("../../conformance/js/scenario.js").Scenario} scenario
   * @param {number} seed
   * @param {object|null} recorded the short form; null where there is no run to show
   */
  constructor(scenario, seed, recorded) {
    this.scenario = scenario;
    this.run = new Run(scenario, seed);
    this.recorded = recorded;
    this.length = recorded ? recorded.actions.length : 0;
    /** The first difference: {step, kind, reason, field, recorded, replayed}, step null for the header. */
    this.difference = null;
    this.done = recorded === null;
    if (recorded) this.begin(headerOf(scenario, seed));
  }

  get verified() {
    return this.done && this.recorded !== null && this.difference === null;
  }

  /** Compares header and snapshot 0; where the header differs, nothing is replayed (SIM-11.2). */
  begin(header) {
    const text = canonical(header);
    this.speller = new Speller(this.run);
    this.hash = new Sha256();
    if (sha256Hex(text) !== this.recorded.header) {
      this.differs(null, header, ["header"]);
      this.done = true;
      return;
    }
    const found = this.hashed(`{"header":${text},"initial_state":${this.speller.snapshot(0)},"steps":[`);
    if (found !== this.recorded.digests[0]) this.differs(0, snapshotOf(this.run, 0), ["initial_state"]);
  }

  /** The digest of the record's text up to here. */
  hashed(text) {
    this.hash.update(utf8(text));
    const { state, block, filled, length } = this.hash;
    const copy = Object.assign(new Sha256(), { state: state.slice(), block: block.slice(), filled, length });
    return hex(copy.digest());
  }

  /** Goes on until a moment (performance.now) or the end; at least one step. */
  advance(until) {
    while (!this.done) {
      this.next();
      if (performance.now() >= until) return;
    }
  }

  /** One more step of the record, or its end. */
  next() {
    const k = this.run.time;
    if (k >= this.length) this.end();
    else if (this.run.terminated) this.stop(k + 1, "the record goes on after the run has ended", `/steps/${k}`);
    else this.step(k);
  }

  step(k) {
    let actions;
    try {
      actions = this.actions(k);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.stop(k + 1, error.code, `/steps/${k}/actions${error.pointer}`, "refused");
      return;
    }
    this.run.step(actions);
    if (this.difference) return;
    const found = this.hashed((k > 0 ? "," : "") + this.speller.step(k + 1));
    if (found !== this.recorded.digests[k + 1]) this.differs(k + 1, stepOf(this.run, k + 1), ["steps", k]);
  }

  /** The direction numbers of a step; the engine itself refuses what does not fit (SIM-9.4). */
  actions(k) {
    const { personIds } = this.scenario;
    const letters = this.recorded.actions[k];
    const given = new Map(Object.entries(this.recorded.others[k] ?? {}));
    personIds.forEach((id, i) => {
      const number = LETTERS.indexOf(letters[i]);
      if (number >= 0) given.set(id, DIRECTIONS[number]);
    });
    return this.run.checked(given);
  }

  end() {
    this.done = true;
    if (!this.run.terminated) this.stop(this.length, "the record ends before the run does", "/steps");
    else if (!this.difference) this.digest = this.hashed("]}");
  }

  /** Notes the first difference and goes no further. */
  stop(step, reason, field, kind = "differs") {
    this.difference ??= { step, kind, reason, field };
    this.done = true;
  }

  /** Notes a part that differs, and where in it, if the page holds what was recorded. */
  differs(step, document, path) {
    if (this.difference) return;
    this.difference = { step, kind: "differs", reason: "the replay differs", field: pointerOf(path) };
    const { recorded } = this.recorded;
    if (!recorded || recorded.step !== step) return;
    const found = withMaps(recorded.value);
    const place = firstDifference(document, found, [...path]);
    if (!place) return;
    this.difference.field = pointerOf(place);
    this.difference.recorded = shown(found, place.slice(path.length));
    this.difference.replayed = shown(document, place.slice(path.length));
  }
}

/** A recorded step with Maps where the keys are IDs. */
function withMaps(value) {
  const out = { ...value };
  for (const name of ["actions", "movements"]) if (out[name]) out[name] = new Map(Object.entries(out[name]));
  return out;
}

/** The value at a path as canonical JSON, cut where it is long. */
function shown(document, path) {
  let value = document;
  for (const part of path) value = value instanceof Map ? value.get(part) : value?.[part];
  const text = value === undefined ? "nothing" : canonical(value);
  return text.length > 120 ? text.slice(0, 117) + "..." : text;
}
