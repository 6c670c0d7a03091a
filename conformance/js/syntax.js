/** The first stage of strict reading: are the bytes one JSON value? (ENC-2.1, ENC-2.2, ENC-5.4) */

import { fromUtf8, utf8 } from "./bytes.js";
import { hasLoneSurrogate } from "./canonical.js";
import { Refusal } from "./refusal.js";

const DEPTH = 64;
const LIMIT = 268435456;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPECIAL = /["\\\u0000-\u001f]/g;
const BLANK = /[ \t\n\r]*/y;
const WORDS = ["true", "false", "null"];
const NOT_FINITE = ["NaN", "Infinity", "-Infinity"];

/**
 * The text of a document's bytes (or of a string that is one), checked as JSON (ENC-2.1).
 *
 * @param {Uint8Array|string} source
 * @param {number} [limit] the most bytes that it may have (ENC-4.2)
 * @returns {string}
 * @throws {Refusal} of the stage `syntax`
 */
export function syntaxChecked(source, limit = LIMIT) {
  const text = decoded(source, limit);
  if (acceptedFast(text)) return text;
  new Scanner(text).document();
  return text;
}

function decoded(source, limit) {
  if (typeof source === "string") {
    if (source.length * 3 > limit && utf8(source).length > limit) throw new Refusal("syntax", "too_large");
    if (source.charCodeAt(0) === 0xfeff) throw new Refusal("syntax", "byte_order_mark");
    if (hasLoneSurrogate(source)) throw new Refusal("syntax", "not_utf8");
    return source;
  }
  if (source.length > limit) throw new Refusal("syntax", "too_large");
  if (source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf) throw new Refusal("syntax", "byte_order_mark");
  try {
    return fromUtf8(source);
  } catch {
    throw new Refusal("syntax", "not_utf8");
  }
}

/** Whether JSON.parse takes the text and it is not deep: then nothing is wrong with its syntax. */
function acceptedFast(text) {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return depthOf(text) <= DEPTH;
}

/** How many arrays and objects enclose one another at most, in a text that is JSON (ENC-2.2). */
function depthOf(text) {
  let depth = 0;
  let most = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) i = endOfString(text, i);
    else if (c === 91 || c === 123) most = Math.max(most, ++depth);
    else if (c === 93 || c === 125) depth--;
  }
  return most;
}

/** Where the string that begins at a place of a JSON text ends: the place of its closing quote. */
export function endOfString(text, from) {
  let end = from;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/** Goes through a text token by token, and refuses it at the first fault (ENC-5.2). */
class Scanner {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found !== null;
  }

  fail(code = "bad_syntax") {
    throw new Refusal("syntax", code);
  }

  char(expected) {
    this.match(BLANK);
    if (this.text[this.at] !== expected) return false;
    this.at++;
    return true;
  }

  document() {
    this.value(0);
    this.match(BLANK);
    if (this.at < this.text.length) this.fail();
  }

  value(depth) {
    this.match(BLANK);
    const c = this.text[this.at];
    if (c === "{" || c === "[") {
      if (depth >= DEPTH) this.fail("too_deep");
      this.at++;
      if (c === "{") this.object(depth + 1);
      else this.array(depth + 1);
      return;
    }
    if (NOT_FINITE.some((word) => this.text.startsWith(word, this.at))) this.fail("not_finite");
    const word = WORDS.find((name) => this.text.startsWith(name, this.at));
    if (word) this.at += word.length;
    else if (c === '"') this.string();
    else if (!this.match(NUMBER)) this.fail();
  }

  string() {
    if (this.text[this.at] !== '"') this.fail();
    this.at++;
    for (;;) {
      SPECIAL.lastIndex = this.at;
      const found = SPECIAL.exec(this.text);
      if (!found) this.fail();
      this.at = found.index;
      if (found[0] === '"') break;
      if (!this.match(ESCAPE)) this.fail();
    }
    this.at++;
  }

  array(depth) {
    if (this.char("]")) return;
    do this.value(depth);
    while (this.char(","));
    if (!this.char("]")) this.fail();
  }

  object(depth) {
    if (this.char("}")) return;
    do {
      this.match(BLANK);
      this.string();
      if (!this.char(":")) this.fail();
      this.value(depth);
    } while (this.char(","));
    if (!this.char("}")) this.fail();
  }
}
