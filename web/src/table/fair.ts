/** Deals that can be checked: the page's own part of the shuffle, and whether the server kept its word. */

const BYTES = 16;

export function salt(): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** Browsers compute digests only over https and on the machine itself. */
export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Whether a revealed seed is the one that was sealed before the cut. */
export async function isSealed(seed: string, sealed: string): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
  return hexadecimal(new Uint8Array(digest)) === sealed;
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
