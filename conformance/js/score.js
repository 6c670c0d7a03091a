/** The score of an episode-trial (SCO-4). */

import {
  ALPHA_CASUALTY,
  ALPHA_STRANDING,
  CATASTROPHIC,
  COMPONENTS,
  FACTOR_DECIMALS,
  PHI,
  QUALITY,
  SCORE_DECIMALS,
} from "./constants.js";
import { roundedPowers, roundedRoot } from "./decimal50.js";
import { Fraction, ONE, ZERO } from "./rational.js";

const HUNDRED = Fraction.of(100);

function noComponents() {
  return Object.fromEntries(COMPONENTS.map((name) => [name, null]));
}

function unscored(status, failure, maxEvacuated, inputs, zero) {
  return {
    status,
    failure,
    max_evacuated: maxEvacuated,
    inputs,
    components: noComponents(),
    safety: zero ? ZERO.decimal(FACTOR_DECIMALS) : null,
    quality: null,
    quality_without_replanning: null,
    severity: null,
    severe: [],
    ceiling: zero ? ZERO.decimal(SCORE_DECIMALS) : null,
    score: zero ? ZERO.decimal(SCORE_DECIMALS) : null,
  };
}

/** The score of an episode-trial without an authenticated record (SCO-4.4.1, SCO-4.4.2). */
export function scoreFailure(kind, maxEvacuated) {
  const failed = maxEvacuated > 0;
  return unscored(failed ? "failed" : "not_applicable", kind, maxEvacuated, null, failed);
}

/**
 * The score of inputs that obey SCO-4.2.8.
 *
 * @param {object} inputs the member `inputs` of a report's episode-trial (SCO-9.3)
 */
export function scoreInputs(inputs) {
  const people = inputs.max_evacuated;
  if (people === 0) return unscored("not_applicable", null, 0, inputs, false);
  const casualties = inputs.avoidable_casualty_ids.length;
  const stranded = inputs.avoidable_stranded_ids.length;
  const catastrophic = Fraction.of(casualties + stranded, people).compare(CATASTROPHIC) >= 0;
  const quality = qualityValues(inputs);
  const severe = QUALITY.filter(({ name, severe: least }) => quality[name] && quality[name].compare(least) < 0);
  const severity = severe.reduce(
    (all, { name, severe: least }) => all.times(PHI).times(quality[name].over(least)),
    ONE,
  );
  const loss = lossFactors(inputs.evacuated, casualties, stranded, people);
  const safety = loss.evacuation.times(loss.casualtyShare).times(loss.strandingShare);
  const ceiling = HUNDRED.times(safety).times(severity);
  const power = lossPowers(casualties, stranded);
  return {
    status: catastrophic ? "catastrophic" : "scored",
    failure: null,
    max_evacuated: people,
    inputs,
    components: componentTexts(loss, casualties, stranded, quality),
    safety: roundedPowers(catastrophic ? ZERO : safety, power, FACTOR_DECIMALS),
    quality: qualityText(quality, QUALITY),
    quality_without_replanning: qualityText(
      quality,
      QUALITY.filter(({ name }) => name !== "replanning"),
    ),
    severity: severity.decimal(FACTOR_DECIMALS),
    severe: severe.map(({ name }) => name),
    ceiling: roundedPowers(catastrophic ? ZERO : ceiling, power, SCORE_DECIMALS),
    score: scoreText(catastrophic ? ZERO : ceiling, quality, casualties, stranded),
  };
}

/** The factors of Safety that are fractions (SCO-4.1.4 to SCO-4.1.6). */
function lossFactors(evacuated, casualties, stranded, people) {
  return {
    evacuation: Fraction.of(evacuated, people).power(2),
    casualtyShare: ONE.minus(Fraction.of(casualties, people)).power(4),
    strandingShare: ONE.minus(Fraction.of(stranded, people)).power(2),
  };
}

function casualtyPower(casualties) {
  return { base: ALPHA_CASUALTY, z: Fraction.of(1 + casualties), root: 1 };
}

function strandingPower(stranded) {
  return { base: ALPHA_STRANDING, z: Fraction.of(1 + stranded), root: 1 };
}

function lossPowers(casualties, stranded) {
  return [casualtyPower(casualties), strandingPower(stranded)];
}

/** The quality components as fractions, null where undefined (SCO-4.2). */
function qualityValues(inputs) {
  const left = inputs.evacuated > 0;
  const recovered = inputs.recoverable > 0;
  const exposed = () => ONE.minus(Fraction.of(inputs.danger - inputs.danger_ref, inputs.sum_steps));
  return {
    time: left ? Fraction.of(inputs.q_cut, inputs.sum_steps) : null,
    hazard: left ? exposed() : null,
    path: left ? Fraction.of(inputs.moves_ref, inputs.moves) : null,
    replanning: recovered ? Fraction.of(inputs.recovery_ref, inputs.recovery) : null,
  };
}

/** prod(q^w) over the defined components, and the sum of their weights (SCO-4.5.3). */
function weighted(quality, components) {
  const defined = components.filter(({ name }) => quality[name] !== null);
  return {
    product: defined.reduce((all, { name, weight }) => all.times(quality[name].power(weight)), ONE),
    weight: defined.reduce((sum, { weight }) => sum + weight, 0),
  };
}

/** Quality (SCO-4.2.7). */
function qualityText(quality, components) {
  const { product, weight } = weighted(quality, components);
  return weight === 0 ? null : roundedRoot(product, weight, FACTOR_DECIMALS);
}

function componentTexts(loss, casualties, stranded, quality) {
  const texts = {
    evacuation: loss.evacuation.decimal(FACTOR_DECIMALS),
    casualty: roundedPowers(loss.casualtyShare, [casualtyPower(casualties)], FACTOR_DECIMALS),
    stranding: roundedPowers(loss.strandingShare, [strandingPower(stranded)], FACTOR_DECIMALS),
  };
  for (const { name } of QUALITY) texts[name] = quality[name]?.decimal(FACTOR_DECIMALS) ?? null;
  return texts;
}

/** 100 * Safety * Quality^beta * Severity, rounded once (SCO-4, SCO-4.5.2, SCO-4.5.3). */
function scoreText(ceiling, quality, casualties, stranded) {
  const { product, weight } = weighted(quality, QUALITY);
  if (ceiling.isZero || product.isZero || weight === 0) return ZERO.decimal(SCORE_DECIMALS);
  const z = Fraction.of(1 + casualties)
    .power(weight)
    .over(product);
  const powers = [{ base: ALPHA_CASUALTY, z, root: weight }, strandingPower(stranded)];
  return roundedPowers(ceiling, powers, SCORE_DECIMALS);
}
