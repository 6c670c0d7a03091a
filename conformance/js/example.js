/** The worked episode of the contract, for tests: the scenario of SIM-2 and the actions of SCO-15.3. */

export const SCENARIO = {
  schema_version: "1.0",
  scenario_id: "example-1",
  map: {
    rows: 3,
    cols: 5,
    walls: [
      [0, 2],
      [2, 2],
    ],
  },
  exits: [{ id: "E1", position: [1, 4] }],
  people: [
    { id: "P1", position: [0, 0] },
    { id: "P10", position: [1, 0] },
    { id: "P2", position: [1, 1] },
  ],
  fire: {
    model: "stochastic",
    ignition: [[2, 0]],
    spread_interval: 1,
    spread_probability: 0.25,
    exits_flammable: true,
  },
  movement: { enter_fire: "blocked" },
  termination: { max_steps: 8 },
};

export const ACTIONS = [
  { P1: "south", P10: "east", P2: "east" },
  { P10: "east", P2: "east" },
  { P10: "east", P2: "east" },
  { P10: "east" },
].map((step) => new Map(Object.entries(step)));
