/** How a document, an action, a pack or a result is refused (ENC-5). */

/** A typed refusal: stage, stable code and JSON pointer (ENC-5, CNF-5.2). */
export class Refusal extends Error {
  /**
   * @param {string} stage `syntax`, `shape`, `meaning`, `action`, `pack`, `result` or `score`
   * @param {string} code a code of the contract
   * @param {string} [pointer] an RFC 6901 pointer to the value at fault
   */
  constructor(stage, code, pointer = "") {
    super(`${stage}: ${code} at ${JSON.stringify(pointer)}`);
    this.stage = stage;
    this.code = code;
    this.pointer = pointer;
  }
}

/** The pointer of a path of keys and indices (ENC-5.3). */
export function pointerOf(path) {
  return path.map((part) => "/" + String(part).replace(/~/g, "~0").replace(/\//g, "~1")).join("");
}

/** Does some work; a refusal of it gets another stage, and a pointer that begins elsewhere. */
export function restaged(stage, prefix, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(stage ?? error.stage, error.code, prefix + error.pointer);
  }
}
