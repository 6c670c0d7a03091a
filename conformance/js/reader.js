/** A cursor over a text that is JSON: tokens one by one, as they are written (ENC-2). */

import { hasLoneSurrogate } from "./canonical.js";
import { Refusal, pointerOf } from "./refusal.js";
import { endOfString } from "./syntax.js";

const PAIR = /\[(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})\]/y;
const NUMBER = /-?[0-9.eE+-]+/y;

/** What kind of value begins with a character code. */
function kindOf(code) {
  if (code === 34) return "string";
  if (code === 123) return "object";
  if (code === 91) return "array";
  if (code === 116 || code === 102) return "boolean";
  return code === 110 ? "null" : "number";
}

/** Reads the values of a checked text (syntax.js) in their order, and knows where it is. */
export class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.path = [];
  }

  /** Refuses, at the value that is being read or at a member of it (ENC-5.3). */
  refuse(code, ...below) {
    throw new Refusal("shape", code, pointerOf([...this.path, ...below]));
  }

  /** The code of the next character that is no blank, which is not taken. */
  peek() {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.at++;
    }
  }

  kind() {
    return kindOf(this.peek());
  }

  /** Takes the next character, whatever it is: a bracket, a comma or a colon. */
  take() {
    const code = this.peek();
    this.at++;
    return code;
  }

  /** A string, its escapes resolved; only an escape can be half of a surrogate pair (ENC-2.6). */
  string() {
    this.peek();
    const end = endOfString(this.text, this.at);
    const raw = this.text.slice(this.at + 1, end);
    const from = this.at;
    this.at = end + 1;
    this.escaped = raw.includes("\\");
    return this.escaped ? JSON.parse(this.text.slice(from, end + 1)) : raw;
  }

  /** A string without half of a surrogate pair. */
  wholeString() {
    const value = this.string();
    if (this.escaped && hasLoneSurrogate(value)) this.refuse("lone_surrogate");
    return value;
  }

  /** `[row,col]` in its plainest form, or null, and then nothing is taken. */
  plainPair() {
    PAIR.lastIndex = this.at;
    const found = PAIR.exec(this.text);
    if (!found) return null;
    this.at = PAIR.lastIndex;
    return [Number(found[1]), Number(found[2])];
  }

  /** A number's token. */
  number() {
    this.peek();
    NUMBER.lastIndex = this.at;
    const token = NUMBER.exec(this.text)[0];
    this.at += token.length;
    return token;
  }

  /** `true`, `false` or `null`. */
  word() {
    const code = this.peek();
    this.at += code === 102 ? 5 : 4;
    return code === 110 ? null : code === 116;
  }

  /** Wants a value of some type; a string that is a half surrogate is refused as such first (ENC-2.6). */
  want(kind) {
    const found = this.kind();
    if (found === kind) return;
    if (found === "string") this.wholeString();
    this.refuse("wrong_type");
  }

  /** Goes through a list: `visit(index)` reads one element. */
  elements(visit) {
    this.take();
    if (this.peek() === 93) {
      this.at++;
      return 0;
    }
    let index = 0;
    do {
      this.path.push(index);
      visit(index++);
      this.path.pop();
    } while (this.take() === 44);
    return index;
  }

  /** Goes through an object: `visit(key)` reads one value. A key with half a surrogate is refused (ENC-5.3). */
  members(visit) {
    this.take();
    if (this.peek() === 125) {
      this.at++;
      return;
    }
    do {
      const key = this.wholeString();
      this.take();
      visit(key);
    } while (this.take() === 44);
  }

  /** Passes over a value. */
  skip() {
    const kind = this.kind();
    if (kind === "string") this.string();
    else if (kind === "number") this.number();
    else if (kind === "array") this.elements(() => this.skip());
    else if (kind === "object") this.members(() => this.skip());
    else this.word();
  }
}

/** Where the value of a path begins in a text that has been read without a fault (ENC-5.2). */
export function placeOf(text, path) {
  const reader = new Reader(text);
  for (const part of path) {
    const there = {};
    const visit = (name) => {
      reader.peek();
      if (name === part && there.at === undefined) there.at = reader.at;
      reader.skip();
    };
    if (typeof part === "number") reader.elements(visit);
    else reader.members(visit);
    reader.at = there.at;
  }
  reader.peek();
  return reader.at;
}
