/** The page's data: blocks of base64 of zlib data of canonical JSON, unpacked when they are wanted. */

/** The text of a packed block. */
export async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** The text of a block of this page. */
export async function blockText(name) {
  return unpacked(document.getElementById(`block-${name}`).textContent);
}

/** The value of a block of this page. */
export async function blockValue(name) {
  return JSON.parse(await blockText(name));
}

/** Where the URL points: the episode and the trial of `#episode=3&trial=0`, null where it names none. */
export function wanted(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (/^[0-9]{1,16}$/.test(found.get(name) ?? "") ? Number(found.get(name)) : null);
  return { episode: number("episode"), trial: number("trial") };
}

/** The place of the entry that an URL points to, the first one where it points to none. */
export function placeOf(entries, { episode, trial }) {
  const place = entries.findIndex(
    (entry) => entry.index === episode && (trial === null || entry.trial === null || entry.trial === trial),
  );
  return episode === null || place < 0 ? 0 : place;
}
