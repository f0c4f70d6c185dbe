/** What this page was shown before the cut, kept for this tab: only that tells whether the server kept its word. */

import type { Deal } from "../lib/schema";
import { isSealed } from "./fair";

/** The seal as it was before the cut, and the chance that this page has added, where it was the one to cut: `offered` may
 * have come too late, `salt` was taken. */
export interface Promised {
  readonly sealed: string;
  readonly offered?: string;
  readonly salt?: string;
}

/** `own`: with what this page has added itself; `kept`: with what somebody else has, or the server for who was late. */
export type Word = "own" | "kept" | "broken" | "unseen";

const key = (table: string, match: number, deal: number): string => `deal/${table}/${match}/${deal}`;

export function promised(table: string, match: number, deal: number): Promised | null {
  try {
    const kept = sessionStorage.getItem(key(table, match, deal));
    return kept === null ? null : (JSON.parse(kept) as Promised);
  } catch {
    return null; // where a browser keeps nothing, nothing was seen
  }
}

function keep(table: string, match: number, deal: number, promise: Promised): void {
  try {
    sessionStorage.setItem(key(table, match, deal), JSON.stringify(promise));
  } catch {
    // It is forbidden, or full: the deals cannot be checked, and the game goes on.
  }
}

/** The first seal that is shown of a deal counts, and no later one. */
export function remember(table: string, match: number, deal: Deal): void {
  if (!deal.waits || promised(table, match, deal.number)) return;
  keep(table, match, deal.number, { sealed: deal.sealed });
}

export function added(table: string, match: number, deal: number, chance: Pick<Promised, "offered" | "salt">): void {
  const promise = promised(table, match, deal);
  if (promise) keep(table, match, deal, { ...promise, ...chance });
}

/** Whether a deal whose seed is revealed is the one that was promised. */
export function judged(deal: Deal, promise: Promised | null): Word {
  if (!isSealed(deal.seed ?? "", deal.sealed)) return "broken";
  if (!promise) return "unseen";
  if (deal.sealed !== promise.sealed) return "broken";
  if (deal.salt !== null && deal.salt === (promise.salt ?? promise.offered)) return "own";
  return promise.salt === undefined ? "kept" : "broken";
}
