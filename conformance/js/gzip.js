/** Inflate (RFC 1951) and gzip files of one member (RFC 1952, ENC-4.1). */

import { Refusal } from "./refusal.js";

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_EXTRA = Array.from({ length: 30 }, (_, code) => Math.max(0, (code >> 1) - 1));
const DISTANCE_BASE = DISTANCE_EXTRA.map((_, code) =>
  code < 2 ? code + 1 : ((2 + (code & 1)) << DISTANCE_EXTRA[code]) + 1,
);
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function bad() {
  return new Refusal("result", "bad_gzip");
}

/** The codes of some lengths: how many there are of each length, and the symbols by code. */
function huffman(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const offsets = new Uint16Array(17);
  let left = 1;
  for (let length = 1; length < 16; length++) {
    offsets[length + 1] = offsets[length] + counts[length];
    left = 2 * left - counts[length];
    if (left < 0) throw bad();
  }
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[offsets[length]++] = symbol;
  });
  return { counts, symbols };
}

const FIXED_LENGTHS = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
const FIXED = { literals: huffman(FIXED_LENGTHS), distances: huffman(new Array(30).fill(5)) };

/** One deflate stream from a place of some bytes. */
class Inflater {
  constructor(bytes, from) {
    this.bytes = bytes;
    this.at = from;
    this.word = 0;
    this.held = 0;
    this.out = new Uint8Array(Math.max(1024, bytes.length * 4));
    this.filled = 0;
  }

  bits(count) {
    while (this.held < count) {
      if (this.at >= this.bytes.length) throw bad();
      this.word |= this.bytes[this.at++] << this.held;
      this.held += 8;
    }
    const value = this.word & ((1 << count) - 1);
    this.word >>>= count;
    this.held -= count;
    return value;
  }

  symbol({ counts, symbols }) {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.bits(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw bad();
  }

  room(count) {
    if (this.filled + count <= this.out.length) return;
    const wider = new Uint8Array(2 * (this.filled + count));
    wider.set(this.out.subarray(0, this.filled));
    this.out = wider;
  }

  all() {
    for (let last = 0; !last;) {
      last = this.bits(1);
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.compressed(FIXED);
      else if (kind === 2) this.compressed(this.tables());
      else throw bad();
    }
    return this.out.subarray(0, this.filled);
  }

  stored() {
    this.word = 0;
    this.held = 0;
    const { bytes, at } = this;
    if (at + 4 > bytes.length) throw bad();
    const length = bytes[at] | (bytes[at + 1] << 8);
    if ((length ^ 0xffff) !== (bytes[at + 2] | (bytes[at + 3] << 8)) || at + 4 + length > bytes.length) throw bad();
    this.room(length);
    this.out.set(bytes.subarray(at + 4, at + 4 + length), this.filled);
    this.filled += length;
    this.at = at + 4 + length;
  }

  tables() {
    const literals = this.bits(5) + 257;
    const distances = this.bits(5) + 1;
    const codes = this.bits(4) + 4;
    const lengths = new Array(19).fill(0);
    for (let i = 0; i < codes; i++) lengths[CODE_ORDER[i]] = this.bits(3);
    const all = this.lengths(huffman(lengths), literals + distances);
    if (literals > 286 || distances > 30 || all[256] === 0) throw bad();
    return { literals: huffman(all.slice(0, literals)), distances: huffman(all.slice(literals)) };
  }

  lengths(code, wanted) {
    const all = [];
    while (all.length < wanted) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        all.push(symbol);
        continue;
      }
      if (symbol === 16 && all.length === 0) throw bad();
      const value = symbol === 16 ? all[all.length - 1] : 0;
      const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
      for (let i = 0; i < times; i++) all.push(value);
    }
    if (all.length > wanted) throw bad();
    return all;
  }

  compressed({ literals, distances }) {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.room(1);
        this.out[this.filled++] = symbol;
      } else {
        this.repeat(symbol - 257, distances);
      }
    }
  }

  repeat(code, distances) {
    if (code >= LENGTH_BASE.length) throw bad();
    const length = LENGTH_BASE[code] + this.bits(LENGTH_EXTRA[code]);
    const far = this.symbol(distances);
    if (far >= 30) throw bad();
    const distance = DISTANCE_BASE[far] + this.bits(DISTANCE_EXTRA[far]);
    if (distance > this.filled) throw bad();
    this.room(length);
    for (let i = 0; i < length; i++, this.filled++) this.out[this.filled] = this.out[this.filled - distance];
  }
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let k = 0; k < 8; k++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return ~crc >>> 0;
}

/** Where the deflate stream of a gzip member begins (RFC 1952). */
function afterHeader(bytes) {
  const flags = bytes[3];
  if (bytes.length < 10 || bytes[2] !== 8 || flags & 0xe0) throw bad();
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] | (bytes[at + 1] << 8));
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw bad();
    at = end + 1;
  }
  return flags & 2 ? at + 2 : at;
}

/** A file's bytes, decompressed where they begin like gzip (ENC-4.1). */
export function plainBytes(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const inflater = new Inflater(bytes, afterHeader(bytes));
  const out = inflater.all();
  const end = inflater.at;
  if (end + 8 !== bytes.length) throw bad();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(end, true) !== crc32(out) || view.getUint32(end + 4, true) !== out.length >>> 0) throw bad();
  return out;
}
