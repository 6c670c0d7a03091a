/** SplitMix64 streams (SIM-7), in halves of 32 bits. */

import { utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** The high half of the product of two 32-bit halves; the low half is Math.imul's. */
function highProduct(a, b) {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a0 * b1 + a1 * b0 + ((a0 * b0) >>> 0) / 65536;
  return (a1 * b1 + Math.floor(middle / 65536)) >>> 0;
}

function hex32(half) {
  return (half >>> 0).toString(16).padStart(8, "0");
}

/** One stream: `next` draws a word into `hi` and `lo` (SIM-7.1). */
export class Stream {
  /** @param {string} state 16 hex digits: the state before the first draw */
  constructor(state) {
    this.stateHi = parseInt(state.slice(0, 8), 16) | 0;
    this.stateLo = parseInt(state.slice(8), 16) | 0;
    this.hi = 0;
    this.lo = 0;
  }

  /** The raw state as a word (ENC-3.3). */
  get state() {
    return hex32(this.stateHi) + hex32(this.stateLo);
  }

  /** Draws one word (SIM-7.1). */
  next() {
    const sum = (this.stateLo >>> 0) + 0x7f4a7c15;
    this.stateLo = sum | 0;
    this.stateHi = (this.stateHi + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) | 0;
    let hi = this.stateHi;
    let lo = this.stateLo;
    lo ^= (lo >>> 30) | (hi << 2);
    hi ^= hi >>> 30;
    hi = (highProduct(lo, 0x1ce4e5b9) + Math.imul(hi, 0x1ce4e5b9) + Math.imul(lo, 0xbf58476d)) | 0;
    lo = Math.imul(lo, 0x1ce4e5b9);
    lo ^= (lo >>> 27) | (hi << 5);
    hi ^= hi >>> 27;
    hi = (highProduct(lo, 0x133111eb) + Math.imul(hi, 0x133111eb) + Math.imul(lo, 0x94d049bb)) | 0;
    lo = Math.imul(lo, 0x133111eb);
    this.lo = lo ^ ((lo >>> 31) | (hi << 1));
    this.hi = hi ^ (hi >>> 31);
  }

  /** Draws a word and gives it as 16 hex digits (ENC-3.3). */
  word() {
    this.next();
    return hex32(this.hi) + hex32(this.lo);
  }

  /** Draws a word and gives its upper 53 bits, floor(w / 2^11) (SIM-7.4). */
  upper53() {
    this.next();
    return (this.hi >>> 0) * 2097152 + (this.lo >>> 11);
  }

  /** Draws a number below n: the first word below 2^64 - (2^64 mod n), mod n (PCK-11.3, PCK-5.7). */
  below(n) {
    const whole = 1n << 64n;
    const size = BigInt(n);
    const limit = whole - (whole % size);
    for (;;) {
      const drawn = BigInt("0x" + this.word());
      if (drawn < limit) return Number(drawn % size);
    }
  }
}

/** The stream of a seed and a label (SIM-7.2). */
export function streamOf(seed, label) {
  const first = sha256(utf8(`emberbench/v1/${seed}/${label}`)).subarray(0, 8);
  return new Stream(Array.from(first, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}
