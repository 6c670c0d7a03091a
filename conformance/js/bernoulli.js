/** Bernoulli draws by whole numbers (SIM-7.4). */

/** The threshold of a double in [0, 1]: ceil(p * 2^53), exactly, since a power of two scales a double exactly. */
export function threshold(p) {
  return Math.ceil(p * 9007199254740992);
}

/** One draw: whether it succeeds. It always takes one word (SIM-7.4). */
export function succeeds(stream, limit) {
  return stream.upper53() < limit;
}
