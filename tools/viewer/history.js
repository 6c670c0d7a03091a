/** What happened in a run, by person and by step; it follows a run that still goes on. */

import { CASUALTY, EVACUATED, NEVER, OUTCOMES } from "./engine.js";

const ACTIVE = 0;
/** The least outcome number that is a block (SIM-5.5). */
export const BLOCKED = 2;

export class History {
  /** @param {import("../../conformance/js/phases.js").Run} run */
  constructor(run) {
    this.run = run;
    /** The step in which each person left or died, or NEVER. */
    this.ended = new Int32Array(run.everybody).fill(NEVER);
    this.exit = new Int32Array(run.everybody).fill(-1);
    this.cause = new Array(run.everybody).fill("");
    /** Of each snapshot how many people have each status, by its number. */
    this.counts = [];
    this.events = [];
    this.sync();
  }

  /** Takes in the steps that have come since. */
  sync() {
    for (let t = this.counts.length; t < this.run.snapshots.length; t++) {
      const { status } = this.run.snapshots[t];
      const counts = [0, 0, 0];
      for (const number of status) counts[number] += 1;
      this.counts.push(counts);
      if (t > 0) this.take(this.run.steps[t - 1], t);
    }
  }

  take(step, t) {
    const exits = new Map();
    for (const { person, exit } of step.evacuations) {
      this.ended[person] = t;
      this.exit[person] = exit;
      exits.set(exit, [...(exits.get(exit) ?? []), person]);
    }
    for (const [exit, people] of exits) this.events.push({ kind: "evacuation", step: t, people, exit });
    for (const { person, cause } of step.casualties) {
      this.ended[person] = t;
      this.cause[person] = cause;
    }
    for (const cause of ["entered_fire", "fire_spread"]) {
      const people = step.casualties.filter((event) => event.cause === cause).map(({ person }) => person);
      if (people.length > 0) this.events.push({ kind: "casualty", step: t, people, cause });
    }
    this.blocks(step, t);
  }

  blocks(step, t) {
    const byOutcome = new Map();
    for (const i of step.movers) {
      const outcome = step.outcomes[i];
      if (outcome >= BLOCKED) byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), i]);
    }
    for (const [outcome, people] of [...byOutcome].sort(([a], [b]) => a - b)) {
      this.events.push({ kind: "block", step: t, people, outcome: OUTCOMES[outcome] });
    }
  }

  /** Joins the route invalidations of a finished run (SCO-4.2.6). */
  addRoutes(columns) {
    const bySnapshot = new Map();
    columns.people.forEach((id, place) => {
      const group = bySnapshot.get(columns.snapshots[place]) ?? { people: [], lost: 0 };
      group.people.push(this.run.place.get(id));
      if (columns.earliest[place] === null) group.lost += 1;
      bySnapshot.set(columns.snapshots[place], group);
    });
    for (const [step, { people, lost }] of bySnapshot) this.events.push({ kind: "route", step, people, lost });
    this.events.sort((a, b) => a.step - b.step);
  }

  /** A person's status in a snapshot, in words (SIM-3.2); "stranded" where the run ends and it is still active. */
  statusAt(person, t) {
    const { status, reason } = this.run.snapshots[t];
    if (status[person] === EVACUATED) return "evacuated";
    if (status[person] === CASUALTY) return "casualty";
    return reason !== null && status[person] === ACTIVE ? "stranded" : "active";
  }

  /** What became of a person's last move before a snapshot, or "" (SIM-5.5). */
  outcomeAt(person, t) {
    if (t === 0 || this.run.snapshots[t - 1].status[person] !== ACTIVE) return "";
    return OUTCOMES[this.run.steps[t - 1].outcomes[person]].replaceAll("_", " ");
  }
}
