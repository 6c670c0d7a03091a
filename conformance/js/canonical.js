/** Canonical JSON (ENC-1) and digests (ENC-3.1). */

import { sha256Hex } from "./sha256.js";

const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether a string holds half of a surrogate pair (ENC-2.6). */
export function hasLoneSurrogate(text) {
  return LONE.test(text);
}

/** A string in canonical form (ENC-1.2); JSON.stringify escapes exactly what ENC-1.2 says. */
function quoted(text) {
  if (PLAIN.test(text)) return '"' + text + '"';
  if (hasLoneSurrogate(text)) throw new RangeError("not_canonical: a lone surrogate");
  return JSON.stringify(text);
}

/** A number in canonical form (ENC-1.3): what ECMAScript's own Number::toString writes. */
function written(value) {
  if (!Number.isFinite(value)) throw new RangeError("not_canonical: a number that is not finite");
  return value === 0 ? "0" : String(value);
}

const KEYS = new Map();

/** A key with its colon; keys come again and again. */
function key(name) {
  let text = KEYS.get(name);
  if (text === undefined) {
    text = quoted(name) + ":";
    if (KEYS.size < 4096) KEYS.set(name, text);
  }
  return text;
}

function list(values) {
  let text = "[";
  for (let i = 0; i < values.length; i++) text += (i > 0 ? "," : "") + canonical(values[i]);
  return text + "]";
}

function object(value) {
  const isMap = value instanceof Map;
  const names = isMap ? [...value.keys()] : Object.keys(value);
  names.sort();
  let text = "{";
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    text += (i > 0 ? "," : "") + key(name) + canonical(isMap ? value.get(name) : value[name]);
  }
  return text + "}";
}

/**
 * The canonical text of a JSON value (ENC-1). An object is a plain object or a Map; a Map where the keys are IDs, since
 * an ID may be `__proto__`.
 */
export function canonical(value) {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return written(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? list(value) : object(value);
    default:
      throw new RangeError("not_canonical: " + typeof value);
  }
}

/** The digest of a value: the SHA-256 of its canonical bytes (ENC-3.1). */
export function digestOf(value) {
  return sha256Hex(canonical(value));
}

/** A whole object as the canonical form of a document in an output (CNF-2.3). */
export function asText(value) {
  return { text: canonical(value) };
}

/** Orders strings by code unit; for IDs, which are ASCII, that is by code point (ENC-3.4). */
export function byCodePoint(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
