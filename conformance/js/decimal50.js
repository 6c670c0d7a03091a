/** ln and exp in fixed point, far beyond 50 digits, and exact rounding of powers (SCO-4.5.2 to SCO-4.5.4). */

import { decimalText, roundedQuotient } from "./rational.js";

const LOGS_OF_TWO = new Map();

function bitLength(n) {
  return n.toString(2).length;
}

/** 2 * artanh(y) in fixed point, |y| <= 1/3. */
function twiceArtanh(y, bits) {
  const square = (y * y) >> bits;
  let sum = 0n;
  let power = y;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = (power * square) >> bits;
  }
  return 2n * sum;
}

function logOfTwo(bits) {
  if (!LOGS_OF_TWO.has(bits)) LOGS_OF_TWO.set(bits, twiceArtanh((1n << bits) / 3n, bits));
  return LOGS_OF_TWO.get(bits);
}

/** ln of a positive integer in fixed point with so many bits behind the point. */
function lnInteger(n, bits) {
  const exponent = BigInt(bitLength(n) - 1);
  const one = 1n << bits;
  const scaled = exponent > bits ? n >> (exponent - bits) : n << (bits - exponent);
  return exponent * logOfTwo(bits) + twiceArtanh(((scaled - one) << bits) / (scaled + one), bits);
}

/** ln of a positive fraction in fixed point (SCO-4.5.4). */
export function ln(fraction, bits) {
  return lnInteger(fraction.num, bits) - lnInteger(fraction.den, bits);
}

/** exp of a fixed-point number that is not positive (SCO-4.5.4). */
export function exp(x, bits) {
  const two = logOfTwo(bits);
  const halvings = (-x + two - 1n) / two;
  const rest = x + halvings * two;
  let term = 1n << bits;
  let sum = term;
  for (let k = 1n; term !== 0n; k += 1n) {
    term = ((term * rest) >> bits) / k;
    sum += term;
  }
  return sum >> halvings;
}

/**
 * factor * prod(base^log2(z)) with so many decimals, half to even (SCO-4.5.2). Each power is `{base, z, root}` with
 * log2(z) = log2(z) / root taken of a fraction z, and 0 < base < 1 <= z.
 * Where the error spans a tie, more bits are used.
 */
export function roundedPowers(factor, powers, places) {
  const { rational, rest } = exactPowers(factor, powers);
  if (rational.isZero || rest.length === 0) return rational.decimal(places);
  for (let bits = 256n; ; bits *= 2n) {
    const guard = 1n << (bits / 4n);
    const exponent = rest.reduce((sum, power) => sum + logOfPower(power, bits), 0n);
    const value = exp(exponent, bits) * rational.num * 10n ** BigInt(places);
    const error = guard * (rational.num * 10n ** BigInt(places) + 1n);
    const den = rational.den << bits;
    const low = roundedQuotient(value - error, den);
    if (low === roundedQuotient(value + error, den)) return decimalText(low, places);
  }
}

/** ln(base) * ln(z) / (root * ln 2). */
function logOfPower({ base, z, root }, bits) {
  return (ln(base, bits) * ln(z, bits)) / (BigInt(root) * logOfTwo(bits));
}

/** Multiplies the powers that are fractions into the factor (SCO-4.5.3). */
function exactPowers(factor, powers) {
  let rational = factor;
  const rest = [];
  for (const power of powers) {
    const k = wholeLog2(power.z, power.root);
    if (k === null) rest.push(power);
    else rational = rational.times(power.base.power(k));
  }
  return { rational, rest };
}

/** k where z = 2^(k * root) for a whole k, else null. */
function wholeLog2(z, root) {
  const size = z.den === 1n ? z.num : z.num === 1n ? z.den : 0n;
  if (size <= 0n || (size & (size - 1n)) !== 0n) return null;
  const exponent = bitLength(size) - 1;
  if (exponent % root !== 0) return null;
  return z.den === 1n ? exponent / root : -exponent / root;
}

/** The root of a fraction in [0, 1] with so many decimals, half to even, in whole numbers alone (SCO-4.5.4). */
export function roundedRoot(fraction, root, places) {
  const r = BigInt(root);
  const num = fraction.num * 10n ** (BigInt(places) * r);
  let low = 0n;
  let high = 10n ** BigInt(places);
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** r * fraction.den <= num) low = middle;
    else high = middle - 1n;
  }
  const half = (2n * low + 1n) ** r * fraction.den;
  const wanted = 2n ** r * num;
  const up = half < wanted || (half === wanted && low % 2n === 1n);
  return decimalText(up ? low + 1n : low, places);
}
