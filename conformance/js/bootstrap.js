/** The stratified two-stage bootstrap (SCO-7). */

import { utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { RESAMPLES } from "./constants.js";
import { Fraction, quantile } from "./rational.js";
import { sha256 } from "./sha256.js";
import { shake256 } from "./shake256.js";

const WHOLE = 1n << 64n;
const WORDS = 8;

/** The words of a key, eight to a block (SCO-7.1). */
class WordStream {
  /** @param {Uint8Array} key 32 bytes */
  constructor(key) {
    this.message = new Uint8Array(40);
    this.message.set(key);
    this.blocks = 0;
    this.at = WORDS;
  }

  word() {
    if (this.at === WORDS) {
      new DataView(this.message.buffer).setBigUint64(32, BigInt(this.blocks++));
      this.block = new DataView(shake256(this.message, 64).buffer);
      this.at = 0;
    }
    return this.block.getBigUint64(8 * this.at++);
  }

  /** An index below n: the first word below 2^64 - (2^64 mod n), mod n; n = 1 takes a word too (SCO-7.1). */
  below(n) {
    const size = BigInt(n);
    const limit = WHOLE - (WHOLE % size);
    for (;;) {
      const word = this.word();
      if (word < limit) return Number(word % size);
    }
  }
}

/** The stream of a key's document (SCO-7.1). */
export function keyStream(document) {
  return new WordStream(sha256(utf8(canonical(document))));
}

/**
 * The statistics of all resamples (SCO-7.2).
 *
 * @param {WordStream} stream
 * @param {Fraction[][][]} strata families by name, of each the scenarios by ID, of each the values of its episodes
 */
function resampled(stream, strata, count) {
  const { scaled, den } = weighted(strata);
  return Array.from({ length: count }, () => new Fraction(resample(stream, scaled), den));
}

/** The values, each weighted as in the mean of means, as integers over one denominator. */
function weighted(strata) {
  const families = Fraction.of(strata.length);
  const shares = strata.map((scenarios) =>
    scenarios.map((values) => {
      const weight = families.times(Fraction.of(scenarios.length)).times(Fraction.of(values.length));
      return values.map((value) => value.over(weight));
    }),
  );
  const den = shares.flat(2).reduce((all, { den: own }) => lcm(all, own), 1n);
  const scaled = shares.map((scenarios) => scenarios.map((values) => values.map((v) => v.num * (den / v.den))));
  return { scaled, den };
}

function lcm(a, b) {
  return b * new Fraction(a, b).num;
}

function resample(stream, strata) {
  let sum = 0n;
  for (const scenarios of strata) {
    for (let s = 0; s < scenarios.length; s++) {
      const episodes = scenarios[stream.below(scenarios.length)];
      for (let e = 0; e < episodes.length; e++) sum += episodes[stream.below(episodes.length)];
    }
  }
  return sum;
}

/** The bounds of the interval (SCO-7.3). */
export function bootstrapInterval(key, strata) {
  const statistics = resampled(keyStream(key), strata, RESAMPLES);
  return { lower: quantile(statistics, Fraction.of(1, 40)), upper: quantile(statistics, Fraction.of(39, 40)) };
}
