/** A record in the fragment of a link. It is compressed, and the browser does not send it to the server. */

import { LONGEST_RECORD } from "../server/schema";

/** The maximum size of a record in bytes, in any encoding. */
export const MAX_BYTES = 4 * LONGEST_RECORD;
const PREFIX = "#r=";

export async function fragmentOf(text: string): Promise<string> {
  const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the record in a fragment, or null if there is none. Throws an error if it is damaged. */
export async function recordOf(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const letters = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(unpacked, MAX_BYTES));
}

/** Return all bytes of a stream. Throws an error after `limit`, because a few bytes can unpack to gigabytes. */
async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError("the record is too long");
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
