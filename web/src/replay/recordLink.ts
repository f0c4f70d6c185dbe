/** A record in the fragment of a link: compressed, so that most matches fit, and never sent to the server by itself. */

import { LONGEST_RECORD } from "../server/schema";

/** Bytes that a record may have in any writing. */
export const MOST_BYTES = 4 * LONGEST_RECORD;
const PREFIX = "#r=";

export async function fragmentOf(text: string): Promise<string> {
  const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The record of a fragment; null where it holds none. Throws where it is damaged. */
export async function recordOf(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const letters = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(unpacked, MOST_BYTES));
}

/** All bytes of a stream. A few hundred could unpack to more than the browser holds, so `most` ends it. */
async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("a record as long as that is none");
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
