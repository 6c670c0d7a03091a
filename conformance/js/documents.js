/** The shapes of the simulator's documents: scenario, snapshot, run record, observation, action output, metrics. */

import { DIRECTIONS } from "./grid.js";
import { OUTCOMES } from "./movement.js";
import {
  SAFE,
  boolean,
  choice,
  dictionary,
  digest,
  id,
  integer,
  list,
  nothing,
  nullable,
  position,
  probability,
  record,
  readShape,
  string,
  tagged,
  tuple,
  word,
} from "./shape.js";
import { OBSERVATION_VERSION, SCHEMA_VERSION } from "./versions.js";

const placed = record({ id, position });
const map = record({ rows: integer(1, 1024), cols: integer(1, 1024), walls: list(position) });
const direction = choice(...DIRECTIONS);

function fireShape(model, extra, optional = []) {
  return record(
    {
      model: choice(...model),
      ignition: list(position),
      spread_interval: integer(1),
      exits_flammable: boolean,
      ...extra,
    },
    optional,
  );
}

const scenarioFire = tagged(
  "model",
  {
    stochastic: fireShape(["stochastic"], { spread_probability: probability }),
    deterministic: fireShape(["deterministic"], {}),
  },
  fireShape(["stochastic", "deterministic"], { spread_probability: probability }, ["spread_probability"]),
);

/** SIM-2. */
export const scenarioShape = record(
  {
    schema_version: choice(SCHEMA_VERSION),
    scenario_id: id,
    map,
    exits: list(placed, 1),
    people: list(placed, 1, 100000),
    fire: scenarioFire,
    movement: record({ enter_fire: choice("blocked", "casualty") }),
    termination: record({ max_steps: integer(1, 100000) }),
    metadata: record({ title: string(0, 4096), notes: string(0, 4096) }, ["title", "notes"]),
  },
  ["metadata"],
);

const people = list(record({ id, position, status: choice("active", "evacuated", "casualty") }), 1, 100000);

/** SIM-3.1. */
export const snapshotShape = record({
  step: integer(0, 100000),
  people,
  burning: list(position),
  trapped: list(id),
  rng_state: record({ fire: word }),
  terminated: boolean,
  termination_reason: nullable(choice("all_resolved", "max_steps")),
});

const actions = dictionary(direction);
const version = string(1, 32);

/** SIM-10. */
export const runRecordShape = record({
  header: record({
    simulator_version: version,
    observation_version: version,
    schema_version: version,
    scenario_id: id,
    scenario_hash: digest,
    seed: integer(),
  }),
  initial_state: snapshotShape,
  steps: list(
    record({
      step: integer(1, 100000),
      actions,
      movements: dictionary(record({ outcome: string(1, 32), position })),
      ignitions: list(position),
      evacuations: list(record({ person: id, exit: id })),
      casualties: list(record({ person: id, cause: choice("entered_fire", "fire_spread") })),
      state: snapshotShape,
    }),
    0,
    100000,
  ),
});

/** SIM-9.3. */
export const actionOutputShape = record({ actions });
/** The most bytes of an action output (ENC-4.2). */
export const ACTION_OUTPUT_LIMIT = 1048576;

function observedFire(models, spread_probability) {
  return record({
    model: choice(...models),
    spread_interval: integer(1, SAFE),
    spread_probability,
    exits_flammable: boolean,
  });
}

/** SIM-9.1. */
export const observationShape = record({
  observation_version: choice(OBSERVATION_VERSION),
  step: integer(0, 99999),
  map,
  exits: list(placed, 1),
  rules: record({
    max_steps: integer(1, 100000),
    enter_fire: choice("blocked", "casualty"),
    fire: tagged(
      "model",
      {
        stochastic: observedFire(["stochastic"], probability),
        deterministic: observedFire(["deterministic"], nothing),
      },
      observedFire(["stochastic", "deterministic"], nullable(probability)),
    ),
  }),
  people,
  burning: list(position),
  allowed_actions: tuple(...DIRECTIONS.map((name) => choice(name))),
});

const count = integer();

/** All members are counts. */
export function counts(names) {
  return record(Object.fromEntries(names.map((name) => [name, count])));
}

/** MET-2. */
export const crowdShape = counts([
  "attempts",
  "blocked",
  "contested",
  "hotspots",
  "peak",
  "exit_evacuations",
  "exit_steps",
]);

/** MET-1.1. */
export const metricsShape = record({
  people: count,
  evacuated: count,
  stranded: count,
  steps: count,
  evacuation_steps: count,
  danger_states: count,
  cells_moved: count,
  static_shortest_paths: count,
  trapped_states: count,
  casualties: counts(["entered_fire", "fire_spread"]),
  movements: counts(OUTCOMES),
  least_fire_distance: nullable(count),
  exit_evacuations: dictionary(count),
  crowd: crowdShape,
});

/** Reads a run record by its syntax and shape (SIM-10.1). */
export function readRunRecord(source) {
  return readShape(source, runRecordShape).value;
}
