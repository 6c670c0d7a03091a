/** The official constants (SCO-4.5.1). */

import { Fraction } from "./rational.js";

/** The document whose digest is the constants digest. */
export const CONSTANTS = {
  scoring_version: "1.0",
  k_e: "2/1",
  alpha_c: "3/5",
  k_c: "4/1",
  alpha_s: "4/5",
  k_s: "2/1",
  catastrophic_loss_rate: "1/2",
  weights: { time: "3/8", hazard: "1/4", path: "1/8", replanning: "1/4" },
  k_h: "1/1",
  hazard_radius: "2/1",
  severe: { time: "1/2", hazard: "3/4", path: "1/2", replanning: "1/2" },
  phi: "4/5",
  gamma: "1/1",
  component_decimals: "12/1",
  score_decimals: "9/1",
  tail: "1/10",
  confidence: "19/20",
  resamples: "2000/1",
  least_episodes: "5/1",
  practical_difference: "1/1",
  ranked_decimals: "1/1",
};

export const ALPHA_CASUALTY = Fraction.parse(CONSTANTS.alpha_c);
export const ALPHA_STRANDING = Fraction.parse(CONSTANTS.alpha_s);
export const PHI = Fraction.parse(CONSTANTS.phi);
export const CATASTROPHIC = Fraction.parse(CONSTANTS.catastrophic_loss_rate);
export const TAIL = Fraction.parse(CONSTANTS.tail);
export const PRACTICAL_DIFFERENCE = Fraction.parse(CONSTANTS.practical_difference);
export const RESAMPLES = 2000;
export const LEAST_EPISODES = 5;
export const FACTOR_DECIMALS = 12;
export const SCORE_DECIMALS = 9;
/** The quality components in their order, the whole weights (SCO-4.5.3) and the severe thresholds (SCO-4.3.2). */
export const QUALITY = [
  { name: "time", weight: 3, severe: Fraction.of(1, 2) },
  { name: "hazard", weight: 2, severe: Fraction.of(3, 4) },
  { name: "path", weight: 1, severe: Fraction.of(1, 2) },
  { name: "replanning", weight: 2, severe: Fraction.of(1, 2) },
];
const SAFETY_COMPONENTS = ["evacuation", "casualty", "stranding"];
/** All seven, in the order of SCO-9.7. */
export const COMPONENTS = [...SAFETY_COMPONENTS, ...QUALITY.map(({ name }) => name)];
export const FAILURES = ["missing", "invalid_output", "model_error", "timeout"];
