/** Bytes: UTF-8, base64 and hex, without any API that a page or Node alone has. */

const DIGITS = "0123456789abcdef";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Uint8Array(128);
for (let i = 0; i < 64; i++) VALUES[BASE64.charCodeAt(i)] = i;

const ENCODER = new TextEncoder();

/** The UTF-8 of a string without half surrogates. */
export function utf8(text) {
  return ENCODER.encode(text);
}

/** The text of well-formed UTF-8, a byte order mark kept; throws a TypeError for anything else (ENC-2.1). */
export function fromUtf8(bytes) {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Lowercase hex digits, two for each byte. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte >> 4] + DIGITS[byte & 15];
  return text;
}

/** The bytes of base64 with padding (RFC 4648). */
export function fromBase64(text) {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 61) end--;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let word = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    word = ((word << 6) | VALUES[text.charCodeAt(i)]) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (word >> bits) & 0xff;
    }
  }
  return bytes;
}

/** Whether two byte arrays are the same. */
export function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
