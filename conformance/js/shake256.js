/** SHAKE-256 (FIPS 202), Keccak on halves of 32 bits. */

const RATE = 136;
const ROTATIONS = [];
const MOVES = [];
const ROUND_LO = [];
const ROUND_HI = [];

/** The rotations and places of rho and pi, and the constants of iota, from their definitions. */
function tables() {
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    ROTATIONS[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  ROTATIONS[0] = 0;
  for (let lane = 0; lane < 25; lane++) {
    const [a, b] = [lane % 5, Math.floor(lane / 5)];
    MOVES[lane] = b + 5 * ((2 * a + 3 * b) % 5);
  }
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let [lo, hi] = [0, 0];
    for (let j = 0; j < 7; j++) {
      const place = 2 ** j - 1;
      if (register & 1) {
        if (place < 32) lo |= 1 << place;
        else hi |= 1 << (place - 32);
      }
      register <<= 1;
      if (register & 0x100) register ^= 0x171;
    }
    ROUND_LO.push(lo);
    ROUND_HI.push(hi);
  }
}

tables();

/** Keccak-f[1600] on 25 lanes, in place. */
function permute(lo, hi) {
  const cl = new Int32Array(5);
  const ch = new Int32Array(5);
  const bl = new Int32Array(25);
  const bh = new Int32Array(25);
  for (let round = 0; round < 24; round++) {
    for (let x = 0; x < 5; x++) {
      cl[x] = lo[x] ^ lo[x + 5] ^ lo[x + 10] ^ lo[x + 15] ^ lo[x + 20];
      ch[x] = hi[x] ^ hi[x + 5] ^ hi[x + 10] ^ hi[x + 15] ^ hi[x + 20];
    }
    for (let lane = 0; lane < 25; lane++) {
      const left = (lane + 4) % 5;
      const right = (lane + 1) % 5;
      const l = lo[lane] ^ cl[left] ^ ((cl[right] << 1) | (ch[right] >>> 31));
      const h = hi[lane] ^ ch[left] ^ ((ch[right] << 1) | (cl[right] >>> 31));
      rotate(l, h, ROTATIONS[lane], bl, bh, MOVES[lane]);
    }
    for (let lane = 0; lane < 25; lane++) {
      const row = lane - (lane % 5);
      const next = row + ((lane + 1) % 5);
      const after = row + ((lane + 2) % 5);
      lo[lane] = bl[lane] ^ (~bl[next] & bl[after]);
      hi[lane] = bh[lane] ^ (~bh[next] & bh[after]);
    }
    lo[0] ^= ROUND_LO[round];
    hi[0] ^= ROUND_HI[round];
  }
}

function rotate(l, h, by, outLo, outHi, at) {
  const [a, b] = by < 32 ? [l, h] : [h, l];
  const n = by % 32;
  outLo[at] = n === 0 ? a : (a << n) | (b >>> (32 - n));
  outHi[at] = n === 0 ? b : (b << n) | (a >>> (32 - n));
}

/** The first `length` bytes of SHAKE-256 of a message shorter than one block, as lanes allow: both below 136 bytes. */
export function shake256(message, length) {
  if (message.length >= RATE || length > RATE) throw new RangeError("one block in, one block out");
  const block = new Uint8Array(200);
  block.set(message);
  block[message.length] ^= 0x1f;
  block[RATE - 1] ^= 0x80;
  const view = new DataView(block.buffer);
  const lo = Int32Array.from({ length: 25 }, (_, lane) => view.getInt32(8 * lane, true));
  const hi = Int32Array.from({ length: 25 }, (_, lane) => view.getInt32(8 * lane + 4, true));
  permute(lo, hi);
  for (let lane = 0; lane < 25; lane++) {
    view.setInt32(8 * lane, lo[lane], true);
    view.setInt32(8 * lane + 4, hi[lane], true);
  }
  return block.slice(0, length);
}
