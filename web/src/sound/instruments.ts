/** Synthesizers for a string, a card and a knock. They add samples between -1 and 1 to a tape. */

/** A sound under construction. Simultaneous sounds are added. */
export interface Tape {
  readonly rate: number;
  readonly samples: Float32Array;
}

/** Return a generator of white noise, the same for the same seed. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function add(tape: Tape, start: number, seconds: number, sample: (at: number) => number): void {
  const first = Math.round(start * tape.rate);
  const last = Math.min(first + Math.round(seconds * tape.rate), tape.samples.length);
  for (let at = first; at < last; at++) tape.samples[at] = (tape.samples[at] ?? 0) + sample((at - first) / tape.rate);
}

/** Add a plucked guitar string (Karplus-Strong synthesis). */
export function pluck(tape: Tape, start: number, pitch: number, loudness: number, seconds = 0.9): void {
  const grain = noise(Math.round(pitch));
  const loop = Float32Array.from({ length: Math.max(2, Math.round(tape.rate / pitch)) }, grain);
  for (let turn = 0; turn < 2; turn++) soften(loop); // as if plucked with a thumb
  let at = 0;
  add(tape, start, seconds, (time) => {
    const next = (at + 1) % loop.length;
    const now = loop[at] ?? 0;
    loop[at] = 0.4985 * (now + (loop[next] ?? 0));
    at = next;
    return now * loudness * fade(time, seconds);
  });
}

/** Add the sound of a card on cloth: band-pass noise that swells and fades. */
export function brush(tape: Tape, start: number, seconds: number, loudness: number, dark: number): void {
  const grain = noise(Math.round(start * 1000) + 7);
  let low = 0;
  let lower = 0;
  add(tape, start, seconds, (time) => {
    low += (grain() - low) * dark;
    lower += (low - lower) * 0.06;
    const part = time / seconds;
    return (low - lower) * loudness * Math.min(part * 12, 1) * (1 - part) ** 2;
  });
}

/** Add a knock on the table: a low, falling tone and a click. */
export function thump(tape: Tape, start: number, pitch: number, loudness: number): void {
  const seconds = 0.16;
  add(tape, start, seconds, (time) => {
    const falling = pitch * (time - 1.2 * time * time);
    return Math.sin(2 * Math.PI * falling) * loudness * Math.exp(-time * 34) * fade(time, seconds);
  });
  brush(tape, start, 0.02, loudness * 0.7, 0.6);
}

function soften(loop: Float32Array): void {
  for (let at = 0; at < loop.length; at++) loop[at] = ((loop[at] ?? 0) + (loop[(at + 1) % loop.length] ?? 0)) / 2;
}

/** Return 1, falling to 0 in the last tenth, so that no sound ends with a click. */
const fade = (time: number, seconds: number): number => Math.min(1, (1 - time / seconds) * 10);
