/** The shapes of a generator's configuration and of a generation record (PCK-11.2, PCK-11.6). */

import { readMeaning } from "./documents_packs.js";
import { Sorted, compareIds } from "./scenario.js";
import { boolean, choice, id, integer, list, nullable, record, string, tagged, tuple } from "./shape.js";
import { PACK_VERSIONS } from "./versions.js";

/** What a family asks for: its plan, the place of its fire, and the member that only its plan has (PCK-11.5). */
export const FAMILIES = {
  burnable_exits: { plan: "pillared_hall", place: "near_one_exit" },
  central_ignition: { plan: "pillared_hall", place: "centre" },
  far_ignition: { plan: "office", place: "far" },
  fireproof_exits: { plan: "pillared_hall", place: "near_one_exit" },
  narrow_corridor: { plan: "corridor", place: "anywhere" },
  office_grid: { plan: "office", place: "anywhere" },
  open_hall: { plan: "open_hall", place: "anywhere" },
  rooms_with_doors: { plan: "rooms", place: "anywhere" },
  several_exits: { plan: "pillared_hall", place: "anywhere" },
  single_exit_high_density: { plan: "open_hall", place: "far" },
  single_exit_low_density: { plan: "pillared_hall", place: "anywhere" },
};
const OWN_MEMBER = { pillared_hall: "pillars", corridor: "room", rooms: "room", office: "block" };

const range = (low, high) => tuple(integer(low, high), integer(low, high));
const choices = (shape) => list(shape, 1, 16);
const PARAMETERS = {
  rows: range(5, 64),
  cols: range(5, 64),
  people: range(1, 500),
  exits: range(1, 8),
  models: choices(choice("deterministic", "stochastic")),
  spread_interval: range(1, 1000),
  spread_probability: choices(string(1, 8, /^(?:0\.[0-9]{0,5}[1-9]|1)$/)),
  exits_flammable: choices(boolean),
  enter_fire: choices(choice("blocked", "casualty")),
  ignitions: range(1, 16),
  slack: range(0, 1000),
};
const OWN_RANGES = { pillars: range(0, 40), room: range(1, 32), block: range(1, 32) };
const RANGES = ["rows", "cols", "people", "exits", "spread_interval", "ignitions", "slack", ...Object.keys(OWN_RANGES)];
const CHOICES = ["models", "spread_probability", "exits_flammable", "enter_fire"];

function familyShape(families, own, optional = []) {
  return record({
    family: choice(...families),
    count: integer(1, 1000),
    parameters: record({ ...PARAMETERS, ...own }, optional),
  });
}

function shapeOf(family) {
  const member = OWN_MEMBER[FAMILIES[family].plan];
  return familyShape([family], member ? { [member]: OWN_RANGES[member] } : {});
}

const NAMES = Object.keys(FAMILIES);

/** PCK-11.2. */
const configShape = record({
  generator_config_version: choice(PACK_VERSIONS.generator_config),
  suite_id: string(1, 47, /^[A-Za-z0-9._-]+$/),
  suite_version: id,
  families: list(
    tagged(
      "family",
      Object.fromEntries(NAMES.map((family) => [family, shapeOf(family)])),
      familyShape(NAMES, OWN_RANGES, Object.keys(OWN_RANGES)),
    ),
    1,
  ),
});

const version = string(1, 32);

/** PCK-11.6. */
const generationShape = record({
  generation_manifest_version: version,
  generator_version: version,
  generator_config_version: version,
  config: configShape,
  batch: integer(),
  scenarios: list(
    record({
      scenario_id: id,
      family: id,
      number: integer(),
      proxies: record({
        density: string(3, 32, /^[1-9][0-9]*\/[1-9][0-9]*$/),
        shortest_path: record({ min: integer(1), median: integer(1), max: integer(1) }),
        exit_capacity: integer(),
        exit_fire_step: nullable(integer()),
      }),
    }),
    1,
  ),
});

/** What is wrong with the values of a configuration together, as [code, ...path] (PCK-11.2). */
function configFaults({ families }) {
  const order = new Sorted(compareIds, (name) => name);
  return families.flatMap(({ family, parameters }, i) => {
    const disorder = order.fault(family);
    return [...(disorder ? [[disorder, "family"]] : []), ...parameterFaults(parameters)].map(([code, ...path]) => [
      code,
      "families",
      i,
      ...path,
    ]);
  });
}

function parameterFaults(parameters) {
  const ranges = RANGES.filter((name) => parameters[name] && parameters[name][0] > parameters[name][1]);
  return [
    ...ranges.map((name) => ["out_of_range", "parameters", name, 1]),
    ...CHOICES.flatMap((name) => choiceFaults(parameters[name]).map(([code, i]) => [code, "parameters", name, i])),
  ];
}

/** Strings ascend by code point, `false` before `true`; comparing does both. */
function choiceFaults(values) {
  const order = new Sorted(compareIds, (value) => value);
  return values.map((value, i) => [order.fault(value), i]).filter(([code]) => code);
}

/** Reads a configuration (PCK-11.2). */
export function readGeneratorConfig(source) {
  return readMeaning(source, configShape, configFaults);
}

/** Reads a generation record with its configuration (PCK-11.6); `check` sees its shape before its meaning. */
export function readGeneration(source, check = () => {}) {
  return readMeaning(source, generationShape, (value) => {
    check(value);
    return configFaults(value.config).map(([code, ...path]) => [code, "config", ...path]);
  });
}
