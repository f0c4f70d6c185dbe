/** The sounds of the table. */

import type { TableEvent } from "../server/schema";
import { brush, pluck, thump, type Tape } from "./instruments";

export type Sound = "card" | "shuffle" | "knock" | "call" | "envido" | "flor" | "truco" | "accept" | "refuse" | "turn" | "win" | "lose";

/** Pitches of guitar strings, in hertz. */
const [D3, A3, D4, F4, FIS4, A4, D5, FIS5, A5] = [146.83, 220, 293.66, 349.23, 369.99, 440, 587.33, 739.99, 880];

interface Piece {
  readonly seconds: number;
  play(tape: Tape): void;
}

const PIECES: { readonly [sound in Sound]: Piece } = {
  card: {
    seconds: 0.25,
    play(tape) {
      brush(tape, 0, 0.09, 0.5, 0.5);
      thump(tape, 0.05, 150, 0.5);
    },
  },
  shuffle: {
    seconds: 1,
    play(tape) {
      for (let card = 0; card < 16; card++) brush(tape, 0.028 * card, 0.05, 0.25 + 0.014 * card, 0.55);
      brush(tape, 0.5, 0.28, 0.4, 0.4);
      thump(tape, 0.78, 130, 0.45);
    },
  },
  knock: {
    seconds: 0.45,
    play(tape) {
      thump(tape, 0, 190, 0.7);
      thump(tape, 0.16, 175, 0.6);
    },
  },
  call: {
    seconds: 1,
    play(tape) {
      pluck(tape, 0, A3, 0.5);
      pluck(tape, 0.09, D4, 0.55);
    },
  },
  // A question that rises.
  envido: {
    seconds: 1,
    play(tape) {
      [D4, FIS4, A4].forEach((pitch, at) => pluck(tape, 0.1 * at, pitch, 0.45, 0.7));
    },
  },
  // A bright run.
  flor: {
    seconds: 1.4,
    play(tape) {
      [A4, D5, FIS5, A5, FIS5].forEach((pitch, at) => pluck(tape, 0.08 * at, pitch, 0.35, 0.8));
    },
  },
  // A fist on the table under a low chord.
  truco: {
    seconds: 1.3,
    play(tape) {
      thump(tape, 0, 110, 0.6);
      [D3, A3, D4].forEach((pitch) => pluck(tape, 0.06, pitch, 0.3, 1.1));
    },
  },
  accept: {
    seconds: 0.9,
    play(tape) {
      [A3, D4].forEach((pitch) => pluck(tape, 0, pitch, 0.4, 0.8));
    },
  },
  refuse: {
    seconds: 0.9,
    play(tape) {
      [F4, D4].forEach((pitch, at) => pluck(tape, 0.14 * at, pitch, 0.4, 0.6));
    },
  },
  turn: {
    seconds: 0.9,
    play: (tape) => pluck(tape, 0, A4, 0.4, 0.8),
  },
  win: {
    seconds: 2,
    play(tape) {
      [D3, A3, D4, FIS4, A4, D5].forEach((pitch, at) => pluck(tape, 0.11 * at, pitch, 0.4, 1.3));
    },
  },
  lose: {
    seconds: 1.9,
    play(tape) {
      [A4, F4, D4, A3].forEach((pitch, at) => pluck(tape, 0.2 * at, pitch, 0.4, 1.1));
    },
  },
};

export const SOUNDS = Object.keys(PIECES) as Sound[];

const ANSWERS: { readonly [move: string]: Sound } = { quiero: "accept", "no-quiero": "refuse", mazo: "refuse" };

/** Return the sound of words that are said aloud: each lance has its own. */
export function soundOf({ calls, move }: Pick<TableEvent, "calls" | "move">): Sound {
  if (calls === "envido" || calls === "flor" || calls === "truco") return calls;
  return ANSWERS[move ?? ""] ?? "call";
}

/** Return the samples of a sound, `rate` per second. */
export function samplesOf(sound: Sound, rate: number): Float32Array<ArrayBuffer> {
  const piece = PIECES[sound];
  const samples = new Float32Array(Math.ceil(piece.seconds * rate));
  piece.play({ rate, samples });
  return samples;
}
