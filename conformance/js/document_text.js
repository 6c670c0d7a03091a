/** Documents as they travel in a case (CNF-2.3). */

import { fromBase64 } from "./bytes.js";

/** The bytes, or the text, of a document in a case. */
export function documentOf(document) {
  return document.text === undefined ? fromBase64(document.base64) : document.text;
}
