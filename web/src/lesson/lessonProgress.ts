/** How many hands of each lesson the visitor has finished. The browser remembers it. */

import { readStored, writeStored } from "../profile/storage";

function storedProgress(): { [variant: string]: number } {
  try {
    const stored: unknown = JSON.parse(readStored("lessons") ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as { [variant: string]: number }) : {};
  } catch {
    return {};
  }
}

/** Return the number of hands that are finished, at most `hands`. */
export function finishedHands(variant: string, hands: number): number {
  const stored = storedProgress()[variant];
  return typeof stored === "number" && Number.isInteger(stored) && stored > 0 ? Math.min(stored, hands) : 0;
}

/** Return whether the visitor has finished any lesson. */
export function hasFinishedLesson(): boolean {
  return readStored("lesson-finished") !== null;
}

/** Store that the first `hands` hands of a lesson, or `all` of them, are finished. A repeated hand takes nothing back. */
export function noteFinished(variant: string, hands: number, all: number): void {
  const progress = storedProgress();
  if (hands === all) writeStored("lesson-finished", variant);
  writeStored("lessons", JSON.stringify({ ...progress, [variant]: Math.max(hands, progress[variant] ?? 0) }));
}
