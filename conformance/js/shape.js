/**
 * The second stage of strict reading: shapes (ENC-2.3 to ENC-2.6, ENC-5.5).
 *
 * A shape is a function that reads one value from a Reader and gives it, or refuses it at its first fault in the order
 * of ENC-5.2. Objects with fixed keys become plain objects, those whose keys are IDs become Maps.
 */

import { Reader } from "./reader.js";
import { syntaxChecked } from "./syntax.js";

export const SAFE = Number.MAX_SAFE_INTEGER;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;
const MEMBER = Object.prototype.hasOwnProperty;

/**
 * Reads a document by its syntax and its shape (ENC-5.1).
 *
 * @param {Uint8Array|string} source
 * @param {Function} shape
 * @param {number} [limit] the most bytes
 * @returns {{value: *, text: string}}
 * @throws {Refusal} of the stages `syntax` and `shape`
 */
export function readShape(source, shape, limit) {
  const text = syntaxChecked(source, limit);
  return { value: shape(new Reader(text)), text };
}

/** An integer of a range, written as one (ENC-2.3). */
export function integer(low = 0, high = SAFE) {
  return (reader) => {
    reader.want("number");
    const value = integerOf(reader, reader.number());
    if (value < low || value > high) reader.refuse("out_of_range");
    return value;
  };
}

/** The integer that a token stands for (ENC-2.3). */
function integerOf(reader, token) {
  if (/[.eE]/.test(token)) reader.refuse("not_an_integer");
  if (token === "-0") reader.refuse("negative_zero");
  const value = Number(token);
  if (!INTEGER.test(token) || !Number.isSafeInteger(value)) reader.refuse("integer_range");
  return value;
}

/** The probability, a double in [0, 1] (ENC-2.3.1). */
export function probability(reader) {
  reader.want("number");
  return probabilityOf(reader, reader.number());
}

/** The probability that a number token stands for (ENC-2.3.1). */
export function probabilityOf(reader, token) {
  if (token.length > 32) reader.refuse("number_too_long");
  const value = Number(token);
  if (token[0] === "-") reader.refuse(value === 0 ? "negative_zero" : "out_of_range");
  if (!Number.isFinite(value)) reader.refuse("number_overflow");
  if (value > 1) reader.refuse("out_of_range");
  return value;
}

function characters(text) {
  let count = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count--;
  return count;
}

function checkedText(reader, value, { low, high, pattern }, ...below) {
  if (value.length < low || (value.length > high && characters(value) > high)) {
    reader.refuse(value.length < low ? "too_short" : "too_long", ...below);
  }
  if (low > 1 && characters(value) < low) reader.refuse("too_short", ...below);
  if (pattern && !pattern.test(value)) reader.refuse("bad_value", ...below);
}

/** A string of a length in code points, and of a pattern (ENC-2.5). */
export function string(low, high, pattern) {
  const rule = { low, high, pattern };
  return (reader) => {
    reader.want("string");
    const value = reader.wholeString();
    checkedText(reader, value, rule);
    return value;
  };
}

const ID_RULE = { low: 1, high: 64, pattern: /^[A-Za-z0-9._-]+$/ };

/** An identifier (ENC-3.4). */
export const id = string(ID_RULE.low, ID_RULE.high, ID_RULE.pattern);

/** A digest (ENC-3.1). */
export const digest = string(64, 64, /^[0-9a-f]{64}$/);

/** A word (ENC-3.3). */
export const word = string(16, 16, /^[0-9a-f]{16}$/);

/** One of some strings. */
export function choice(...values) {
  return (reader) => {
    reader.want("string");
    const value = reader.wholeString();
    if (!values.includes(value)) reader.refuse("bad_value");
    return value;
  };
}

/** `true` or `false`. */
export function boolean(reader) {
  reader.want("boolean");
  return reader.word();
}

/** What a shape reads, or `null`. */
export function nullable(shape) {
  return (reader) => (reader.kind() === "null" ? reader.word() : shape(reader));
}

/** `null` alone. */
export function nothing(reader) {
  reader.want("null");
  return reader.word();
}

/** A list of values of one shape (ENC-2.5). */
export function list(item, low = 0, high = Infinity) {
  return (reader) => {
    reader.want("array");
    const values = [];
    reader.elements((index) => {
      if (index >= high) surplus(reader);
      values.push(item(reader));
    });
    if (values.length < low) reader.refuse("too_short");
    return values;
  };
}

/** A list of just these values. */
export function tuple(...items) {
  return (reader) => {
    reader.want("array");
    const values = [];
    reader.elements((index) => {
      if (index >= items.length) surplus(reader);
      values.push(items[index](reader));
    });
    if (values.length < items.length) reader.refuse("too_short");
    return values;
  };
}

/** A surplus element is the fault of its list (ENC-5.3). */
function surplus(reader) {
  reader.path.pop();
  reader.refuse("too_long");
}

const anyPosition = tuple(integer(), integer());

/** A position (SIM-2.1). */
export function position(reader) {
  return reader.plainPair() ?? anyPosition(reader);
}

/** An object with just these members; those named as optional may be absent (ENC-2.4). */
export function record(shapes, optional = []) {
  const known = new Map(Object.entries(shapes));
  const required = Object.keys(shapes)
    .filter((key) => !optional.includes(key))
    .sort();
  return (reader) => {
    reader.want("object");
    const value = {};
    reader.members((key) => {
      if (MEMBER.call(value, key)) reader.refuse("duplicate_key", key);
      const shape = known.get(key);
      if (!shape) reader.refuse("unknown_key", key);
      reader.path.push(key);
      value[key] = shape(reader);
      reader.path.pop();
    });
    for (const key of required) if (!MEMBER.call(value, key)) reader.refuse("missing_key", key);
    return value;
  };
}

/** An object whose keys are IDs, as a Map (ENC-2.4). */
export function dictionary(shape) {
  return (reader) => {
    reader.want("object");
    const value = new Map();
    reader.members((key) => {
      checkedText(reader, key, ID_RULE, key);
      if (value.has(key)) reader.refuse("duplicate_key", key);
      reader.path.push(key);
      value.set(key, shape(reader));
      reader.path.pop();
    });
    return value;
  };
}

/**
 * An object whose member `tag` tells which of some shapes it has; where it stands twice, the first one tells, and where
 * it tells nothing, `either` is the shape (ENC-2.4).
 */
export function tagged(tag, variants, either) {
  const known = new Map(Object.entries(variants));
  return (reader) => {
    reader.want("object");
    const from = reader.at;
    let told;
    reader.members((key) => {
      if (key === tag && told === undefined)
        told = reader.kind() === "string" ? reader.string() : (reader.skip(), null);
      else reader.skip();
    });
    reader.at = from;
    return (known.get(told) ?? either)(reader);
  };
}

/** An object of one shape where it has a member, of another where it has not (PCK-9.3). */
export function withMember(name, shape, other) {
  return (reader) => {
    reader.want("object");
    const from = reader.at;
    let found = false;
    reader.members((key) => {
      found ||= key === name;
      reader.skip();
    });
    reader.at = from;
    return (found ? shape : other)(reader);
  };
}

/** Any JSON value, with numbers as json.canonical takes them. */
export function anyValue(reader) {
  switch (reader.kind()) {
    case "string":
      return string(0, Infinity)(reader);
    case "number":
      return anyNumber(reader);
    case "array":
      return list(anyValue)(reader);
    case "object":
      return anyObject(reader);
    default:
      return reader.word();
  }
}

function anyNumber(reader) {
  const token = reader.number();
  if (!/[.eE]/.test(token)) return integerOf(reader, token);
  const value = Number(token);
  if (!Number.isFinite(value)) reader.refuse("number_overflow");
  return value === 0 ? 0 : value;
}

function anyObject(reader) {
  const value = new Map();
  reader.members((key) => {
    if (value.has(key)) reader.refuse("duplicate_key", key);
    reader.path.push(key);
    value.set(key, anyValue(reader));
    reader.path.pop();
  });
  return value;
}
