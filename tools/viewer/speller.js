/**
 * A record's canonical text, step by step: what `canonical(stepOf(run, k))` gives, with the text of each person kept
 * until it changes (SIM-10, ENC-1). A mistake here can't hide one of a record: the digests would differ.
 */

import { DIRECTIONS, OUTCOMES, STATUSES, canonical } from "./engine.js";

export class Speller {
  /** @param {import("../../conformance/js/phases.js").Run} run */
  constructor(run) {
    const { grid, personIds, exitIds } = run.scenario;
    this.run = run;
    this.cells = Array.from({ length: grid.size }, (_, cell) => canonical(grid.position(cell)));
    this.names = personIds.map(canonical);
    this.exits = exitIds.map(canonical);
    this.people = this.names.map(() => "");
    this.written = null;
    this.burned = null;
  }

  /** The text of a snapshot (SIM-3.1). */
  snapshot(number) {
    const snapshot = this.run.snapshots[number];
    if (this.burned !== snapshot.burning) {
      this.burned = snapshot.burning;
      this.burning = this.at(snapshot.burning);
    }
    const trapped = snapshot.trapped.map((i) => this.names[i]).join();
    return (
      `{"burning":[${this.burning}],"people":[${this.spelledPeople(snapshot)}],` +
      `"rng_state":{"fire":${canonical(snapshot.state)}},"step":${number},"terminated":${snapshot.reason !== null},` +
      `"termination_reason":${canonical(snapshot.reason)},"trapped":[${trapped}]}`
    );
  }

  at(cells) {
    return cells.map((cell) => this.cells[cell]).join();
  }

  spelledPeople({ cells, status }) {
    const before = this.written;
    for (let i = 0; i < cells.length; i++) {
      if (before && before.cells[i] === cells[i] && before.status[i] === status[i]) continue;
      this.people[i] =
        `{"id":${this.names[i]},"position":${this.cells[cells[i]]},"status":"${STATUSES[status[i]]}"}`;
    }
    this.written = { cells, status };
    return this.people.join();
  }

  /** The text of a step (SIM-10.3); numbers count from 1. */
  step(number) {
    const { movers, actions, outcomes, casualties, evacuations, ignitions } = this.run.steps[number - 1];
    const { cells } = this.run.snapshots[number];
    const acts = [];
    const moves = [];
    for (const i of movers) {
      acts.push(`${this.names[i]}:"${DIRECTIONS[actions[i]]}"`);
      moves.push(`${this.names[i]}:{"outcome":"${OUTCOMES[outcomes[i]]}","position":${this.cells[cells[i]]}}`);
    }
    const dead = casualties.map(({ person, cause }) => `{"cause":"${cause}","person":${this.names[person]}}`);
    const gone = evacuations.map(({ person, exit }) => `{"exit":${this.exits[exit]},"person":${this.names[person]}}`);
    return (
      `{"actions":{${acts.join()}},"casualties":[${dead.join()}],"evacuations":[${gone.join()}],` +
      `"ignitions":[${this.at(ignitions)}],"movements":{${moves.join()}},` +
      `"state":${this.snapshot(number)},"step":${number}}`
    );
  }
}
