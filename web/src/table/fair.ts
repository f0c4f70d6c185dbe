/** Deals that can be checked: the page's own part of the shuffle, and whether the server kept its word. */

import { hexadecimal, sha256 } from "../lib/sha256";

const BYTES = 16;

export function salt(): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** Whether a revealed seed is the one that was sealed before the cut. */
export function isSealed(seed: string, sealed: string): boolean {
  return hexadecimal(sha256(new TextEncoder().encode(seed))) === sealed;
}
