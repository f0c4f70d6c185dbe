/** SHA-256 (FIPS 180-4). Browsers offer it only to pages that came over https or from this machine, but every page must
 * check seals. */

const [ROUND, START] = constants();

export function sha256(bytes: Uint8Array): Uint8Array {
  const words = padded(bytes);
  const state = [...START];
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the message, a single bit, zeros, and its length in bits: whole blocks of sixteen words. */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const view = new DataView(new ArrayBuffer(64 * blocks));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, 8 * bytes.length);
  return Uint32Array.from({ length: 16 * blocks }, (_, at) => view.getUint32(4 * at));
}

function mix(state: number[], block: Uint32Array): void {
  const w = new Uint32Array(64);
  w.set(block);
  const at = (place: number): number => w[place] ?? 0;
  for (let t = 16; t < 64; t++) {
    const [early, late] = [at(t - 15), at(t - 2)];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[t] = at(t - 16) + first + at(t - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const temp1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[t] ?? 0) + at(t)) | 0;
    const temp2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(temp1 + temp2) | 0, a, b, c, (d + temp1) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = ((state[place] ?? 0) + word) | 0));
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Return the first bits of the fractions of the cube roots and of the square roots of the first primes. */
function constants(): [number[], number[]] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);
  const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
  return [primes.map((prime) => fraction(prime ** (1 / 3))), primes.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)))];
}
