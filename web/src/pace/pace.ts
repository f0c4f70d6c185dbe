/** How fast bots play, and how long they leave an answer to people. */

import type { NewTable } from "../server/schema";

export type Speed = NonNullable<NewTable["speed"]>;

export const SPEEDS: readonly Speed[] = ["calm", "normal", "fast"];

/** Milliseconds between words that are said at the same moment. */
export const SPEECH_PAUSE: { readonly [speed in Speed]: number } = { calm: 1_000, normal: 700, fast: 400 };

const ANSWER_SECONDS = [4, 6, 8, 12, 20, 40, 90];

/** Return the numbers of seconds to choose from, with the current one among them. */
export function answerSeconds(current: number): number[] {
  return [...new Set([...ANSWER_SECONDS, current])].sort((first, second) => first - second);
}
