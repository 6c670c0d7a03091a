/** The operations of the profile packs (docs/protocol/operations.md). */

import { fromBase64 } from "./bytes.js";
import { checkFireWorld, verifyPack } from "./pack.js";
import { readResult } from "./result.js";

/** The files of a case by their paths. */
export function filesOf(files) {
  return new Map(Object.entries(files).map(([path, text]) => [path, fromBase64(text)]));
}

function packVerify({ files, expected_digest }) {
  const pack = verifyPack(filesOf(files), expected_digest);
  pack.record.episodes.forEach((_, index) => checkFireWorld(pack, index));
  return { digest: pack.digest };
}

export const packOperations = {
  "pack.verify": packVerify,
  "result.read": ({ result }) => readResult(fromBase64(result.base64)),
};
