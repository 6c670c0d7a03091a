/** Evaluation results, read line by line (PCK-9, ENC-4.3). */

import { hex, sameBytes, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { resultEpisodeShape, resultFooterShape, resultHeaderShape } from "./documents_packs.js";
import { plainBytes } from "./gzip.js";
import { Refusal } from "./refusal.js";
import { Sha256 } from "./sha256.js";
import { readShape } from "./shape.js";

const FOOTER = utf8('{"digest":');
const PLACE = /^\{"index":(0|[1-9][0-9]{0,15}),"metrics":\{/;

export function refuseResult(code) {
  throw new Refusal("result", code);
}

function beginsWith(bytes, prefix) {
  return bytes.length >= prefix.length && prefix.every((byte, i) => byte === bytes[i]);
}

/** One trial's file: its header at once, then episode by episode, then its footer. */
export class ResultReader {
  /** @param {Uint8Array} bytes plain or gzip (ENC-4.1) */
  constructor(bytes) {
    this.bytes = plainBytes(bytes);
    this.at = 0;
    this.hash = new Sha256();
    this.episodes = 0;
    this.failures = 0;
    this.last = -1;
    this.header = this.line(this.peek(), resultHeaderShape);
  }

  /** The next line without its 0A; a file that ends before its footer is cut short. */
  peek() {
    const end = this.bytes.indexOf(10, this.at);
    if (end < 0) refuseResult("cut_short");
    return this.bytes.subarray(this.at, end);
  }

  /** Reads a line strictly and as its canonical bytes (PCK-9.1). */
  line(bytes, shape) {
    const { value } = readShape(bytes, shape);
    if (!sameBytes(bytes, utf8(canonical(value)))) refuseResult("not_canonical");
    this.hash.update(this.bytes.subarray(this.at, this.at + bytes.length + 1));
    this.at += bytes.length + 1;
    return value;
  }

  /** Whether the next line is the footer (PCK-9.4). */
  get atFooter() {
    return beginsWith(this.peek(), FOOTER);
  }

  /** The next episode line, whose index is above those before it (PCK-9.3, PCK-9.4). */
  episode() {
    const bytes = this.peek();
    const place = PLACE.exec(String.fromCharCode(...bytes.subarray(0, 40)));
    if (place) this.order(Number(place[1]));
    const episode = this.line(bytes, resultEpisodeShape);
    if (!place) this.order(episode.index);
    this.last = episode.index;
    this.episodes += 1;
    if (episode.failure) this.failures += 1;
    return episode;
  }

  order(index) {
    if (index <= this.last) refuseResult(index === this.last ? "repeated_episode" : "not_sorted");
  }

  /** The footer, after which nothing comes (PCK-9.4). */
  footer() {
    const above = hex(this.hash.digest());
    const footer = this.line(this.peek(), resultFooterShape);
    const { episodes, failures, digest } = footer;
    if (episodes !== this.episodes || failures !== this.failures || digest !== above) refuseResult("footer_differs");
    if (this.at < this.bytes.length) refuseResult("after_footer");
    return footer;
  }
}

/** Reads a whole result, compared with nothing (result.read). */
export function readResult(bytes) {
  const reader = new ResultReader(bytes);
  while (!reader.atFooter) reader.episode();
  const { episodes, failures, digest } = reader.footer();
  return { episodes, failures, digest };
}
