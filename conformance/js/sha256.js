/** SHA-256 (FIPS 180-4) in 32-bit integers. */

import { hex, utf8 } from "./bytes.js";

const K = new Int32Array(64);
const START = new Int32Array(8);

/** The first 32 bits after the point of the square or cube roots of the first primes. */
function constants() {
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = rootBits(BigInt(n), 2n);
    K[found++] = rootBits(BigInt(n), 3n);
  }
}

/** floor(n^(1/k) * 2^32) mod 2^32, exactly. */
function rootBits(n, k) {
  const wanted = n << (32n * k);
  let low = 0n;
  let high = 1n << 40n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** k <= wanted) low = middle;
    else high = middle - 1n;
  }
  return Number(BigInt.asIntN(32, low));
}

constants();

/** A running SHA-256: `update` with bytes, then `digest` once. */
export class Sha256 {
  constructor() {
    this.state = START.slice();
    this.block = new Uint8Array(64);
    this.filled = 0;
    this.length = 0;
    this.words = new Int32Array(64);
  }

  update(bytes) {
    this.length += bytes.length;
    let at = 0;
    if (this.filled > 0) {
      at = Math.min(64 - this.filled, bytes.length);
      this.block.set(bytes.subarray(0, at), this.filled);
      this.filled += at;
      if (this.filled < 64) return this;
      this.compress(this.block, 0);
      this.filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) this.compress(bytes, at);
    this.block.set(bytes.subarray(at), 0);
    this.filled = bytes.length - at;
    return this;
  }

  /** One block of 64 bytes. */
  compress(bytes, from) {
    const w = this.words;
    for (let i = 0, j = from; i < 16; i++, j += 4) {
      w[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = this.state;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const s = this.state;
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
    s[4] += e;
    s[5] += f;
    s[6] += g;
    s[7] += h;
  }

  digest() {
    const bits = this.length;
    const padding = new Uint8Array((this.filled < 56 ? 64 : 128) - this.filled);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 29));
    view.setUint32(padding.length - 4, (bits * 8) >>> 0);
    this.update(padding);
    const out = new DataView(new ArrayBuffer(32));
    this.state.forEach((word, i) => out.setInt32(4 * i, word));
    return new Uint8Array(out.buffer);
  }
}

/** The SHA-256 of bytes, as 32 bytes. */
export function sha256(bytes) {
  return new Sha256().update(bytes).digest();
}

/** The SHA-256 of bytes, or of the UTF-8 of a string, as 64 lowercase hex digits (ENC-3.1). */
export function sha256Hex(data) {
  return hex(sha256(typeof data === "string" ? utf8(data) : data));
}
